#!/usr/bin/env python3
"""Follows docs/operators.md on a clean Debian: follow.py ROOT DEB SELARAS.

Commands, settings and files are the page's own, in the page's order. An unknown block fails, so that page and test cannot diverge.
Differences from a campus's server:
  * no systemd: services.py starts the units;
  * academic system, Moodle and provider are the demo campus, with its addresses instead of the page's;
  * certificates are from an authority of the test, and Caddy's own authority replaces Let's Encrypt;
  * PostgreSQL is the one of scripts/with-postgres.sh; Prometheus scrapes each second.
Not covered, but in the tests of the workspace: work at an hour of the day (the nightly backup), mails and webhooks.
Needs root, and a network namespace in which ports 80, 443 and 8080 are free.
"""

import json
import os
import pty
import re
import subprocess
import sys
import time
import urllib.request
from pathlib import Path

from collector import Collector
from dashboard import A, B, Dashboard
from page import blocks
from services import Services

ROOT, DEB, SELARAS = Path(sys.argv[1]), Path(sys.argv[2]), Path(sys.argv[3])
PAGE = Path(__file__).parents[2] / "docs/operators.md"
HOST = "selaras.kampus.ac.id"
SETTINGS = "/etc/selaras/selaras.toml"
ENVIRONMENT = {"PATH": "/usr/local/sbin:/usr/sbin:/usr/bin:/sbin:/bin", "LC_ALL": "C.UTF-8", "DEBIAN_FRONTEND": "noninteractive"}


def inside(path):
    return ROOT / path.lstrip("/")


def check(condition, what):
    if not condition:
        raise SystemExit(f"WRONG: {what}")


def until(what, look):
    """Polls until `look` returns a true value, which it returns."""
    end = time.monotonic() + 60
    while not (found := look()):
        check(time.monotonic() < end, f"{what} does not come about")
        time.sleep(0.1)
    return found


def run(text, typed=None, status=0):
    """Runs commands as root, with typed or pasted input."""
    print("\n".join(f"  # {line}" for line in text.splitlines()), flush=True)
    command = ["chroot", str(ROOT), "bash", "-euo", "pipefail", "-c", f"cd /root\n{text}"]
    done = subprocess.run(command, input=typed or "", env=ENVIRONMENT, capture_output=True, text=True)
    said = done.stdout + done.stderr
    print("\n".join(f"    {line}" for line in said.splitlines()[-12:]), flush=True)
    check(done.returncode == status, f"it ended with {done.returncode}: {text}")
    return said


def run_at_a_terminal(text, typed):
    """The same at a terminal, which a command may prompt."""
    ours, theirs = pty.openpty()
    os.write(ours, typed.encode())
    command = ["chroot", str(ROOT), "bash", "-euo", "pipefail", "-c", text]
    done = subprocess.run(command, stdin=theirs, env=ENVIRONMENT, capture_output=True, text=True)
    print(f"  # {text}\n    {done.stdout}{done.stderr}".rstrip(), flush=True)
    check(done.returncode == 0, f"it ended with {done.returncode}: {text}")
    return done.stdout


def write(path, text):
    inside(path).parent.mkdir(parents=True, exist_ok=True)
    inside(path).write_text(text + "\n")


def add_settings(block):
    """Adds a block's settings to the file that the page names."""
    check(block.file == SETTINGS, f"{block} is for {block.file}")
    with inside(SETTINGS).open("a") as file:
        file.write(f"\n{block.text}\n")


class Guide:
    """The page's blocks, in order."""

    def __init__(self):
        self.left = blocks(PAGE)

    def next(self, heading, language, *parts):
        """The next block, which must have this language and heading, and contain these parts."""
        check(self.left, f"the page has no more blocks; one under “{heading}” with {parts} was expected")
        block = self.left.pop(0)
        known = block.language == language and heading in block.heading and all(part in block.text for part in parts)
        check(known, f"not known here, or not at its enrolment: {block}")
        return block

    def commands(self, heading, *parts):
        return self.next(heading, "sh", *parts).text


guide = Guide()
services = Services(ROOT)


def step(title):
    print(f"\n--> {title}", flush=True)


# ---------------------------------------------------------------------------------------------------------------------
step("Install")
install = guide.commands("Install", "apt install ./")
package = re.search(r"\./(\S+\.deb)", install)[1]
(inside("/root") / package).write_bytes(DEB.read_bytes())
run(install)
for file, owner in (("/etc/selaras/secrets", "root 700"), ("/var/lib/selaras", "selaras 700"), (SETTINGS, "root 640")):
    check(run(f"stat --format='%U %a' {file}").strip() == owner, f"{file} is open")
