"""Writes a PDF in which each page shows a picture of one kind, and prints the kinds in the order of the pages."""
import io
import sys
import zlib

import pikepdf
from PIL import Image, ImageChops, ImageDraw
from pikepdf import Array, Dictionary, Name, String

WIDTH, HEIGHT = 450, 300
PROFILES = '/usr/share/color/icc/ghostscript/'
WHITE = Array([0.9505, 1, 1.089])
COLOURS = ('red', 'yellow', 'lime', 'cyan', 'blue', 'magenta', 'black', 'white')


def photo(mode: str):
    """Returns a smooth picture with noise and shapes in strong colours."""
    gradient = Image.linear_gradient('L')
    bands = [one.resize((WIDTH, HEIGHT)) for one in (Image.radial_gradient('L'), gradient, gradient.rotate(90))]
    image = Image.merge('RGB', bands)
    pencil = ImageDraw.Draw(image)
    for n, colour in enumerate(COLOURS):
        pencil.ellipse((n * 55 + 5, 20 + n * 25, n * 55 + 55, 70 + n * 25), fill=colour)
    noise = Image.effect_noise((WIDTH, HEIGHT), 24).convert('RGB')
    return ImageChops.add(image, noise, 1, -128).convert(mode)


def drawing():
    """Returns a black and white picture of thin lines."""
    image = Image.new('1', (WIDTH, HEIGHT), 1)
    pencil = ImageDraw.Draw(image)
    for n in range(0, WIDTH, 7):
        pencil.arc((n, n * 3 % 200, n + 90, n * 3 % 200 + 90), n, n + 200, fill=0, width=2)
    return image


def saved(image, kind: str, **options) -> bytes:
    content = io.BytesIO()
    image.save(content, kind, **options)
    return content.getvalue()


def halves(data: bytes) -> bytes:
    """Packs two values of 4 bits into each byte."""
    return bytes(a << 4 | b for a, b in zip(data[::2], data[1::2]))


