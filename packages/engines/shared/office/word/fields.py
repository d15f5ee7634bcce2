"""Replaces the fields, forms and content controls of a Word document with their displayed text, and removes tables of
contents."""
from engines.shared.office.word import symbols
from engines.shared.office.word.document import W, W14, Element, is_on, number, text_element, text_run, unwrap, value
from engines.shared.office.word.unstored_fields import ListNumbers, formula

CHECKED, UNCHECKED = '☒', '☐'
# Child elements that stay when a field code is removed from a run. The formatting stays, because the run may also
# contain text that is not part of the field code.
KEPT_IN_CODE = (W + 'rPr',)
# Fields whose results Word never shows.
UNSEEN = ('ASK', 'SET')


class Field:
    """A complex field: its code, its marker elements, and whether its result has begun."""

    def __init__(self, data: Element | None):
        self.code = ''
        self.data = data
        self.in_result = False
        self.has_result = False
        self.marks: list[tuple[Element, Element]] = []

    @property
    def kind(self) -> str:
        return (self.code.split() or [''])[0].upper()


class Fields:
    """Replaces the fields of one story (the main text, the footnotes or the endnotes). A field may span several
    paragraphs."""

    def __init__(self) -> None:
        self.open: list[Field] = []
        self.counts: dict[str, int] = {}
        self.list_numbers = ListNumbers()

    def settle(self, root: Element) -> None:
        self.walk(root)
        # If a field has no end mark, its content stays.
        self.open.clear()

    def walk(self, parent: Element) -> None:
        for child in list(parent):
            if child.tag == W + 'sdt':
                self.settle_control(parent, child)
            elif child.tag == W + 'fldSimple':
                self.settle_simple(parent, child)
            elif child.tag == W + 'r':
                self.settle_run(child)
            elif child.tag == W + 'p':
                self.settle_paragraph(parent, child)
            elif len(child):
                self.walk(child)

    def settle_paragraph(self, parent: Element, paragraph: Element) -> None:
        in_contents = self.is_in_contents
        before = has_text(paragraph)
        self.walk(paragraph)
        if (in_contents or before) and not has_text(paragraph) and (in_contents or self.is_in_contents or self.ended_contents):
            if paragraph.find(f'{W}pPr/{W}sectPr') is None and sum(one.tag == W + 'p' for one in parent) > 1:
                parent.remove(paragraph)
        self.ended_contents = False

    ended_contents = False

    @property
    def is_in_contents(self) -> bool:
        return any(field.in_result and field.kind == 'TOC' for field in self.open)

    def settle_run(self, run: Element) -> None:
        for child in list(run):
            if child.tag == W + 'fldChar':
                self.settle_mark(run, child)
            elif child.tag == W + 'instrText':
                if self.open and not self.open[-1].in_result:
                    self.open[-1].code += child.text or ''
                    self.open[-1].marks.append((run, child))
                else:
                    run.remove(child)
            elif child.tag not in KEPT_IN_CODE and self.open:
                if self.is_in_contents or any(not field.in_result or field.kind in UNSEEN for field in self.open):
                    run.remove(child)
                else:
                    for field in self.open:
                        field.has_result = True

    def settle_mark(self, run: Element, mark: Element) -> None:
        kind = mark.get(W + 'fldCharType')
        if kind == 'begin':
            self.open.append(Field(mark.find(W + 'ffData')))
        if not self.open:
            run.remove(mark)
            return
        field = self.open[-1]
        field.marks.append((run, mark))
        if kind == 'separate':
            field.in_result = True
        elif kind == 'end':
            self.open.pop()
            self.close(field, run, mark)

    def close(self, field: Field, run: Element, mark: Element) -> None:
        # Hyperlinks to URLs stay, because document readers convert these fields to links. Hyperlinks to bookmarks
        # become text, because readers would read the switch `\l` before the bookmark name as a URL.
        if field.kind == 'HYPERLINK' and field.has_result and not self.is_in_contents and not is_internal(field.code):
            return
        self.ended_contents = self.ended_contents or field.kind == 'TOC'
        shown = '' if self.is_in_contents or any(not one.in_result for one in self.open) else self.shown(field)
        if shown:
            run.insert(list(run).index(mark), text_element(shown))
            for one in self.open:
                one.has_result = True
        for parent, child in field.marks:
            if child in list(parent):
                parent.remove(child)

    def shown(self, field: Field) -> str:
        """Returns the text that Word shows in addition to the stored result of a field."""
        kind, words = field.kind, field.code.split()
        if kind == 'FORMCHECKBOX':
            return CHECKED if is_checked(field.data) else UNCHECKED
        if kind == 'SEQ' and len(words) > 1:
            self.counts[words[1]] = self.counts.get(words[1], 0) + 1
        if field.has_result:
            return ''
        if kind == 'EQ':
            return formula(field.code)
        if kind == 'LISTNUM':
            return self.list_numbers.next(field.code)
        if kind == 'FORMDROPDOWN':
            return chosen(field.data)
        if kind == 'FORMTEXT':
            return value(None if field.data is None else field.data.find(W + 'textInput'), 'default')
        if kind == 'SEQ' and len(words) > 1:
            return str(self.counts[words[1]])
        if kind == 'MERGEFIELD' and len(words) > 1:
            return f'«{words[1].strip(chr(34))}»'
        if kind in ('MACROBUTTON', 'GOTOBUTTON'):
            return ' '.join(words[2:])
        return symbols.of_field(field.code) if kind == 'SYMBOL' else ''

    def settle_simple(self, parent: Element, field: Element) -> None:
        words = field.get(W + 'instr', '').split()
        kind = words[0].upper() if words else ''
        if kind == 'HYPERLINK':
            self.walk(field)
            return
        content = [] if kind == 'TOC' else list(field)
        if not any(has_text(one) for one in content) and kind != 'TOC':
            simple = Field(field.find(W + 'fldData'))
            simple.code = field.get(W + 'instr', '')
            shown = self.shown(simple)
            content = [text_run(shown)] if shown else content
        unwrap(parent, field, content)
        for one in content:
            if one.tag == W + 'r':
                self.settle_run(one)
            else:
                self.walk(one)

    def settle_control(self, parent: Element, control: Element) -> None:
        properties, content = control.find(W + 'sdtPr'), control.find(W + 'sdtContent')
        gallery = None if properties is None else properties.find(f'{W}docPartObj/{W}docPartGallery')
        if content is None or gallery is not None and gallery.get(W + 'val') == 'Table of Contents':
            parent.remove(control)
            return
        box = None if properties is None else properties.find(W14 + 'checkbox')
        if box is not None:
            set_box(content, box)
        inner = Element(parent.tag)
        inner.extend(list(content))
        self.walk(inner)
        unwrap(parent, control, list(inner))


