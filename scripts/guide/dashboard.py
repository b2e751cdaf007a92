"""The dashboard as a browser reaches it: by HTTPS, through the proxy that the page sets up."""

import http.client
import json
import socket
import ssl
import time
import urllib.parse

A, B = "/api/v1/api", "/api/react"
PERSON = {"name": "Ani Wulandari", "username": "ani", "password": "rahasia-sekali"}


class Connection(http.client.HTTPSConnection):
    """To this machine, whatever the name's address is."""

    def connect(self):
        plain = socket.create_connection(("127.0.0.1", self.port), self.timeout)
        self.sock = self._context.wrap_socket(plain, server_hostname=self.host)


class Dashboard:
    """Somebody at `host`, who trusts this authority and no other."""

    def __init__(self, host: str, authority):
        self.host, self.key = host, None
        self.context = ssl.create_default_context(cafile=str(authority))

    def _send(self, method, path, body=None, headers=()):
        connection = Connection(self.host, timeout=600, context=self.context)
        sent = {"Content-Type": "application/json", **dict(headers)}
        if self.key:
            sent["X-Authorization"] = self.key
        connection.request(method, path, None if body is None else json.dumps(body), sent)
        return connection.getresponse()

    def ask(self, method, path, body=None, headers=()):
        """What a call answers; a refusal ends the test."""
        reply = self._send(method, path, body, headers)
        text = reply.read().decode()
        if reply.status >= 300:
            raise SystemExit(f"{method} {path}: {reply.status} {text}")
        return json.loads(text)

    def status(self, path):
        """The status that a page or call answers with."""
        return self._send("GET", path).status

    def header(self, path, name):
        """A header of the answer; empty if it is not there."""
        return self._send("GET", path).headers.get(name, "")

    def sign_up(self):
        return self.ask("POST", f"{B}/signup", PERSON)["data"]

    def log_in(self):
        self.key = None
        login = {name: PERSON[name] for name in ("username", "password")}
        self.key = self.ask("POST", f"{B}/login", login)["data"]["api_key"]

    def sign_in_by(self, provider):
        """Signs in by a provider as a browser does, and answers with what the dashboard says to that."""
        begun = self._send("POST", f"{B}/sign_in/begin", {"provider": provider})
        cookie = begun.headers["Set-Cookie"].split(";")[0]
        asked = urllib.parse.urlsplit(json.load(begun)["data"]["address"])
        there = http.client.HTTPConnection(asked.netloc, timeout=60)
        there.request("GET", f"{asked.path}?{asked.query}")
        back = urllib.parse.urlsplit(there.getresponse().headers["Location"])
        if (back.scheme, back.netloc) != ("https", self.host):
            raise SystemExit(f"the provider sends people to {back.geturl()}")
        brought = dict(urllib.parse.parse_qsl(back.query))
        return json.load(self._send("POST", f"{B}/sign_in/finish", brought, [("Cookie", cookie)]))["data"]

    def act(self, path, **body):
        return self.ask("POST", f"{A}/{path}", {"name": PERSON["name"], **body})

    def watch(self, path):
        """Orders a job and hears of it until its end: when each event came, and what it said."""
        job = self.ask("POST", f"{A}/{path}", {}, {"Prefer": "respond-async"}.items())["job"]
        number = job["id"] if isinstance(job, dict) else job
        stream = self._send("GET", f"{A}/jobs/{number}/events")
        heard = []
        for line in stream:
            if line.startswith(b"data:"):
                heard.append((time.monotonic(), json.loads(line.removeprefix(b"data:"))))
        return heard
