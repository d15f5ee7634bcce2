"""Adds the field of a signature to a PDF, with a visible appearance if requested."""
import datetime

import pikepdf
from pikepdf import Array, Dictionary, Name, String

from engines.shared.pdf.objects import get, has_members, listed, name_of
from engines.shared.pdf.page_box import times
from engines.tools.pikepdf.document import Document
from engines.tools.pikepdf.frame import frame_of
from engines.tools.pikepdf.signing.key import Signer
from engines.tools.pikepdf.signing.update import Update
from engines.tools.pikepdf.texts import Style, draw

# Bytes reserved for the signature with its certificates.
RESERVED = 24 * 1024
# Placeholder of constant length for the signed ranges.
RANGES = b'[ 0 1111111111 2222222222 3333333333 ]'
STYLE = Style(9)
# Distance of the appearance from the edges of the page, in points.
EDGE = 36
# The flags of the annotation mean that it is printed and locked. The flags of the form mean that the form contains
# signatures and may only be changed by appending.
PRINT_LOCKED, SIGNED = 4 + 128, 3


def add(document: Document, update: Update, signer: Signer) -> None:
    options = document.options
    pdf = document.pdf
    page = page_of(document)
    value = pdf.make_indirect(Dictionary(
        Type=Name.Sig, Filter=Name('/Adobe.PPKLite'), SubFilter=Name('/ETSI.CAdES.detached'),
        M=String(datetime.datetime.now(datetime.timezone.utc).strftime("D:%Y%m%d%H%M%S+00'00'")),
        Name=String(signer.name), ByteRange=Array([0, 1111111111, 2222222222, 3333333333]),
        Contents=String(bytes(RESERVED)),
    ))
    if 'sign_reason' in options:
        value.Reason = String(options['sign_reason'])
    names = field_names(pdf)
    number = next(number for number in range(1, len(names) + 2) if f'Signature{number}' not in names)
    field = pdf.make_indirect(Dictionary(
        Type=Name.Annot, Subtype=Name.Widget, FT=Name.Sig, T=String(f'Signature{number}'), V=value, F=PRINT_LOCKED,
        Rect=Array([0, 0, 0, 0]), P=page.obj,
    ))
    if 'sign_position' in options:
        show(document, field, page, signer)
    elif has_members(field):
        # PDF/A requires that every field has an appearance.
        field.AP = Dictionary(N=empty_form(pdf))
    annotate(page, field, update)
    add_to_form(pdf, field, update)


def page_of(document: Document):
    number = document.options.get('sign_page', 1)
    if number > len(document.pdf.pages):
        raise SystemExit('protean-reason: no_such_page')
    return document.pdf.pages[number - 1]


def field_names(pdf) -> set[str]:
    form = get(pdf.Root, '/AcroForm')
    return {str(get(field, '/T', '')) for field in listed(get(form, '/Fields')) if has_members(field)}


def empty_form(pdf):
    form = pdf.make_stream(b'')
    form.Type, form.Subtype, form.BBox = Name.XObject, Name.Form, Array([0, 0, 0, 0])
    return form


def show(document: Document, field, page, signer: Signer) -> None:
    """Draws the name of the signer, the time and the reason on the page."""
    now = datetime.datetime.now(datetime.timezone.utc).strftime('%Y-%m-%d %H:%M UTC')
    text = '\n'.join([signer.name, now, *([document.options['sign_reason']] if 'sign_reason' in document.options else [])])
    drawn = draw(document, [text], STYLE)[text]
    frame = frame_of(page)
    scale = min(1, (frame.width - 2 * EDGE) / drawn.width, (frame.height - 2 * EDGE) / drawn.height)
    width, height = drawn.width * scale, drawn.height * scale
    position = document.options['sign_position']
    x = EDGE if 'left' in position else frame.width - EDGE - width
    y = EDGE if 'bottom' in position else frame.height - EDGE - height
    corners = [times((1, 0, 0, 1, *corner), frame.matrix)[4:] for corner in ((x, y), (x + width, y + height))]
    (left, right), (bottom, top) = (sorted(edges) for edges in zip(*corners))
    field.Rect = Array([left, bottom, right, top])
    a, b, c, d, _, _ = frame.matrix
    form = document.pdf.make_stream(f'{scale} 0 0 {scale} 0 0 cm /T Do'.encode())
    form.Type, form.Subtype, form.BBox = Name.XObject, Name.Form, Array([0, 0, width, height])
    # Rotates the appearance of the signature with the page. A viewer fits the appearance into the rectangle of the
    # field.
    form.Matrix = Array([a, b, c, d, 0, 0])
    form.Resources = Dictionary(XObject=Dictionary(T=drawn.form))
    field.AP = Dictionary(N=form)


def annotate(page, field, update: Update) -> None:
    annotations = page.obj.get('/Annots')
    if isinstance(annotations, pikepdf.Array) and annotations.is_indirect:
        annotations.append(field)
        update.change(annotations)
        return
    page.obj.Annots = Array([*listed(annotations), field])
    update.change(page.obj)


def add_to_form(pdf, field, update: Update) -> None:
    form = get(pdf.Root, '/AcroForm')
    if not has_members(form):
        pdf.Root.AcroForm = form = Dictionary(Fields=Array([]))
    fields = form.get('/Fields')
    if isinstance(fields, pikepdf.Array) and fields.is_indirect:
        fields.append(field)
        update.change(fields)
    else:
        form.Fields = Array([*listed(fields), field])
    form.SigFlags = SIGNED
    if name_of(form.get('/XFA')) == '' and '/NeedAppearances' in form:
        del form.NeedAppearances
    holder = pdf.Root.get('/AcroForm')
    if holder.is_indirect:
        update.change(holder)
    else:
        pdf.Root.AcroForm = form
    update.change(pdf.Root)
