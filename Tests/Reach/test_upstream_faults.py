"""Faults of PostgreSQL: lists stay, actions fail with a sentence, and a node never shows a wrong state."""

import json
import math
import re
import sqlite3
import threading
import urllib.request

import pytest

from gallery import PATIENCE, draws, eventually
from nodes import Node, install
from postgres import Postgres
from visitor import ALBUMS, COLORS, Session, Visitor


def ids(base):
    return [row[0] for row in base.sql('SELECT id FROM color ORDER BY "createdAt", id')]


def fill(base, count):
    base.sql(f"INSERT INTO color (red, green, blue) SELECT random(), random(), random() FROM generate_series(1, {count})")


def alert(tab, text):
    tab.page.get_by_role("alert").filter(has_text=text).wait_for()


def calm(tab):
    tab.page.wait_for_function("() => !document.querySelector('.banner.error')")


def assert_equal(one, other):
    assert one == other


def assert_at_least(count, goal):
    assert count >= goal


def assert_status(node, status, text=""):
    found, said = node.health()
    assert found == status and text in said, (found, said)


def delay(node):
    """The seconds of a change to PostgreSQL and back, as Prometheus gets them."""
    with urllib.request.urlopen(f"{node.url}/metrics", timeout=PATIENCE) as answer:
        return float(re.search(r"^aviary_node_delay_seconds (\S+)$", answer.read().decode(), re.MULTILINE)[1])


def changes(tab):
    """The numbers of messages about the list so far: reloads, and splices."""
    come = [payload for direction, payload in tab.frames if direction == "in"]
    return [sum(f'["{name}","grid"' in payload for payload in come) for name in ("reload", "splice")]


@pytest.fixture
def node(base, start_node):
    node = start_node("node", "--metrics")
    fill(base, 6)
    node.wait_until_equal()
    return node


@pytest.mark.parametrize("way", ["stopped", "killed"])
def test_while_postgresql_is_away_lists_stay_and_actions_fail_with_a_sentence(server, base, node, open_at, way):
    tab = open_at(node.url)
    tab.wait_for_items(ids(base))
    eventually(lambda: assert_status(node, 200, "behind"))
    assert 0 < delay(node) < 2
    kept = tab.items()
    server.stop() if way == "stopped" else server.kill()
    alert(tab, "The database cannot be reached")
    eventually(lambda: assert_status(node, 503, "cannot be reached"))
    assert math.isnan(delay(node))
    assert tab.items() == kept, "the list stays"
    late = open_at(node.url)
    alert(late, "The database cannot be reached")
    late.wait_for_items(kept)
    tab.button("Dismiss").click()
    tab.button("Add color").click()
    alert(tab, "Nothing was changed")
    assert tab.items() == kept
    server.start()
    calm(late)
    eventually(lambda: assert_status(node, 200, "behind"))
    assert ids(base) == kept, "what was refused did not happen"
    base.sql(f"DELETE FROM color WHERE id = {kept[0]}")
    late.button("Add color").click()
    eventually(lambda: assert_equal(len(ids(base)), len(kept)))
    tab.wait_for_items(ids(base))
    node.wait_until_equal()


def test_a_node_starts_while_postgresql_is_away_and_shows_what_it_has(server, base, node, open_at):
    kept = ids(base)
    node.stop()
    server.stop()
    node.start()
    tab = open_at(node.url)
    tab.wait_for_items(kept)
    alert(tab, "The database cannot be reached")
    server.start()
    calm(tab)
    fill(base, 2)
    tab.wait_for_items(ids(base))


def test_a_node_without_a_copy_says_why_it_cannot_start(server, base, tmp_path):
    install(base)
    node = Node(tmp_path / "new", base)
    server.stop()
    with pytest.raises(AssertionError, match="PostgreSQL cannot be reached"):
        node.start()
    server.start()
    node.start()
    node.wait_until_equal()
    node.stop()


