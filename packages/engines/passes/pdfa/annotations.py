"""Makes annotations and forms conform to PDF/A, which requires that annotations are visible, printed and stored with
their appearance."""
from engines.passes.pdfa.standard import Level
from engines.shared.pdf.objects import get, has_members, listed, name_of, number_of
import pikepdf

INVISIBLE, HIDDEN, PRINT, NO_ZOOM, NO_ROTATE, NO_VIEW, TOGGLE_NO_VIEW = 1, 2, 4, 8, 16, 32, 256

ALLOWED = {
    *('/Text', '/Link', '/FreeText', '/Line', '/Square', '/Circle', '/Highlight', '/Underline', '/Squiggly', '/StrikeOut'),
    *('/Stamp', '/Ink', '/Popup', '/Widget', '/PrinterMark', '/TrapNet'),
}
SINCE_PART_2 = {'/Polygon', '/PolyLine', '/Caret', '/Watermark', '/Redact'}


def allowed(level: Level) -> set[str]:
    return ALLOWED if level.part == 1 else ALLOWED | SINCE_PART_2 | ({'/FileAttachment'} if level.part == 3 else set())


def of_pages(pdf):
    for page in pdf.pages:
        for annotation in listed(get(page.obj, '/Annots')):
            if has_members(annotation):
                yield annotation


def is_drawn_by_reader(annotation) -> bool:
    """Returns whether the annotation needs no stored appearance, because readers draw it themselves or it has no
    area."""
    corners = [number_of(value) for value in listed(get(annotation, '/Rect'))]
    is_empty = len(corners) == 4 and (corners[0] == corners[2] and corners[1] == corners[3])
    return is_empty or name_of(get(annotation, '/Subtype')) in ('/Popup', '/Link')


def appearance_of(annotation):
    return get(get(annotation, '/AP'), '/N')


def settle(pdf, level: Level) -> bool:
    """Makes the annotations and forms conform to the PDF/A level. Returns whether a visible annotation was removed."""
    form = get(pdf.Root, '/AcroForm')
    if has_members(form):
        if get(form, '/NeedAppearances') is True:
            pdf.generate_appearance_streams()
        for key in ('/NeedAppearances', '/XFA'):
            if key in form:
                del form[key]
    lost = False
    for page in pdf.pages:
        if '/Annots' not in page.obj:
            continue
        kept = []
        for annotation in listed(page.obj.Annots):
            if not has_members(annotation):
                continue
            flags = int(number_of(get(annotation, '/F')))
            kind = name_of(get(annotation, '/Subtype'))
            # Hidden annotations are removed without a warning.
            if flags & (HIDDEN | NO_VIEW) and kind != '/Popup':
                continue
            if kind not in allowed(level):
                lost = True
                continue
            settle_one(annotation, flags, level)
            kept.append(annotation)
        if kept:
            page.obj.Annots = pikepdf.Array(kept)
        else:
            del page.obj['/Annots']
    return lost


def settle_one(annotation, flags: int, level: Level) -> None:
    kind = name_of(get(annotation, '/Subtype'))
    flags = (flags | PRINT) & ~(INVISIBLE | HIDDEN | NO_VIEW | TOGGLE_NO_VIEW)
    annotation.F = flags | (NO_ZOOM | NO_ROTATE if kind == '/Text' else 0)
    appearance = get(annotation, '/AP')
    if has_members(appearance):
        for key in list(appearance.keys()):
            if key != '/N':
                del appearance[key]
    if level.part == 1 and '/CA' in annotation and number_of(annotation['/CA'], 1) == 1:
        del annotation['/CA']
