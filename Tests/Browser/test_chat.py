"""The example with a list that stays at its end: said, read, scrolled back."""

from playwright.sync_api import expect

from chat import Chat

PROGRAM = Chat
TEXTS = ["Good morning!", "Shall we meet at the library at ten, or would you rather go to the park first?", "Ten is fine."]


def fill(gallery, count=200):
    gallery.add(*((("Ana", "Ben", "Chen")[index % 3], TEXTS[index % 3]) for index in range(count)))


def say(tab, text):
    tab.page.get_by_role("textbox", name="Message").fill(text)
    tab.page.keyboard.press("Enter")
    expect(tab.page.get_by_role("textbox", name="Message")).to_have_value("")


def test_what_one_says_the_other_reads(gallery, open_tab):
    fill(gallery)
    one, other = open_tab("phone"), open_tab("desktop")
    one.page.get_by_label("Your name").fill("Ben")
    one.page.keyboard.press("Enter")
    say(one, "I bring the books.")
    for tab in (one, other):
        expect(tab.page.get_by_text("I bring the books.")).to_be_in_viewport()
        tab.shoot(f"chat-{tab.page.viewport_size['width']}")
    expect(one.page.locator(".bubble[data-mine] b").last).to_have_text("Ben")
    expect(one.page.get_by_label("Your name")).to_have_value("Ben")
    expect(one.page.locator(".bubble:not([data-mine]) b", has_text="Ben")).to_have_count(0)


def test_whoever_reads_back_is_told_how_many_have_come(gallery, open_tab):
    fill(gallery)
    tab = open_tab("phone")
    expect(tab.page.locator("[data-item='200']")).to_be_in_viewport()
    tab.page.locator("[role=grid]").hover()
    tab.page.mouse.wheel(0, -600)
    expect(tab.page.locator("[data-item='200']")).not_to_be_in_viewport()
    button = tab.page.get_by_role("button", name="new")
    gallery.add(("Ana", "Are you there?"))
    expect(button).to_have_text("1 new")
    gallery.add(("Ana", "Hello?"), ("Chen", "Hello."))
    expect(button).to_have_text("3 new")
    tab.shoot("chat-new")
    button.click()
    expect(tab.page.get_by_text("Hello.", exact=True)).to_be_in_viewport()
    expect(button).to_be_hidden()
    gallery.add(("Ana", "There you are."))
    expect(tab.page.get_by_text("There you are.")).to_be_in_viewport()
