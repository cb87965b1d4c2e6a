"""Draws what a window may send: packets of the messages that Wire/messages.toml declares, nearly valid ones, and what no
client would write.

Gallery/Tests/GalleryTests/DrawnPacket.swift draws alike, and hands its packets to the scenes in memory.
"""

import json
import pathlib
import tomllib

DECLARED = tomllib.loads((pathlib.Path(__file__).resolve().parents[3] / "Wire/messages.toml").read_text())
MESSAGES, TYPES = DECLARED["browser"], DECLARED["types"]

ACTIONS = [
    "add", "clear", "copy", "cut", "delete", "deselect", "duplicate", "load", "newPalette", "paste", "recolor", "remove",
    "rename", "save", "send", "history/redo", "history/undo", "picker/pick", "picker/save", "undo",
    # Photos, an album and the trash; a photo; albums.
    "showAdded", "refuse", "lost", "open", "toggleSelecting", "selectAll", "beginSelecting", "share", "favorite", "addToAlbum",
    "removeFromAlbum", "putBack", "deleteForGood", "emptyTrash", "move", "arrange", "search", "screen", "renameAlbum",
    "deleteAlbum", "previous", "next", "showFacts", "new",
    # Photorama, and a photo of it.
    "choose", "chooseTag", "searchNow", "refresh", "retry", "dismissTrouble", "fetchAgain", "showTags", "keep"]
# In sheets: tags, names of albums and palettes, and photos.
SHEET_ACTIONS = ["add", "rename", "remove", "tick", "choose", "new", "move", "previous", "next", "favorite", "delete", "history/undo"]
FIELDS = [
    "hex", "red", "blue", "hue", "saturation", "lightness", "perceived", "chroma", "tone", "name", "name.was", "text", "what",
    "order", "sections", "layout", "shown", "show", "tag", "album", "names", "isTicked", "steps", "ratio", "address", "", "nowhere"]
FILES = ["photos/0123456789abcdef0123456789abcdef", "photos/../../gallery.sqlite", "nowhere/0", "/", "", "\0"]
RECEIPTS = ["bystander/1", "a/0", "a/-1", "a/01", "a/9223372036854775808", "/1", "a b/1", "a/1/2", "", "\0/1"]
KEYS = ["Mod+X", "Mod+C", "Mod+V", "Mod+D", "Delete", "Mod+A", "", "\0"]
NAMES = ["grid"] * 14 + ["list", "picker/presets", "colors", "swatches", "nowhere", ""]
NUMBERS = [
    "0", "-0", "1", "-1", "0.5", "128", "4294967296", "9007199254740991", "9007199254740992", "9223372036854775807",
    "-9223372036854775808", "1e15", "1e300", "-1e300", "1e-400", "1e999", "01", "1.", "NaN"]
TEXTS = [
    "", "1", "-1", "1e3", "#f80", "#12", "rgb(1e400 0 0)", "oklch(50% 1e300 1e308)", "hsl(1e308 0% -1%)", "255", "nan", "inf",
    "\0", "a\0b", "\ud800", "😀", "\u202e", "<b>&", "__proto__", "#f80\n#08f\nred", "all", "selection", "1/2",
    "9223372036854775808", "\n\rforged: line", "true", "date", "name", "manual", "month", "rows", "squares", "four", "horizontal",
    "favorites", "recent"]
ADDRESSES = ["/", "/photos/photo/1", "/photos/photo/2", "/photos", "/photorama/photo/1"]
SHEETS = ["sheet1", "sheet9223372036854775807", "sheet", ""]


