"""Defines what the PDF/A modules share: conformance levels and the error for a violated rule."""

PROFILE = '/usr/share/color/icc/ghostscript/srgb.icc'


class Level:
    """A conformance level: `1b`, `2b` or `3b`."""

    def __init__(self, name: str):
        self.part = int(name[0])
        self.conformance = name[1].upper()
        self.version = '1.4' if self.part == 1 else '1.7'


class Broken(Exception):
    """Raised for a violated rule. The caller receives the reason `pdfa_` followed by `area`."""

    def __init__(self, area: str, what: str):
        super().__init__(what)
        self.area = area
