"""Defines the conformance levels and the error for a violated rule, which all PDF/A modules share."""
import contextlib

PROFILE = '/usr/share/color/icc/ghostscript/srgb.icc'


class Level:
    """A conformance level: `1b`, `2b` or `3b`."""

    def __init__(self, name: str):
        self.part = int(name[0])
        self.conformance = name[1].upper()
        self.version = '1.4' if self.part == 1 else '1.7'


class Broken(Exception):
    """Raised for a violated rule. The failed conversion then reports the reason `pdfa_` followed by the value of
    `area`."""

    def __init__(self, area: str, what: str):
        super().__init__(what)
        self.area = area


@contextlib.contextmanager
def readable_names():
    """Raises `Broken` if pikepdf cannot read a key, because the key is not UTF-8."""
    try:
        yield
    except UnicodeDecodeError as error:
        raise Broken('structure', 'a name is not UTF-8') from error
