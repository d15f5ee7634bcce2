/**
 * Damaged files, sent with the option `salvage`. With `salvage`, the server converts the readable part of a damaged
 * file. The files attack the repair code, which unpacks and searches files, or contain links that remain in the
 * repaired file.
 */
import { chunk, pngHead, pngOf } from '../../bytes/png.ts';
import { docx, linkedPicture, outside } from '../../bytes/open-xml.ts';
import { frame, openDocument } from '../../bytes/open-document.ts';
import { tar } from '../../bytes/tar.ts';
import { zip, type Member } from '../../bytes/zip.ts';
import { inCategory, type FileCase } from '../../case.ts';
import { up } from './archives.ts';
import { laughs, zeroes } from './bombs.ts';

const fields = { salvage: 'true' };

/** Returns the zip without the central directory at its end. */
const beheaded = (whole: Buffer) => whole.subarray(0, whole.indexOf(Buffer.from('504b0102', 'hex')));

const cutZip = (...members: readonly Member[]) => beheaded(zip(members));

const bomb = async (name: string): Promise<Member> => ({
  name,
  packed: { bytes: await zeroes.deflate(1100), plain: 1100 * 1024 * 1024, crc: 0 },
});

const rows: readonly FileCase[] = [
  {
    ...{ name: 'repair-zip-bomb', kind: 'resource', ext: 'zip', to: ['tar'], fields },
    make: async () => cutZip(await bomb('a'), await bomb('b'), { name: 'c', data: 'x' }),
  },
  {
    ...{ name: 'repair-zip-many', kind: 'resource', ext: 'zip', to: ['tar'], fields },
    make: () => beheaded(zip(Array.from({ length: 200_000 }, (_, n) => ({ name: `${n}` })))),
  },
  {
    // Each member declares that all bytes after its header are its content.
    ...{ name: 'repair-zip-overlapping', kind: 'resource', ext: 'zip', to: ['tar'], fields },
    make: () => {
      const one = beheaded(zip([{ name: 'a', stored: true, data: '' }]));
      one.writeUInt32LE(3_000_000, 18);
      one.writeUInt32LE(3_000_000, 22);
      return Buffer.concat(Array.from({ length: 90_000 }, () => one));
    },
  },
  {
    // For each member, the repair code has to search all remaining bytes for the end of the member.
    ...{ name: 'repair-zip-endless', kind: 'resource', ext: 'zip', to: ['tar'], fields },
    make: () => {
      const one = beheaded(zip([{ name: 'a', stored: true, data: '' }]));
      one.writeUInt16LE(8, 6);
      const descriptor = Buffer.concat([Buffer.from('504b0708', 'hex'), Buffer.alloc(12, 0xff)]);
      return Buffer.concat(Array.from({ length: 60_000 }, () => Buffer.concat([one, descriptor])));
    },
  },
  {
    ...{ name: 'repair-zip-climbing', kind: 'write', ext: 'zip', to: ['tar', '7z'], fields },
    make: ({ marker }) =>
      cutZip({ name: `${up}${marker}`, data: 'x' }, { name: marker, data: 'x' }, { name: 'b', data: 'x' }),
  },
  {
    ...{ name: 'repair-tar-link', kind: 'read', ext: 'tar', to: ['zip', '7z'], fields },
    make: ({ text, tempText }) => {
      const members = tar([
        { name: 'a', type: '2', target: text },
        { name: 'c', type: '1', target: `${up}${tempText}` },
        { name: 'b', data: 'x' },
        { name: 'd', data: 'y'.repeat(5000) },
      ]);
      return members.subarray(0, members.length - 5000);
    },
  },
  {
    ...{ name: 'repair-gz-bomb', kind: 'resource', ext: 'gz', to: ['zip', 'xz'], fields },
    make: async () => (await zeroes.gzip(1100)).subarray(0, -20),
  },
  {
    ...{ name: 'repair-docx-linked', kind: 'network', ext: 'docx', to: ['pdf', 'html', 'odt'], fields },
    make: ({ url }) =>
      beheaded(docx({ body: linkedPicture('p'), links: outside('p', 'image', `${url}p.png`) })),
  },
  {
    ...{ name: 'repair-docx-file', kind: 'read', ext: 'docx', to: ['pdf', 'html', 'odt'], fields },
    make: ({ picture }) =>
      beheaded(docx({ body: linkedPicture('p'), links: outside('p', 'image', `file://${picture}`) })),
  },
  {
    ...{ name: 'repair-docx-bomb', kind: 'resource', ext: 'docx', to: ['pdf', 'txt'], fields },
    make: async () => beheaded(docx({ body: '', more: [await bomb('word/styles.xml')] })),
  },
  {
    ...{ name: 'repair-odt-linked', kind: 'read', ext: 'odt', to: ['pdf', 'html'], fields },
    make: ({ picture }) => beheaded(openDocument('text', { inside: frame(`file://${picture}`) })),
  },
  {
    ...{ name: 'repair-xml-entity', kind: 'read', ext: 'xml', to: ['json'], fields },
    make: ({ text }) =>
      `<?xml version="1.0"?><!DOCTYPE a [<!ENTITY x SYSTEM "file://${text}">]><a><b>&x;</b><c>`,
  },
  {
    ...{ name: 'repair-xml-laughs', kind: 'resource', ext: 'xml', to: ['json'], fields },
    make: () => `<?xml version="1.0"?><!DOCTYPE a [${laughs}]><a><b>&l9;</b><c>`,
  },
  {
    ...{ name: 'repair-xml-deep', kind: 'resource', ext: 'xml', to: ['json'], fields },
    make: () => '<a>'.repeat(2_000_000),
  },
  {
    ...{ name: 'repair-svg-linked', kind: 'read', ext: 'svg', to: ['png', 'pdf'], fields },
    make: ({ picture }) =>
      `<svg xmlns="http://www.w3.org/2000/svg" width="90" height="90"><image href="file://${picture}" width="90" height="90"/><g>`,
  },
  {
    ...{ name: 'repair-json-deep', kind: 'resource', ext: 'json', to: ['yaml'], fields },
    make: () => '['.repeat(5_000_000),
  },
  {
    ...{ name: 'repair-yaml-laughs', kind: 'resource', ext: 'yaml', to: ['json'], fields },
    make: () =>
      `a0: &a0 [x, x]\n${Array.from({ length: 30 }, (_, n) => `a${n + 1}: &a${n + 1} [${`*a${n}, `.repeat(9)}x]\n`).join('')}b: "no end\n`,
  },
  {
    ...{ name: 'repair-yaml-wrong-lines', kind: 'resource', ext: 'yaml', to: ['json'], fields },
    make: () => 'a: "b" c\n'.repeat(200_000),
  },
  {
    ...{ name: 'repair-png-huge', kind: 'resource', ext: 'png', to: ['jpg'], fields },
    make: async () => pngOf(pngHead(60_000, 60_000), chunk('IDAT', await zeroes.zlib(100))).subarray(0, -30),
  },
  {
    ...{ name: 'repair-pdf-bomb', kind: 'resource', ext: 'pdf', to: ['txt'], fields },
    make: async () => {
      const stream = await zeroes.zlib(1100);
      const head = `%PDF-1.7\n1 0 obj\n<</Type/ObjStm/N 1/First 4/Filter/FlateDecode/Length ${stream.length}>>\nstream\n`;
      return Buffer.concat([Buffer.from(head), stream, Buffer.from('\nendstream\nendobj\n')]);
    },
  },
  {
    ...{ name: 'repair-pdf-trees', kind: 'resource', ext: 'pdf', to: ['txt'], fields },
    make: () => `%PDF-1.7\n${'<</Type/Pages>>\n'.repeat(400_000)}`,
  },
  {
    ...{ name: 'repair-pdf-many', kind: 'resource', ext: 'pdf', to: ['txt'], fields },
    make: () =>
      `%PDF-1.7\n${Array.from({ length: 100_000 }, (_, n) => `${n + 1} 0 obj\n<</Type/Page/Parent 1 0 R>>\nendobj\n`).join('')}`,
  },
];

export const repairCases = inCategory('archive', rows);
