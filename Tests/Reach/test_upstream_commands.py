"""`aviary upstream`, and what the other commands do with a PostgreSQL database."""

import json
import re
import subprocess
import threading

import pytest

from gallery import Gallery, binary, eventually
from nodes import TABLES, Node, install, upstream
from pictures import png
from postgres import ROLE
from visitor import COLORS, Session


def run(*arguments, **options):
    return subprocess.run([binary(), *map(str, arguments)], capture_output=True, text=True, timeout=120, **options)


def refused(result):
    """One sentence or two behind what a server has logged, an exit code, and no trace of the inside."""
    text = (result.stderr or result.stdout).strip()
    assert result.returncode not in (0, -5, -6, -11), text
    *logged, sentence = text.split("\n")
    assert all(" notice aviary: " in line for line in logged) and "Fatal" not in text, text
    assert sentence.endswith("."), text
    return text


def test_install_makes_the_tables_and_may_be_run_again(base):
    first = install(base)
    assert base.sql('SELECT id, name FROM palette') == [["1", "My colors"]], "every gallery begins with a palette"
    assert "serve" in first
    names = base.sql("SELECT relname FROM pg_class WHERE relnamespace = 'public'::regnamespace AND relkind = 'r'")
    assert {name for name, in names} >= {*TABLES, "aviaryReceipt"}
    base.sql("INSERT INTO color (red) VALUES (1)")
    install(base)
    assert base.value("SELECT count(*) FROM color") == "1"
    assert base.value("SELECT \"createdAt\" > 1700000000000 FROM color") == "t", "defaults are PostgreSQL's own"


def test_a_column_that_a_newer_gallery_has_is_added(base):
    install(base)
    base.sql("ALTER TABLE palette DROP COLUMN columns")
    install(base)
    assert base.sql("SELECT columns FROM palette") == [[""]]


def test_the_rows_of_a_gallery_are_copied(base, tmp_path):
    gallery = Gallery(tmp_path / "own")
    gallery.sample(50)
    gallery.sample(20, "swatches")
    gallery.sql("DELETE FROM color WHERE id = 50", "UPDATE swatch SET name = 'a\t\\\nb' WHERE id = 1")
    install(base, "--data", gallery.directory)
    for table in ["color", "palette", "swatch"]:
        columns = [row[1] for row in gallery.rows(f"SELECT * FROM pragma_table_info('{table}')")]
        names = ", ".join(f'"{column}"' for column in columns)
        assert base.rows(table, columns) == gallery.rows(f"SELECT {names} FROM {table} ORDER BY id")
    assert base.value("INSERT INTO color DEFAULT VALUES RETURNING id") == "51", "no id is used again"
    assert "already" in refused(upstream("install", base, "--data", gallery.directory))


def test_a_value_that_postgresql_cannot_hold_is_named_and_nothing_is_made(base, tmp_path):
    gallery = Gallery(tmp_path / "own")
    gallery.sample(3)
    gallery.sql("UPDATE color SET red = 'much' WHERE id = 2")
    text = refused(upstream("install", base, "--data", gallery.directory))
    assert "color" in text or "much" in text, text
    assert base.value("SELECT to_regclass('color') IS NULL") == "t"


def test_status_names_those_who_follow(base, start_node):
    node = start_node("one")
    node.wait_until_equal()
    result = upstream("status", base)
    assert result.returncode == 0
    assert re.search(r"\b1 (node|follower)|behind", result.stdout), result.stdout
    node.stop()


def test_remove_leaves_the_tables_and_nothing_else(base):
    install(base)
    base.sql("INSERT INTO color (red) VALUES (0.5)")
    result = upstream("remove", base)
    assert result.returncode == 0, result.stdout
    assert base.value("SELECT count(*) FROM color") == "1"
    assert base.value("SELECT count(*) FROM pg_trigger WHERE tgname LIKE 'aviary%'") == "0"
    assert base.value("SELECT count(*) FROM pg_namespace WHERE nspname = 'aviary'") == "0"


def test_the_log_needs_no_rights_beyond_those_of_an_application(base):
    install(base)
    roles = base.sql("SELECT rolname, rolsuper, rolreplication FROM pg_roles WHERE rolname IN ('app', 'aviary_log')")
    assert sorted(roles) == [["app", "f", "f"], ["aviary_log", "f", "f"]]
    own = base.sql(
        """SELECT count(*) FROM information_schema.role_table_grants
           WHERE grantee = 'aviary_log' AND table_schema = 'public'""")
    assert own == [["0"]], "the owner of the log has no right to the gallery's tables"


