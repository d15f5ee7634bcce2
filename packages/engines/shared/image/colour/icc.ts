/**
 * Writes the ICC profile of a colour description, so that colour management can apply it. sharp, libvips and Pillow
 * cannot create profiles from primaries.
 */
import type { ColourDescription, Transfer } from './description.ts';
import { adaptationTo, colourants, d50, transposed, xyz, type Row } from './matrices.ts';

/** Returns an RGB profile, or a profile for gray pictures. */
export function iccProfile({ primaries, transfer }: ColourDescription, isGray: boolean): Buffer {
  const adaptation = adaptationTo(d50, xyz(primaries.white));
  const curve = curveOf(transfer);
  const name = Buffer.from('Colours of the source', 'utf16le').swap16();
  const tags: [string, Buffer][] = [
    ['desc', text(name)],
    ['cprt', text(Buffer.from('CC0', 'utf16le').swap16())],
    ['wtpt', points(d50)],
    ...(isGray
      ? [['kTRC', curve] as [string, Buffer]]
      : [
          ...transposed(colourants(primaries)).map((colour, n): [string, Buffer] => [
            colourNames('XYZ')[n] ?? '',
            points(colour),
          ]),
          ...colourNames('TRC').map((tag): [string, Buffer] => [tag, curve]),
        ]),
    ['chad', fixed('sf32', adaptation.flat())],
  ];
  return assembled(isGray ? 'GRAY' : 'RGB ', tags);
}

const colourNames = (what: string) => ['r', 'g', 'b'].map((letter) => `${letter}${what}`);

/** Returns a parametric curve (ICC.1:2022, 10.18): an exponent, or sRGB's exponent and linear segment. */
function curveOf(transfer: Transfer): Buffer {
  const [kind, values] =
    typeof transfer === 'object'
      ? ([0, [transfer.exponent]] as const)
      : ([3, [2.4, 1 / 1.055, 0.055 / 1.055, 1 / 12.92, 0.04045]] as const);
  const head = Buffer.alloc(4);
  head.writeUInt16BE(kind, 0);
  return tag('para', Buffer.concat([head, fixedNumbers(values)]));
}

function tag(kind: string, content: Buffer): Buffer {
  return Buffer.concat([Buffer.from(kind, 'latin1'), Buffer.alloc(4), content]);
}

/** Returns a tag with an English string in UTF-16 (ICC.1:2022, 10.15). */
function text(content: Buffer): Buffer {
  const head = Buffer.alloc(20);
  head.writeUInt32BE(1, 0);
  head.writeUInt32BE(12, 4);
  head.write('enUS', 8, 'latin1');
  head.writeUInt32BE(content.length, 12);
  head.writeUInt32BE(28, 16);
  return tag('mluc', Buffer.concat([head, content]));
}

const points = (row: Row) => fixed('XYZ ', row);
const fixed = (kind: string, values: readonly number[]) => tag(kind, fixedNumbers(values));

/** Returns fixed-point numbers with 16 integer and 16 fractional bits. */
function fixedNumbers(values: readonly number[]): Buffer {
  const bytes = Buffer.alloc(4 * values.length);
  for (const [n, value] of values.entries()) bytes.writeInt32BE(Math.round(value * 65_536), 4 * n);
  return bytes;
}

const headLength = 128;

function assembled(space: string, tags: readonly [string, Buffer][]): Buffer {
  const table = Buffer.alloc(4 + 12 * tags.length);
  table.writeUInt32BE(tags.length, 0);
  const contents: Buffer[] = [];
  let at = headLength + table.length;
  for (const [n, [name, content]] of tags.entries()) {
    table.write(name, 4 + 12 * n, 'latin1');
    table.writeUInt32BE(at, 8 + 12 * n);
    table.writeUInt32BE(content.length, 12 + 12 * n);
    const padded = Buffer.concat([content, Buffer.alloc((4 - (content.length % 4)) % 4)]);
    contents.push(padded);
    at += padded.length;
  }
  return Buffer.concat([header(space, at), table, ...contents]);
}

/**
 * Returns the header (ICC.1:2022, 7.2) of a display profile. The date in the header is fixed, so that results are
 * reproducible.
 */
function header(space: string, length: number): Buffer {
  const head = Buffer.alloc(headLength);
  head.writeUInt32BE(length, 0);
  head.writeUInt32BE(0x0440_0000, 8);
  head.write(`mntr${space}XYZ `, 12, 'latin1');
  for (const [n, value] of [2000, 1, 1].entries()) head.writeUInt16BE(value, 24 + 2 * n);
  head.write('acsp', 36, 'latin1');
  fixedNumbers(d50).copy(head, 68);
  return head;
}
