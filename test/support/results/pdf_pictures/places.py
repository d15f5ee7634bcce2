"""Writes a PDF with pictures in all places that can contain pictures, in different sizes. Each picture has 1200 × 900
pixels, and the name of its place in the key `/Kind`."""
import sys
import zlib

import pikepdf
from PIL import Image
from pikepdf import Array, Dictionary, Name, String

WIDTH, HEIGHT = 1200, 900
# Default size of the pictures in points: 4 × 3 inches.
WIDE, HIGH = 288, 216


class Places:
    def __init__(self, pdf):
        self.pdf = pdf

    def picture(self, kind: str):
        pixels = Image.effect_noise((WIDTH, HEIGHT), 40)
        stream = self.pdf.make_stream(b'')
        stream.write(zlib.compress(pixels.tobytes()), filter=Name.FlateDecode)
        members = {'Type': Name.XObject, 'Subtype': Name.Image, 'Width': WIDTH, 'Height': HEIGHT, 'Kind': String(kind)}
        for key, value in {**members, 'ColorSpace': Name.DeviceGray, 'BitsPerComponent': 8}.items():
            stream[f'/{key}'] = value
        return stream

    def form(self, content: str, picture, matrix=(1, 0, 0, 1, 0, 0), box=(0, 0, 1, 1), **members):
        form = self.pdf.make_stream(content.encode())
        form.Type, form.Subtype, form.BBox, form.Matrix = Name.XObject, Name.Form, Array(list(box)), Array(list(matrix))
        form.Resources = Dictionary(XObject=Dictionary(P=picture))
        for key, value in members.items():
            form[f'/{key}'] = value
        return form

    def page(self, content: str, **members):
        kinds = ('XObject', 'Pattern', 'ExtGState', 'Font')
        page = Dictionary(Type=Name.Page, MediaBox=Array([0, 0, 600, 600]), Contents=self.pdf.make_stream(content.encode()))
        page.Resources = Dictionary({f'/{kind}': members.pop(kind) for kind in kinds if kind in members})
        for key, value in members.items():
            page[f'/{key}'] = value
        self.pdf.pages.append(pikepdf.Page(self.pdf.make_indirect(page)))

    def write(self):
        drawn = f'q {WIDE} 0 0 {HIGH} 10 10 cm /P Do Q'
        self.page(drawn, XObject=Dictionary(P=self.picture('page')))
        self.page(f'q 0 {WIDE} -{HIGH} 0 300 10 cm /P Do Q', XObject=Dictionary(P=self.picture('rotated')))
        self.page('q 288 0 0 72 10 10 cm /P Do Q', XObject=Dictionary(P=self.picture('squeezed')))
        self.page('q 576 0 0 432 0 0 cm /P Do Q', XObject=Dictionary(P=self.picture('large')))
        self.page(drawn, XObject=Dictionary(P=self.picture('unit')), UserUnit=2)
        both = self.picture('both')
        self.page('q 72 0 0 54 10 10 cm /P Do Q', XObject=Dictionary(P=both))
        self.page(drawn, XObject=Dictionary(P=both))
        inner = self.form('/P Do', self.picture('form'), (0.5, 0, 0, 0.5, 0, 0))
        outer = self.form(f'{WIDE} 0 0 {HIGH} 0 0 cm /P Do', inner, box=(0, 0, 600, 600))
        self.page('q 1 0 0 1 9 9 cm /P Do Q', XObject=Dictionary(P=outer))
        members = {'PatternType': 1, 'PaintType': 1, 'TilingType': 1, 'XStep': 1, 'YStep': 1}
        pattern = self.form('/P Do', self.picture('pattern'), (WIDE, 0, 0, HIGH, 0, 0), **members)
        self.page('/Pattern cs /T scn 0 0 600 600 re f', Pattern=Dictionary(T=pattern))
        look = self.form('50 0 0 50 0 0 cm /P Do', self.picture('annotation'), box=(0, 0, 50, 50))
        note = Dictionary(Type=Name.Annot, Subtype=Name.Stamp, Rect=Array([0, 0, WIDE, HIGH]), AP=Dictionary(N=look), F=4)
        self.page('', Annots=Array([self.pdf.make_indirect(note)]))
        group = Dictionary(S=Name.Transparency, CS=Name.DeviceGray)
        mask = self.form('/P Do', self.picture('mask-of-state'), Group=group)
        state = Dictionary(Type=Name.ExtGState, SMask=Dictionary(S=Name.Luminosity, G=mask))
        self.page(f'q {WIDE} 0 0 {HIGH} 0 0 cm /S gs Q', ExtGState=Dictionary(S=state), XObject=Dictionary(P=self.picture('unseen')))
        letter = self.picture('letter')
        font = Dictionary(Type=Name.Font, Subtype=Name.Type3, FontBBox=Array([0, 0, 1, 1]), FontMatrix=Array([1, 0, 0, 1, 0, 0]))
        font.Resources, font.CharProcs = Dictionary(XObject=Dictionary(P=letter)), Dictionary(a=self.pdf.make_stream(b'1 0 d0 /P Do'))
        font.Encoding = Dictionary(Type=Name.Encoding, Differences=Array([97, Name.a]))
        font.FirstChar, font.LastChar, font.Widths = 97, 97, Array([1])
        self.page('BT /F 300 Tf (a) Tj ET q 72 0 0 54 10 10 cm /P Do Q', Font=Dictionary(F=font), XObject=Dictionary(P=letter))


with pikepdf.new() as made:
    Places(made).write()
    made.save(sys.argv[1])
