"""Machines of a small network: namespaces of the kernel's, each with a link to one switch.

Only for root, who alone may make them; nothing of this machine's own network is touched.
"""

import os
import subprocess
from contextlib import suppress

#: The machine that holds the switch has the first address.
HUB = "hub"
SUBNET = "10.213.0"


class CannotMake(Exception):
    """Why there is no such network to be had here."""


class Network:
    def __init__(self) -> None:
        self.prefix = f"faults{os.getpid()}"
        self.machines: list[str] = []
        try:
            self._add_machine(HUB)
            self._ip(HUB, "link add switch type bridge")
        except OSError as error:
            self.close()
            raise CannotMake(f"network namespaces need root and iproute2: {error}") from error
        self._ip(HUB, f"address add {self.address(HUB)}/24 dev switch")
        self._ip(HUB, "link set switch up")

    def add(self, machine: str) -> str:
        """A further machine with a link to the switch; its address."""
        self._add_machine(machine)
        inside = self._name(machine)
        self._ip(HUB, f"link add {machine} type veth peer name cable netns {inside}")
        self._ip(HUB, f"link set {machine} master switch up")
        self._ip(machine, f"address add {self.address(machine)}/24 dev cable")
        self._ip(machine, "link set cable up")
        return self.address(machine)

    def address(self, machine: str) -> str:
        return f"{SUBNET}.{self.machines.index(machine) + 1}"

    def within(self, machine: str) -> list[str]:
        """What comes before a command that is to run on this machine."""
        return ["ip", "netns", "exec", self._name(machine)]

    def cut(self, machine: str) -> None:
        self._ip(HUB, f"link set {machine} down")

    def heal(self, machine: str) -> None:
        self._ip(HUB, f"link set {machine} up")

    def close(self) -> None:
        """Ends whatever still runs on the machines, and takes them away."""
        for machine in reversed(self.machines):
            name = self._name(machine)
            listed = subprocess.run(
                ["ip", "netns", "pids", name], capture_output=True, text=True, check=False
            )
            for pid in listed.stdout.split():
                with suppress(ProcessLookupError):
                    os.kill(int(pid), 9)
            with suppress(OSError):
                _run("ip", "netns", "delete", name)
        self.machines.clear()

    def _add_machine(self, machine: str) -> None:
        _run("ip", "netns", "add", self._name(machine))
        self.machines.append(machine)
        self._ip(machine, "link set lo up")

    def _name(self, machine: str) -> str:
        return f"{self.prefix}-{machine}"

    def _ip(self, machine: str, words: str) -> None:
        _run("ip", "-n", self._name(machine), *words.split())


def _run(*command: str) -> None:
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    if done.returncode:
        raise OSError(f"{' '.join(command)}: {done.stderr.strip()}")
