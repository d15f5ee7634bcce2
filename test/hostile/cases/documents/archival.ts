/**
 * Hostile files for the conversion of PDF to PDF/A: all hostile PDF files of `pages.ts`, and files that attack the
 * steps of this conversion.
 */
import { inCategory, type FileCase } from '../../case.ts';
import { pages } from './pages.ts';
import { onePage } from '../../bytes/pdf.ts';

const ofPages = pages
  .filter((row): row is (typeof pages)[number] & FileCase => 'make' in row && row.ext === 'pdf')
  .map((row): FileCase => ({ ...row, name: `pdfa-${row.name}`, to: ['pdf'], fields: { pdfa: '1b' } }));

/** Returns `depth` nested PDF dictionaries. */
const nested = (depth: number) => '<< /A '.repeat(depth) + '1' + ' >>'.repeat(depth);

const made: readonly FileCase[] = [
  {
    name: 'pdfa-launch',
    kind: 'code',
    ext: 'pdf',
    to: ['pdf'],
    fields: { pdfa: '2b' },
    make: ({ marker }) =>
      onePage('', {
        catalogue: `/OpenAction << /S /Launch /F (/usr/bin/touch) /Win << /F (touch) /P (${marker}) >> >>`,
      }),
  },
  {
    name: 'pdfa-stream-in-a-file',
    kind: 'read',
    ext: 'pdf',
    to: ['pdf'],
    fields: { pdfa: '2b' },
    make: ({ text }) => onePage('', { head: `/F (${text})` }),
  },
  {
    name: 'pdfa-profile-in-a-file',
    kind: 'read',
    ext: 'pdf',
    to: ['pdf'],
    fields: { pdfa: '1b' },
    make: ({ text }) =>
      onePage('0 0 0 1 k 0 0 9 9 re f', {
        catalogue: `/OutputIntents [ << /S /GTS_PDFA1 /DestOutputProfile << /F (${text}) >> >> ]`,
      }),
  },
  {
    name: 'pdfa-packet-entity',
    kind: 'read',
    ext: 'pdf',
    to: ['pdf'],
    fields: { pdfa: '3b' },
    make: ({ text }) =>
      onePage('', {
        catalogue: '/Metadata 5 0 R',
        more: [
          {
            head: '/Type /Metadata /Subtype /XML',
            stream: `<!DOCTYPE x [<!ENTITY e SYSTEM "file://${text}">]><x>&e;</x>`,
          },
        ],
      }),
  },
  {
    name: 'pdfa-actions-in-a-ring',
    kind: 'resource',
    ext: 'pdf',
    to: ['pdf'],
    fields: { pdfa: '2b' },
    make: () =>
      onePage('', {
        catalogue: '/OpenAction 5 0 R',
        more: ['<< /S /URI /URI (x) /Next [ 5 0 R 5 0 R 5 0 R ] >>'],
      }),
  },
  {
    name: 'pdfa-nested-objects',
    kind: 'resource',
    ext: 'pdf',
    to: ['pdf'],
    fields: { pdfa: '1b' },
    make: () => onePage('', { page: `/Deep ${nested(400)}`, more: [nested(50_000)] }),
  },
  {
    name: 'pdfa-many-operators',
    kind: 'resource',
    ext: 'pdf',
    to: ['pdf'],
    fields: { pdfa: '2b' },
    make: () => onePage('q Q '.repeat(5_000_000)),
    long: true,
  },
];

export const archival = inCategory('page', [...ofPages, ...made]);
