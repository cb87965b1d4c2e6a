"""Makes one folder of plain HTML from the documents and from DocC's archives: scripts/site_of_documents.py FOLDER.

DocC's own pages need a server: their script fetches each page's data, which browsers refuse for files. So the pages of
symbols and articles are written here, from the data in FOLDER/archives. No page has a script, and each link is relative,
so FOLDER/index.html opens from a disk.
"""

import html
import json
import pathlib
import posixpath
import re
import shutil
import sys
from urllib.parse import quote, unquote, urlsplit

from markdown_it import MarkdownIt

ROOT = pathlib.Path(__file__).resolve().parents[1]

# The start page. Each document is in one group.
GROUPS = {
    "To begin with": ["README.md", "docs/FIRST-APP.md", "docs/LIMITS.md", "docs/APPLE.md", "CHANGELOG.md"],
    "The gallery": ["docs/GALLERY.md", "docs/PALETTES.md", "docs/PHOTORAMA.md"],
    "Run it": ["docs/HOME.md", "docs/OPERATING.md", "docs/SCHEMA.md", "SECURITY.md"],
    "Change it": [
        "CONTRIBUTING.md", "docs/DESIGN.md", "docs/RESULTS.md", "docs/VIEWS.md", "docs/SERVER.md", "docs/WIRE.md",
        "docs/FETCHING.md", "docs/POSTGRES.md", "docs/ROOMS.md",
        "docs/LOOK.md"],
}
# Titles on the start page, where the documents' own would say too little there.
TITLES = {"README.md": "What Aviary is, and why", "docs/GALLERY.md": "Use the gallery"}
DOCUMENTS = [document for group in GROUPS.values() for document in group]

STYLE = """
:root { color-scheme: light dark; --line: color-mix(in srgb, currentcolor 18%, transparent) }
* { box-sizing: border-box }
body { font: 17px/1.55 system-ui, sans-serif; max-width: 46rem; margin: 0 auto; padding: 1.5rem 1.25rem 5rem }
nav { font-size: .9rem; margin-bottom: 2rem }
h1, h2, h3 { line-height: 1.25; margin: 2.2em 0 .6em; text-wrap: balance }
h1 { margin-top: 0 } h1 small { display: block; font-size: .9rem; font-weight: normal; opacity: .7 }
h2 { font-size: 1.35rem } h3 { font-size: 1.1rem }
a { color: light-dark(#0b57b0, #8ab8ff); text-underline-offset: .15em }
code { font: .88em/1.5 ui-monospace, monospace; overflow-wrap: anywhere }
pre { border: 1px solid var(--line); border-radius: 8px; padding: .9rem 1rem; overflow-x: auto }
pre code { overflow-wrap: normal } pre.declaration { white-space: pre-wrap }
table { border-collapse: collapse; display: block; overflow-x: auto }
th, td { border-bottom: 1px solid var(--line); padding: .45rem .8rem .45rem 0; text-align: left; vertical-align: top }
img { max-width: 100%; height: auto; border: 1px solid var(--line); border-radius: 8px }
dt { margin-top: .8em } dd { margin-left: 1.25rem } aside { border-left: 3px solid var(--line); padding-left: 1rem }
"""


def page(title, trail, body, style):
    """A whole page. `trail` is the way to it from the start page: pairs of text and address."""
    way = " › ".join(f'<a href="{address}">{html.escape(text)}</a>' for text, address in trail)
    return f"""<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<title>{html.escape(title)}</title><link rel="stylesheet" href="{style}"></head>
<body><nav>{way}</nav><main>
{body}
</main></body></html>
"""


def relative(source, target):
    """The address of a file of the site, seen from another one. Only the path is quoted, not the part behind #."""
    path, mark, anchor = target.partition("#")
    return quote("./" + posixpath.relpath(path, posixpath.dirname(source) or ".")) + mark + anchor


