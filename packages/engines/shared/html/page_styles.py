"""Computes the CSS properties that affect the text of a page: `display`, `visibility`, `content`, counters and list
types.

tinycss2 parses the style sheets and cssselect2 matches the selectors. This module implements the CSS cascade, which
tinycss2 and cssselect2 do not implement."""
import re
from collections.abc import Iterator
from typing import NamedTuple

# Matches a style sheet that may change the text of a page.
HINT = re.compile(
    r'display\s*:\s*none|visibility\s*:\s*hidden|list-style|counter-|(?<![-\w])content\s*:\s*(?!\s|""|\'\'|none|normal|inherit|initial)',
    re.IGNORECASE,
)
PROPERTIES = {
    *('display', 'visibility', 'content', 'counter-reset', 'counter-increment', 'counter-set', 'list-style', 'list-style-image',
      'list-style-type'),
}


class View(NamedTuple):
    """The CSS medium, and the properties to read."""

    medium: str
    properties: 'set[str]'


SCREEN = View('screen', PROPERTIES)
PSEUDO_ELEMENTS = {'before', 'after', 'marker'}
# Width of the browser window in pixels.
WIDTH = 1280
LENGTH = re.compile(r'\(\s*(min|max)-width\s*:\s*([\d.]+)\s*(px|em|rem)\s*\)', re.IGNORECASE)
# Matches pseudo-classes for user actions. Rules with such pseudo-classes may show content that is initially hidden.
DYNAMIC = re.compile(r':(?:target|hover|checked|focus|active|focus-within|open)\b')
SIMPLE = re.compile(r'([a-zA-Z][\w-]*)?((?:[.#][\w-]+)*)')

Declared = 'dict[str, list]'


class PageStyles:
    """Applies the cascade of `sheets` to the tree `root` of html5lib or ElementTree."""

    def __init__(self, sheets: list[str], root, view: View = SCREEN):
        import cssselect2

        self._view = view
        self._matcher = cssselect2.Matcher()
        self._revealing: list = []
        self._known: dict = {}
        for sheet in sheets:
            for selectors, declarations in rules_of(sheet, view):
                self._add(selectors, declarations)
        self._wrapped = {one.etree_element: one for one in cssselect2.ElementWrapper.from_html_root(root).iter_subtree()}

    def _add(self, selectors: list, declarations: list) -> None:
        import cssselect2
        import tinycss2

        if shows(declarations):
            self._revealing += filter(None, map(state_of, tinycss2.serialize(selectors).split(',')))
        try:
            compiled = cssselect2.compile_selector_list(selectors)
        except cssselect2.SelectorError:
            return
        for selector in compiled:
            if selector.pseudo_element is None or selector.pseudo_element in PSEUDO_ELEMENTS:
                self._matcher.add_selector(selector, declarations)

    def of(self, element) -> 'dict[str | None, Declared]':
        """Returns the declared values of an element and its pseudo-elements. In the result, the key None refers to the
        element itself, and the other keys are the names of its pseudo-elements."""
        if element not in self._known:
            self._known[element] = self._computed(element)
        return self._known[element]

    def _computed(self, element) -> 'dict[str | None, Declared]':
        wrapped = self._wrapped.get(element)
        if wrapped is None:
            return {}
        usual: dict = {}
        important: dict = {}
        given = [(pseudo, one) for *_, pseudo, rule in sorted(self._matcher.match(wrapped), key=rank) for one in rule]
        given += [(None, one) for one in declarations_of(element.get('style') or '', self._view)]
        for pseudo, one in given:
            (important if one.important else usual).setdefault(pseudo, {})[one.lower_name] = significant(one.value)
        return {pseudo: {**usual.get(pseudo, {}), **important.get(pseudo, {})} for pseudo in {*usual, *important}}

    def hides(self, element) -> bool:
        """Returns whether the page hides the element in every state."""
        declared = self.of(element).get(None, {})
        if word(declared.get('display')) != 'none' and word(declared.get('visibility')) not in ('hidden', 'collapse'):
            return False
        return not any(reveals(rule, element) for rule in self._revealing)


