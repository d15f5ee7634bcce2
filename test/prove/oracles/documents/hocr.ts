/**
 * The oracle for hOCR, an HTML format for OCR results. Checks that the words of the scanned page are in order, and that
 * each word has the right position.
 */
import assert from 'node:assert/strict';
import { python } from '../../../samples/run.ts';
import { lineCentre, scannedTexts } from '../../../samples/documents/scan.ts';

/** Left, top, right and bottom in pixels from the upper left corner. */
type Box = readonly [number, number, number, number];

export interface HocrPage {
  box: Box;
  words: readonly { text: string; box: Box }[];
}

const read = `
import json, re, sys
from xml.etree import ElementTree
def box(element): return [int(n) for n in re.search(r'bbox (-?\\d+) (-?\\d+) (-?\\d+) (-?\\d+)', element.get('title')).groups()]
def of(root, kind): return [one for one in root.iter() if one.get('class') == kind]
root = ElementTree.parse(sys.argv[1]).getroot()
ids = [one.get('id') for one in root.iter() if one.get('id')]
assert len(set(ids)) == len(ids), 'an identifier is there twice'
print(json.dumps([
    {'box': box(page), 'words': [{'text': ''.join(word.itertext()).strip(), 'box': box(word)} for word in of(page, 'ocrx_word')]}
    for page in of(root, 'ocr_page')
]))`;

/** Returns the pages of an hOCR file. Throws if the file is not well-formed XML or uses an identifier twice. */
export async function hocrPages(file: string): Promise<HocrPage[]> {
  const { stdout } = await python(read, [file]);
  return JSON.parse(stdout.toString()) as HocrPage[];
}

export async function checkHocr(file: string): Promise<void> {
  const pages = await hocrPages(file);
  assert.equal(pages.length, 1, 'one page');
  const [{ box, words } = { box: [0, 0, 0, 0] as const, words: [] }] = pages;
  let next = 0;
  for (const [line, text] of scannedTexts.entries()) {
    for (const word of text.split(' ')) {
      const at = words.findIndex((one, n) => n >= next && one.text === word);
      assert.ok(at >= 0, `“${word}” of “${text}” is missing or out of place`);
      const [left, top, right, bottom] = words[at]?.box ?? [0, 0, 0, 0];
      assert.ok(
        left >= 0 && left < right && right <= box[2],
        `“${word}” is beside the page: ${left}–${right}`,
      );
      const centre = (top + bottom) / 2 / box[3];
      // The tolerance is slightly less than half of the distance between two lines.
      assert.ok(Math.abs(centre - lineCentre(line)) < 0.02, `“${word}” stands at ${centre} of the height`);
      next = at + 1;
    }
  }
}
