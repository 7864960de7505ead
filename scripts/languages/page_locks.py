"""Page-locks the memory that a run shares with ladder, so that copies to and from a GPU go
straight there."""

import ctypes

PORTABLE = 1  # for every context


def locker():
    """lock(values), which returns what unlocks them; None where there is no driver or device."""
    try:
        cuda = ctypes.CDLL("libcuda.so.1")
    except OSError:
        return None
    device, context = ctypes.c_int(), ctypes.c_void_p()
    if (
        cuda.cuInit(0)
        or cuda.cuDeviceGet(ctypes.byref(device), 0)
        or cuda.cuDevicePrimaryCtxRetain(ctypes.byref(context), device)
    ):
        return None

    def lock(values):
        """Where the driver refuses, copies are slower, and that is all."""
        address = ctypes.c_void_p(values.ctypes.data)
        cuda.cuCtxSetCurrent(context)
        if cuda.cuMemHostRegister_v2(address, ctypes.c_size_t(values.nbytes), PORTABLE):
            return lambda: None
        return lambda: cuda.cuMemHostUnregister(address)

    return lock