def has_text(element: Element) -> bool:
    return any(one.tag in (W + 't', W + 'drawing', W + 'pict', W + 'object', W + 'sym') for one in element.iter())


def is_internal(code: str) -> bool:
    return len(words := code.split()) > 1 and words[1].lower() == '\\l'


def is_checked(data: Element | None) -> bool:
    box = None if data is None else data.find(W + 'checkBox')
    if box is None:
        return False
    state = box.find(W + 'checked')
    state = box.find(W + 'default') if state is None else state
    return state is not None and is_on(state)


def chosen(data: Element | None) -> str:
    choices = None if data is None else data.find(W + 'ddList')
    if choices is None:
        return ''
    entries = [one.get(W + 'val', '') for one in choices.findall(W + 'listEntry')]
    at = number(value(choices, 'result') or value(choices, 'default', '0'))
    return entries[at] if 0 <= at < len(entries) else ''


def set_box(content: Element, box: Element) -> None:
    """Writes the state of a checkbox as a Unicode character, because the document may use symbol font characters."""
    state = box.find(W14 + 'checked')
    is_set = state is not None and state.get(W14 + 'val', '1') not in ('0', 'false', 'off')
    runs = list(content.iter(W + 'r'))
    for run in runs:
        for child in list(run):
            if child.tag in (W + 't', W + 'sym'):
                run.remove(child)
    if runs:
        font = runs[0].find(f'{W}rPr/{W}rFonts')
        if font is not None:
            runs[0].find(W + 'rPr').remove(font)
        runs[0].append(text_element(CHECKED if is_set else UNCHECKED))
    else:
        content.append(text_run(CHECKED if is_set else UNCHECKED))
