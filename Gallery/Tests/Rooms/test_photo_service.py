"""The service of the Photorama room, which a person chooses in the room."""

import json
import stat

import pytest
from test_accessibility import violations


@pytest.mark.parametrize("size", ["phone", "desktop"])
def test_a_service_is_chosen_in_the_room_and_tried_at_once(gallery, open_tab, size):
    file = gallery.directory / "photo-service"
    file.unlink(missing_ok=True)
    tab = open_tab(size, path="/photorama")
    page = tab.page
    page.get_by_text("sample photos").wait_for()
    tab.button("View options").click()
    page.get_by_role("button", name="Photo service…").click()
    dialog = page.get_by_role("dialog", name="Photo service")
    key = dialog.get_by_label("Key for Flickr’s API")
    service = dialog.get_by_label("Service", exact=True)
    assert service.input_value() == "embedded"
    assert not key.is_visible()
    service.select_option("flickr")
    key.wait_for()
    tab.shoot(f"photo-service-{size}")
    assert violations(tab) == []
    dialog.get_by_role("button", name="Use").click()
    page.get_by_text("Flickr needs a key. Type it").wait_for()
    assert dialog.is_visible() and not file.exists()
    service.select_option("embedded")
    dialog.get_by_role("button", name="Use").click()
    dialog.wait_for(state="detached")
    assert json.loads(file.read_text()) == {"service": "embedded"}
    assert stat.S_IMODE(file.stat().st_mode) == 0o600


def test_who_runs_the_gallery_may_have_chosen(gallery, open_tab):
    gallery.stop()
    gallery.options += ("--service", "openverse")
    gallery.start()
    tab = open_tab("desktop", path="/photorama")
    tab.button("View options").click()
    dialog = tab.page.get_by_role("dialog", name="View options")
    dialog.get_by_role("button", name="Justified").wait_for()
    assert dialog.get_by_role("button", name="Photo service…").count() == 0
