"""A look at a page of HTML without a browser: is it balanced, which anchors and addresses has it,
what does it say?"""

import html.parser

VOID = {"meta", "br", "link", "img", "hr", "input"}


class Page(html.parser.HTMLParser):
    def __init__(self, text):
        super().__init__()
        self.open, self.faults, self.ids, self.links, self.words, self.attributes = ([], [], [], [],
                                                                                     [], [])
        self.feed(text)
        self.close()
        self.faults += [f"<{name}> is not closed" for name in self.open]

    def handle_starttag(self, name, attributes):
        if name not in VOID:
            self.open.append(name)
        for key, value in attributes:
            self.attributes.append((name, key, value or ""))
            if key == "id":
                self.ids.append(value)
            if key in ("href", "xlink:href"):
                self.links.append(value)

    def handle_startendtag(self, name, attributes):
        self.handle_starttag(name, attributes)
        if name not in VOID:
            self.open.pop()

    def handle_endtag(self, name):
        if not self.open or self.open[-1] != name:
            self.faults.append(f"</{name}> closes {self.open[-1:]} at {self.getpos()}")
        elif name not in VOID:
            self.open.pop()

    def handle_data(self, data):
        if self.open[-1:] not in (["style"], ["script"]):
            self.words.append(data)

    @property
    def text(self):
        return " ".join(" ".join(self.words).split())
