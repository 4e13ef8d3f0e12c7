"""E-mails as files in a folder, one each, where no mail server is named."""

import time
from itertools import count
from os import getpid, path

from django.core.mail.backends import filebased

_numbers = count()


class EmailBackend(filebased.EmailBackend):
    """Django's names its files by the second and a place in memory, which processes that were
    forked share: the mails of two of them would lie in one file, one inside the other."""

    _fname: str | None

    def _get_filename(self) -> str:
        if self._fname is None:
            name = f"{time.time_ns():020}-{getpid()}-{next(_numbers)}.log"
            self._fname = path.join(self.file_path, name)
        return self._fname