def test_actions_that_are_asked_for_again_are_done_once(server, base, start_node):
    """Four windows on two nodes, while PostgreSQL is restarted and killed and nodes are killed."""
    nodes = start_node("one"), start_node("two")
    visitors = [
        Visitor(f"v{number}", [nodes[number % 2], nodes[1 - number % 2]],
                lambda count, number=number: (*ALBUMS, "new", {"name": f"v{number}/{count}"}, None))
        for number in range(4)]
    for visitor in visitors:
        visitor.start()

    def each_has_done(more):
        goals = [len(visitor.acknowledged) + more for visitor in visitors]
        eventually(lambda: [assert_at_least(len(v.acknowledged), goal) for v, goal in zip(visitors, goals)], 4 * PATIENCE)

    for event in (server.restart, nodes[0].kill_serving, lambda: (server.kill(), server.start()), nodes[1].kill_serving):
        each_has_done(3)
        event()
    each_has_done(3)
    for visitor in visitors:
        visitor.stop()
    for node in nodes:
        node.wait_until_equal(2 * PATIENCE)
    done = sorted(row[0] for row in base.sql("SELECT name FROM album"))
    assert done == sorted(f"{v.title}/{number}" for v in visitors for number in v.acknowledged)


def test_an_action_whose_answer_was_lost_gets_the_true_answer_once_it_can_be_asked(server, base, node):
    def session():
        return Session(node, COLORS[0], "a-window", COLORS[1])
    first = session()
    node.keep()
    first.ask(1, "add", {})
    eventually(lambda: assert_equal(len(ids(base)), 7))
    node.kill()
    # A copy that has followed the action has its receipt, and would know the answer by itself.
    node.put_back()
    first.close()
    server.stop()
    node.start()
    again = session()
    again.ask(1, "add", {})
    again.wait_for("It is not known yet")
    server.start()
    assert again.answer(1) is None, "it is done, and nobody said that it is not"
    again.close()
    assert len(ids(base)) == 7, "and done once"


def test_a_failover_to_an_older_state_is_copied_anew_in_one_step(tmp_path, open_at):
    with Postgres() as server:
        base = server.create("old")
        install(base)
        fill(base, 5)
        server.stop()
        server.copy_data(server.folder / "kept")
        server.start()
        node = Node(tmp_path / "node", base, tmp_path / "originals").start()
        tab = open_at(node.url)
        tab.wait_for_items(ids(base))
        fill(base, 4)
        tab.wait_for_items(ids(base))
        tab.page.evaluate("() => { window.marker = 'still here' }")
        server.stop()
        before = changes(tab)
        server.put_back(server.folder / "kept")
        server.start()
        base.sql("DELETE FROM color WHERE id = (SELECT min(id) FROM color)")
        fill(base, 1)
        tab.wait_for_items(ids(base))
        calm(tab)
        assert tab.page.evaluate("marker") == "still here"
        reloads, splices = (after - earlier for after, earlier in zip(changes(tab), before))
        assert (reloads, splices) == (0, 1), "the difference, in one step"
        node.wait_until_equal()
        count = len(ids(base))
        tab.button("Add color").click()
        eventually(lambda: assert_equal(len(ids(base)), count + 1))
        tab.wait_for_items(ids(base))
        node.stop()
        node.check_file()


def test_a_page_that_is_behind_says_so(base, start_node, open_at):
    node = start_node("node")
    tab = open_at(node.url, "/photos/albums")
    # The follower waits for the table, but the window that adds an album does not.
    held = threading.Thread(target=base.sql, args=(
        "BEGIN; LOCK TABLE color IN ACCESS EXCLUSIVE MODE; SELECT pg_sleep(20); COMMIT",))
    held.start()
    eventually(lambda: assert_at_least(
        int(base.value("SELECT count(*) FROM pg_stat_activity WHERE wait_event = 'PgSleep'")), 1))
    tab.page.get_by_label("Name of the new album").fill("Lakes")
    tab.button("Add").click()
    alert(tab, "This page is behind")
    assert base.sql("SELECT name FROM album") == [["Lakes"]], "it is saved"
    eventually(lambda: assert_status(node, 200, "more than 10 s behind"))
    held.join()
    tab.page.get_by_role("grid").get_by_text("Lakes", exact=True).wait_for()
    calm(tab)
    eventually(lambda: assert_status(node, 200, "s behind"))


