/**
 * Tests that Tesseract reads a rotated page a second time after it was turned upright, and that the words keep their
 * places in the picture.
 */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { python } from '../../../../test/support/python.ts';

/**
 * Draws a black word on a picture of 400 by 300 pixels and rotates the picture. A substitute for Tesseract reports the
 * box of the word. On a rotated picture, the substitute for Tesseract misses the second half of the word. Prints the
 * text, the rotation and the box of the recognized words, the box that the picture shows, and the number of recognized
 * pictures.
 */
const program = `
import json, os, re, tempfile
from PIL import Image
from engines.tools.tesseract import recognition

page = '''<html><body><div class='ocr_page' id='page_1' title='image "a"; bbox 0 0 %d %d; ppageno 0'>
<span class='ocr_line' id='line_1_1' title="bbox %s; %s; x_size 20; x_descenders 4; x_ascenders 5">
<span class='ocrx_word' id='word_1_1' title='bbox %s; x_wconf 90'>%s</span></span></div></body></html>'''
drawn = Image.new('L', (400, 300), 255)
drawn.paste(0, (50, 40, 150, 60))
seen = []

def run(picture, flags):
    with Image.open(picture) as image:
        box = ' '.join(map(str, image.point(lambda value: 255 - value).getbbox()))
        seen.append(image.size)
        is_upright = len(seen) > 1 or angle == 0
        direction = 'baseline 0.01 -4' if is_upright else f'textangle {360 - angle}'
        return page % (*image.size, box, direction, box, 'harbour' if is_upright else 'harb')

recognition.run = run
found = []
with tempfile.TemporaryDirectory() as folder:
    for angle in (0, 90, 180, 270):
        seen.clear()
        file = os.path.join(folder, 'page.png')
        picture = drawn.rotate(-angle, expand=True)
        picture.save(file)
        hocr = recognition.hocr_of(file, [])
        [word] = recognition.words_in(hocr)
        box = list(map(int, recognition.BOX.findall(hocr)[-1]))
        shown = list(picture.point(lambda value: 255 - value).getbbox())
        found.append([word.text, word.angle, list(word.picture) == list(picture.size), box == shown, 'baseline' in hocr, len(seen)])
    seen.clear()
    angle = 90
    late = recognition.words_in(recognition.hocr_of(file, [], lambda: False))
print(json.dumps([*found, [late[0].text, len(seen)]]))
`;

test('turns a rotated page upright and recognizes its text again', () => {
  assert.deepEqual(JSON.parse(python(program)), [
    ['harbour', 0, true, true, true, 1],
    ['harbour', 90, true, true, false, 2],
    ['harbour', 180, true, true, false, 2],
    ['harbour', 270, true, true, false, 2],
    ['harb', 1],
  ]);
});