class Site:
    def __init__(self, folder):
        self.folder = pathlib.Path(folder)
        archives = sorted((self.folder / "archives").glob("*.doccarchive"))
        self.libraries = {archive.stem: archive for archive in archives}
        # The pages of DocC by their addresses, which are in small letters.
        self.symbols = {}
        for archive in archives:
            data = archive / "data"
            for file in data.glob("documentation/**/*.json"):
                address = "/" + file.relative_to(data).with_suffix("").as_posix()
                self.symbols[address] = file

    def write(self, path, text):
        file = self.folder / path
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(text)

    def make(self):
        for old in ("documents", "libraries"):
            shutil.rmtree(self.folder / old, ignore_errors=True)
        self.write("style.css", STYLE)
        summaries = {document: self.document(document) for document in DOCUMENTS}
        names = {library: self.library(library) for library in self.libraries}
        body = ["<h1>Aviary</h1>"]
        for group, documents in GROUPS.items():
            body.append(f"<h2>{group}</h2><dl>")
            for document in documents:
                title, summary = summaries[document]
                title = TITLES.get(document, title)
                body.append(f'<dt><a href="{relative("index.html", self.address(document))}">{title}</a></dt><dd>{summary}</dd>')
            body.append("</dl>")
        if names:
            body.append("<h2>The libraries</h2><dl>")
            for library, (address, summary) in names.items():
                body.append(f'<dt><a href="{relative("index.html", address)}">{library}</a></dt><dd>{summary}</dd>')
            body.append("</dl>")
        self.write("index.html", page("Aviary", [], "\n".join(body), "style.css"))

    # Documents

    def address(self, document):
        return f"documents/{document.removesuffix('.md')}.html"

    def document(self, document):
        """Writes a document. Returns its title, and its first paragraph without links."""
        markdown = MarkdownIt("commonmark").enable(["table", "strikethrough"])
        tokens = markdown.parse((ROOT / document).read_text())
        seen = {}
        for place, token in enumerate(tokens):
            if token.type == "heading_open":
                slug = re.sub(r"[^\w\- ]", "", plain(tokens[place + 1])).strip().lower().replace(" ", "-")
                seen[slug] = seen.get(slug, -1) + 1
                token.attrSet("id", f"{slug}-{seen[slug]}" if seen[slug] else slug)
            for child in [token, *(token.children or [])]:
                if child.type == "image":
                    child.attrSet("src", self.image(document, child.attrGet("src")))
                elif child.type.startswith("html"):
                    child.content = re.sub(
                        r'(?<=src=")[^"]+', lambda found: self.image(document, found.group()), child.content)
        for token in tokens:
            self.mend_links(document, token.children or [])
        body = markdown.renderer.render(tokens, markdown.options, {})
        own = self.address(document)
        title = next(plain(tokens[i + 1]) for i, token in enumerate(tokens) if token.type == "heading_open")
        first = next((plain(tokens[i + 1]) for i, token in enumerate(tokens) if token.type == "paragraph_open"), "")
        trail = [("Aviary", relative(own, "index.html"))]
        self.write(own, page(title, trail, body, relative(own, "style.css")))
        return html.escape(title), html.escape(re.split(r"(?<=[.!?:]) (?=[A-Z])", first)[0])

    def image(self, document, source):
        path = posixpath.normpath(posixpath.join(posixpath.dirname(document), source))
        target = f"documents/{path}"
        (self.folder / target).parent.mkdir(parents=True, exist_ok=True)
        shutil.copy(ROOT / path, self.folder / target)
        return relative(self.address(document), target)

    def mend_links(self, document, tokens):
        """Links lead to other pages of the site. A link to another file of the repository becomes its text."""
        dropped = []
        for token in tokens:
            if token.type == "link_open":
                target = self.link(document, token.attrGet("href"))
                dropped.append(target is None)
                if target is None:
                    token.hidden = True
                    token.type, token.tag, token.nesting, token.attrs = "text", "", 0, {}
                else:
                    token.attrSet("href", target)
            elif token.type == "link_close" and dropped.pop():
                token.type, token.tag, token.nesting = "text", "", 0

    def link(self, document, address):
        parts = urlsplit(address)
        if parts.scheme or not parts.path:
            return address
        path = posixpath.normpath(posixpath.join(posixpath.dirname(document), unquote(parts.path)))
        assert (ROOT / path).exists(), f"{document}: {address} leads nowhere"
        anchor = f"#{parts.fragment}" if parts.fragment else ""
        if path in DOCUMENTS:
            return relative(self.address(document), self.address(path) + anchor)
        article = re.fullmatch(r"Sources/(\w+)/\w+\.docc/(\w+)\.md", path)
        if article:
            library, name = (part.lower() for part in article.groups())
            found = f"/documentation/{library}" if library == name else f"/documentation/{library}/{name}"
            if found in self.symbols:
                return relative(self.address(document), self.place(found))
        return None

    # Symbols and articles

    def place(self, address):
        """The file of one of DocC's addresses: /documentation/aviaryviews/cell#Overview."""
        path, mark, anchor = address.partition("#")
        return f"libraries/{path.removeprefix('/documentation/')}.html{mark}{anchor}"

    def library(self, library):
        """Writes the pages of a library. Returns the address of the first one and what the library is."""
        first = f"/documentation/{library.lower()}"
        for address, file in self.symbols.items():
            if address == first or address.startswith(first + "/"):
                self.symbol(address, json.loads(file.read_text()))
        node = json.loads(self.symbols[first].read_text())
        return self.place(first), Rendering(self, "index.html", node).inline(node.get("abstract", []))

    def symbol(self, address, node):
        own = self.place(address)
        trail = [("Aviary", relative(own, "index.html"))]
        for above in (node["hierarchy"]["paths"] or [[]])[0]:
            reference = node["references"][above]
            trail.append((reference["title"], relative(own, self.place(reference["url"]))))
        body = Rendering(self, own, node).page()
        self.write(own, page(node["metadata"]["title"], trail, body, relative(own, "style.css")))


