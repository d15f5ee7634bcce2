"""Writes PDFs that contain a word, each in a different place where redaction could miss the word. The argument is the
folder for the PDFs."""
import io
import random
import sys
import zlib

import pikepdf
from fontTools import subset
from fontTools.ttLib import TTFont
from pikepdf import Array, Dictionary, Name, String
from PIL import Image, ImageDraw, ImageFont

WORD = 'Geheimwort'
TEXT = b'BT /F1 14 Tf 50 200 Td (keep left Geheimwort keep right) Tj ET BT /F1 14 Tf 50 185 Td (Other line stays) Tj ET'
FONT = '/usr/share/fonts/truetype/dejavu/DejaVuSans.ttf'
PICTURE = (800, 200)


class Sample:
    def __init__(self, content: bytes = b'', pages: int = 1) -> None:
        self.pdf = pikepdf.new()
        self.font = self.add(Dictionary(Type=Name.Font, Subtype=Name.Type1, BaseFont=Name.Helvetica, Encoding=Name.WinAnsiEncoding))
        for _ in range(pages):
            page = Dictionary(
                Type=Name.Page,
                MediaBox=Array([0, 0, 400, 300]),
                Resources=Dictionary(Font=Dictionary(F1=self.font)),
                Contents=self.pdf.make_stream(content),
            )
            self.pdf.pages.append(pikepdf.Page(self.add(page)))
        self.page = self.pdf.pages[0].obj
        self.root = self.pdf.Root

    def add(self, thing):
        return self.pdf.make_indirect(thing)

    def draw(self, content: bytes, **resources) -> None:
        self.page.Contents = self.pdf.make_stream(content)
        for key, value in resources.items():
            self.page.Resources[f'/{key}'] = value

    def stream(self, content: bytes, **keys):
        stream = self.pdf.make_stream(content)
        for key, value in keys.items():
            stream[f'/{key}'] = value
        return self.add(stream)

    def form(self, content: bytes, **keys):
        kind = {'Type': Name.XObject, 'Subtype': Name.Form, 'BBox': Array([0, 0, 400, 300])}
        return self.stream(content, **kind, Resources=Dictionary(Font=Dictionary(F1=self.font), **keys))


def shown(text: str, x: int = 50, y: int = 200) -> bytes:
    return f'BT /F1 14 Tf {x} {y} Td ({text}) Tj ET '.encode()


def texts() -> dict[str, Sample]:
    letters = list(enumerate(WORD))
    random.Random(1).shuffle(letters)
    return {
        'plain': Sample(TEXT),
        'split': Sample(b'BT /F1 14 Tf 50 200 Td [(Ge)-20(he)50(im)]TJ (wo) Tj <7274> Tj ( stays) Tj ET'),
        'shuffled': Sample(b''.join(shown(one, 50 + n * 10) for n, one in letters) + shown('stays', 200)),
        'hyphenated': Sample(b'BT /F1 14 Tf 50 200 Td (Geheim-) Tj 0 -16 Td (wort stays) Tj ET'),
        'spaced': Sample(b'BT /F1 14 Tf 50 200 Td 5 Tc (Geheimwort) Tj 0 Tc 0 -30 Td (G e h e i m w o r t stays) Tj ET'),
        'invisible': Sample(b'BT 3 Tr /F1 14 Tf 50 200 Td (Geheimwort) Tj ET BT 0 Tr 1 g 50 180 Td (Geheimwort) Tj ET ' + shown('stays', 50, 100)),
        'off-page': Sample(shown(WORD, 5000) + shown('stays')),
        'twice': Sample(shown(WORD) + shown(WORD, 51) + shown('stays', 200)),
        'next-line': Sample(b"BT /F1 14 Tf 14 TL 50 200 Td (first) Tj (Geheimwort) ' (stays) ' T* (stays too) Tj ET"),
        'turned': Sample(b'BT /F1 14 Tf 0.7 0.7 -0.7 0.7 50 50 Tm (Geheimwort) Tj ET ' + shown('stays', 50, 250)),
    }


