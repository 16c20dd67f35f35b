"""Opens what was named on the command line."""

import os
import stat

from problems import CannotLook


def open_regular(path):
    """A descriptor of a regular file; others have no length, let one wait, or never end."""
    try:
        descriptor = os.open(path, os.O_RDONLY | os.O_NONBLOCK | os.O_CLOEXEC)
    except (OSError, ValueError) as error:
        raise CannotLook(f"{path}: {getattr(error, 'strerror', error)}") from None
    if not stat.S_ISREG(os.fstat(descriptor).st_mode):
        os.close(descriptor)
        raise CannotLook(f"{path}: is no file")
    return descriptor