def test_a_log_that_was_trimmed_past_a_node_has_it_copy_again(base, start_node, open_at):
    lose = ["DELETE FROM aviary.follower", "SELECT aviary.trim(0, 1000000)"]
    node = start_node("node")
    fill(base, 20)
    node.wait_until_equal()
    node.stop()
    base.sql("DELETE FROM color WHERE id % 3 = 0")
    fill(base, 10)

    def lost():
        assert base.sql(*lose), "its connection is there still"
    eventually(lost)
    fill(base, 1)
    node.start()
    node.wait_until_equal()
    assert "copy" in node.logged().lower(), "the log says that it copies again"
    tab = open_at(node.url)
    tab.wait_for_items(ids(base))
    node.stop()
    node.check_file()


def test_a_column_that_is_gone_is_named_until_it_is_back(base, node, open_at):
    tab = open_at(node.url)
    tab.wait_for_items(ids(base))
    kept = tab.items()
    base.sql("ALTER TABLE color RENAME COLUMN blue TO azure")
    fill_red = "INSERT INTO color (red) VALUES (0.25)"
    base.sql(fill_red)
    alert(tab, "blue")
    eventually(lambda: assert_status(node, 503))
    assert tab.items() == kept
    base.sql("ALTER TABLE color RENAME COLUMN azure TO blue")
    tab.wait_for_items(ids(base))
    calm(tab)
    node.wait_until_equal()


def test_a_column_that_the_gallery_does_not_know_disturbs_nobody(base, node, open_at):
    tab = open_at(node.url)
    base.sql("ALTER TABLE color ADD COLUMN note text DEFAULT 'x'")
    fill(base, 3)
    tab.wait_for_items(ids(base))
    count = len(ids(base))
    tab.button("Add color").click()
    eventually(lambda: assert_equal(len(ids(base)), count + 1))
    tab.wait_for_items(ids(base))
    node.wait_until_equal()


def test_a_table_that_is_gone_is_named_until_it_is_back(base, node, open_at):
    tab = open_at(node.url)
    kept = tab.items()
    base.sql("ALTER TABLE color RENAME TO paint")
    base.sql("INSERT INTO tag (name) VALUES ('x')")
    alert(tab, "color")
    assert tab.items() == kept
    base.sql("ALTER TABLE paint RENAME TO color")
    node.wait_until_equal(2 * PATIENCE)
    calm(tab)


def test_what_is_truncated_is_gone(base, node, open_at):
    tab = open_at(node.url)
    tab.wait_for_items(ids(base))
    base.sql("BEGIN; TRUNCATE color; INSERT INTO color (red) VALUES (1); COMMIT")
    tab.wait_for_items(ids(base))
    node.wait_until_equal()


def test_a_transaction_that_stays_open_delays_nobody(base, node, open_at):
    seconds = draws(6, long=60)
    tab = open_at(node.url)
    held = threading.Thread(target=base.sql, args=(
        f"BEGIN; INSERT INTO color (red) VALUES (0.125); UPDATE tag SET name = name; SELECT pg_sleep({seconds}); COMMIT",))
    held.start()
    eventually(lambda: assert_at_least(
        int(base.value("SELECT count(*) FROM pg_stat_activity WHERE wait_event = 'PgSleep'")), 1))
    rounds = 0
    while held.is_alive():
        fill(base, 1)
        shown = ids(base)
        tab.wait_for_items(shown)
        rounds += 1
        if rounds > 3:
            break
    assert held.is_alive(), "they came before it had ended"
    assert base.value("SELECT count(*) FROM color WHERE red = 0.125") == "0"
    held.join()
    tab.wait_for_items(ids(base))
    node.wait_until_equal()
    assert node.rows("SELECT count(*) FROM color WHERE red = 0.125") == [(1,)]


