/** Tests the picture that OCRmyPDF passes to text recognition. */
import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { test } from 'node:test';
import { promisify } from 'node:util';
import { pythonEnv } from '../../../../test/support/python.ts';

/** Prints the mode, the number of pixels and the width in inches of the picture that is recognized. */
const program = `
import sys
from PIL import Image
from engines.tools.ocrmypdf.smaller_pictures import filter_ocr_image
image = Image.new(sys.argv[1], (int(sys.argv[2]), int(sys.argv[3])))
image.info['dpi'] = (600, 600)
read = filter_ocr_image(page=None, image=image)
print(read.mode, read.width * read.height, round(read.width / read.info['dpi'][0], 2))
`;

async function recognized(mode: string, width: number, height: number): Promise<string> {
  const { stdout } = await promisify(execFile)(
    '/usr/bin/python3',
    ['-c', program, mode, String(width), String(height)],
    { env: pythonEnv },
  );
  return stdout.trim();
}

test('scales large page scans down to 16 million pixels and keeps their size in inches', async () => {
  const [mode, pixels, inches] = (await recognized('1', 6000, 9000)).split(' ');
  assert.deepEqual([mode, inches], ['L', '10.0']);
  assert.ok(Number(pixels) <= 16_000_000 && Number(pixels) > 15_900_000, pixels);
});

test('does not scale down page scans with fewer than 16 million pixels', async () => {
  assert.equal(await recognized('L', 3000, 5000), 'L 15000000 5.0');
});
