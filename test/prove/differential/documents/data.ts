/** Trait documents: structured data, contacts and calendars with values that conversions easily change. */
import { writeFile } from 'node:fs/promises';
import type { Format } from '@protean/formats/format.ts';
import type { DocumentTrait, TraitDocument } from '../trait-document.ts';

/**
 * Returns whether a target distinguishes integers from other numbers. Spreadsheets and CSV do not distinguish integers,
 * because they contain only the value of a number and not its type.
 */
const hasTypes = ({ category, ext }: Format) =>
  category === 'data' && !['ini', 'properties', 'xml', 'plist'].includes(ext);

const numbers: readonly DocumentTrait[] = [
  { name: 'float', shown: ['1.0'], losesWith: ['types'], on: (target) => hasTypes(target) },
  { name: 'fraction', shown: ['2.5'] },
  { name: 'large-integer', shown: ['9007199254740993'] },
  { name: 'small-number', shown: [['1e-07', '1e-7', '1.0e-7', '1e-007', '0.0000001']] },
  { name: 'truth', shown: ['true'] },
  { name: 'leading-zeros', shown: ['007'] },
  { name: 'multiple-lines', shown: ['upper line', 'lower line'] },
  // Excludes dbf, because its field names have at most 10 characters, which is too short for nested keys.
  { name: 'keys', shown: ['whole', 'outer', 'inner'], on: ({ ext }) => ext !== 'dbf' },
  { name: 'nested', shown: ['deepest ibex'] },
  { name: 'symbols', shown: ['tick ✓ done', 'price 7 € sum'] },
];

const moments: readonly DocumentTrait[] = [
  { name: 'day', shown: ['2024', '29'] },
  { name: 'time-of-day', shown: [['07:32:00', '7:32:00', '7:32', '07:32']] },
];

const toml = `whole = 1.0
fraction = 2.5
large = 9007199254740993
small = 1e-7
truth = true
zeros = "007"
lines = """upper line
lower line"""
symbols = "tick ✓ done, price 7 € sum"
day = 2024-02-29
clock = 07:32:00
[outer.inner]
deep = "deepest ibex"
`;

const yaml = `whole: 1.0
fraction: 2.5
large: 9007199254740993
small: 1.0e-7
truth: true
zeros: "007"
lines: |
  upper line
  lower line
symbols: tick ✓ done, price 7 € sum
day: 2024-02-29
outer:
  inner: {deep: deepest ibex}
base: &base {shared: anchored gecko}
derived:
  <<: *base
  own: 1
`;

const json = `{"whole": 1.0, "fraction": 2.5, "large": 9007199254740993, "small": 1e-7, "truth": true, "zeros": "007",
"lines": "upper line\\nlower line", "symbols": "tick ✓ done, price 7 € sum", "outer": {"inner": {"deep": "deepest ibex"}}}
`;

const csv = `name,amount,code,note\r\nferret,1.0,007,"upper line\nlower line"\r\notter,2.50,0x1F,"said ""yes"""\r\ngecko,1234567890123456789,1e5,tick ✓ done\r\n`;

const table: readonly DocumentTrait[] = [
  { name: 'float', shown: [['1.0', '1']] },
  { name: 'trailing-zero', shown: [['2.50', '2.5']] },
  { name: 'long-number', shown: ['1234567890123456789'] },
  { name: 'leading-zeros', shown: ['007'] },
  { name: 'texts-like-numbers', shown: ['0x1f'] },
  { name: 'multiple-lines', shown: ['upper line', 'lower line'] },
  { name: 'quotation', shown: ['said yes'] },
  { name: 'symbols', shown: ['tick ✓ done'] },
];

const cards = `BEGIN:VCARD\r\nVERSION:3.0\r\nFN:Ada Lovelace\r\nN:Lovelace;Ada;;Countess;\r\nTEL;TYPE=work:+44 20 7946 0001\r\nTEL;TYPE=home:+44 20 7946 0002\r\nEMAIL;TYPE=work:ada@work.example\r\nEMAIL;TYPE=home:ada@home.example\r\nADR;TYPE=home:;;1 Engine Street;London;;W1;UK\r\nORG:Analytical Society;Engines\r\nTITLE:Countess of calculation\r\nNOTE:likes\\, numbers\r\nBDAY:1815-12-10\r\nURL:https://ada.example\r\nEND:VCARD\r\n`;

const calendar = `BEGIN:VCALENDAR\r\nVERSION:2.0\r\nPRODID:-//x//x//EN\r\nBEGIN:VEVENT\r\nUID:1@example\r\nDTSTAMP:20240101T000000Z\r\nDTSTART:20240229T093000Z\r\nDTEND:20240229T103000Z\r\nSUMMARY:Harbour meeting\r\nLOCATION:Pier\\, seven\r\nDESCRIPTION:bring the lantern\r\nRRULE:FREQ=WEEKLY;COUNT=4\r\nATTENDEE;CN=Ada Lovelace:mailto:ada@example.org\r\nEND:VEVENT\r\nBEGIN:VTODO\r\nUID:2@example\r\nDTSTAMP:20240101T000000Z\r\nSUMMARY:mend the net\r\nEND:VTODO\r\nEND:VCALENDAR\r\n`;

const document = (
  name: string,
  ext: string,
  content: string,
  traits: readonly DocumentTrait[],
): TraitDocument => ({
  name,
  ext,
  // Sets `aside` to also search the whole content of the file, because a printed page may break the text of a table
  // cell into several lines.
  traits: [
    ...traits.map((trait) => ({ ...trait, aside: true as const })),
    { name: 'invented-words', hidden: ['NaN', 'undefined', 'object object'] },
  ],
  write: (file) => writeFile(file, content),
});

export const dataDocuments: readonly TraitDocument[] = [
  document('toml', 'toml', toml, [...numbers, ...moments]),
  document('yaml', 'yaml', yaml, [
    ...numbers,
    ...moments.slice(0, 1),
    { name: 'merged-anchor', shown: ['shared', 'anchored gecko'], warnings: ['content_left_out'] },
  ]),
  document('json', 'json', json, numbers),
  document('csv', 'csv', csv, table),
  document('cards', 'vcf', cards, [
    { name: 'name', shown: ['Ada Lovelace'] },
    { name: 'several-numbers', shown: ['7946 0001', '7946 0002'] },
    { name: 'several-addresses', shown: ['ada work example', 'ada home example'] },
    { name: 'place', shown: ['Engine Street', 'London', 'W1'] },
    { name: 'organisation', shown: ['Analytical Society', 'Engines', 'Countess of calculation'] },
    { name: 'note', shown: ['likes numbers'] },
    { name: 'birthday', shown: ['1815'] },
  ]),
  document('calendar', 'ics', calendar, [
    { name: 'event', shown: ['Harbour meeting', 'Pier seven', 'bring the lantern'] },
    { name: 'attendee', shown: ['Ada Lovelace'] },
    { name: 'task', shown: ['mend the net'] },
    { name: 'recurrence', shown: [['FREQ', 'weekly', 'RRULE']] },
  ]),
];
