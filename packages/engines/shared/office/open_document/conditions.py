"""Evaluates the conditions of OpenDocument text documents. A condition hides text, or chooses between two texts.

A text document also stores the result of each condition. LibreOffice ignores the stored result of a condition that it
can evaluate. LibreOffice 25.2 stores wrong results if it has drawn the pages before it writes the file."""
import operator
import re
from typing import Iterator

from engines.shared.office.open_document.names import OFFICE, TEXT, Element

CONDITION = TEXT + 'condition'
CONDITIONAL = TEXT + 'conditional-text'
# Maps each element with a condition to the attribute that stores the result of the condition.
RESULTS = {TEXT + name: TEXT + 'is-hidden' for name in ('hidden-text', 'hidden-paragraph', 'section')} | {CONDITIONAL: TEXT + 'current-value'}
VARIABLES = (TEXT + 'user-field-decl', TEXT + 'variable-set')
# Prefix of the language of a formula, such as `ooow:`.
PREFIX = re.compile(r'[A-Za-z_]\w*:')
TOKEN = re.compile(r'\s*(?:(\d+(?:\.\d*)?|\.\d+)|"([^"]*)"|([^\W\d][\w.]*)|([=!<>]=|[<>()!&|]))')
CONSTANTS = {'true': True, 'false': False}
COMPARISONS = {
    **{'==': operator.eq, 'eq': operator.eq, '!=': operator.ne, 'neq': operator.ne, '<': operator.lt, 'l': operator.lt},
    **{'<=': operator.le, 'leq': operator.le, '>': operator.gt, 'g': operator.gt, '>=': operator.ge, 'geq': operator.ge},
}
CONNECTIVES = {'and': 'and', '&': 'and', 'or': 'or', '|': 'or'}

Value = bool | float | str
Tokens = list[tuple[str, str]]


class _Unsupported(Exception):
    """Raised if an expression has functions, unknown variables, or operators whose precedence differs between
    programs."""


def store_results(root: Element) -> None:
    """Replaces the stored results of all conditions that can be evaluated, including the stored texts of conditional
    texts."""
    variables: dict[str, Value] = {}
    for element in root.iter():
        if element.tag in VARIABLES:
            _set_variable(element, variables)
        attribute = RESULTS.get(element.tag)
        is_met = None if attribute is None else met(element.get(CONDITION, ''), variables)
        if attribute is None or is_met is None:
            continue
        element.set(attribute, 'true' if is_met else 'false')
        if element.tag == CONDITIONAL:
            element.text = None


def met(condition: str, variables: dict[str, Value]) -> 'bool | None':
    """Returns whether the condition is met, or None for unsupported conditions. The keys of `variables` are names in
    lower case."""
    try:
        tokens = list(_tokens(PREFIX.sub('', condition, count=1) if PREFIX.match(condition) else condition))
        value = _expression(tokens, variables)
        return None if tokens else _truth(value)
    except (_Unsupported, RecursionError):
        return None


def _set_variable(element: Element, variables: dict[str, Value]) -> None:
    name = element.get(TEXT + 'name', '').lower()
    number, text = element.get(OFFICE + 'value'), element.get(OFFICE + 'string-value')
    variables.pop(name, None)
    if number is not None:
        try:
            variables[name] = float(number)
        except ValueError:
            return
    elif element.get(OFFICE + 'value-type') == 'string':
        variables[name] = ''.join(element.itertext()) if text is None else text


def _tokens(text: str) -> Iterator[tuple[str, str]]:
    at = 0
    while text[at:].strip():
        token = TOKEN.match(text, at)
        if token is None:
            raise _Unsupported
        at = token.end()
        number, string, name, sign = token.groups()
        if number is not None:
            yield 'number', number
        elif string is not None:
            yield 'string', string
        else:
            yield 'word', (name or sign).lower()


def _expression(tokens: Tokens, variables: dict[str, Value]) -> Value:
    """Evaluates one operand, one comparison, or several operands that are joined only by `and` or only by `or`."""
    left = _operand(tokens, variables)
    kind = CONNECTIVES.get(_word(tokens))
    if kind is None:
        compare = COMPARISONS.get(_word(tokens))
        if compare is None:
            return left
        tokens.pop(0)
        right = _operand(tokens, variables)
        if isinstance(left, str) != isinstance(right, str):
            raise _Unsupported
        return compare(left, right)
    while CONNECTIVES.get(_word(tokens)) == kind:
        tokens.pop(0)
        right = _operand(tokens, variables)
        left = _truth(left) and _truth(right) if kind == 'and' else _truth(left) or _truth(right)
    return left


def _operand(tokens: Tokens, variables: dict[str, Value]) -> Value:
    if not tokens:
        raise _Unsupported
    kind, text = tokens.pop(0)
    if kind == 'number':
        return float(text)
    if kind == 'string':
        return text
    if text in ('not', '!'):
        return not _truth(_operand(tokens, variables))
    if text == '(':
        value = _expression(tokens, variables)
        if _word(tokens) != ')':
            raise _Unsupported
        tokens.pop(0)
        return value
    value = CONSTANTS.get(text, variables.get(text))
    if value is None:
        raise _Unsupported
    return value


def _word(tokens: Tokens) -> str:
    """Returns the next token if it is a name or an operator, otherwise an empty string."""
    return tokens[0][1] if tokens and tokens[0][0] == 'word' else ''


def _truth(value: Value) -> bool:
    if isinstance(value, str):
        raise _Unsupported
    return bool(value)
