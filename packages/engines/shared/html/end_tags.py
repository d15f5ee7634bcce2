"""Writes the optional end tags of HTML, for readers that cannot find the end of a cell without them."""
import re
from collections import Counter

TAG = re.compile(r'<(/?)(td|th|tr|li|dt|dd)(?=[\s/>])', re.IGNORECASE)
TITLE, HEAD = re.compile(r'<title[\s>]', re.IGNORECASE), re.compile(r'<head[\s>]', re.IGNORECASE)
# Parts that contain no tags: comments, scripts, styles and text areas.
RAW = re.compile(r'<!--.*?-->|<(script|style|textarea)\b.*?</\1\s*>', re.IGNORECASE | re.DOTALL)


def with_end_tags(text: str) -> str:
    """Parses the page like a browser, and writes it with all end tags."""
    # html5lib is imported on demand, because few pages need it.
    import html5lib

    return written_whole(html5lib.parse(text))


def written_whole(tree) -> str:
    """Serializes an html5lib tree with all end tags."""
    import html5lib

    written = html5lib.serialize(
        tree, omit_optional_tags=False, quote_attr_values='always', escape_lt_in_attrs=True, strip_whitespace=False
    )
    return f'<!DOCTYPE html>\n{written}\n'


def lacks_end_tags(text: str) -> bool:
    counts = Counter((end, name.lower()) for end, name in TAG.findall(RAW.sub('', text)))
    return any(count > counts['/', name] for (end, name), count in counts.items() if not end)


def lacks_head(text: str) -> bool:
    """Returns whether a page has a title without a head tag."""
    return TITLE.search(text) is not None and HEAD.search(text) is None
