"""What Deepwave's gradient says of the survey: the derivative of <modelled, recorded> by the
velocity. Prints the seconds of its calls.

usage: deepwave_migration_image.py SURVEY.sgy IMAGE.npy [cuda]

It needs a Python that has PyTorch, Deepwave and segyio.
The derivative by v is 2 / v^3 times the sum of the second derivative of the forward field times the
adjoint field. So it is multiplied by v^3 / 2, and its image is that of a source whose wavelet is
the second derivative.
"""

import sys
import time
import warnings

import deepwave
import numpy
import torch

from migration_case import (DT, EVERY, PAD, SAMPLES, SPACING, inside, padded, read_survey, ricker,
                            smooth_velocity)

ACCURACY = 8


def main():
    velocity = padded(smooth_velocity())
    device = torch.device(sys.argv[3] if len(sys.argv) > 3 else "cpu")
    v = torch.tensor(velocity, requires_grad=True, device=device)
    # Row t goes in on the way to t + 1, and is minus ours; sample t of what is recorded is that of
    # time t. The gradient pairs the second derivative at t with the adjoint field at t + 1, where
    # ours pairs the same times: so the wavelet comes a step earlier than in ladder. Image times
    # must divide the number of rows.
    steps = (SAMPLES - 1) // EVERY * EVERY
    wavelet = torch.tensor(-ricker((numpy.arange(steps) + 1) * DT), dtype=torch.float32,
                           device=device)[None, None]
    seconds = 0.0
    for source, receivers, traces in read_survey(sys.argv[1]):
        began = time.perf_counter()
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            out = deepwave.scalar(v, SPACING, DT, source_amplitudes=wavelet,
                                  source_locations=torch.tensor([[source]], device=device) + PAD,
                                  receiver_locations=torch.tensor([receivers], device=device) + PAD,
                                  accuracy=ACCURACY, pml_width=PAD,
                                  model_gradient_sampling_interval=EVERY)
        (out[-1] * torch.tensor(traces[:, :steps], device=device)[None]).sum().backward()
        if device.type == "cuda":
            torch.cuda.synchronize()
        seconds += time.perf_counter() - began
    numpy.save(sys.argv[2], inside(v.grad.cpu().numpy() * velocity**3 / 2))
    print(seconds)


if __name__ == "__main__":
    main()
