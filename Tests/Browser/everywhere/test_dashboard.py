"""A page over the database of another program: counts, filters and a table that follow each commit."""

import pytest
from dashboard import Dashboard

PROGRAM = Dashboard

CARDS = ("[...document.querySelectorAll('.card')].map((card) => card.querySelector('span span').textContent + ' '"
         " + card.querySelector('strong').textContent).sort().join()")
SHOWN = "document.querySelector('[role=status]').textContent"


@pytest.fixture
def shop(gallery, window):
    window.open(f"{gallery.url}/")
    window.wait(f"{SHOWN} === '1,000 purchases'")
    return window


def test_each_commit_of_the_shop_is_counted_and_shown(gallery, shop):
    shop.wait(f"{CARDS} === 'new 100,packed 100,returned 100,sent 700'")
    gallery.sql(
        "INSERT INTO purchase VALUES (2000, '<b>Alan</b>', 'new', 1999, datetime('now', '1 day'))",
        "UPDATE purchase SET state = 'sent' WHERE state = 'packed'")
    shop.wait(f"{CARDS} === 'new 101,returned 100,sent 800'")
    shop.wait("[...document.querySelectorAll('.purchase')].some((row) => row.textContent.includes('<b>Alan</b>'))")
    shop.wait(f"{SHOWN} === '1,001 purchases'")


def test_a_card_a_text_and_an_amount_filter_and_the_filters_come_back(gallery, shop):
    shop.script("[...document.querySelectorAll('.card')].find((card) => card.textContent.includes('returned')).click()")
    shop.wait(f"{SHOWN} === '100 purchases'")
    shop.wait("document.querySelector('.card:not(:has([hidden]))')?.textContent.includes('returned')")
    shop.script("document.querySelector('[name=least]').focus()")
    shop.enter_value("[name=least]", "150")
    least, = gallery.rows("SELECT count(*) FROM purchase WHERE state = 'returned' AND cents >= 15000")[0]
    shop.wait(f"{SHOWN} === '{least} purchases'")
    shop.reload()
    shop.wait(f"{SHOWN} === '{least} purchases' && document.querySelector('[name=least]').value === '150'")
    gallery.sql("UPDATE purchase SET cents = 100 WHERE state = 'returned'")
    shop.wait(f"{SHOWN} === '0 purchases' && !document.querySelector('[data-empty]').hidden")
    shop.script("document.querySelector('[data-action=clear]').click()")
    shop.wait(f"{SHOWN} === '1,000 purchases' && document.querySelector('[name=least]').value === ''")
