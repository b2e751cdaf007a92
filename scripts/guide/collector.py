"""An OpenTelemetry collector that stores everything it receives."""

import threading
from http.server import BaseHTTPRequestHandler, HTTPServer


class Collector:
    """Listens on the collectors' usual port."""

    def __init__(self):
        self.taken = taken = []

        class Take(BaseHTTPRequestHandler):
            def do_POST(self):
                taken.append(self.rfile.read(int(self.headers["Content-Length"])))
                self.send_response(200 if self.path == "/v1/traces" else 404)
                self.end_headers()

            def log_message(self, *_):
                pass

        server = HTTPServer(("127.0.0.1", 4318), Take)
        threading.Thread(target=server.serve_forever, daemon=True).start()
