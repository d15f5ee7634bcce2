"""Writes the end tags of HTML that its author may leave out, for readers that do not know where a cell ends without one."""
import re
from collections import Counter

TAG = re.compile(r'<(/?)(td|th|tr|li|dt|dd)(?=[\s/>])', re.IGNORECASE)
TITLE, HEAD = re.compile(r'<title[\s>]', re.IGNORECASE), re.compile(r'<head[\s>]', re.IGNORECASE)
# What is no markup: comments, scripts and styles.
RAW = re.compile(r'<!--.*?-->|<(script|style|textarea)\b.*?</\1\s*>', re.IGNORECASE | re.DOTALL)


def with_end_tags(text: str) -> str:
    """The page as browsers understand it."""
    # Loaded by few pages.
    import html5lib

    return written_whole(html5lib.parse(text))


def written_whole(tree) -> str:
    """A tree of html5lib as a page in which every element that has an end says so."""
    import html5lib

    written = html5lib.serialize(
        tree, omit_optional_tags=False, quote_attr_values='always', escape_lt_in_attrs=True, strip_whitespace=False
    )
    return f'<!DOCTYPE html>\n{written}\n'


def lacks_end_tags(text: str) -> bool:
    counts = Counter((end, name.lower()) for end, name in TAG.findall(RAW.sub('', text)))
    return any(count > counts['/', name] for (end, name), count in counts.items() if not end)


def lacks_head(text: str) -> bool:
    """Whether a page has a title, but no tag for the head that it is in."""
    return TITLE.search(text) is not None and HEAD.search(text) is None
