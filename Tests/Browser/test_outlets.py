"""Outlets in the client. The cases are in `Tests/Golden/outlets/outlets.json`, and the first paint must give the same
results."""

import json
import pathlib

import pytest

ROOT = pathlib.Path(__file__).resolve().parents[2]
CASES = json.loads((ROOT / "Tests/Golden/outlets/outlets.json").read_text())
CLIENT = ROOT / "Sources/AviaryServer/Client"

# Sets the outlets of a case, and says what the element shows then of what the case asks for.
SHOW = """async ({ markup, values, shows }) => {
  const { outletsOf } = await import("/client/outlets.js");
  document.body.innerHTML = markup;
  const element = document.body.firstElementChild;
  for (const outlet of outletsOf(element)) if (outlet.name in values) outlet.write(element, values[outlet.name]);
  const ask = (found, get) => found && Object.fromEntries(Object.keys(found).map((name) => [name, get(name)]));
  return JSON.stringify({
    text: shows.text === undefined ? undefined : element.textContent,
    attributes: ask(shows.attributes, (name) => element.getAttribute(name)),
    style: ask(shows.style, (name) => element.style.getPropertyValue(name)),
    value: shows.value === undefined ? undefined : element.value,
    checked: shows.checked === undefined ? undefined : element.checked,
  });
}"""


@pytest.fixture(scope="module")
def page(browser):
    """An empty page with the client's modules, of which nothing has been started."""
    page = browser.new_page()

    def serve(route):
        name = route.request.url.removeprefix("http://client.test/client/")
        if name.endswith(".js"):
            return route.fulfill(body=(CLIENT / name).read_text(), content_type="text/javascript")
        return route.fulfill(body="<!doctype html>", content_type="text/html")

    page.route("http://client.test/**", serve)
    page.goto("http://client.test/")
    yield page
    page.close()


@pytest.mark.parametrize("case", CASES, ids=[case["name"] for case in CASES])
def test_the_client_shows_what_the_golden_file_says(page, case):
    assert json.loads(page.evaluate(SHOW, case)) == case["shows"]
