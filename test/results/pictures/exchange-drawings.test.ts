/**
 * DXF and DWG drawings look as in CAD programs: text stays text, hidden layers are omitted, and blocks are inserted.
 */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  exchangeDrawing,
  groups,
  insert,
  layer,
  lettered,
  line,
} from '../../samples/documents/exchange-drawing.ts';
import { openConverter } from '../../support/server/test-app.ts';

const convertFile = openConverter();

const convert = (file: string | Uint8Array, target: string, name = 'in.dxf') =>
  convertFile(new File([file], name), target);

async function drawn(file: string | Uint8Array, name?: string): Promise<string> {
  const { status, body, error } = await convert(file, 'svg', name);
  assert.equal(status, 200, error.message);
  return body.toString();
}

const plan = exchangeDrawing({
  layers: [
    layer('0'),
    layer('OFF', { off: true }),
    layer('FROZEN', { frozen: true }),
    layer('RED', { colour: 1 }),
  ],
  blocks: { DOOR: [groups('0 CIRCLE; 8 0; 10 0; 20 0; 40 5')] },
  entities: [
    line(0, 0, 200, 0, 'RED'),
    line(0, 0, 0, 100),
    insert('DOOR', 50, 50),
    lettered('Harbour café', 10, 80, 10),
    lettered('unseen', 10, 60, 10, 'OFF'),
    lettered('frosted', 10, 40, 10, 'FROZEN'),
    groups('0 MTEXT; 100 AcDbEntity; 8 0; 100 AcDbMText; 10 10; 20 30; 40 5; 41 100; 1 First\\Psecond line'),
  ],
});

test('converts a DXF drawing to SVG with its text and layer colours, but without hidden layers', async () => {
  const svg = await drawn(plan);
  for (const word of ['Harbour café', 'First', 'second']) assert.ok(svg.includes(word), word);
  assert.doesNotMatch(svg, /unseen|frosted/);
  assert.match(svg, /stroke="#ff0000"/);
  // The longer side of the drawing is 1600 pixels, and the margin is 16 pixels. The y axis of DXF points up.
  assert.match(svg, /<path d="M16 816L1616 816" stroke="#ff0000"/);
});

test('keeps the text of a DXF drawing searchable in pdf', async () => {
  const pdf = await convert(plan, 'pdf');
  assert.equal(pdf.status, 200, pdf.error.message);
  const text = await convert(pdf.body, 'txt', 'drawn.pdf');
  assert.match(text.body.toString(), /Harbour café/);
});

test('draws a DXF file without an extension, and omits entities that cannot be drawn', async () => {
  const entities = [line(0, 0, 9, 9), groups('0 HATCH; 100 AcDbEntity; 8 0; 100 AcDbHatch; 2 X; 91 0')];
  assert.match(await drawn(exchangeDrawing({ entities }), 'drawing'), /<path/);
});

test('decodes the text of old DXF files with the encoding that the header declares', async () => {
  const cyrillic = exchangeDrawing({
    header: groups('9 $DWGCODEPAGE; 3 ANSI_1251'),
    entities: [lettered('\xcf\xf0\xe8\xe2\xe5\xf2', 0, 0, 5)],
  });
  assert.match(await drawn(Buffer.from(cyrillic, 'latin1')), /Привет/);
});

test('draws a binary DXF file', async () => {
  const binary = (text: string) => {
    const lines = text.split('\n').slice(0, -1);
    const parts = Array.from({ length: lines.length / 2 }, (_, n) => {
      const code = Number(lines[2 * n]);
      const value = lines[2 * n + 1] ?? '';
      const head = Buffer.alloc(2);
      head.writeUInt16LE(code);
      const number = Buffer.alloc(8);
      if ((code >= 10 && code < 60) || (code >= 210 && code < 240)) number.writeDoubleLE(Number(value));
      else if (code >= 60 && code < 80) number.writeInt16LE(Number(value));
      else return Buffer.concat([head, Buffer.from(`${value}\0`)]);
      return Buffer.concat([head, number.subarray(0, code >= 60 && code < 80 ? 2 : 8)]);
    });
    return Buffer.concat([Buffer.from('AutoCAD Binary DXF\r\n\x1a\0', 'latin1'), ...parts]);
  };
  const entities = [line(0, 0, 100, 50), lettered('binary words', 10, 10, 5)];
  assert.match(await drawn(binary(exchangeDrawing({ entities })), 'b'), /binary words/);
});

test('refuses a DXF file in which a block contains itself or is inserted too often', async () => {
  const itself = exchangeDrawing({ entities: [insert('A', 0, 0)], blocks: { A: [insert('A', 1, 1)] } });
  const many = exchangeDrawing({
    entities: [insert('A', 0, 0, ...groups('70 9999; 71 9999; 44 1; 45 1'))],
    blocks: { A: [line(0, 0, 1, 1)] },
  });
  for (const [file, reason] of [
    [itself, 'too_deep'],
    [many, 'too_complex'],
  ] as const) {
    const { status, error } = await convert(file, 'svg');
    assert.deepEqual([status, error.details?.['reason']], [400, reason]);
  }
});
