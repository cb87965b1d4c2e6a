"""A server that speaks Flickr's REST form, on this machine, with faults as a test wants them."""

import collections
import contextlib
import http.server
import json
import threading
import time
import urllib.parse

from gallery import Gallery
from pictures import png

SHAPES = [(240, 160), (160, 240), (200, 200)]
# The sizes of a picture by Flickr's letters, and how much larger than a shape each is.
SIZES = {"m": 1, "z": 2, "l": 4}
KEY = "a-secret-key"
LISTS = {"flickr.interestingness.getList": "interesting", "flickr.photos.getRecent": "recent"}


class Server(http.server.ThreadingHTTPServer):
    # A connection that finds no room in the queue comes a second later, or three, or seven.
    request_queue_size = 128


class Flickr:
    """`photos` has the numbers of the photos of each list; what becomes of an answer is said by `fault` and `faults`."""

    def __init__(self):
        self.photos = {"interesting": list(range(1, 61)), "recent": list(range(201, 231))}
        # Photos that only a search finds.
        self.hidden = []
        self.delay = 0
        # The fault of lists, and the faults of pictures by the number of the photo.
        self.fault, self.faults = None, {}
        # Fields of photos that are others than usual, by the number; `None` leaves one out.
        self.changed = {}
        self.requests = collections.Counter()
        # The words that were searched for, and the paths that the key was sent to.
        self.searches, self.keyed = [], set()
        self.is_open = True
        self.lock = threading.Lock()
        outer = self

        class Handler(http.server.BaseHTTPRequestHandler):
            protocol_version = "HTTP/1.1"

            def do_GET(self):
                outer.answer(self)

            def log_message(self, *_):
                pass

        self.server = Server(("127.0.0.1", 0), Handler)
        self.server.daemon_threads = True
        self.url = f"http://127.0.0.1:{self.server.server_port}"
        threading.Thread(target=self.server.serve_forever, daemon=True).start()

    @property
    def endpoint(self):
        return f"{self.url}/services/rest/"

    def close(self):
        self.server.shutdown()
        self.server.server_close()

    @contextlib.contextmanager
    def gone(self):
        """Without an answer to anybody: connections end at once."""
        self.is_open = False
        yield
        self.is_open = True

    def asked(self, *numbers):
        """How often pictures of these photos were asked for."""
        with self.lock:
            return [sum(self.requests[f"/{size}/{number}.png"] for size in SIZES) for number in numbers]

    def answer(self, request):
        address = urllib.parse.urlsplit(request.path)
        with self.lock:
            self.requests[address.path] += 1
            if KEY in request.path:
                self.keyed.add(address.path)
        if not self.is_open:
            request.close_connection = True
            return
        if self.delay:
            time.sleep(self.delay)
        if address.path == "/services/rest/":
            fault = self.fault
            body, kind = self.list(dict(urllib.parse.parse_qsl(address.query))), "application/json"
        else:
            size, name = address.path.strip("/").split("/")
            number = int(name.removesuffix(".png"))
            fault = self.faults.get(number)
            width, height = (side * SIZES[size] for side in SHAPES[number % 3])
            body, kind = png(width, height, seed=number), "image/png"
        status = 200
        if isinstance(fault, int):
            status, body, kind = fault, b"no", "text/plain"
        elif fault == "half":
            body = body[:len(body) // 3]
        elif fault == "page":
            body, kind = b"<html>sign in</html>", "text/html"
        elif fault is not None:
            body = fault
        with contextlib.suppress(ConnectionError):
            request.send_response(status)
            request.send_header("Content-Type", kind)
            request.send_header("Content-Length", str(len(body)))
            request.end_headers()
            request.wfile.write(body)

    def list(self, query):
        name = LISTS.get(query.get("method"))
        if query.get("method") == "flickr.photos.search":
            self.searches.append(query["text"])
            numbers = self.found(query["text"])
        elif name is None:
            return json.dumps({"stat": "fail", "code": 112, "message": "Method not found"}).encode()
        else:
            numbers = self.photos[name]
        page, size = int(query.get("page", 1)), int(query.get("per_page", 100))
        return json.dumps({
            "photos": {
                "page": page, "pages": -(-len(numbers) // size), "perpage": size, "total": len(numbers),
                "photo": [self.photo(number) for number in numbers[(page - 1) * size:page * size]],
            },
            "stat": "ok",
        }).encode()

    def found(self, text):
        """The numbers of all photos that match, the highest first."""
        known = sorted({number for numbers in self.photos.values() for number in numbers} | set(self.hidden), reverse=True)
        return [number for number in known if all(word in f"photo {number}" for word in text.lower().split())]

    def photo(self, number):
        width, height = SHAPES[number % 3]
        photo = {
            "id": str(50_000 + number), "owner": f"{number}@N00", "secret": "s", "server": "1", "farm": 1,
            "title": f"Photo {number}", "ispublic": 1, "license": "4", "ownername": f"Owner {number % 5}",
            "datetaken": f"2024-03-{number % 28 + 1:02} 10:00:00",
        }
        for size, factor in SIZES.items():
            photo[f"url_{size}"] = f"{self.url}/{size}/{number}.png"
            photo[f"width_{size}"], photo[f"height_{size}"] = width * factor, height * factor
        photo.update(self.changed.get(number, {}))
        return {name: value for name, value in photo.items() if value is not None}


class Photorama(Gallery):
    """A gallery with a `Flickr` as its web service."""

    path = "/photorama"

    def __init__(self, directory):
        self.flickr = Flickr()
        super().__init__(
            directory, "--service", "flickr", "--flickr-key", KEY, "--flickr-endpoint", self.flickr.endpoint)

    def feed(self, name="interesting"):
        """The titles of a list, as it is stored."""
        rows = self.rows(
            "SELECT title FROM webPhoto JOIN feedEntry ON feedEntry.photo = webPhoto.id"
            f" WHERE feed = '{name}' ORDER BY feedEntry.position")
        return [title for title, in rows]
