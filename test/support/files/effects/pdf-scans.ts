/**
 * Checks that scans are straightened, cleaned, compressed and made searchable. MuPDF renders the results, and poppler
 * reads their text.
 */
import assert from 'node:assert/strict';
import path from 'node:path';
import { python, run } from '../../../samples/run.ts';
import { bytes, outputOf, pixel, textOfPages } from '../../results/measure.ts';
import type { Effect, OptionValues, Workbench } from '../../results/workbench.ts';

/**
 * Python program that makes a PDF like the PDFs of scanners. The pages are A4 at 300 dpi and slightly rotated. Each
 * page has lines of text, a coloured picture and a red ellipse on gray paper with noise.
 */
const scanner = `
import io, random, sys
import img2pdf
from PIL import Image, ImageChops, ImageDraw, ImageFilter, ImageFont
font = ImageFont.truetype('/usr/share/fonts/truetype/dejavu/DejaVuSans.ttf', 42)
words = 'harbour anchor letter garden window copper silver engine morning station paper winter ladder bridge market'.split()
pages = []
for n in range(int(sys.argv[2])):
    choice = random.Random(n)
    page = Image.new('RGB', (2480, 3508), (236, 232, 222))
    drawn = ImageDraw.Draw(page)
    for line in range(50):
        if 27 <= line < 40:
            drawn.text((250, 300 + 60 * line), ' '.join(choice.choice(words) for _ in range(11)), fill=(25, 25, 30), font=font)
    gradient = Image.radial_gradient('L').resize((1500, 650))
    page.paste(Image.merge('RGB', [gradient, ImageChops.invert(gradient), gradient.rotate(180)]), (450, 1220))
    drawn.ellipse((1900, 3250, 2150, 3400), outline=(200, 30, 40), width=10)
    page = page.rotate(1.5, Image.Resampling.BICUBIC, fillcolor=(236, 232, 222)).filter(ImageFilter.GaussianBlur(0.8))
    noise = Image.effect_noise(page.size, 14)
    page = ImageChops.add(page, Image.merge('RGB', [noise] * 3), 1, -128)
    content = io.BytesIO()
    page.save(content, 'JPEG', quality=92, dpi=(300, 300))
    pages.append(content.getvalue())
with open(sys.argv[1], 'wb') as file:
    file.write(img2pdf.convert(pages))
`;

/** Writes a PDF of scanned pages to `dir`, and returns its path. `pages` is the number of pages. */
export async function scannedFile(dir: string, pages: number): Promise<string> {
  const file = path.join(dir, `scanned-${pages}.pdf`);
  await python(scanner, [file, String(pages)]);
  return file;
}

/**
 * Python program that prints the difference in brightness between the light and the dark rows of pixels in a picture.
 * The difference between light and dark rows is large if the lines of text are horizontal. If the lines are tilted,
 * each row of pixels contains both text and gaps, so all rows are similarly bright.
 */
const gap = `
import sys
from PIL import Image
page = Image.open(sys.argv[1]).convert('L')
page = page.crop((page.width // 5, page.height // 2, page.width * 4 // 5, page.height * 4 // 5))
rows = sorted(page.resize((1, page.height), Image.Resampling.BOX).getdata())
print(rows[-len(rows) // 5] - rows[len(rows) // 5])
`;

const contrastOfLines = async (picture: string) => Number((await python(gap, [picture])).stdout.toString());

async function drawn(file: string): Promise<string> {
  await run('/usr/bin/mutool', ['draw', '-q', '-r', '100', '-o', `${file}.png`, file, '1']);
  return `${file}.png`;
}

export const pdfScans = (lab: Workbench): readonly Effect[] => [
  {
    shows: ['deskew', 'clean', 'scan_compression'],
    description: 'a scan is straightened, cleaned, compressed and made searchable',
    see: async () => {
      const source = await scannedFile(lab.dir, 1);
      const converted = (options: OptionValues) => lab.converted('pdf', 'pdf', options, source);
      const before = await drawn(source);
      const straight = await drawn(await converted({ deskew: 'true' }));
      const contrast = await contrastOfLines(straight);
      assert.ok(contrast > 2 * (await contrastOfLines(before)), `${contrast}`);
      const cleaned = await drawn(await converted({ clean: 'true' }));
      assert.ok(Math.min(...(await colours(cleaned, 20, 20))) > 250);
      assert.ok(Math.min(...(await colours(before, 20, 20))) < 240);
      await assertCompressed(lab, source);
    },
  },
];

/** Returns the colour of a pixel in numeric form. ImageMagick prints white as a name, which this function replaces. */
const rgb = async (picture: string, x: number, y: number) =>
  (await pixel(picture, x, y)).replace(/^white$/, '(255,255,255)');

const colours = async (picture: string, x: number, y: number) =>
  (/\((\d+),(\d+),(\d+)/.exec(await rgb(picture, x, y))?.slice(1) ?? []).map(Number);

async function assertCompressed(lab: Workbench, source: string): Promise<void> {
  const size = await bytes(source);
  const all: OptionValues = { deskew: 'true', clean: 'true', ocr: 'true', language: 'eng' };
  const small = await lab.converted('pdf', 'pdf', { ...all, scan_compression: 'layers' }, source);
  assert.ok((await bytes(small)) < size / 20, `${await bytes(small)} of ${size}`);
  assert.match(await textOfPages(small), /(harbour|anchor|letter|garden|window|copper|silver)\s[^]*engine/);
  const listed = await outputOf('/usr/bin/pdfimages', ['-list', small]);
  assert.match(listed, /jpx[^]*jbig2|jbig2[^]*jpx/);
  // The coloured picture on the page is still green in the middle.
  const [red = 0, green = 0] = await colours(await drawn(small), 400, 515);
  assert.ok(green > 150 && red < 120, `${red}, ${green}`);
  const bilevel = await lab.converted('pdf', 'pdf', { clean: 'true', scan_compression: 'jbig2' }, source);
  assert.match(await outputOf('/usr/bin/pdfimages', ['-list', bilevel]), / 1 +jbig2 /);
  const colour = await lab.converted('pdf', 'pdf', { scan_compression: 'jpeg2000' }, source);
  assert.match(await outputOf('/usr/bin/pdfimages', ['-list', colour]), / 3 +8 +jpx /);
  assert.ok((await bytes(colour)) < size);
  const { headers } = await lab.send(await lab.samples.get('pdf'), 'pdf', 'pdf', { clean: 'true' });
  assert.match(headers.get('x-conversion-warnings') ?? '', /pages_not_scanned/);
}