class DrawnPacket:
    def __init__(self, chance):
        self.chance, self.items, self.sheets, self.number = chance, ["1"], [], 0

    def packet(self):
        """Text, or bytes that are none."""
        kind = self.chance.randrange(1_000)
        if kind < 20:
            text = self.messages(4)
            return text[:self.chance.randrange(len(text) + 1)]
        if kind < 40:
            return self.changed(self.messages(4))
        if kind < 44:
            depth = self.chance.randint(1, 15_000)
            return "[" * depth + "]" * depth
        if kind < 48:
            part = self.chance.choice(["[]", "0", "null", "{}", '""', json.dumps([self.drawn()]), self.message()])
            return "[" + ",".join([part] * (32_000 // (len(part) + 1))) + "]"
        if kind < 50:
            return "[" + self.part(self.parts(self.drawn("identifiers"), identifiers='"1"' + ',"1"' * 4_999), 0) + "]"
        if kind < 52:
            return self.messages(3).encode() + self.chance.choice([b"\xff", b"\xed\xa0\x80", b"\xc3"])
        return self.messages(80 if kind < 90 else 3)

    def hello(self, path, tab, before):
        runs = [[self.item(), self.item(), self.chance.randrange(1_000)] for _ in range(self.skewed(300))]
        keepsake = json.dumps(self.chance.choice([{"grid": runs}, {"": "1 1e999 x -1"}, {"": {"": "7", "picker": "1 1e999 x", "history": "-1"}}, {"": {"": []}}]))[:20_000]
        scrolled = ",".join(f'"{name}":{self.scroll_position()}' for name in ["grid", "list", "colors"])
        given = {"address": json.dumps(path), "scrollPositions": "{" + scrolled + "}", "tab": json.dumps(tab), "keepsake": json.dumps(keepsake)}
        if self.chance.random() < 0.4:
            given["predecessor"] = json.dumps(before)
        return "[" + self.part(self.parts(self.drawn("scrollPositions"), given), 0.05) + "]"

    # Messages

    def messages(self, most):
        return "[" + ",".join(self.message() for _ in range(self.skewed(most))) + "]"

    def message(self):
        if self.chance.random() < 0.01:
            return self.part([self.quoted(self.text()), self.hostile()], 0.2)
        return self.part(self.parts(self.drawn()), 0.2)

    def drawn(self, type=None):
        """The name of a message, by its weight; or of one that has a field of a type."""
        names = [name for name, message in MESSAGES.items() if type in (None, *(field["type"] for field in message["fields"]))]
        return self.chance.choices(names, [MESSAGES[name].get("drawn", 1) for name in names])[0]

    def parts(self, name, given={}, identifiers=None):
        """The name and the fields of a message. Those in `given` are not drawn."""
        parts = [json.dumps(name)]
        for field in MESSAGES[name]["fields"]:
            if field["name"] in given:
                parts.append(given[field["name"]])
            elif field.get("optional") and self.chance.random() < 0.7:
                break
            elif (field.get("optional") or field.get("nullable")) and self.chance.random() < 0.3:
                parts.append("null")
            elif identifiers and field["type"] == "identifiers":
                parts.append(f"[{identifiers}]")
            else:
                parts.append(self.value(field["type"]))
        return parts

    def value(self, type):
        """A part that fits a type."""
        if choices := TYPES[type].get("choices"):
            return self.quoted(self.chance.choice(choices))
        match type:
            case "action": return self.quoted(self.action())
            case "address": return self.quoted(self.chance.choice(ADDRESSES))
            case "call": return self.count_or_receipt()
            case "cellHeights": return "{" + ",".join(f"{self.quoted(self.item())}:{self.count()}" for _ in range(self.skewed(300))) + "}"
            case "collection": return self.quoted(self.chance.choice(NAMES + [f"{sheet}/list" for sheet in self.sheets[-2:]]))
            case "count" | "position" | "request": return self.count()
            case "fields": return self.fields()
            case "flag": return self.flag()
            case "heights": return "[" + ",".join(self.count() for _ in range(self.skewed(80))) + "]"
            case "identifier": return self.quoted(self.item())
            case "identifiers": return json.dumps([self.item() for _ in range(self.skewed(20))])
            case "rangeEnd": return self.end()
            case "rect": return self.rect()
            case "scrollPositions": return '{"grid":' + self.scroll_position() + "}"
            case "sheet": return self.sheet()
            case "shortcut": return self.quoted(self.chance.choice(KEYS))
            case "shownSheets": return self.shown_sheets()
            case "string": return self.quoted(self.text())
            case "tab": return f'"tab-{self.chance.randrange(8)}"'
            case "uploads": return "[" + ",".join(self.quoted(self.chance.choice(FILES)) for _ in range(self.chance.randint(0, 3))) + "]"
        raise AssertionError(f"A new type of the wire is drawn here, too: {type}.")

    def action(self):
        if self.sheets and self.chance.random() < 0.2:
            return f"{self.chance.choice(self.sheets)}/{self.chance.choice(SHEET_ACTIONS)}"
        return self.chance.choice(ACTIONS) if self.chance.random() < 0.95 else self.chance.choice(["launch"] * 9 + ["@present"])

    def sheet(self):
        return self.quoted(self.chance.choice(self.sheets if self.sheets and self.chance.random() < 0.7 else SHEETS))

    def shown_sheets(self):
        """The sheets that a tab shows: names alone, or names with an address."""
        name = self.sheet()
        if self.chance.random() < 0.5:
            return f"[{name},{name}]"
        shown = f'[{name},{self.quoted(self.chance.choice(ADDRESSES))},""]'
        return f"[{shown},{shown}]"

    def part(self, parts, chance):
        """A message with occasional faults in its parts."""
        if self.chance.random() < chance:
            index = self.chance.randrange(len(parts))
            match self.chance.randrange(4):
                case 0: parts = parts[:index] + parts[index + 1:]
                case 1: parts = parts[:index] + [self.hostile()] + parts[index:]
                case 2: parts = [*parts, self.hostile()]
                case _: parts = parts[:index] + [self.hostile()] + parts[index + 1:]
        return "[" + ",".join(parts) + "]"

    # Parts

    def hostile(self):
        return self.chance.choice([
            lambda: self.chance.choice(NUMBERS), lambda: self.quoted(self.text()), self.rect, self.fields,
            lambda: self.chance.choice(["null", "true", "false", "{}", "[]", "[[]]", '{"a":{"b":[1]}}']),
            lambda: self.quoted("x" * self.skewed(8_000))])()

    def skewed(self, most):
        """A number from 1 on, of which each power of two is about equally likely."""
        return min(most, self.chance.randint(1, 1 << self.chance.randint(0, most.bit_length())))

    def item(self):
        kind = self.chance.randrange(10)
        return self.text() if kind == 0 else str(self.chance.randrange(8)) if kind == 1 else self.chance.choice(self.items)

    def end(self): return self.chance.choice([self.quoted(self.item()), self.small()])
    def flag(self): return self.chance.choice(["true", "true", "false"])
    def small(self): return str(self.skewed(1_000)) if self.chance.random() < 0.85 else self.chance.choice(NUMBERS)
    def text(self): return self.chance.choice(TEXTS)
    def quoted(self, text): return json.dumps(text, ensure_ascii=self.chance.random() < 0.5 or text == "\ud800")

    def count(self):
        """The number of an action: the next, one of before, or none that there is."""
        if self.chance.random() < 0.08:
            return self.chance.choice(NUMBERS)
        self.number += self.chance.random() < 0.9
        return str(max(1, self.number - (100 if self.chance.random() < 0.1 else 0)))

    def count_or_receipt(self):
        """Now and then that of another page, too."""
        if self.chance.random() < 0.9:
            return self.count()
        return f"[{self.count()},{self.quoted(self.chance.choice(RECEIPTS))}]"

    def rect(self):
        numbers = [str(self.skewed(3_000)) if self.chance.random() < 0.9 else self.chance.choice(NUMBERS) for _ in range(4)]
        return "[" + ",".join(numbers) + "]"

    def scroll_position(self):
        if self.chance.random() < 0.5:
            return self.rect()
        return f"[0,{self.skewed(3_000)},390,700,{self.quoted(self.item())},{self.chance.choice(NUMBERS)}]"

    def fields(self):
        fields = [f"{self.quoted(self.chance.choice(FIELDS))}:{self.quoted(self.text())}" for _ in range(self.chance.randint(0, 3))]
        return "{" + ",".join(fields) + "}"

    def changed(self, text):
        text = list(text)
        for _ in range(self.skewed(4)):
            text[self.chance.randrange(len(text))] = self.chance.choice('[]{}"\\,:0-e\0\x7fé')
        return "".join(text)
