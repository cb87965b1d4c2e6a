"""A web service with faults: it stands before the embedded service of a gallery, and passes its answers on."""

import contextlib
import http.server
import random
import threading
import time
import urllib.request

FAULTS = ["late", "cut", "half", "page", "refused", "broken"]


class FaultyService:
    """Each answer takes `delay` seconds. `share` of them have one of `FAULTS`, drawn by chance."""

    def __init__(self, service, delay=0, share=0):
        self.service, self.delay, self.share = service, delay, share
        self.chance = random.Random(1)
        outer = self

        class Handler(http.server.BaseHTTPRequestHandler):
            protocol_version = "HTTP/1.1"

            def do_GET(self):
                with contextlib.suppress(ConnectionError):
                    outer.answer(self)

            def log_message(self, *_):
                pass

        self.server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        self.server.daemon_threads = True
        self.url = f"http://127.0.0.1:{self.server.server_port}"
        self.endpoint = f"{self.url}/services/rest/"
        threading.Thread(target=self.server.serve_forever, daemon=True).start()

    def close(self):
        self.server.shutdown()
        self.server.server_close()

    def answer(self, request):
        fault = self.chance.choice(FAULTS) if self.chance.random() < self.share else None
        time.sleep(self.delay * 4 + 0.05 if fault == "late" else self.delay)
        with urllib.request.urlopen(self.service.url + request.path) as answer:
            # A list leads to pictures here.
            kind, body = answer.headers["content-type"], answer.read().replace(self.service.url.encode(), self.url.encode())
        status, size = 200, len(body)
        if fault == "cut":
            body = body[:size // 2]
        elif fault == "half":
            body, size = body[:size // 2], size // 2
        elif fault == "page":
            kind, body, size = "text/html", b"sign in", 7
        elif fault in ("refused", "broken"):
            status, kind, body, size = 429 if fault == "refused" else 500, "text/plain", b"no", 2
        request.send_response(status)
        request.send_header("Content-Type", kind)
        request.send_header("Content-Length", str(size))
        if fault == "refused":
            request.send_header("Retry-After", "1")
        request.end_headers()
        request.wfile.write(body)
        request.close_connection = fault == "cut"