for file in ("man/man1/selaras-backup.1.gz", "bash-completion/completions/selaras", "doc/selaras/operators.md"):
    check(inside(f"/usr/share/{file}").stat().st_size > 0, f"{file} is empty")
for page in set(re.findall(r"\]\(((?:guides/)?\w+\.md)\)", PAGE.read_text())):
    check(inside(f"/usr/share/doc/selaras/{page}").exists(), f"the package lacks {page}, which the page links to")

step("A first start without settings, as the page shows it")
shown = guide.next("Install", "text", "selaras: ").text
start = ["chroot", str(ROOT), "env", "--chdir=/tmp", "selaras", "serve"]
first = subprocess.Popen(start, env=ENVIRONMENT, stderr=subprocess.PIPE, stdout=subprocess.DEVNULL, text=True)
said = first.stderr.readline().strip()
first.kill()
expected = re.escape(shown).replace(re.escape("…"), ".*")
expected = re.sub(r"setup\\?\#.*$", r"setup#[A-Z2-9-]+", expected)
check(re.fullmatch(expected, said), f"the page shows {shown!r}, and it says {said!r}")

step("Without addresses doctor names what is missing")
check("source.base_url" in run(f"selaras doctor --config {SETTINGS}", status=2), "doctor does not name it")

step("Connect")
campus = subprocess.Popen(
    [str(SELARAS), "demo", "--sign-in", "--students", "3000", "--listen", "127.0.0.1:0", "--database", str(ROOT / "tmp/demo.sqlite")],
    stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True,
    env=ENVIRONMENT | {"SELARAS_LOG__FILTER": "error"},
)
addresses = re.findall(r"http://[0-9.:]+", campus.stdout.readline())
provider = re.search(r"http://\S+", campus.stdout.readline())[0]
connect = guide.next("Connect", "toml", "[source]", "[platform]")
check(SETTINGS in connect.before, f"{connect}: the words before it do not name {SETTINGS}")
settings = inside(SETTINGS).read_text()
for section, line in re.findall(r"\[(\w+)\]\n(base_url = .*)", connect.text):
    address = addresses[0] if section == "source" else addresses[1]
    settings, found = re.subn(rf"(\[{section}\]\n(?:#.*\n)*)base_url = .*", rf'\1base_url = "{address}"', settings)
    check(found == 1, f"{SETTINGS} has no enrolment for {section}.{line}")
inside(SETTINGS).write_text(settings)
doctor = run(guide.commands("Connect", "/etc/selaras/secrets/platform.token", "selaras doctor"), typed="kampus-demo-token\n")
check("selaras.sqlite belum ada" in doctor and not inside("/var/lib/selaras/selaras.sqlite").exists(), "doctor makes a database")
check(run("stat --format='%U %a' /etc/selaras/secrets/platform.token").strip() == "root 600", "the token is open")
run(guide.commands("Connect", "systemctl enable --now selaras"))

# ---------------------------------------------------------------------------------------------------------------------
step("HTTPS in front: nginx")
nginx = guide.next("HTTPS", "nginx", HOST, "proxy_buffering off")
write(nginx.file, nginx.text)
keys = {name: file for name, file in re.findall(r"(ssl_certificate(?:_key)?) +(\S+);", nginx.text)}
folder = inside(keys["ssl_certificate"]).parent
folder.mkdir(parents=True)
subprocess.run(
    ["openssl", "req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1", "-nodes", "-days", "2",
     "-subj", f"/CN={HOST}", "-addext", f"subjectAltName=DNS:{HOST}",
     "-keyout", str(inside(keys["ssl_certificate_key"])), "-out", str(inside(keys["ssl_certificate"]))],
    check=True, capture_output=True,
)
# Debian starts it when it is installed.
services.start("nginx")
run(guide.commands("HTTPS", "nginx -t"))


def behind(authority):
    """A client of the dashboard by HTTPS that trusts only this authority, once the dashboard answers."""
    visitor = Dashboard(HOST, authority)

    def look():
        try:
            return visitor.status("/login") == 200
        except OSError:
            return False

    until("HTTPS", look)
    check(visitor.status("/metrics") == 404, "figures are shown to anonymous clients")
    check("max-age=31536000" in visitor.header("/login", "Strict-Transport-Security"), "browsers may come by plain HTTP again")
    return visitor


certificate = inside(keys["ssl_certificate"])
behind(certificate)

step("HTTPS in front: Caddy")
caddy = guide.next("HTTPS", "caddy", HOST)
# Caddy's own authority instead of Let's Encrypt.
write(caddy.file, "{\n    local_certs\n    skip_install_trust\n}\n" + caddy.text)
services.stop("nginx")
services.start("caddy")
run(guide.commands("HTTPS", "caddy validate"))
authority = inside("/var/lib/caddy/.local/share/caddy/pki/authorities/local/root.crt")
until("Caddy's certificate", authority.exists)
ani = behind(authority)

