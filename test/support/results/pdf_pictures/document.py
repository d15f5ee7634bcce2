"""Writes a tagged PDF of 2 pages with the content that a program may lose when it rewrites a file: tags, a link, form
fields, bookmarks, a named destination, an attachment, a layer, a soft mask, a CMYK picture and a shared picture."""
import io
import sys
import zlib

import pikepdf
from PIL import Image
from pikepdf import Array, Dictionary, Name, String

SIZE = (800, 600)
PAGE_CONTENT = '''
/H1 <</MCID 0>> BDC BT /F 20 Tf 50 740 Td (Heading of page {page}) Tj ET EMC
/P <</MCID 1>> BDC BT /F 12 Tf 50 710 Td (Words of the harbour) Tj ET EMC
/Figure <</MCID 2>> BDC q {width} 0 0 {height} 50 450 cm /Shared Do Q EMC
/Artifact BMC q 200 0 0 150 50 280 cm /Soft Do Q
/OC /Layer BDC q 200 0 0 150 300 280 cm /Inks Do Q EMC EMC
'''


def noise(mode: str):
    bands = [Image.effect_noise(SIZE, 30 + 9 * n) for n in range({'L': 1, 'RGB': 3, 'CMYK': 4}[mode])]
    return bands[0] if mode == 'L' else Image.merge(mode, bands)


def jpeg(image) -> bytes:
    content = io.BytesIO()
    image.save(content, 'JPEG', quality=95)
    return content.getvalue()


class Document:
    def __init__(self):
        self.pdf = pikepdf.new()
        self.font = self.made(Type=Name.Font, Subtype=Name.Type1, BaseFont=Name.Helvetica)
        soft = self.picture(zlib.compress(Image.linear_gradient('L').resize(SIZE).tobytes()), Name.FlateDecode, Name.DeviceGray)
        soft_picture = self.picture(zlib.compress(noise('RGB').tobytes()), Name.FlateDecode, Name.DeviceRGB)
        soft_picture.SMask = soft
        inks = self.picture(jpeg(noise('CMYK')), Name.DCTDecode, Name.DeviceCMYK)
        inks.Decode = Array([1, 0] * 4)
        shared = self.picture(jpeg(noise('RGB')), Name.DCTDecode, Name.DeviceRGB)
        self.pictures = Dictionary(Shared=shared, Soft=soft_picture, Inks=inks)
        self.layer = self.made(Type=Name.OCG, Name=String('Print only'))

    def made(self, **members):
        return self.pdf.make_indirect(Dictionary(**members))

    def picture(self, content: bytes, coding, space):
        stream = self.pdf.make_stream(b'')
        stream.write(content, filter=coding)
        stream.Type, stream.Subtype, stream.ColorSpace, stream.BitsPerComponent = Name.XObject, Name.Image, space, 8
        stream.Width, stream.Height = SIZE
        return stream

    def add_page(self, n: int):
        content = PAGE_CONTENT.format(page=n + 1, width=80 * (n + 1), height=60 * (n + 1)).encode()
        resources = Dictionary(Font=Dictionary(F=self.font), XObject=self.pictures, Properties=Dictionary(Layer=self.layer))
        page = self.made(Type=Name.Page, MediaBox=Array([0, 0, 595, 842]), Resources=resources, StructParents=n)
        page.Contents, page.Tabs = self.pdf.make_stream(content), Name.S
        self.pdf.pages.append(pikepdf.Page(page))

    def tag(self):
        root = self.made(Type=Name.StructTreeRoot)
        document = self.made(Type=Name.StructElem, S=Name.Document, P=root)
        root.K, kids, numbers = document, [], []
        for n, page in enumerate(self.pdf.pages):
            marks = [self.element(kind, document, page.obj, mark) for mark, kind in enumerate(('H1', 'P', 'Figure'))]
            marks[2].Alt = String(f'A picture of the harbour {n + 1}')
            kids += marks
            numbers += [n, self.pdf.make_indirect(Array(marks))]
        link = self.element('Link', document, self.pdf.pages[0].obj, None)
        link.K = Dictionary(Type=Name.OBJR, Obj=self.link, Pg=self.pdf.pages[0].obj)
        document.K, root.ParentTree = Array([*kids, link]), Dictionary(Nums=Array([*numbers, 2, link]))
        self.pdf.Root.StructTreeRoot, self.pdf.Root.MarkInfo, self.pdf.Root.Lang = root, Dictionary(Marked=True), String('en')

    def element(self, kind: str, parent, page, mark):
        element = self.made(Type=Name.StructElem, S=Name(f'/{kind}'), P=parent, Pg=page)
        if mark is not None:
            element.K = mark
        return element

    def add_interaction(self):
        action = Dictionary(S=Name.URI, URI=String('https://harbour.example/'))
        self.link = self.made(Type=Name.Annot, Subtype=Name.Link, Rect=Array([50, 700, 200, 725]), A=action, StructParent=2)
        look = self.pdf.make_stream(b'/Tx BMC BT /F 12 Tf 2 4 Td (Ada) Tj ET EMC')
        look.Type, look.Subtype, look.BBox = Name.XObject, Name.Form, Array([0, 0, 150, 20])
        look.Resources = Dictionary(Font=Dictionary(F=self.font))
        place = Array([50, 200, 200, 220])
        field = self.made(Type=Name.Annot, Subtype=Name.Widget, FT=Name.Tx, T=String('name'), V=String('Ada'), Rect=place, F=4)
        field.DA, field.AP = String('/F 12 Tf 0 g'), Dictionary(N=look)
        self.pdf.pages[0].obj.Annots = Array([self.link, field])
        resources = Dictionary(Font=Dictionary(F=self.font))
        self.pdf.Root.AcroForm = Dictionary(Fields=Array([field]), DR=resources, DA=String('/F 12 Tf 0 g'))
        states = Dictionary(Order=Array([self.layer]), OFF=Array([self.layer]))
        self.pdf.Root.OCProperties = Dictionary(OCGs=Array([self.layer]), D=states)
        names = Array([String('second'), Array([self.pdf.pages[1].obj, Name.Fit])])
        self.pdf.Root.Names = Dictionary(Dests=Dictionary(Names=names))
        self.pdf.attachments['notes.txt'] = pikepdf.AttachedFileSpec(self.pdf, b'attached words', filename='notes.txt')
        with self.pdf.open_outline() as outline:
            outline.root.append(pikepdf.OutlineItem('Second page', 1))

    def write(self, result: str):
        for n in range(2):
            self.add_page(n)
        self.add_interaction()
        self.tag()
        self.pdf.save(result)


Document().write(sys.argv[1])