def test_a_copy_that_is_removed_while_it_runs_is_made_anew(base, node, open_at):
    tab = open_at(node.url)
    tab.wait_for_items(ids(base))
    node.file.unlink()
    eventually(lambda: node.check_file(), errors=(AssertionError, sqlite3.Error))
    tab.button("Add color").click()
    eventually(lambda: assert_equal(len(ids(base)), 7))
    tab.wait_for_items(ids(base))
    node.wait_until_equal()
    calm(tab)
    eventually(lambda: assert_status(node, 200, "s behind"))
    said = [part[-1] for direction, packet in tab.frames if direction == "in" for part in json.loads(packet) if part[0] == "say"]
    assert len(said) < 20 and not [sentence for sentence in said if "/" in sentence], "no path is said"


def private_bytes(pid):
    with open(f"/proc/{pid}/smaps_rollup") as file:
        return 1024 * sum(int(line.split()[1]) for line in file if line.startswith("Private_"))


def test_an_update_of_very_many_rows_is_one_step_in_bounded_memory(base, start_node):
    count = draws(20_000, long=1_000_000)
    node = start_node("node", "--no-supervisor")
    fill(base, count)
    node.wait_until_equal(4 * PATIENCE)
    version = node.rows("SELECT max(seq) FROM aviaryHistory")[0][0]
    before, most, is_over = private_bytes(node.process.pid), 0, threading.Event()
    torn = []

    def watch():
        nonlocal most
        while not is_over.wait(0.05):
            most = max(most, private_bytes(node.process.pid))
            torn.append(node.rows("SELECT count(*) FROM color WHERE red = 0.5")[0][0])

    watching = threading.Thread(target=watch)
    watching.start()
    base.sql("UPDATE color SET red = 0.5")
    eventually(lambda: assert_equal(node.rows("SELECT count(*) FROM color WHERE red = 0.5"), [(count,)]), 8 * PATIENCE)
    is_over.set()
    watching.join()
    assert set(torn) <= {0, count}, "nobody sees half of it"
    assert most - before < 400 << 20, f"{(most - before) >> 20} MB more"
    assert node.rows("SELECT max(seq) FROM aviaryHistory")[0][0] > version
    node.wait_until_equal()


def test_a_node_that_is_stopped_and_started_at_any_moment_has_whole_steps(base, tmp_path):
    """Two tables are changed together in each transaction; a node that is killed again and again never has one alone."""
    install(base)
    base.sql("INSERT INTO tag (name) VALUES ('0')", "INSERT INTO album (name) VALUES ('0')")
    node = Node(tmp_path / "node", base, tmp_path / "originals", "--no-supervisor").start()
    writer = base.pgbench(
        "BEGIN; UPDATE tag SET name = (name::int + 1)::text WHERE id = 1; UPDATE album SET name = (name::int + 1)::text WHERE id = 1; COMMIT;",
        "-c", 1, "-T", 600)
    try:
        for _ in range(draws(3, long=100)):
            node.wait_for_change()
            node.process.kill()
            node.process.wait()
            (tag,), (album,) = node.rows("SELECT name FROM tag")[0], node.rows("SELECT name FROM album")[0]
            assert tag == album
            node.start()
    finally:
        writer.kill()
        writer.wait()
    node.wait_until_equal()
    node.stop()
    node.check_file()


def test_a_password_is_in_no_log(server, base, tmp_path):
    install(base)
    address = base.url().replace("@", ":a-secret@")
    node = Node(tmp_path / "node", base, url=address).start()
    server.stop()
    eventually(lambda: assert_status(node, 503))
    server.start()
    node.wait_until_equal()
    node.stop()
    assert "a-secret" not in node.logged() + node.announced


def test_the_environment_names_the_database(base, tmp_path, monkeypatch):
    install(base)
    monkeypatch.setenv("AVIARY_UPSTREAM", base.url())
    node = Node(tmp_path / "node", base)
    node.options = []
    node.start()
    fill(base, 1)
    node.wait_until_equal()
    node.stop()
