"""The memory that a visit leaves in the server after it is over."""

import http.client

from figure import Figure
from scenes import settled
from session import serving

ROOMS = ["/", "/colors", "/palette"]
COLORS, WARM_UP, VIEWS = 1_000, 5_000, 10_000


def measure():
    """The memory that each first paint of a room adds, one paint after the other, in the second half of them. The
    figure is that of the worst room."""
    with serving(COLORS) as gallery:
        found = {path: growth(gallery, path) for path in ROOMS}
    yield Figure("live.views.growth_bytes", max(found.values()), "bytes", at_most=100)
    for path, value in found.items():
        yield Figure(f"live.views{path.replace('/', '.') if path != '/' else '.home'}.growth_bytes", value, "bytes")


def growth(gallery, path):
    connection = http.client.HTTPConnection("127.0.0.1", gallery.port, timeout=30)

    def view(times):
        for _ in range(times):
            connection.request("GET", path, headers={"Host": gallery.url.removeprefix("http://")})
            answer = connection.getresponse()
            answer.read()
            assert answer.status == 200, answer.status

    view(WARM_UP)
    before = settled(gallery)
    view(VIEWS - WARM_UP)
    after = settled(gallery)
    connection.close()
    return (after - before) / (VIEWS - WARM_UP)