def drawings() -> dict[str, Sample]:
    nested, tile, mask, glyph = Sample(), Sample(), Sample(), Sample()
    inner = nested.form(shown(f'{WORD} stays', 0, 0))
    outer = nested.form(b'q 1 0 0 1 10 10 cm /X Do Q', XObject=Dictionary(X=inner))
    nested.draw(b'q 1 0 0 1 50 100 cm /Y Do Q q 1 0 0 1 50 200 cm /Y Do Q', XObject=Dictionary(Y=outer, Unused=nested.form(shown(WORD))))
    pattern = tile.stream(shown(WORD, 5, 5), PatternType=1, PaintType=1, TilingType=1, BBox=Array([0, 0, 150, 40]), XStep=150, YStep=40, Resources=Dictionary(Font=Dictionary(F1=tile.font)))
    tile.draw(b'/Pattern cs /P1 scn 0 100 400 150 re f ' + shown('stays', 50, 280), Pattern=Dictionary(P1=pattern))
    group = mask.form(b'1 g ' + shown(WORD, 50, 50))
    group['/Group'] = Dictionary(S=Name.Transparency, CS=Name.DeviceGray)
    mask.draw(b'q /G1 gs 1 0 0 rg 0 0 400 90 re f Q ' + shown('stays', 50, 280), ExtGState=Dictionary(G1=Dictionary(SMask=Dictionary(S=Name.Luminosity, G=group))))
    letter = glyph.stream(b'1000 0 d0 BT /F1 200 Tf 0 0 Td (Geheimwort) Tj ET')
    font = Dictionary(
        Type=Name.Font, Subtype=Name.Type3, FontBBox=Array([0, 0, 1000, 1000]), FontMatrix=Array([0.001, 0, 0, 0.001, 0, 0]),
        FirstChar=65, LastChar=65, Widths=Array([1000]), Encoding=Dictionary(Type=Name.Encoding, Differences=Array([65, Name.g])),
        CharProcs=Dictionary(g=letter), Resources=Dictionary(Font=Dictionary(F1=glyph.font)),
    )
    glyph.draw(b'BT /T3 50 Tf 50 150 Td (A) Tj ET ' + shown('stays', 50, 50))
    glyph.page.Resources.Font.T3 = glyph.add(font)
    return {'forms': nested, 'pattern': tile, 'mask': mask, 'glyph': glyph, 'photo': photo()}


def photo() -> Sample:
    one, file = Sample(), io.BytesIO()
    exif = Image.Exif()
    exif[0x010E] = WORD
    Image.new('RGB', (50, 50), 'red').save(file, 'JPEG', exif=exif, comment=WORD.encode())
    keys = {'ColorSpace': Name.DeviceRGB, 'BitsPerComponent': 8, 'Width': 50, 'Height': 50}
    picture = one.stream(file.getvalue(), Filter=Name.DCTDecode, Type=Name.XObject, Subtype=Name.Image, **keys)
    one.draw(b'q 50 0 0 50 20 100 cm /I Do Q ' + shown(f'{WORD} stays'), XObject=Dictionary(I=picture))
    return one


def document() -> Sample:
    one = Sample(TEXT, 2)
    root, page, pdf = one.root, one.page, one.pdf
    pdf.docinfo['/Title'] = f'{WORD} title'
    with pdf.open_metadata() as packet:
        packet['dc:title'] = WORD
    attached = Dictionary(Type=Name.Filespec, F=String(f'{WORD}.txt'), EF=Dictionary(F=one.stream(WORD.encode())))
    script = Dictionary(S=Name.JavaScript, JS=String(f'var x = "{WORD}"'))
    root.Names = Dictionary(
        EmbeddedFiles=Dictionary(Names=Array([String('a'), one.add(attached)])),
        JavaScript=Dictionary(Names=Array([String('a'), one.add(script)])),
        Dests=Dictionary(Names=Array([String(f'{WORD}.1'), Array([page, Name.Fit])])),
    )
    root.OpenAction = Dictionary(S=Name.JavaScript, JS=one.stream(f'app.alert("{WORD}")'.encode()))
    root.PageLabels = Dictionary(Nums=Array([0, Dictionary(P=String(f'{WORD}-'), S=Name.D)]))
    root.Dests = Dictionary({f'/{WORD}': Array([page, Name.Fit])})
    with pdf.open_outline() as outline:
        outline.root.extend([pikepdf.OutlineItem(f'Chapter {WORD}', 0), pikepdf.OutlineItem('Chapter stays', 1)])
    layer = one.add(Dictionary(Type=Name.OCG, Name=String(f'{WORD} layer')))
    root.OCProperties = Dictionary(OCGs=Array([layer]), D=Dictionary(OFF=Array([layer])))
    page.Resources.Properties = Dictionary(L=layer)
    page.Contents = pdf.make_stream(
        TEXT + b' /OC /L BDC ' + shown(WORD, 50, 150) + b'EMC /Span <</ActualText (Geheimwort)>> BDC ' + shown('abc', 50, 120) + b'EMC % Geheimwort\n'
    )
    tags = one.add(Dictionary(Type=Name.StructTreeRoot))
    tags.K = Array([one.add(Dictionary(Type=Name.StructElem, S=Name.P, P=tags, Pg=pdf.pages[1].obj, Alt=String(f'the {WORD}'), ActualText=String(WORD)))])
    root.StructTreeRoot = tags
    page.Thumb, page.PieceInfo = one.stream(b'\0' * 12), Dictionary(X=Dictionary(Private=String(WORD)))
    annotate(one)
    return one