# ---------------------------------------------------------------------------------------------------------------------
step("The first administrator, and a campus in step")
check("signs up at `/signup`" in PAGE.read_text(), "the page does not say where one signs up")
check(ani.status("/signup") == 200, "there is no /signup")
print("   ", ani.sign_up())
ani.log_in()


def streams(path, by):
    """Runs an action and checks that its progress arrives while it runs, not all at its end."""
    events = ani.watch(path)
    took = events[-1][0] - events[0][0]
    check(events[-1][1]["state"] == "done", f"{path}: {events[-1][1]}")
    check(events[0][1]["state"] != "done" and took > 0.2, f"{by} holds progress back: {len(events)} events in {took:.2f} s")
    print(f"    {events[-1][1]['message']} ({len(events)} events in {took:.1f} s by {by})")


for kind in ("tahun_ajaran", "semester", "prodi", "jurusan", "matakuliah", "kelas", "dosen", "mahasiswa"):
    print("   ", ani.act(f"{kind}/sync")["data"])
    print("   ", ani.act(f"{kind}/export_as_user" if kind == "mahasiswa" else f"{kind}/export")["data"])
streams("mahasiswa/enroll", "Caddy")
ani.act("mengajar/sync")
ani.act("mengajar/enroll")
services.stop("caddy")
services.start("nginx")
ani.context.load_verify_locations(certificate)
streams("comparison/compare", "nginx")
enrolments = ani.ask("POST", f"{A}/mahasiswa/get", {})["data"]
classes = ani.ask("GET", f"{A}/kelas/get")["data"]
first_class = (enrolments[0]["nama_mk"], enrolments[0]["nama_kelas"], enrolments[0]["program_id"])
students = [row for row in enrolments if (row["nama_mk"], row["nama_kelas"], row["program_id"]) == first_class]
check(all(row["enroll"] == "sudah" and row["migration"] == "sudah" for row in students), f"{first_class} is not in step")
check(any(row["migration"] == "sudah" for row in classes), "no class is on Moodle")
print(f"    {first_class[0]} {first_class[1]}: {len(students)} students in step")

step("Signing in by the institution's own provider")
oidc = guide.next("The first administrator", "toml", "public_url", "[auth.oidc.kampus]")
add_settings(oidc)
settings = inside(SETTINGS).read_text()
settings = re.sub(r'^issuer = .*$', f'issuer = "{provider}"', settings, flags=re.MULTILINE)
inside(SETTINGS).write_text(settings)
run(guide.commands("The first administrator", "auth.oidc.kampus.client_secret"), typed="kampusDemoKlienOpenId\n")
sari = behind(certificate)
offered = sari.ask("GET", f"{B}/sign_in")["data"]
check(offered == [{"id": "kampus", "name": "Akun Kampus"}], f"the login page offers {offered}")
check("waits for approval" in oidc.text, "the page does not say what becomes of who is new")
print("   ", sari.sign_in_by("kampus"))

# ---------------------------------------------------------------------------------------------------------------------
step("Backup, and back")
add_settings(guide.next("Backup", "toml", "[backup]"))
run(guide.commands("Backup", "install -d"))
by_hand = guide.commands("Backup", "selaras backup")
check("Database: /var/lib/selaras/selaras.sqlite" in run(by_hand), "it does not say of which database the backup is")


def user_names():
    return {user["username"] for user in ani.ask("GET", f"{A}/user/get")["data"]}


before = user_names()
late = {"nama_user": "Datang Kemudian", "username": "kemudian", "password": "rahasia-sekali"}
ani.act("user/insert", **late)
check(user_names() == before | {"kemudian"}, "no user was added after the backup")
run_at_a_terminal(guide.commands("Backup", "systemctl stop", "selaras restore", "systemctl start"), "ganti\n")
# A restore ends all sessions.
ani.log_in()
check(user_names() == before, "a user added after the backup is still there after the restore")

step("From SQLite to PostgreSQL, and back to the file")
move = guide.commands("Backup", "/etc/selaras/secrets/database.url", "selaras restore")
written = inside(SETTINGS).read_text()
said = run(move, typed=os.environ["SELARAS_TEST_POSTGRES"] + "\n")
ani.log_in()
check("Database: postgres://127.0.0.1:" in said, "it does not say to which database the data came")
check(user_names() == before, "the users are not in PostgreSQL")
check("database.url" in run(by_hand, status=1), "without the secrets it works on the file as it was")
asked = "SELECT count(*) FROM mahasiswa_enrolment"
counted = subprocess.run(["psql", os.environ["SELARAS_TEST_POSTGRES"], "-Atc", asked], capture_output=True, text=True)
check(counted.stdout.strip() == str(len(enrolments)), f"PostgreSQL has {counted.stdout}{counted.stderr} of {len(enrolments)} enrolments")
inside(SETTINGS).write_text(written)
inside("/etc/selaras/secrets/database.url").unlink()
services.do("restart", "selaras")
ani.log_in()