class Rendering:
    """One page of DocC, which is a tree of nodes. An unknown kind of node is an error, so that nothing is left out."""

    def __init__(self, site, own, node):
        self.site, self.own, self.node, self.references = site, own, node, node["references"]

    def page(self):
        node, metadata = self.node, self.node["metadata"]
        heading = html.escape(metadata.get("roleHeading", ""))
        parts = [f"<h1><small>{heading}</small>{html.escape(metadata['title'])}</h1>"]
        if "deprecationSummary" in node:
            parts.append(f"<aside>Deprecated. {self.blocks(node['deprecationSummary'])}</aside>")
        if node.get("abstract"):
            parts.append(f"<p>{self.inline(node['abstract'])}</p>")
        parts += [self.section(section) for section in node.get("primaryContentSections", [])]
        for kind in ("topicSections", "defaultImplementationsSections", "relationshipsSections", "seeAlsoSections"):
            for section in node.get(kind, []):
                if kind != "seeAlsoSections" or not section.get("generated"):
                    parts.append(self.topics(section))
        return "\n".join(parts)

    def section(self, section):
        kind = section["kind"]
        if kind == "declarations":
            return "".join(
                '<pre class="declaration"><code>'
                + "".join(self.token(token) for token in declaration["tokens"]) + "</code></pre>"
                for declaration in section["declarations"])
        if kind == "parameters":
            items = "".join(
                f"<dt><code>{html.escape(parameter['name'])}</code></dt><dd>{self.blocks(parameter['content'])}</dd>"
                for parameter in section["parameters"])
            return f"<h2>Parameters</h2><dl>{items}</dl>"
        if kind == "mentions":
            return f"<p>Mentioned in {', '.join(self.reference(name) for name in section['mentions'])}.</p>"
        assert kind == "content", kind
        return self.blocks(section["content"])

    def token(self, token):
        text = html.escape(token["text"])
        address = self.target(token.get("identifier"))
        return f'<a href="{address}">{text}</a>' if address else text

    def topics(self, section):
        items = []
        for identifier in section["identifiers"]:
            reference = self.references[identifier]
            abstract = self.inline(reference.get("abstract", []))
            items.append(f"<dt>{self.reference(identifier)}</dt><dd>{abstract}</dd>")
        return f"<h2>{html.escape(section.get('title', 'Topics'))}</h2><dl>{''.join(items)}</dl>"

    def target(self, identifier):
        """Where a reference leads, seen from this page; None when it leads out of the documentation."""
        reference = self.references.get(identifier, {})
        url = reference.get("url")
        if not url:
            return None
        if reference["type"] == "link":
            return html.escape(url)
        return relative(self.own, self.site.place(url)) if url.partition("#")[0] in self.site.symbols else None

    def reference(self, identifier, text=None):
        reference = self.references[identifier]
        if text is None:
            text = html.escape("".join(part["text"] for part in reference.get("fragments", [])) or reference["title"])
            if reference.get("kind") == "symbol" or reference["type"] == "unresolvable":
                text = f"<code>{text}</code>"
        address = self.target(identifier)
        return f'<a href="{address}">{text}</a>' if address else text

    def inline(self, nodes):
        return "".join(self.span(node) for node in nodes)

    def span(self, node):
        match node["type"]:
            case "text":
                return html.escape(node["text"])
            case "codeVoice":
                return f"<code>{html.escape(node['code'])}</code>"
            case "emphasis":
                return f"<em>{self.inline(node['inlineContent'])}</em>"
            case "strong":
                return f"<strong>{self.inline(node['inlineContent'])}</strong>"
            case "reference":
                title = self.references[node["identifier"]].get("title", "")
                text = node.get("overridingTitle") or title
                code = self.references[node["identifier"]].get("kind") == "symbol"
                return self.reference(node["identifier"], f"<code>{html.escape(text)}</code>" if code else html.escape(text))
        raise ValueError(node["type"])

    def blocks(self, nodes):
        return "\n".join(self.block(node) for node in nodes)

    def block(self, node):
        match node["type"]:
            case "paragraph":
                return f"<p>{self.inline(node['inlineContent'])}</p>"
            case "heading":
                level, anchor = min(node["level"], 6), html.escape(node["anchor"])
                return f'<h{level} id="{anchor}">{html.escape(node["text"])}</h{level}>'
            case "codeListing":
                return f"<pre><code>{html.escape(chr(10).join(node['code']))}</code></pre>"
            case "aside":
                name = html.escape(node.get("name", node["style"]))
                return f"<aside><strong>{name}</strong>{self.blocks(node['content'])}</aside>"
            case "unorderedList" | "orderedList":
                kind = "ul" if node["type"] == "unorderedList" else "ol"
                return f"<{kind}>{''.join('<li>' + self.blocks(item['content']) + '</li>' for item in node['items'])}</{kind}>"
            case "table":
                rows = []
                for number, row in enumerate(node["rows"]):
                    cell = "th" if number == 0 and node["header"] in ("row", "both") else "td"
                    rows.append(f"<tr>{''.join(f'<{cell}>{self.blocks(content)}</{cell}>' for content in row)}</tr>")
                return f"<table>{''.join(rows)}</table>"
        raise ValueError(node["type"])


def plain(token):
    """The text of a token without its marks."""
    return "".join(
        " " if child.type == "softbreak" else child.content for child in token.children or [] if child.type != "image")


if __name__ == "__main__":
    Site(sys.argv[1]).make()
