"""Replaces systemd where none runs: starts a unit's command as the unit's user, with its secrets and the readiness protocol.
Sandboxing is not replaced; `systemd-analyze security` checks it.

The page's commands reach it through `systemctl` and `systemd-run` in the root, which are written here too.
"""

import os
import shlex
import shutil
import signal
import socket
import subprocess
import threading
import time
from pathlib import Path

PATIENCE = 60

SYSTEMCTL = """#!/bin/bash
printf '%s\\n' "$*" >/run/manager/asked
IFS= read -r answer </run/manager/answer
[ "$answer" = ok ] || { echo "$answer" >&2; exit 1; }
"""

# A command as a user, in a folder, with a folder of secrets.
SYSTEMD_RUN = """#!/bin/bash
set -euo pipefail
declare -A set=([User]=root [WorkingDirectory]=/)
while [ $# -gt 0 ]; do
  case $1 in
    --pipe | --wait) shift ;;
    -p)
      case ${2%%=*} in
        User | WorkingDirectory | LoadCredential) set[${2%%=*}]=${2#*=} ;;
        *) echo "systemd-run: $2 is not known here" >&2 && exit 2 ;;
      esac
      shift 2
      ;;
    *) break ;;
  esac
done
/usr/local/sbin/hand-over "${set[LoadCredential]}" "${set[User]}" /run/credentials/run
cd "${set[WorkingDirectory]}"
exec setpriv --reuid="${set[User]}" --regid="${set[User]}" --init-groups \\
  env CREDENTIALS_DIRECTORY=/run/credentials/run "$@"
"""

# Each file in a folder becomes NAME_FILE, readable by one user.
HAND_OVER = """#!/bin/bash
set -euo pipefail
rm -rf "$3"
install -d -m 0500 -o "$2" "$3"
for file in "${1#*:}"/*; do install -m 0400 -o "$2" "$file" "$3/${1%%:*}_${file##*/}"; done
"""


class Unit:
    """The supported part of a unit's file."""

    def __init__(self, root: Path, name: str):
        enrolments = [root / folder / f"{name}.service" for folder in ("usr/lib/systemd/system", "lib/systemd/system")]
        file = next((enrolment for enrolment in enrolments if enrolment.exists()), None)
        if file is None:
            raise SystemExit(f"there is no unit {name}.service")
        self.name, self.values = name, {}
        for line in file.read_text().splitlines():
            if "=" in line and not line.startswith("#"):
                key, _, value = line.partition("=")
                self.values.setdefault(key.strip(), []).append(value.strip())

    def all(self, key):
        return self.values.get(key, [])

    def one(self, key, otherwise=None):
        return self.all(key)[0] if self.all(key) else otherwise


