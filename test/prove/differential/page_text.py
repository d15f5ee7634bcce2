"""Prints the text of web pages as a browser shows it: `page_text.py <file>`. The file may be a zip such as an EPUB.

Includes the numbers of list items, the values of form controls, and text that style sheets insert.
"""
import posixpath
import re
import sys
import zipfile
from xml.etree import ElementTree

import html5lib

UNSEEN = {'head', 'script', 'style', 'template', 'noscript', 'object', 'audio', 'video', 'datalist', 'math-annotation'}
INLINE = {'a', 'abbr', 'b', 'bdi', 'bdo', 'cite', 'code', 'data', 'del', 'dfn', 'em', 'font', 'i', 'ins', 'kbd', 'mark', 'q',
          's', 'samp', 'small', 'span', 'strike', 'strong', 'sub', 'sup', 'time', 'tt', 'u', 'var', 'wbr', 'label', 'tspan'}


def number(value, kind):
    if kind in ('a', 'A'):
        letters = ''
        while value > 0:
            value, rest = divmod(value - 1, 26)
            letters = chr(ord(kind) + rest) + letters
        return letters
    if kind in ('i', 'I'):
        roman = ''
        for worth, sign in zip((1000, 900, 500, 400, 100, 90, 50, 40, 10, 9, 5, 4, 1), 'm cm d cd c xc l xl x ix v iv i'.split()):
            roman += sign * (value // worth)
            value %= worth
        return roman.upper() if kind == 'I' else roman
    return str(value)


KINDS = {'lower-alpha': 'a', 'lower-latin': 'a', 'upper-alpha': 'A', 'upper-latin': 'A', 'lower-roman': 'i', 'upper-roman': 'I'}
LIST_STYLE = re.compile(rf'list-style(?:-type)?\s*:\s*({"|".join(KINDS)})')


def list_kind(node):
    styled = LIST_STYLE.search(node.get('style') or '')
    if styled:
        return KINDS[styled[1]]
    of_class = [Rules.lists[name] for name in (node.get('class') or '').split() if name in Rules.lists]
    return of_class[-1] if of_class else node.get('type') or '1'


class Rules:
    """The effects of style sheets, by class name: hidden elements, text inserted before elements, and list numbering.
    Selectors without a class are ignored."""
    hidden, before, lists = set(), {}, {}


def read_rules(sheet):
    for names, rules in re.findall(r'([^{}]*)\{([^{}]*)\}', sheet):
        styled = LIST_STYLE.search(rules)
        if styled:
            Rules.lists.update(dict.fromkeys(re.findall(r'\.([\w-]+)\s*(?:,|$)', names.strip()), KINDS[styled[1]]))
    Rules.hidden.update(re.findall(r'\.([\w-]+)\s*\{[^}]*display\s*:\s*none', sheet))
    Rules.before.update(re.findall(r'\.([\w-]+)::?before\s*\{[^}]*content\s*:\s*["\']([^"\']*)', sheet))


def is_hidden(node):
    if Rules.hidden.intersection((node.get('class') or '').split()):
        return True
    style = (node.get('style') or '').replace(' ', '').lower()
    return node.get('hidden') is not None or 'display:none' in style or 'visibility:hidden' in style


def control(node, tag):
    kind = (node.get('type') or 'text').lower()
    if tag == 'input' and kind in ('checkbox', 'radio'):
        return ' ☒ ' if node.get('checked') is not None else ' ☐ '
    if tag == 'input' and kind not in ('hidden', 'password', 'file', 'image'):
        return f" {node.get('value') or ''} "
    return ''


def shown(node, out, counter):
    tag = node.tag.rpartition('}')[2] if isinstance(node.tag, str) else ''
    if not tag or tag in UNSEEN or is_hidden(node):
        return
    block = tag not in INLINE
    if block:
        out.append('\n')
    if tag == 'input':
        out.append(control(node, tag))
    if tag == 'li' and counter is not None:
        if (node.get('value') or '').lstrip('-').isdigit():
            counter[0] = int(node.get('value'))
        out.append(number(counter[0], counter[1]) + '. ')
        counter[0] += 1
    if tag == 'ol':
        start = node.get('start') or '1'
        inner = [int(start) if start.lstrip('-').isdigit() else 1, list_kind(node)]
    else:
        inner = None
    if tag == 'select':
        options = [option for option in node.iter() if str(option.tag).rpartition('}')[2] == 'option']
        chosen = [option for option in options if option.get('selected') is not None] or options[:1]
        out.append(' '.join(''.join(option.itertext()) for option in chosen))
    else:
        if tag == 'annotation':
            return
        out.extend(Rules.before.get(name, '') for name in (node.get('class') or '').split())
        out.append(node.text or '')
        for child in node:
            shown(child, out, inner)
            out.append(child.tail or '')
    if block:
        out.append('\n')


def page(text):
    # html5lib also accepts fragments without a head, and elements without an end tag.
    root = html5lib.parse(text, namespaceHTMLElements=False)
    for sheet in root.iter('style'):
        read_rules(''.join(sheet.itertext()))
    body = root.find('body')
    out = []
    shown(body if body is not None else root, out, None)
    return ''.join(out)


def pages_of(archive):
    names = archive.namelist()
    if 'META-INF/container.xml' not in names:
        return [name for name in names if name.endswith(('.html', '.xhtml', '.htm'))]
    where = ElementTree.fromstring(archive.read('META-INF/container.xml')).find('.//{*}rootfile').get('full-path')
    package = ElementTree.fromstring(archive.read(where))
    items = {item.get('id'): item.get('href') for item in package.iterfind('.//{*}manifest/{*}item')}
    home = posixpath.dirname(where)
    return [posixpath.join(home, items[ref.get('idref')]) for ref in package.iterfind('.//{*}spine/{*}itemref')]


if zipfile.is_zipfile(sys.argv[1]):
    with zipfile.ZipFile(sys.argv[1]) as archive:
        for name in archive.namelist():
            if name.endswith('.css'):
                read_rules(archive.read(name).decode())
        texts = [archive.read(name).decode() for name in pages_of(archive)]
else:
    with open(sys.argv[1], encoding='utf-8') as file:
        texts = [file.read()]
print('\n'.join(page(text) for text in texts))
