# Written by scripts/setup/dockerfile.sh from scripts/packages*.txt; edit those.
#   docker build -t ladder . && docker run --rm ladder --case=small
# With a GPU: --build-arg BASE=IMAGE, where IMAGE is a Debian or Ubuntu with the CUDA toolkit, and
# docker run --gpus=all.
ARG BASE=debian:bookworm
FROM ${BASE}
RUN apt-get update && DEBIAN_FRONTEND=noninteractive apt-get install -y --no-install-recommends \
      clang-format \
      clang-tidy-16 \
      cmake \
      g++ \
      gcc \
      gcc-offload-nvptx \
      gfortran \
      git \
      iproute2 \
      libbenchmark-dev \
      libbenchmark-tools \
      libelf-dev \
      libfmt-dev \
      libgtest-dev \
      libhdf5-dev \
      libopenmpi-dev \
      libpugixml-dev \
      libsegyio-dev \
      libtomlplusplus-dev \
      ninja-build \
      nlohmann-json3-dev \
      openmpi-bin \
      python3 \
      python3-venv \
      shellcheck \
      valgrind \
      zlib1g-dev \
      ca-certificates && rm -rf /var/lib/apt/lists/*
COPY . /ladder
WORKDIR /ladder
RUN everything=false scripts/setup.sh
ENTRYPOINT ["scripts/ladder"]