class Services:
    """The services of a root."""

    def __init__(self, root: Path):
        self.root, self.running = root, {}
        self.folder = root / "run/manager"
        self.folder.mkdir(parents=True, exist_ok=True)
        for fifo in ("asked", "answer"):
            os.mkfifo(self.folder / fifo)
        for name, text in (("systemctl", SYSTEMCTL), ("systemd-run", SYSTEMD_RUN), ("hand-over", HAND_OVER)):
            script = root / "usr/local/sbin" / name
            script.write_text(text)
            script.chmod(0o755)
        # Services write their log there.
        journal = root / "run/systemd/journal"
        journal.mkdir(parents=True, exist_ok=True)
        self.journal = socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM)
        self.journal.bind(str(journal / "socket"))
        os.chmod(journal / "socket", 0o666)
        self.log = []
        threading.Thread(target=self._hear, daemon=True).start()
        threading.Thread(target=self._serve, daemon=True).start()

    def _hear(self):
        while True:
            entry = self.journal.recv(1 << 20)
            # A name, a newline, the length in eight bytes, and the text.
            _, found, text = entry.partition(b"MESSAGE\n")
            if found:
                self.log.append(text[8:].decode(errors="replace").strip())

    def _serve(self):
        while True:
            words = shlex.split((self.folder / "asked").read_text())
            try:
                self.do(*[word for word in words if word != "--now"])
                answer = "ok"
            except (Exception, SystemExit) as error:
                answer = f"systemctl {' '.join(words)}: {error}".replace("\n", " ")
            (self.folder / "answer").write_text(f"{answer}\n")

    def do(self, verb: str, name: str):
        match verb:
            case "enable" | "start":
                self.start(name)
            case "stop":
                self.stop(name)
            case "restart":
                self.stop(name)
                self.start(name)
            case "reload":
                self._run(Unit(self.root, name), "ExecReload", {"MAINPID": str(self.running[name].pid)})
            case _:
                raise SystemExit(f"{verb} is not known here")

    def _run(self, unit: Unit, key: str, variables: dict):
        for line in unit.all(key):
            done = subprocess.run(self._command(unit, line, variables), capture_output=True, text=True)
            if done.returncode != 0:
                raise SystemExit(f"{line}: {done.stdout}{done.stderr}")

    def _command(self, unit: Unit, line: str, variables: dict) -> list[str]:
        for name, value in variables.items():
            line = line.replace(f"${name}", value)
        user, group = unit.one("User"), unit.one("Group", unit.one("User"))
        command = ["chroot", str(self.root), "env", "-i", "PATH=/usr/sbin:/usr/bin:/sbin:/bin"]
        if user:
            command += ["setpriv", f"--reuid={user}", f"--regid={group}", "--init-groups"]
            if capabilities := unit.one("AmbientCapabilities"):
                kept = "+" + capabilities.removeprefix("CAP_").lower()
                command += [f"--inh-caps={kept}", f"--ambient-caps={kept}"]
        variables = {name: value for name, value in variables.items() if name.isupper()}
        command += ["env", f"--chdir={unit.one('WorkingDirectory', '/')}"]
        command += [f"{name}={value}" for name, value in variables.items()]
        return command + unit.all("Environment") + shlex.split(line)

    def start(self, name: str):
        unit = Unit(self.root, name)
        variables = {"HOME": f"/var/lib/{name}"}
        for file in unit.all("EnvironmentFile"):
            for line in (self.root / file.lstrip("/")).read_text().splitlines():
                if "=" in line and not line.startswith("#"):
                    key, _, value = line.partition("=")
                    variables[key] = " ".join(shlex.split(value))
        for secrets in unit.all("LoadCredential"):
            folder = f"/run/credentials/{name}.service"
            hand_over = ["/usr/local/sbin/hand-over", secrets, unit.one("User"), folder]
            subprocess.run(["chroot", str(self.root), *hand_over], check=True)
            variables["CREDENTIALS_DIRECTORY"] = folder
        self._run(unit, "ExecStartPre", variables)
        ready = None
        if unit.one("Type") == "notify":
            enrolment = self.root / f"run/{name}.notify"
            enrolment.unlink(missing_ok=True)
            ready = socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM)
            ready.bind(str(enrolment))
            os.chmod(enrolment, 0o666)
            variables["NOTIFY_SOCKET"] = f"/run/{name}.notify"
        output = open(self.folder / f"{name}.output", "w+")
        command = self._command(unit, unit.one("ExecStart"), variables)
        process = subprocess.Popen(command, stdout=output, stderr=output)
        if unit.one("Type") == "forking":
            if process.wait(PATIENCE) != 0:
                raise SystemExit(f"{name} does not start: {self.said(name)}")
            process = Daemon(int((self.root / unit.one("PIDFile").lstrip("/")).read_text()))
        self.running[name] = process
        until = time.monotonic() + PATIENCE
        while ready:
            ready.settimeout(0.2)
            try:
                if b"READY=1" in ready.recv(4096):
                    return
            except TimeoutError:
                pass
            if process.poll() is not None or time.monotonic() > until:
                raise SystemExit(f"{name} does not become ready: {self.said(name)}")

    def stop(self, name: str):
        process = self.running.pop(name)
        process.send_signal(signal.SIGTERM)
        status = process.wait(PATIENCE)
        if status not in (0, -signal.SIGTERM):
            raise SystemExit(f"{name} ended with {status}: {self.said(name)}")

    def said(self, name: str) -> str:
        """The end of a service's output, and of the journal."""
        output = (self.folder / f"{name}.output").read_text()
        return "\n".join([*output.splitlines()[-12:], *self.log[-12:]])

    def end(self):
        for name in list(self.running):
            self.stop(name)
        shutil.rmtree(self.folder, ignore_errors=True)


class Daemon:
    """A process that is not a child."""

    def __init__(self, pid: int):
        self.pid = pid

    def send_signal(self, number):
        os.kill(self.pid, number)

    def poll(self):
        return None if Path(f"/proc/{self.pid}").exists() else 0

    def wait(self, patience):
        until = time.monotonic() + patience
        while self.poll() is None:
            if time.monotonic() > until:
                raise SystemExit(f"the process {self.pid} does not end")
            time.sleep(0.05)
        return 0