def rank(match) -> tuple:
    """Returns the specificity and order of a matching rule."""
    return match[:2]


def rules_of(sheet: str, view: View = SCREEN) -> Iterator:
    """Yields the selectors and declarations of the rules in `sheet` that apply to the medium of `view` and set one of
    its properties."""
    import tinycss2

    yield from applying(tinycss2.parse_stylesheet(sheet, skip_comments=True, skip_whitespace=True), view)


def applying(rules: list, view: View) -> Iterator:
    import tinycss2

    for rule in rules:
        if rule.type == 'qualified-rule':
            if declarations := declarations_of(rule.content, view):
                yield rule.prelude, declarations
        elif rule.type == 'at-rule' and rule.content and holds_rules(rule, view):
            yield from applying(tinycss2.parse_rule_list(rule.content, skip_comments=True, skip_whitespace=True), view)


def holds_rules(rule, view: View) -> bool:
    import tinycss2

    condition = tinycss2.serialize(rule.prelude).lower()
    if rule.lower_at_keyword == 'media':
        return any(applies(query, view) for query in condition.split(','))
    return rule.lower_at_keyword == 'layer' or rule.lower_at_keyword == 'supports' and not re.match(r'\s*not\b', condition)


def applies(query: str, view: View) -> bool:
    """Returns whether a media query matches the medium at the default width. An unknown media query does not match."""
    for bound, length, unit in LENGTH.findall(query):
        pixels = float(length) * (1 if unit == 'px' else 16)
        if pixels > WIDTH if bound == 'min' else pixels < WIDTH:
            return False
    return set(LENGTH.sub('', query).split()) <= {'only', view.medium, 'all', 'and'}


def declarations_of(content, view: View) -> list:
    import tinycss2

    parsed = tinycss2.parse_declaration_list(content, skip_comments=True, skip_whitespace=True)
    return [one for one in parsed if one.type == 'declaration' and one.lower_name in view.properties]


def significant(tokens: list) -> list:
    return [token for token in tokens if token.type not in ('whitespace', 'comment')]


def word(tokens: 'list | None') -> str:
    return tokens[0].lower_value if tokens and tokens[0].type == 'ident' else ''


def changes_text(declarations: list) -> bool:
    """Returns whether a rule may hide text, add text, or change the numbers of lists."""
    return any(
        one.lower_name not in ('display', 'visibility', 'counter-reset') or word(significant(one.value)) in ('none', 'hidden', 'collapse')
        for one in declarations
        if not (one.lower_name == 'content' and word(significant(one.value)) in ('none', 'normal'))
    )


def shows(declarations: list) -> bool:
    return any(
        one.lower_name == 'display' and word(significant(one.value)) != 'none'
        or one.lower_name == 'visibility' and word(significant(one.value)) == 'visible'
        for one in declarations
    )


def state_of(selector: str):
    """Returns the part of a selector that identifies an element whose display depends on the state of the page.
    Examples: for `.open > .panel` and for `.panel:target`, returns `.panel`. Returns None for selectors without a
    state, such as `.panel`."""
    compounds = re.split(r'[\s>+~]+', selector.strip())
    if len(compounds) == 1 and not DYNAMIC.search(selector):
        return None
    found = SIMPLE.fullmatch(compounds[-1].partition(':')[0])
    if not found or not found[2]:
        return None
    parts = re.findall(r'([.#])([\w-]+)', found[2])
    return (found[1] or '').lower(), {part for sign, part in parts if sign == '.'}, {part for sign, part in parts if sign == '#'}


def reveals(rule, element) -> bool:
    name, classes, ids = rule
    tag = element.tag.rpartition('}')[2].lower()
    return (not name or name == tag) and classes <= set((element.get('class') or '').split()) and ids <= {element.get('id')}