def test_an_owner_is_told_which_rights_somebody_else_has_to_give(server, base, tmp_path):
    # Customers of hosted servers are no superusers.
    server.sql("DROP ROLE IF EXISTS tenant", "CREATE ROLE tenant LOGIN")
    url = base.url().replace(ROLE, "tenant")
    base.sql(f"ALTER DATABASE {base.name} OWNER TO tenant")
    base.sql("GRANT ALL ON SCHEMA public TO tenant")
    command = ["upstream", "install", "--upstream", url]
    text = refused(run(*command))
    statements = text.rpartition("run this first: ")[2].rstrip(".").split("; ")
    assert statements[-1] == 'GRANT "aviary_log" TO "tenant"', text
    assert base.value("SELECT to_regclass('color') IS NULL") == "t", "nothing is made before"
    base.sql(*statements)
    result = run(*command)
    assert result.returncode == 0, result.stderr
    node = Node(tmp_path / "node", base, url=url).start()
    run_at(node, "add")
    node.wait_until_equal()
    node.stop()
    base.sql(f"ALTER DATABASE {base.name} OWNER TO postgres", "REASSIGN OWNED BY tenant TO postgres", "DROP OWNED BY tenant")


def test_programs_that_write_need_no_right_to_the_log(server, base):
    install(base)
    server.sql("DROP ROLE IF EXISTS clerk", "CREATE ROLE clerk LOGIN")
    base.sql("GRANT INSERT, UPDATE, DELETE, SELECT ON color TO clerk")
    base.sql("INSERT INTO color (red) VALUES (0), (1)", "UPDATE color SET red = 2 WHERE red = 1", role="clerk")
    assert base.value("SELECT count(*) FROM aviary.change") == "3"
    for statement in ("SELECT * FROM aviary.change", "INSERT INTO aviary.change (tbl, row, op) VALUES (1, 1, 'd')"):
        with pytest.raises(AssertionError, match="permission denied"):
            base.sql(statement, role="clerk")
    base.sql("DROP OWNED BY clerk")


def test_nodes_may_have_a_role_without_the_rights_of_the_owner(server, base, tmp_path):
    server.sql("DROP ROLE IF EXISTS crew", "CREATE ROLE crew LOGIN")
    install(base, "--role", "crew")
    node = Node(tmp_path / "node", base, url=base.url().replace(ROLE, "crew")).start()
    run_at(node, "add")
    node.wait_until_equal()
    assert node.rows("SELECT count(*) FROM color") == [(1,)]
    with pytest.raises(AssertionError, match="must be owner"):
        base.sql("DROP TABLE color", role="crew")
    node.stop()
    base.sql("DROP OWNED BY crew")


def run_at(node, action):
    """Has a window of the Colors room do something, and waits until it is done."""
    session = Session(node, COLORS[0], "a-window", COLORS[1])
    try:
        session.ask(1, action, {})
        assert session.answer(1) is None
    finally:
        session.close()


def test_a_database_without_an_installation_is_refused(base, tmp_path):
    node = run("serve", "--data", tmp_path / "node", "--port", 0, "--no-supervisor", "--upstream", base.url())
    assert "aviary upstream install" in refused(node)


@pytest.mark.parametrize("address", ["postgres://me:secret@127.0.0.1:1/x", "postgres://me:secret@127.0.0.1:1/x?sslmode=require"])
def test_a_password_is_in_no_sentence(address, tmp_path):
    for command in (["upstream", "status"], ["serve", "--data", tmp_path / "node", "--port", "0", "--no-supervisor"]):
        text = refused(run(*command, "--upstream", address))
        assert "secret" not in text


def test_an_address_of_something_else_is_refused():
    for address in ("mysql://a/b", "a", "file:///etc/passwd"):
        result = run("upstream", "status", "--upstream", address)
        assert result.returncode == 64 and "--upstream is an address like postgres://" in result.stderr


def test_options_that_go_with_an_upstream_are_refused_without(tmp_path):
    assert "--originals goes with --upstream." in run("serve", "--originals", str(tmp_path)).stderr
    assert "--upstream" in refused(run("upstream", "install"))


def test_a_gallery_of_its_own_is_not_touched(base, tmp_path):
    install(base)
    gallery = Gallery(tmp_path / "own")
    gallery.sample(5)
    before = gallery.file.read_bytes()
    text = refused(run(
        "serve", "--data", gallery.directory, "--port", 0, "--no-supervisor", "--upstream", base.url()))
    assert "gallery of its own" in text
    assert gallery.file.read_bytes() == before and not (gallery.directory / "replica.sqlite").exists()


