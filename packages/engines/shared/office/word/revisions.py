"""Accepts, rejects or marks the tracked changes of a Word document."""
import re

from engines.shared.office.word.document import Element, W

CHANGES = re.compile(rb'<w:(?:ins|del|moveFrom|moveTo|cellIns|cellDel)\b|Change\b')
MARKERS = ('ins', 'del', 'moveFrom', 'moveTo')
INSERTED, DELETED = ('ins', 'moveTo'), ('del', 'moveFrom')
# Elements that contain the previous properties of their parent.
FORMER = {W + name: W + name.removesuffix('Change') for name in (
    'rPrChange', 'pPrChange', 'sectPrChange', 'tblPrChange', 'tblPrExChange', 'tcPrChange', 'trPrChange', 'tblGridChange')}
# Child elements that stay when a tracked change of formatting is undone.
KEPT = {W + 'pPr': (W + 'rPr', W + 'sectPr')}
TEXTS = {W + 'delText': W + 't', W + 'delInstrText': W + 'instrText'}


def has_any(data: bytes) -> bool:
    return bool(CHANGES.search(data))


def settle(root: Element, way: str) -> None:
    """Accepts all changes if `way` is `final`, rejects them if it is `original`, and marks insertions and deletions if
    it is `all`."""
    if way == 'all':
        mark(root)
    else:
        settle_children(root, INSERTED if way == 'final' else DELETED, way == 'original')


def settle_children(parent: Element, kept: tuple[str, ...], is_original: bool) -> None:
    dropped = DELETED if kept == INSERTED else INSERTED
    at = 0
    while at < len(parent):
        child = parent[at]
        name = child.tag.removeprefix(W)
        if child.tag in FORMER:
            if is_original:
                restore(parent, child)
                at = 0
                continue
            del parent[at]
        elif name in dropped and is_wrapper(parent) or is_dropped_row(child, dropped) or is_dropped_cell(child, kept):
            del parent[at]
        elif name in kept and is_wrapper(parent):
            parent[at:at + 1] = list(child)
        else:
            child.tag = TEXTS.get(child.tag, child.tag)
            settle_children(child, kept, is_original)
            at += 1
    join_paragraphs(parent, dropped)


def is_wrapper(parent: Element) -> bool:
    """Returns whether the change elements in `parent` contain the changed content. Returns False for a properties
    element, because the change elements in a properties element are empty and only mark the change."""
    return not parent.tag.endswith(('}rPr', '}trPr', '}tcPr', '}ctrlPr', '}numPr'))


def restore(parent: Element, change: Element) -> None:
    former = next((one for one in change if one.tag == FORMER[change.tag]), None)
    kept = [one for one in parent if one.tag in KEPT.get(parent.tag, ())]
    parent[:] = [*([] if former is None else former), *kept]


def is_dropped_row(element: Element, dropped: tuple[str, ...]) -> bool:
    return element.tag == W + 'tr' and any(element.find(f'{W}trPr/{W}{name}') is not None for name in dropped)


def is_dropped_cell(element: Element, kept: tuple[str, ...]) -> bool:
    name = 'cellDel' if kept == INSERTED else 'cellIns'
    return element.tag == W + 'tc' and element.find(f'{W}tcPr/{W}{name}') is not None


def join_paragraphs(parent: Element, dropped: tuple[str, ...]) -> None:
    """If the paragraph mark of a paragraph was removed, joins the paragraph with the next one. The joined paragraph has
    the properties of the next paragraph."""
    for at in range(len(parent) - 2, -1, -1):
        first, second = parent[at], parent[at + 1]
        if first.tag != W + 'p' or not any(first.find(f'{W}pPr/{W}rPr/{W}{name}') is not None for name in dropped):
            continue
        content = [one for one in first if one.tag != W + 'pPr']
        if second.tag == W + 'p':
            start = 1 if len(second) and second[0].tag == W + 'pPr' else 0
            second[start:start] = content
            del parent[at]
        elif not content:
            del parent[at]


def mark(root: Element) -> None:
    """Underlines insertions and strikes through deletions."""
    for parent in list(root.iter()):
        for name in MARKERS:
            for change in [one for one in parent if one.tag == W + name] if is_wrapper(parent) else ():
                for run in change.iter(W + 'r'):
                    look(run, 'u' if name in INSERTED else 'strike')
                at = list(parent).index(change)
                parent[at:at + 1] = list(change)
        parent.tag = TEXTS.get(parent.tag, parent.tag)


def look(run: Element, name: str) -> None:
    properties = run.find(W + 'rPr')
    if properties is None:
        properties = Element(W + 'rPr')
        run.insert(0, properties)
    properties.append(Element(W + name, {W + 'val': 'single'} if name == 'u' else {}))
