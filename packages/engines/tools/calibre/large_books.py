"""Makes calibre's time linear in the number of chapters. By default, calibre copies the whole book and reads the same
CSS rules for each chapter."""

# Number of page breaks that calibre handles at once.
FEW = 6


def convert_in_linear_time() -> None:
    read_profiles_once()
    split_by_halves()


def read_profiles_once() -> None:
    """Adds each CSS module of the output profile only once, because calibre would add it again for each page."""
    from calibre.ebooks.oeb import stylizer

    profiles = stylizer.cssprofiles
    add, known = profiles.addProfile, set()

    def add_once(name, properties, macros=None):
        if name not in known:
            known.add(name)
            add(name, properties, macros)

    profiles.addProfile = add_once


def split_by_halves() -> None:
    """Makes calibre split a book in halves repeatedly. By default, calibre cuts off one chapter at a time and copies
    the rest of the book each time."""
    from calibre.ebooks.oeb.transforms.split import FlowSplitter

    split = FlowSplitter.split_on_page_breaks

    def split_halves(self, tree):
        breaks = frozenset(self.page_break_ids)
        ids = [name for name in tree.xpath('//*/@id') if name in breaks]
        middle = ids[len(ids) // 2] if len(ids) > FEW else None
        at = self.page_break_ids.index(middle) if middle else -1
        found = self.page_breaks[at][0](tree) if middle else []
        if not found:
            split(self, tree)
            return
        before, after = self.do_split(tree, found[0], self.page_breaks[at][1])
        # calibre pairs the entries of `page_breaks` and `page_break_ids`, so both lists must have the same length.
        self.page_breaks = self.page_breaks[:at] + self.page_breaks[at + 1:]
        self.page_break_ids = self.page_break_ids[:at] + self.page_break_ids[at + 1:]
        split_halves(self, before)
        trees = self.trees
        split_halves(self, after)
        self.trees = [*trees, *self.trees]

    FlowSplitter.split_on_page_breaks = split_halves