def test_a_copy_is_written_by_its_node_alone(base, start_node):
    node = start_node("one")
    base.sql("INSERT INTO color (id, red, green, blue) VALUES (7, 1, 0, 0)")
    node.wait_until_equal()
    assert "--upstream" in refused(run("sample", "--colors", 1, "--data", node.directory))
    again = run("serve", "--data", node.directory, "--port", 0, "--no-supervisor", *node.options)
    assert "Another program follows" in refused(again)
    watch = subprocess.Popen(
        [binary(), "watch", "colors", "--json", "--data", str(node.directory)], stdout=subprocess.PIPE, text=True)
    assert [section["items"] for section in json.loads(watch.stdout.readline())["list"]["sections"]] == [[7]]
    base.sql("INSERT INTO color (id, red, green, blue) VALUES (8, 0, 1, 0)")
    assert json.loads(watch.stdout.readline())["changes"]["inserted"] == [{"id": 8, "path": [0, 1]}]
    watch.terminate()
    watch.wait()
    node.stop()
    # Only the node may write to its copy, even while the node is not running.
    with pytest.raises(Exception, match="no such function"):
        Gallery.sql(node, "DELETE FROM color")


def test_other_commands_follow_into_a_directory_of_their_own(base, start_node, tmp_path):
    node = start_node("one")
    options = ["--upstream", base.url(), "--data", tmp_path / "other"]
    result = run("sample", "--colors", 12, "--swatches", 3, *options)
    assert result.returncode == 0 and "Added 12 colors to the PostgreSQL database" in result.stdout, result.stderr
    (tmp_path / "pictures").mkdir()
    (tmp_path / "pictures" / "a.png").write_bytes(png(seed=1))
    assert "--originals" in refused(run("import", tmp_path / "pictures", *options))
    result = run("import", tmp_path / "pictures", *options, "--originals", tmp_path / "originals")
    assert "Added 1 photo to the PostgreSQL database" in result.stdout, result.stderr
    node.wait_until_equal()
    assert node.rows("SELECT count(*) FROM color") == [(12,)]
    digest, = node.rows("SELECT digest FROM photo")[0]
    assert (tmp_path / "originals" / digest[:2] / digest).exists()
    exported = run("export", "--palette", "My colors", "--format", "gpl", *options)
    assert len(re.findall(r"^ *\d+ +\d+ +\d+", exported.stdout, re.MULTILINE)) == 3, exported.stdout + exported.stderr
    variable = run("export", "--palette", "My colors", "--format", "gpl", "--data", tmp_path / "third",
                   env={"AVIARY_UPSTREAM": base.url(), "PATH": "/usr/bin:/bin"})
    assert variable.stdout == exported.stdout, variable.stderr


def test_an_export_waits_for_all_rows(base, tmp_path):
    install(base)
    first, second = (["--upstream", base.url(), "--data", tmp_path / name] for name in ("first", "second"))
    for count, options in ((1, first), (2, second)):
        assert run("sample", "--swatches", count, *options).returncode == 0
    # The follower waits for the table, longer than a write waits for its own arrival.
    held = threading.Thread(target=base.sql, args=(
        "BEGIN; LOCK TABLE color IN ACCESS EXCLUSIVE MODE; SELECT pg_sleep(14); COMMIT",))
    held.start()

    def is_locked():
        assert base.value("SELECT count(*) FROM pg_stat_activity WHERE wait_event = 'PgSleep'") == "1"
    eventually(is_locked)
    exported = run("export", "--palette", "My colors", "--format", "gpl", *first)
    held.join()
    assert len(re.findall(r"^ *\d+ +\d+ +\d+", exported.stdout, re.MULTILINE)) == 3, exported.stdout + exported.stderr


def test_a_node_may_not_show_a_gallery_read_only(base, tmp_path):
    result = run("serve", "--read-only", "--upstream", base.url(), "--data", tmp_path)
    assert result.returncode == 64 and "--read-only" in result.stderr


def test_the_same_directory_follows_again_without_a_new_copy(base, tmp_path):
    install(base)
    node = Node(tmp_path / "one", base, tmp_path / "originals").start()
    base.sql("INSERT INTO color (red) SELECT 0 FROM generate_series(1, 100)")
    node.wait_until_equal()
    made = node.file.stat().st_ino
    node.stop()
    base.sql("UPDATE color SET red = 1 WHERE id % 2 = 0", "DELETE FROM color WHERE id < 10")
    node.start()
    node.wait_until_equal()
    assert node.file.stat().st_ino == made
    node.stop()
    node.check_file()
