#!/usr/bin/env python3
"""Check the web pages of scripts/docs.sh: each link leads somewhere, and a search in headless Chromium finds pages."""
import re
import sys
from html.parser import HTMLParser
from pathlib import Path
from urllib.parse import unquote

from browser import open_page

# What is searched, and a page that has to be found.
_SEARCHES = {"conv2d": "docs/Dialects/Relax/Convolution.html", "coalesced": "docs/Glossary.html",
             "relax-fuse-ops": "docs/Passes/Kernel.html", "first hour": "docs/FirstHour.html"}


class _Page(HTMLParser):
    """The links and anchors of a page."""

    def __init__(self, text):
        super().__init__()
        self.links, self.anchors = [], set()
        self.feed(text)

    def handle_starttag(self, tag, attributes):
        values = dict(attributes)
        self.anchors.update(value for value in (values.get("id"), values.get("name")) if value)
        self.links += [values[name] for name in ("href", "src") if values.get(name)]


def check_links(site):
    """The links that lead nowhere."""
    pages = {path: _Page(path.read_text()) for path in site.rglob("*.html")}
    wrong, count = [], 0
    for path, page in pages.items():
        for link in page.links:
            if re.match(r"\w+:", link):
                continue
            count += 1
            file, _, anchor = unquote(link).partition("#")
            target = (path.parent / file.split("?")[0]).resolve() if file else path
            if not target.exists():
                wrong.append(f"{path.relative_to(site)}: {link} does not exist")
            elif anchor and target in pages and anchor not in pages[target].anchors:
                wrong.append(f"{path.relative_to(site)}: {link} has no such anchor")
    print(f"{len(pages)} pages, {count} links, {len(wrong)} lead nowhere")
    return wrong


def search(site, words):
    """The pages that the search finds."""
    text = open_page(f"{(site / 'search.html').as_uri()}?q={words.replace(' ', '+')}")
    results = text.partition('id="search-results"')[2]
    return re.findall(r'href="([^"#?]*\.html)', results)


def main():
    site = Path(sys.argv[1]).resolve()
    wrong = check_links(site)
    for words, page in _SEARCHES.items():
        found = search(site, words)
        if page not in found:
            wrong.append(f"the search for '{words}' does not find {page}, but {len(found)} others")
    print(f"{len(_SEARCHES)} searches")
    sys.exit("\n".join(wrong) or 0)


if __name__ == "__main__":
    main()
