/**
 * Makes documents of three pages. Each page has a block of a different colour, so the colours in a picture show which
 * pages the picture contains.
 */
import { writeFile } from 'node:fs/promises';
import sharp from 'sharp';
import { python } from '../../samples/run.ts';

const colours = ['red', 'green', 'blue'] as const;
export type PageColour = (typeof colours)[number];

const hex: Readonly<Record<PageColour, string>> = { red: '#ff0000', green: '#00ff00', blue: '#0000ff' };

const namespaces = [
  'office',
  'style',
  'text',
  'drawing',
  'presentation',
  'xsl-fo-compatible',
  'svg-compatible',
]
  .map((name) => {
    const prefix = name === 'drawing' ? 'draw' : name.replace('xsl-', '').replace('-compatible', '');
    return `xmlns:${prefix}="urn:oasis:names:tc:opendocument:xmlns:${name}:1.0"`;
  })
  .join(' ');

const openDocument = (kind: string, styles: string, body: string) =>
  `<?xml version="1.0" encoding="UTF-8"?>
<office:document ${namespaces} office:version="1.3" office:mimetype="application/vnd.oasis.opendocument.${kind}">
<office:automatic-styles>${styles}</office:automatic-styles><office:body>${body}</office:body></office:document>
`;

/** Returns an OpenDocument text document as a single XML file (fodt). */
export function colouredText(): string {
  const styles = colours.map(
    (colour) =>
      `<style:style style:name="${colour}" style:family="paragraph"><style:paragraph-properties fo:background-color="${hex[colour]}" fo:break-before="${colour === 'red' ? 'auto' : 'page'}"/></style:style>`,
  );
  const paragraphs = colours.map((colour) => `<text:p text:style-name="${colour}">${colour}</text:p>`);
  return openDocument('text', styles.join(''), `<office:text>${paragraphs.join('')}</office:text>`);
}

/** Returns an OpenDocument presentation as a single XML file (fodp). */
export function colouredSlides(): string {
  const styles = colours.map(
    (colour) =>
      `<style:style style:name="${colour}" style:family="graphic"><style:graphic-properties draw:fill="solid" draw:fill-color="${hex[colour]}"/></style:style>`,
  );
  const slides = colours.map(
    (colour) =>
      `<draw:page draw:name="${colour}"><draw:rect draw:style-name="${colour}" svg:x="2cm" svg:y="2cm" svg:width="10cm" svg:height="5cm"/></draw:page>`,
  );
  return openDocument(
    'presentation',
    styles.join(''),
    `<office:presentation>${slides.join('')}</office:presentation>`,
  );
}

/** Writes a workbook of three sheets. */
export async function colouredWorkbook(file: string): Promise<void> {
  const program = `
import json, openpyxl, sys
book = openpyxl.Workbook()
book.remove(book.active)
for name, colour in json.load(sys.stdin).items():
    cell = book.create_sheet(name)['A1']
    cell.value = name
    cell.fill = openpyxl.styles.PatternFill('solid', fgColor=colour[1:])
book.save(sys.argv[1])
`;
  await python(program, [file], JSON.stringify(hex));
}

/** Writes an EPUB of three chapters. */
export async function colouredBook(file: string): Promise<void> {
  const page = (colour: PageColour) =>
    `<html xmlns="http://www.w3.org/1999/xhtml"><head><title>${colour}</title></head><body><h1>${colour}</h1><p style="background: ${hex[colour]}">${colour}</p></body></html>`;
  const item = (colour: PageColour) =>
    `<item id="${colour}" href="${colour}.xhtml" media-type="application/xhtml+xml"/>`;
  const members = {
    mimetype: 'application/epub+zip',
    'META-INF/container.xml':
      '<container version="1.0" xmlns="urn:oasis:names:tc:opendocument:xmlns:container"><rootfiles><rootfile full-path="book.opf" media-type="application/oebps-package+xml"/></rootfiles></container>',
    'book.opf': `<package xmlns="http://www.idpf.org/2007/opf" version="2.0" unique-identifier="id"><metadata xmlns:dc="http://purl.org/dc/elements/1.1/"><dc:title>Colours</dc:title><dc:language>en</dc:language><dc:identifier id="id">colours</dc:identifier></metadata><manifest>${colours.map(item).join('')}</manifest><spine>${colours.map((colour) => `<itemref idref="${colour}"/>`).join('')}</spine></package>`,
    ...Object.fromEntries(colours.map((colour) => [`${colour}.xhtml`, page(colour)])),
  };
  const program = `
import json, sys, zipfile
with zipfile.ZipFile(sys.argv[1], 'w') as book:
    for name, text in json.load(sys.stdin).items():
        book.writestr(name, text)
`;
  await python(program, [file], JSON.stringify(members));
}

/** Writes a web page that is printed on three pages. */
export async function colouredPage(file: string): Promise<void> {
  const blocks = colours.map(
    (colour) => `<div style="break-after: page; background: ${hex[colour]}">${colour}</div>`,
  );
  await writeFile(file, `<!DOCTYPE html><title>Colours</title>${blocks.join('\n')}\n`);
}

/** Returns the colours of pages that occur in a picture. */
export async function coloursOf(picture: Buffer | string): Promise<PageColour[]> {
  const { data } = await sharp(picture)
    .removeAlpha()
    .toColourspace('srgb')
    .raw()
    .toBuffer({ resolveWithObject: true });
  const counts = [0, 0, 0];
  for (let at = 0; at + 2 < data.length; at += 3) {
    const pixel = [...data.subarray(at, at + 3)];
    const bright = pixel.findIndex((value) => value > 200);
    if (pixel.filter((value) => value < 60).length === 2 && bright >= 0)
      counts[bright] = (counts[bright] ?? 0) + 1;
  }
  return colours.filter((_, n) => (counts[n] ?? 0) > 20);
}
