/** Tests that poppler reads all pixels of the encoded pictures unchanged. */
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { after, test } from 'node:test';
import { encodeJbig2 } from './jbig2.ts';

const dir = mkdtempSync(path.join(tmpdir(), 'protean-jbig2-'));
after(() => rmSync(dir, { recursive: true }));

/** Returns a PDF whose only page is the picture. */
function pdfOf(width: number, height: number, content: Buffer): Buffer {
  const page = Buffer.from(`${width} 0 0 ${height} 0 0 cm /I Do`);
  const objects = [
    '<< /Type /Catalog /Pages 2 0 R >>',
    '<< /Type /Pages /Kids [3 0 R] /Count 1 >>',
    `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 ${width} ${height}] /Contents 4 0 R /Resources << /XObject << /I 5 0 R >> >> >>`,
    `<< /Length ${page.length} >>\nstream\n${page.toString()}\nendstream`,
    `<< /Type /XObject /Subtype /Image /Width ${width} /Height ${height} /BitsPerComponent 1 /ColorSpace /DeviceGray /Filter /JBIG2Decode /Length ${content.length} >>\nstream\n${content.toString('latin1')}\nendstream`,
  ];
  const body = objects.map((text, n) => `${n + 1} 0 obj\n${text}\nendobj\n`).join('');
  return Buffer.from(`%PDF-1.5\n${body}trailer\n<< /Root 1 0 R /Size 6 >>\n%%EOF\n`, 'latin1');
}

/** Returns the rows of the picture in a PBM file. A set bit is black. */
function pbmOf(file: string): Buffer {
  const content = readFileSync(file);
  const [head = ''] = /^P4\s+(#[^\n]*\n)?\d+\s+\d+\s/.exec(content.toString('latin1', 0, 200)) ?? [];
  assert.notEqual(head, '');
  return content.subarray(head.length);
}

/** Pseudo-random numbers below 256, the same in each run. */
function* numbers(): Generator<number, never> {
  let state = 1;
  for (;;) {
    state = (Math.imul(state, 1103515245) + 12345) >>> 0;
    yield state >>> 24;
  }
}

const noise = numbers();
const pictures: Readonly<Record<string, (x: number, y: number) => boolean>> = {
  white: () => false,
  black: () => true,
  lines: (x, y) => (x + 3 * y) % 16 < 5,
  noise: () => noise.next().value > 127,
};

for (const [name, isBlack] of Object.entries(pictures))
  for (const [width, height] of [
    [64, 40],
    [1, 1],
    [333, 257],
  ] as const)
    test(`Poppler reads the original pixels from a JBIG2 picture of ${width} × ${height} pixels (${name})`, () => {
      const stride = (width + 7) >> 3;
      const bits = new Uint8Array(stride * height);
      for (let y = 0; y < height; y += 1)
        for (let x = 0; x < width; x += 1)
          if (isBlack(x, y))
            bits[y * stride + (x >> 3)] = (bits[y * stride + (x >> 3)] ?? 0) | (0x80 >> (x & 7));
      const file = path.join(dir, `${name}-${width}.pdf`);
      writeFileSync(file, pdfOf(width, height, encodeJbig2({ width, height, bits })));
      execFileSync('/usr/bin/pdfimages', [file, `${file}-`], { stdio: 'pipe' });
      assert.deepEqual(pbmOf(`${file}--000.pbm`), Buffer.from(bits));
    });
