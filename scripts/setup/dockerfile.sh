#!/usr/bin/env bash
# Prints the Dockerfile of the tree, whose packages are those of scripts/packages*.txt:
#   scripts/setup/dockerfile.sh >Dockerfile
set -euo pipefail
root=$(cd "$(dirname "$(readlink -f "${BASH_SOURCE[0]}")")/../.." && pwd -P)
# shellcheck source=scripts/setup/packages.sh
. "$root/scripts/setup/packages.sh"

cat <<'END'
# Written by scripts/setup/dockerfile.sh from scripts/packages*.txt; edit those.
#   docker build -t ladder . && docker run --rm ladder --case=small
# With a GPU: --build-arg BASE=IMAGE, where IMAGE is a Debian or Ubuntu with the CUDA toolkit, and
# docker run --gpus=all.
ARG BASE=debian:bookworm
FROM ${BASE}
RUN apt-get update && DEBIAN_FRONTEND=noninteractive apt-get install -y --no-install-recommends \
END
names_in packages.txt packages-tests.txt packages-optional.txt | sort -u | sed 's/.*/      & \\/'
cat <<'END'
      ca-certificates && rm -rf /var/lib/apt/lists/*
COPY . /ladder
WORKDIR /ladder
RUN everything=false scripts/setup.sh
ENTRYPOINT ["scripts/ladder"]
END
