"""E-mails as files in a folder, one each, if no mail server is configured."""

import time
from itertools import count
from os import getpid, path

from django.core.mail.backends import filebased

_numbers = count()


class EmailBackend(filebased.EmailBackend):
    """Stores each e-mail in a file with a unique name.

    Django names files by the second and an object's address, which forked processes share. E-mails
    of two processes would end up in one file.
    """

    _fname: str | None

    def _get_filename(self) -> str:
        if self._fname is None:
            name = f"{time.time_ns():020}-{getpid()}-{next(_numbers)}.log"
            self._fname = path.join(self.file_path, name)
        return self._fname