# ---------------------------------------------------------------------------------------------------------------------
step("Watching it: Prometheus")
scrape = guide.next("Watching it", "yaml", "rule_files", "scrape_configs")
write(scrape.file, "global: { scrape_interval: 1s, evaluation_interval: 1s }\n" + scrape.text)
services.start("prometheus")
run(guide.commands("Watching it", "selaras.rules.yml", "promtool check config"))


def figure(expression):
    address = f"http://127.0.0.1:9090/api/v1/query?query={expression}"
    try:
        found = json.load(urllib.request.urlopen(address))["data"]["result"]
    except OSError:
        return None
    return found and found[0]["value"][1]


check(until("a look of Prometheus", lambda: figure("up{job=%22selaras%22}")) == "1", "Prometheus does not see Selaras")
# Each figure in the guide has a value after some work.
ani.act("tahun_ajaran/sync")
year = {"kode_tahun_ajaran": "2030", "nama_tahun_ajaran": "2030/2031", "name": "Ani Wulandari"}
ani.ask("POST", f"{B}/create/tahun_ajaran", year)
ani.act("tahun_ajaran/export")
ani.ask("GET", f"{A}/kelas/get?page=0&per_page=10")
told = set(re.findall(r"`(selaras_[a-z_]+)`", PAGE.read_text()))
check("selaras_queue_jobs" in told and len(told) > 10, f"the guide tells of {told}")
for name in sorted(told):
    if "backup" in name:
        continue
    shown = f"{name}_count" if name.endswith("_seconds") and "oldest" not in name else name
    until(name, lambda: figure(shown))
until("the lists' time", lambda: figure("selaras_request_seconds_count{sort=%22list%22}"))
rules = json.load(urllib.request.urlopen("http://127.0.0.1:9090/api/v1/rules"))["data"]["groups"]
check(rules and all(rule["health"] != "err" for group in rules for rule in group["rules"]), f"the rules fail: {rules}")
services.stop("prometheus")

step("Watching it: traces")
add_settings(guide.next("Watching it", "toml", "[telemetry]"))
collector = Collector()
services.do("restart", "selaras")
ani.act("tahun_ajaran/sync")
until("a trace", lambda: any(b"order" in body for body in collector.taken))

# ---------------------------------------------------------------------------------------------------------------------
step("What it does by itself")
run(guide.commands("What it does by itself", "VACUUM"))
check(user_names() == before, "the users are gone")
check("tetap seperti saat ditulis" in run(guide.commands("What it does by itself", "selaras verify-log")), "the log is not as it was")

step("Upgrade")
subprocess.run(["dpkg-deb", "--raw-extract", str(DEB), str(inside("/srv/newer"))], check=True)
control = inside("/srv/newer/DEBIAN/control")
control.write_text(re.sub(r"^(Version: .*)$", r"\1+1", control.read_text(), flags=re.MULTILINE))
upgrade = guide.commands("Upgrade", "apt install ./")
newer = inside("/root") / re.search(r"\./(\S+\.deb)", upgrade)[1]
subprocess.run(["dpkg-deb", "-Znone", "--build", str(inside("/srv/newer")), str(newer)], check=True, capture_output=True)
written = inside(SETTINGS).read_text()
run(upgrade)
check(inside(SETTINGS).read_text() == written, "the upgrade changed the settings")
check(run(f"stat --format='%U %G %a' {SETTINGS}").strip() == "root selaras 640", "the settings are open after the upgrade")
check(run("dpkg-query --show --showformat='${Version}' selaras").strip().endswith("+1"), "the newer version is not installed")
# The package asks systemd for it.
services.do("restart", "selaras")
check(user_names() == before, "the users are gone")

step("Remove and purge")
services.stop("selaras")
remove, purge = guide.commands("Upgrade", "apt remove", "apt purge").splitlines()
run(remove, typed="y\n")
check(not inside("/usr/bin/selaras").exists() and inside(SETTINGS).exists(), "removing took too much or too little")
run(purge, typed="y\n")
check(not inside("/etc/selaras").exists(), "purging left settings or secrets")
check(inside("/var/lib/selaras/selaras.sqlite").exists(), "purging threw the data away")

check(not guide.left, f"nothing here follows {', '.join(map(str, guide.left))}")
services.end()
campus.terminate()
