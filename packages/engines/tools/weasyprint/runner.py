"""Prints an HTML page as PDF with WeasyPrint. WeasyPrint loads no files outside the page."""
import itertools
import json
import sys
from urllib.parse import urlsplit

from weasyprint import CSS, HTML, default_url_fetcher
from weasyprint.svg import SVG

from engines.shared.html import markup_bounds
from engines.shared.runner.nothing import tell_nothing
from engines.tools.weasyprint.font_subset import cut_large_fonts
from engines.shared.encoding.text_encoding import decode, NotText

# Lowest value of the limit on rendered SVG elements. Large pages have a higher limit.
MIN_ELEMENT_LIMIT = 50_000
# The default style sheet.
DEFAULT_STYLES = """
@page { size: A4; margin: 2cm }
html { font-family: 'Liberation Serif', 'DejaVu Serif', serif }
pre, code, kbd, samp, tt { font-family: 'Liberation Mono', 'DejaVu Sans Mono', monospace }
pre { white-space: pre-wrap; overflow-wrap: anywhere }
img, svg, video { max-width: 100% }
h1, h2, h3, h4, h5, h6 { break-after: avoid }
tr, img, pre { break-inside: avoid-page }
"""


def embedded_only(url, *args, **kwargs):
    if url.startswith('data:'):
        return default_url_fetcher(url)
    raise ValueError('not part of the file')


def is_bare(root):
    """Returns whether the page has no body, or an empty one."""
    body = root.find('body')
    return body is None or (len(body) == 0 and not (body.text or '').strip())


def option_styles(options):
    """Returns a style sheet for the options `paper` and `margin`. The returned style sheet overrides the style sheet of
    the page."""
    size = f'size: {options["paper"]} !important;' if 'paper' in options else ''
    margin = f'margin: {options["margin"]}mm !important' if 'margin' in options else ''
    return f'@page {{ {size} {margin} }}' if size or margin else ''


def limit_svg_elements(max_elements):
    """Limits the number of rendered SVG elements. An element is rendered again wherever it is referenced, and
    references may be nested."""
    draw_node, drawn = SVG.draw_node, itertools.count(1)

    def draw_counted(self, *arguments, **named):
        if next(drawn) > max_elements:
            raise markup_bounds.LimitExceeded('too_complex')
        draw_node(self, *arguments, **named)

    SVG.draw_node = draw_counted


def unlink_neighbours(page):
    """Removes links to files in the page's folder, which WeasyPrint would convert to `file:` URLs."""
    if scheme_of(page.base_url or '') in ('http', 'https'):
        return
    for link in page.etree_element.iter():
        href = link.get('href', '').strip() if link.tag in ('a', 'area') else ''
        if href and not href.startswith('#') and scheme_of(href) in ('', 'file'):
            del link.attrib['href']


def scheme_of(href):
    try:
        return urlsplit(href).scheme
    except ValueError:
        return ''


def main():
    step = json.loads(sys.argv[1])
    with open(step['input'], 'rb') as file:
        text = decode(file.read())
    markup_bounds.check_page(text)
    cut_large_fonts()
    limit_svg_elements(MIN_ELEMENT_LIMIT + len(text) // 5)
    page = HTML(string=text if text.strip() else '<p>', base_url='', url_fetcher=embedded_only)
    if is_bare(page.etree_element):
        tell_nothing()
    unlink_neighbours(page)
    sheets = [CSS(string=DEFAULT_STYLES), CSS(string=option_styles(step['options']))]
    page.write_pdf(step['output'], stylesheets=sheets, presentational_hints=True)


if __name__ == '__main__':
    try:
        main()
    except NotText as error:
        sys.exit(str(error))
