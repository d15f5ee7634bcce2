"""Finds the article of a web page: the main content without menus, banners and footers."""
import re

from engines.shared.html.end_tags import written_whole

HTML = '{http://www.w3.org/1999/xhtml}'

# Matches pages whose structure may identify an article.
HINT = re.compile(r'<(?:nav|main|article|header|footer)[\s>]|\brole\s*=', re.IGNORECASE)

# Roles of elements that surround an article.
AROUND_ROLES = {'navigation', 'banner', 'contentinfo', 'complementary', 'search', 'dialog', 'alertdialog', 'menu', 'menubar'}
# Elements that usually surround an article. If the elements `header`, `footer` and `aside` are inside an article, they
# contain its title, author or side notes, and belong to the article.
OWN = {'header', 'footer', 'aside'}
# Visible elements that pages hide from screen readers with `aria-hidden`, because their content is repeated in another
# form, such as an alternative text.
SHOWN_THOUGH_UNREAD = {'math', 'svg', 'figcaption'}
# Controls, which are not part of the content.
CONTROLS = {'button', 'select', 'input', 'textarea', 'datalist'}

# Minimum number of words in an article. Elements with fewer words are treated as teasers.
FEWEST_WORDS = 40
# Minimum share of the page's words that the article must contain, by element name. Words in menus and in other page
# elements around the text do not count.
SMALLEST_PART = {'main': 0.4, 'article': 0.5}


def has_hint(text):
    """Returns whether the page has elements or roles that help to find an article."""
    return HINT.search(text) is not None


def article_of(root):
    """Returns the page with only its article, or None if the whole page is content or no article is found. Changes the
    html5lib tree `root`."""
    try:
        return with_article_alone(root)
    except RecursionError:
        return None


def with_article_alone(root):
    body = root.find(f'{HTML}body')
    content = None if body is None else content_of(body)
    if content is None:
        return None
    before = words_in(body)
    strip(content, inside=content is not body)
    # The element is not an article if it is too short, or if it contains the whole text of the page.
    if not FEWEST_WORDS <= words_in(content) < before:
        return None
    if content is not body:
        title = title_outside(body, content)
        tail_free(content)
        for child in list(body):
            body.remove(child)
        body.text = None
        if title is not None:
            body.append(title)
        body.append(content)
    return written_whole(root)


def content_of(body):
    """Returns the element that contains the article. If no element contains the article, returns the body, from which
    the caller can remove only menus and other surroundings. Returns None for a page of teasers."""
    total = words_in(body, without_around=True)
    mains = [element for element in body.iter() if is_main(element) and not is_hidden(element)]
    if len(mains) == 1:
        words = words_in(mains[0], without_around=True)
        return article_in(mains[0], words) or (mains[0] if words >= SMALLEST_PART['main'] * total else None)
    return article_in(body, total) or body


def article_in(element, words):
    articles = outermost(element, 'article')
    is_the_article = len(articles) == 1 and words_in(articles[0]) >= SMALLEST_PART['article'] * words
    return articles[0] if is_the_article else None


def outermost(element, name):
    """Returns the elements with the name `name` that are not inside another element with this name."""
    found = []
    for child in element:
        if name_of(child) == name:
            found.append(child)
        else:
            found += outermost(child, name)
    return found


def strip(element, inside):
    """Removes the surroundings of the article. If `inside` is true, `element` is part of the article, and its headers
    and remarks stay."""
    for child in list(element):
        if is_unread(child) or is_around(child, inside):
            remove(element, child)
        else:
            strip(child, inside or is_main(child) or name_of(child) in ('article', 'section'))


def remove(parent, child):
    """Removes the element `child` but keeps the text that follows it."""
    before = list(parent)
    at = before.index(child)
    if child.tail:
        if at > 0:
            before[at - 1].tail = (before[at - 1].tail or '') + child.tail
        else:
            parent.text = (parent.text or '') + child.tail
    parent.remove(child)


def tail_free(element):
    element.tail = None


def title_outside(body, content):
    """Returns the page's only first-level heading if the article has no heading, otherwise None."""
    if any(name_of(element) in ('h1', 'h2') for element in content.iter()):
        return None
    headings = [element for element in body.iter() if name_of(element) == 'h1' and not is_hidden(element)]
    if len(headings) != 1:
        return None
    tail_free(headings[0])
    return headings[0]


def is_around(element, inside=False):
    name, role = name_of(element), role_of(element)
    # Role names with this prefix mark notes and tables of contents, which belong to the article.
    if role.startswith('doc-'):
        return False
    if role in AROUND_ROLES or name in ('nav', 'dialog'):
        return True
    if name not in OWN or inside:
        return False
    # Titles and remarks have few links, but other content around an article has many links.
    return name == 'footer' or sum(name_of(below) == 'a' for below in element.iter()) > (2 if name == 'aside' else 0)


def is_main(element):
    return name_of(element) == 'main' or role_of(element) == 'main'


def is_unread(element):
    return name_of(element) in CONTROLS or is_hidden(element) or is_skip_link(element)


def is_hidden(element):
    if not isinstance(element.tag, str):
        return False
    style = element.get('style') or ''
    hidden = element.get('hidden') is not None or re.search(r'display\s*:\s*none', style)
    return bool(hidden) or element.get('aria-hidden') == 'true' and name_of(element) not in SHOWN_THOUGH_UNREAD


def is_skip_link(element):
    words = ' '.join((element.get('class') or '').lower().split()) if name_of(element) == 'a' else ''
    return 'skip' in words and (element.get('href') or '').startswith('#')


def name_of(element):
    return element.tag.removeprefix(HTML) if isinstance(element.tag, str) else ''


def role_of(element):
    return (element.get('role') or '').strip().lower() if isinstance(element.tag, str) else ''


def words_in(element, without_around=False):
    """Returns the number of readable words. A Chinese or Japanese character counts as half a word."""
    if name_of(element) in ('script', 'style', 'noscript', 'template') or not isinstance(element.tag, str):
        return 0
    if without_around and (is_around(element) or is_hidden(element)):
        return 0
    count = words_of(element.text)
    for child in element:
        count += words_in(child, without_around) + words_of(child.tail)
    return count


def words_of(text):
    if not text:
        return 0
    dense = len(re.findall(r'[\u3040-\u30ff\u3400-\u9fff\uac00-\ud7af]', text))
    return len(text.split()) + dense // 2