class Kinds:
    def __init__(self, pdf):
        self.pdf = pdf
        self.rgb, self.gray, self.cmyk = photo('RGB'), photo('L'), photo('CMYK')

    def coded(self, content: bytes, coding, space=None, bits: int = 8, size=(WIDTH, HEIGHT), **members):
        stream = self.pdf.make_stream(b'')
        stream.write(content, filter=coding)
        stream.Type, stream.Subtype = Name.XObject, Name.Image
        stream.Width, stream.Height = size
        for key, value in {'ColorSpace': space, 'BitsPerComponent': bits, **members}.items():
            if value is not None:
                stream[f'/{key}'] = value
        return stream

    def bare(self, image, space, bits: int = 8, data: bytes | None = None, **members):
        content = zlib.compress(image.tobytes() if data is None else data)
        return self.coded(content, Name.FlateDecode, space, bits, **members)

    def profile(self, name: str, count: int):
        with open(PROFILES + name, 'rb') as file:
            profile = self.pdf.make_stream(file.read())
        profile.N = count
        return Array([Name.ICCBased, profile])

    def jpegs(self):
        jpeg = saved(self.rgb, 'JPEG', quality=95, subsampling=0)
        yield 'rgb-jpeg', self.coded(jpeg, Name.DCTDecode, Name.DeviceRGB)
        yield 'gray-jpeg', self.coded(saved(self.gray, 'JPEG', quality=95), Name.DCTDecode, Name.DeviceGray)
        inverse = Array([1, 0] * 4)
        yield 'cmyk-jpeg', self.coded(saved(self.cmyk, 'JPEG', quality=95), Name.DCTDecode, Name.DeviceCMYK, Decode=inverse)
        yield 'packed-jpeg', self.coded(zlib.compress(jpeg), Array([Name.FlateDecode, Name.DCTDecode]), Name.DeviceRGB)
        yield 'jpeg2000', self.coded(saved(self.rgb, 'JPEG2000'), Name.JPXDecode, Name.DeviceRGB, None)

    def spaces(self):
        yield 'rgb', self.bare(self.rgb, Name.DeviceRGB, data=self.rgb.tobytes() + b'\n')
        yield 'gray', self.bare(self.gray, Name.DeviceGray)
        yield 'gray-inverse', self.bare(self.gray, Name.DeviceGray, Decode=Array([1, 0]))
        yield 'cmyk', self.bare(self.cmyk, Name.DeviceCMYK)
        yield 'rgb-profile', self.bare(self.rgb, self.profile('srgb.icc', 3))
        yield 'cmyk-profile', self.bare(self.cmyk, self.profile('default_cmyk.icc', 4))
        yield 'calibrated', self.bare(self.rgb, Array([Name.CalRGB, Dictionary(WhitePoint=WHITE, Gamma=Array([1.8] * 3))]))
        tint = Dictionary(FunctionType=2, Domain=Array([0, 1]), C0=Array([0] * 4), C1=Array([0, 0.9, 0.2, 0]), N=1)
        yield 'ink', self.bare(self.gray, Array([Name.Separation, Name.Rose, Name.DeviceCMYK, tint]))
        lab = Array([Name.Lab, Dictionary(WhitePoint=WHITE, Range=Array([-100, 100] * 2))])
        yield 'lab', self.bare(self.rgb, lab)
        mix = self.pdf.make_stream(b'{ 0 }', {'/FunctionType': 4, '/Domain': Array([0, 1] * 3), '/Range': Array([0, 1] * 4)})
        names = Array([Name.Cyan, Name.Magenta, Name.Yellow])
        yield 'inks', self.bare(self.rgb, Array([Name.DeviceN, names, Name.DeviceCMYK, mix]))

    def depths(self):
        yield '3-bits', self.bare(self.rgb, Name.DeviceRGB, 1, (b'\x1b\x3c\xa5' * 57)[:(3 * WIDTH + 7) // 8] * HEIGHT)
        yield '16-bits', self.bare(self.rgb, Name.DeviceRGB, 16, b''.join(bytes((one, 77)) for one in self.rgb.tobytes()))
        yield '4-bits', self.bare(self.gray, Name.DeviceGray, 4, halves(self.gray.point(lambda one: one >> 4).tobytes()))
        many, few = self.rgb.quantize(200), self.rgb.quantize(16)
        colours = String(bytes(many.getpalette()[:600]))
        yield 'palette', self.bare(many, Array([Name.Indexed, Name.DeviceRGB, 199, colours]))
        lookup = self.pdf.make_stream(bytes(few.getpalette()[:48]))
        yield '4-bit-palette', self.bare(few, Array([Name.Indexed, Name.DeviceRGB, 15, lookup]), 4, halves(few.tobytes()))
        inks = String(bytes(value for n in range(200) for value in (n, 200 - n, 50, 0)))
        yield 'cmyk-palette', self.bare(many, Array([Name.Indexed, Name.DeviceCMYK, 199, inks]))

    def masks(self):
        soft = Image.radial_gradient('L').resize((WIDTH, HEIGHT))
        yield 'soft-mask', self.bare(self.rgb, Name.DeviceRGB, SMask=self.bare(soft, Name.DeviceGray))
        matted = self.bare(soft, Name.DeviceGray, Matte=Array([0, 0, 0]))
        yield 'matte', self.bare(self.rgb, Name.DeviceRGB, SMask=matted)
        yield 'colour-key', self.bare(self.rgb, Name.DeviceRGB, Mask=Array([200, 255, 0, 255, 0, 255]))
        stencil = self.bare(drawing(), None, 1, ImageMask=True)
        yield 'stencil-mask', self.bare(self.rgb, Name.DeviceRGB, Mask=stencil)
        yield 'stencil', self.bare(drawing(), None, 1, ImageMask=True)
        yield 'bilevel', self.bare(drawing(), Name.DeviceGray, 1)
        yield 'bilevel-inverse', self.bare(drawing(), Name.DeviceGray, 1, Decode=Array([1, 0]))
        red_green = String(bytes((200, 0, 0, 0, 200, 0)))
        yield 'bilevel-palette', self.bare(drawing(), Array([Name.Indexed, Name.DeviceRGB, 1, red_green]), 1)


def main(result: str) -> None:
    pdf = pikepdf.new()
    kinds = Kinds(pdf)
    content = b'0.8 0.9 1 rg 0 0 120 85 re f 0 0.4 0 rg q 108 0 0 72 6 6 cm /P Do Q'
    for part in (kinds.jpegs, kinds.spaces, kinds.depths, kinds.masks):
        for name, picture in part():
            # The test finds the picture in the result by the key `/Kind`, which the conversion keeps.
            picture.Kind = String(name)
            resources = Dictionary(XObject=Dictionary(P=pdf.make_indirect(picture)))
            page = Dictionary(Type=Name.Page, MediaBox=Array([0, 0, 120, 85]), Resources=resources, Contents=pdf.make_stream(content))
            pdf.pages.append(pikepdf.Page(pdf.make_indirect(page)))
            print(name)
    pdf.save(result)


main(sys.argv[1])
