"""One PostgreSQL and one Valkey that other machines reach with a password.

`python -m tests.faults.servers FOLDER ADDRESS NETWORK` writes `ready`; its input's end is its own.
"""

import sys
from pathlib import Path

from boardgames.supervisor import children
from boardgames.supervisor.children import Servant
from boardgames.supervisor.home import Home
from boardgames.supervisor.postgres import Postgres
from boardgames.supervisor.valkey import Valkey


def database_url(home: Home, address: str) -> str:
    return f"postgresql://boardgames:{home.secret('database_password')}@{address}/boardgames"


def redis_url(home: Home, address: str) -> str:
    return f"redis://:{home.secret('redis_password')}@{address}:6379/0"


def main(folder: str, address: str, network: str) -> None:
    home, servant = Home(Path(folder)), Servant.needed()
    home.create()
    password = home.secret("redis_password")
    postgres = Postgres(home, servant, (f"listen_addresses={address}",))
    valkey = Valkey(
        home,
        servant,
        ("--bind", f"{address} 127.0.0.1", "--port", "6379", "--requirepass", password),
    )
    postgres.prepare()
    valkey.prepare()
    with (home.postgres / "pg_hba.conf").open("a") as rules:
        rules.write(f"host all all {network} scram-sha-256\n")
    running = [(postgres.start(), postgres.ending), (valkey.start(), valkey.ending)]
    try:
        postgres.wait(running[0][0])
        print("ready", flush=True)
        sys.stdin.read()
    finally:
        for process, how in running:
            children.end_child(process, how, patience=5)


if __name__ == "__main__":
    main(*sys.argv[1:])
