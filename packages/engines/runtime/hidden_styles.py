"""Finds which elements the style sheets of a page hide, from simple selectors alone (`.note`, `#menu`, `p.note`)."""
import re

COMMENT = re.compile(r'/\*.*?\*/', re.DOTALL)
# Rules for other media and conditions may not apply.
NESTED = re.compile(r'@[^{};]*\{(?:[^{}]*\{[^{}]*\})*[^{}]*\}|@[^{};]*;')
RULE = re.compile(r'([^{}]+)\{([^{}]*)\}')
SIMPLE = re.compile(r'([a-zA-Z][\w-]*)?((?:[.#][\w-]+)*)')
DISPLAY = re.compile(r'(?:^|;)\s*(display|visibility)\s*:\s*([\w-]+)', re.IGNORECASE)


def hiding_rules(styles: list[str]):
    """Returns a function that tells whether an element is hidden. Anything that may show it again counts as visible."""
    hiding, showing = [], []
    for text in styles:
        for selectors, declarations in RULE.findall(NESTED.sub('', COMMENT.sub('', text))):
            for name, value in DISPLAY.findall(declarations):
                hides = value.lower() == ('none' if name.lower() == 'display' else 'hidden')
                for selector in selectors.split(','):
                    (hiding if hides else showing).append(selector.strip())
    rules = [rule for rule in map(simple, hiding) if rule]
    # A selector such as `.open > .panel` or `.panel:target` shows what its last part names.
    may_show = [rule for selector in showing if (rule := simple(re.split(r'[\s>+~]+', selector)[-1].partition(':')[0] or '*'))]
    if not rules:
        return lambda element: False

    def is_hidden(element) -> bool:
        if not isinstance(element.tag, str) or not any(matches(rule, element) for rule in rules):
            return False
        return not any(matches(rule, element) for rule in may_show)

    return is_hidden


def simple(selector: str):
    """The name, the classes and the ids of a selector; None for any other selector and for those of all elements."""
    found = SIMPLE.fullmatch(selector)
    if not found or not selector:
        return None
    parts = re.findall(r'([.#])([\w-]+)', found[2])
    name = (found[1] or '').lower()
    if name in ('html', 'body'):
        return None
    return name, {part for sign, part in parts if sign == '.'}, {part for sign, part in parts if sign == '#'}


def matches(rule, element) -> bool:
    name, classes, ids = rule
    tag = element.tag.rpartition('}')[2].lower()
    has = set((element.get('class') or '').split())
    return (not name or name == tag) and classes <= has and ids <= {element.get('id')}
