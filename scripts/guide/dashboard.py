"""A client of the dashboard like a browser: by HTTPS, through the guide's proxy."""

import http.client
import json
import socket
import ssl
import time
import urllib.parse

A, B = "/api/v1/api", "/api/react"
PERSON = {"name": "Ani Wulandari", "username": "ani", "password": "rahasia-sekali"}


class Connection(http.client.HTTPSConnection):
    """Connects to this machine, without resolving the name."""

    def connect(self):
        plain = socket.create_connection(("127.0.0.1", self.port), self.timeout)
        self.sock = self._context.wrap_socket(plain, server_hostname=self.host)


class Dashboard:
    """A client of `host` that trusts only this authority."""

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
        """The reply to a call; a refusal ends the test."""
        reply = self._send(method, path, body, headers)
        text = reply.read().decode()
        if reply.status >= 300:
            raise SystemExit(f"{method} {path}: {reply.status} {text}")
        return json.loads(text)

    def status(self, path):
        """The status of a page or call."""
        return self._send("GET", path).status

    def header(self, path, name):
        """A header of the reply; empty if it is missing."""
        return self._send("GET", path).headers.get(name, "")

    def sign_up(self):
        return self.ask("POST", f"{B}/signup", PERSON)["data"]

    def log_in(self):
        self.key = None
        login = {name: PERSON[name] for name in ("username", "password")}
        self.key = self.ask("POST", f"{B}/login", login)["data"]["api_key"]

    def sign_in_by(self, provider):
        """Signs in through a provider like a browser. Returns the dashboard's reply."""
        reply = self._send("POST", f"{B}/sign_in/begin", {"provider": provider})
        cookie = reply.headers["Set-Cookie"].split(";")[0]
        address = urllib.parse.urlsplit(json.load(reply)["data"]["address"])
        there = http.client.HTTPConnection(address.netloc, timeout=60)
        there.request("GET", f"{address.path}?{address.query}")
        back = urllib.parse.urlsplit(there.getresponse().headers["Location"])
        if (back.scheme, back.netloc) != ("https", self.host):
            raise SystemExit(f"the provider sends people to {back.geturl()}")
        brought = dict(urllib.parse.parse_qsl(back.query))
        return json.load(self._send("POST", f"{B}/sign_in/finish", brought, [("Cookie", cookie)]))["data"]

    def act(self, path, **body):
        return self.ask("POST", f"{A}/{path}", {"name": PERSON["name"], **body})

    def watch(self, path):
        """Submits a job and follows its events until the end. Returns time and data of each."""
        job = self.ask("POST", f"{A}/{path}", {}, {"Prefer": "respond-async"}.items())["job"]
        number = job["id"] if isinstance(job, dict) else job
        stream = self._send("GET", f"{A}/jobs/{number}/events")
        events = []
        for line in stream:
            if line.startswith(b"data:"):
                events.append((time.monotonic(), json.loads(line.removeprefix(b"data:"))))
        return events
