"""The folder for everything that belongs to one checkout: data, sockets, secrets, mail."""

import hashlib
import json
import os
import secrets
import stat
import tempfile
from dataclasses import dataclass
from pathlib import Path
from urllib.parse import quote

from boardgames.environment import variables

CHECKOUT = Path(__file__).resolve().parents[2]

# The path of a Unix socket may have about 104 bytes on macOS, with the server's file name.
LONGEST_SOCKET_FOLDER = 85

SECRETS = "secrets.json"


@dataclass(frozen=True)
class Home:
    """`folder` holds data and secrets; only the user who runs the service can read it."""

    folder: Path

    @classmethod
    def default(cls) -> "Home":
        """`BOARDGAMES_HOME`, or `var/` in the checkout.

        Root's servers run as an unprivileged user. If that user could not reach `var/` (a checkout
        in `/root`), the data are in `/var/lib` instead.
        """
        if named := variables.BOARDGAMES_HOME.read():
            return cls(named)
        folder = CHECKOUT / "var"
        if os.geteuid() == 0 and not reachable_by_all(folder):
            return cls(Path("/var/lib/boardgames") / _short_hash(CHECKOUT))
        return cls(folder)

    @property
    def postgres(self) -> Path:
        return self.folder / "postgres"

    @property
    def valkey(self) -> Path:
        return self.folder / "valkey"

    @property
    def mail(self) -> Path:
        return self.folder / "mail"

    @property
    def static(self) -> Path:
        return self.folder / "static"

    @property
    def metrics(self) -> Path:
        return self.folder / "metrics"

    @property
    def lock(self) -> Path:
        return self.folder / "lock"

    @property
    def sockets(self) -> Path:
        """The folder of the servers' sockets: here, or a short temporary path."""
        folder = self.folder / "run"
        if len(os.fsencode(folder)) <= LONGEST_SOCKET_FOLDER:
            return folder
        return Path(tempfile.gettempdir()) / f"boardgames-{_short_hash(self.folder)}"

    @property
    def web(self) -> Path:
        """The folder through which web processes hand connections to each other."""
        return self.sockets / "web"

    def create(self) -> None:
        """Create the folder: private, except that root lets its servers pass."""
        self.folder.mkdir(parents=True, exist_ok=True)
        self.folder.chmod(0o711 if os.geteuid() == 0 else 0o700)

    def secret(self, name: str, size: int = 48) -> str:
        """A secret of this installation: ``size`` random bytes in base64url.

        Created at the first request and kept for ever.
        """
        known = self.known_secrets()
        if name not in known:
            known[name] = secrets.token_urlsafe(size)
            self.keep_secrets(known)
        return known[name]

    def keep_secrets(self, new: dict[str, str]) -> None:
        """Store secrets beside the known ones, or in their place."""
        self.create()
        file = self.folder / SECRETS
        # Written to a temporary file and renamed: a crash leaves the old file, never half a one.
        aside = file.with_name(f"secrets.{os.getpid()}")
        aside.touch(mode=0o600)
        aside.write_text(json.dumps({**self.known_secrets(), **new}, indent=1))
        aside.replace(file)

    def known_secrets(self) -> dict[str, str]:
        """The secrets created so far, by name."""
        try:
            return dict(json.loads((self.folder / SECRETS).read_text()))
        except FileNotFoundError:
            return {}

    @property
    def database_url(self) -> str:
        password, host = self.secret("database_password"), quote(str(self.sockets), safe="")
        return f"postgresql://boardgames:{password}@/boardgames?host={host}"

    @property
    def redis_url(self) -> str:
        self.create()  # raises OSError if no server of ours could run
        return f"unix://{self.sockets}/valkey.sock"


def reachable_by_all(path: Path) -> bool:
    """Whether every user may pass through all folders above the path."""
    return all(parent.stat().st_mode & stat.S_IXOTH for parent in path.absolute().parents)


def _short_hash(path: Path) -> str:
    return hashlib.sha256(os.fsencode(path)).hexdigest()[:12]