def annotate(one: Sample) -> None:
    def look(text: str):
        return Dictionary(N=one.form(shown(text, 2, 5)))

    def note(kind: str, **keys):
        return one.add(Dictionary(Type=Name.Annot, Subtype=Name(f'/{kind}'), Rect=Array([210, 10, 330, 40]), **keys))

    def link(address: str):
        return note('Link', A=Dictionary(S=Name.URI, URI=String(address)))

    text = note('Widget', FT=Name.Tx, T=String('field'), V=String(WORD), DV=String(WORD), TU=String(f'{WORD} tip'), AP=look(WORD), DA=String('/F1 12 Tf'))
    choice = note('Widget', FT=Name.Ch, T=String('choice'), Opt=Array([Array([String(WORD), String('x')]), String('b')]), V=String('b'))
    one.page.Annots = Array([
        note('FreeText', Contents=String(WORD), AP=look(WORD), DA=String('/F1 12 Tf')),
        note('Text', Contents=String(f'\u0660 {WORD} in UTF-16')),
        note('Text', Contents=String('note stays')),
        note('Stamp', AP=look(WORD)),
        note('Text', Contents=String('hidden'), F=2, AP=look(WORD)),
        link(f'https://x.example/{WORD}'),
        link('https://x.example/stays'),
        note('FileAttachment', FS=Dictionary(Type=Name.Filespec, F=String('a'), EF=Dictionary(F=one.stream(WORD.encode())))),
        text,
        choice,
    ])
    one.root.AcroForm = Dictionary(Fields=Array([text, choice]), XFA=one.stream(f'<xdp>{WORD}</xdp>'.encode()), DA=String('/F1 12 Tf'))


def pictures() -> dict[str, Sample]:
    drawn = Image.new('RGB', PICTURE, 'white')
    ImageDraw.Draw(drawn).text((20, 60), 'left SECRET right', fill='black', font=ImageFont.truetype(FONT, 60))
    samples = {}
    for name, mode, keys in (
        ('rgb', 'RGB', {'ColorSpace': Name.DeviceRGB, 'BitsPerComponent': 8}),
        ('cmyk', 'CMYK', {'ColorSpace': Name.DeviceCMYK, 'BitsPerComponent': 8}),
        ('bits', '1', {'ColorSpace': Name.DeviceGray, 'BitsPerComponent': 1}),
        ('stencil', '1', {'ImageMask': True, 'BitsPerComponent': 1}),
    ):
        one = samples[f'picture-{name}'] = Sample()
        picture = one.stream(zlib.compress(drawn.convert(mode).tobytes()), Filter=Name.FlateDecode, Type=Name.XObject, Subtype=Name.Image, Width=PICTURE[0], Height=PICTURE[1], **keys)
        one.draw(b'q 360 0 0 90 20 100 cm /I Do Q', XObject=Dictionary(I=picture))
    small = drawn.resize((200, 50)).convert('L').tobytes()
    samples['picture-inline'] = Sample(b'q 360 0 0 90 20 100 cm BI /W 200 /H 50 /BPC 8 /CS /G ID ' + small + b'\nEI Q')
    samples['lines'] = Sample(b'0.9 g 0 0 400 300 re f 0 g 20 145 m 380 145 l S q 160 110 20 60 re 123 120 m 210 170 220 170 230 120 c h f Q')
    return samples


def unknown_characters() -> Sample:
    """Returns a page with text of unknown characters. The characters are unknown, because the font has no `cmap` table
    and no ToUnicode map."""
    subsetter = subset.Subsetter(subset.Options(retain_gids=True, layout_features=[]))
    font = TTFont(FONT)
    glyphs = [font.getGlyphID(font.getBestCmap()[ord(one)]) for one in WORD]
    subsetter.populate(gids=glyphs)
    subsetter.subset(font)
    del font['cmap'], font['post']
    font.save(file := io.BytesIO())
    one = Sample()
    descriptor = Dictionary(Type=Name.FontDescriptor, FontName=Name.Unknown, Flags=4, FontBBox=Array([0, -250, 1000, 1000]), ItalicAngle=0, Ascent=900, Descent=-250, CapHeight=700, StemV=80, FontFile2=one.stream(file.getvalue()))
    system = Dictionary(Registry=String('Adobe'), Ordering=String('Identity'), Supplement=0)
    inner = Dictionary(Type=Name.Font, Subtype=Name.CIDFontType2, BaseFont=Name.Unknown, CIDSystemInfo=system, FontDescriptor=one.add(descriptor), DW=600, CIDToGIDMap=Name.Identity)
    outer = Dictionary(Type=Name.Font, Subtype=Name.Type0, BaseFont=Name.Unknown, Encoding=Name('/Identity-H'), DescendantFonts=Array([one.add(inner)]))
    codes = ''.join(f'{glyph:04x}' for glyph in glyphs)
    one.draw(f'BT /F1 14 Tf 50 200 Td <{codes}> Tj ET'.encode(), Font=Dictionary(F1=one.add(outer)))
    return one


def main() -> None:
    for name, one in {**texts(), **drawings(), 'document': document(), 'unknown': unknown_characters(), **pictures()}.items():
        one.pdf.save(f'{sys.argv[1]}/{name}.pdf')


if __name__ == '__main__':
    main()
