"""An app that recognizes people, by a password or by a proxy that has signed them in, in each browser. Files and windows
are recognized like pages."""

import urllib.error
import urllib.request

import pytest

from gallery import PATIENCE
from prefix_proxy import PrefixProxy
from workbench import Workbench


@pytest.fixture
def serve(tmp_path):
    """Serves a workbench that recognizes people in some way."""
    served = []

    def serve(way):
        workbench = Workbench(tmp_path)
        workbench.more = ("--visitors", way)
        served.append(workbench.start())
        return workbench

    yield serve
    for workbench in served:
        workbench.stop()


def refusal(url):
    with pytest.raises(urllib.error.HTTPError) as refused:
        urllib.request.urlopen(url, timeout=PATIENCE)
    return refused.value


def is_let_in(window, workbench, name):
    # The list comes over the window's own connection.
    window.wait("document.querySelectorAll('.tile').length === 1")
    workbench.fill("Plane")
    window.wait("document.querySelectorAll('.tile').length === 2")
    window.script("fetch(location.origin + '/who').then((answer) => answer.text()).then((name) => (document.title = name))")
    window.wait("document.title === values[0]", name)


@pytest.mark.each_engine
def test_a_password_opens_pages_files_and_windows(serve, window):
    gallery = serve("basic")
    gallery.fill("Saw")
    refused = refusal(f"{gallery.url}/")
    assert refused.code == 401
    assert refused.headers["WWW-Authenticate"] == 'Basic realm="Workbench", charset="UTF-8"'
    window.open(f"http://ann:rose@127.0.0.1:{gallery.port}/")
    is_let_in(window, gallery, "ann")


@pytest.mark.each_engine
def test_a_proxy_says_whom_it_has_signed_in(serve, window):
    gallery = serve("header")
    gallery.fill("Saw")
    # Past the proxy.
    refused = refusal(f"{gallery.url}/")
    assert refused.code == 403 and b"reached by a proxy that signs people in" in refused.read()
    with PrefixProxy(gallery.port, "", is_removed=False, user="jos\u00e9") as proxy:
        window.open(f"{proxy.url}/")
        is_let_in(window, gallery, "jos\u00e9")
