/**
 * Email messages, contacts, calendars, maps and translation files that refer to other files or URLs, or expand to a
 * huge size.
 */
import { hex, le32 } from '../../bytes/numbers.ts';
import { inCategory } from '../../case.ts';
import { compoundFile, type StorageFolder } from '../../../samples/documents/compound.ts';
import { outlookMessage } from '../../../samples/documents/mail.ts';
import { laughs } from './bombs.ts';
import { cases, type Row } from '../rows.ts';

const nested = (open: string, close: string, depth: number) => open.repeat(depth) + close.repeat(depth);

/** Returns an Outlook message that contains `depth` levels of attached messages. */
function nestedMessages(depth: number): Buffer {
  let inner: StorageFolder = { '__properties_version1.0': Buffer.alloc(24) };
  for (let n = 0; n < depth; n += 1)
    inner = {
      '__properties_version1.0': Buffer.alloc(32),
      '__attach_version1.0_#00000000': {
        '__properties_version1.0': Buffer.concat([
          Buffer.alloc(8),
          hex('03000537 06000000 05000000 00000000'),
        ]),
        '__substg1.0_3701000D': inner,
      },
    };
  return compoundFile({ ...inner, '__substg1.0_001A001F': Buffer.from('IPM.Note', 'utf16le') });
}

/**
 * Returns `data` with the header of Outlook's compressed RTF. `raw` is the uncompressed size that the header declares.
 */
const packedRtf = (raw: number, data: Buffer) =>
  Buffer.concat([le32(data.length + 12, raw), Buffer.from('LZFu'), le32(0), data]);

const rows: readonly Row[] = [
  ['msg-nested', 'resource', 'msg', ['html', 'pdf', 'zip'], () => nestedMessages(300)],
  [
    'msg-rtf-lie',
    'resource',
    'msg',
    ['html', 'pdf'],
    () => outlookMessage({ '10090102': packedRtf(0x7fffffff, Buffer.alloc(100, 0xff)) }),
  ],
  [
    'msg-rtf-bomb',
    'resource',
    'msg',
    ['html', 'pdf'],
    () =>
      outlookMessage({
        '10090102': packedRtf(
          300_000_000,
          Buffer.alloc(3_000_000, Buffer.from('ff00ff00ff00ff00ff00ff00ff00ff00ff', 'hex')),
        ),
      }),
  ],
  [
    'eml-deep-page',
    'resource',
    'eml',
    ['html', 'pdf'],
    () =>
      `From: a@example.com\r\nTo: b@example.com\r\nSubject: x\r\nDate: Mon, 1 Jan 2024 00:00:00 +0000\r\nMIME-Version: 1.0\r\nContent-Type: text/html\r\n\r\n${`${'<div>'.repeat(100)}\r\n`.repeat(1000)}`,
  ],
  [
    'msg-deep-page',
    'resource',
    'msg',
    ['html', 'pdf'],
    () => outlookMessage({ '10130102': Buffer.from('<div>'.repeat(100_000)) }),
  ],
  ['po-lie', 'resource', 'po', ['json', 'mo'], () => `msgid ""\nmsgstr ""\n${'"x"\n'.repeat(2_000_000)}`],
  [
    'mo-lie',
    'resource',
    'mo',
    ['json', 'po'],
    () => Buffer.concat([hex('de120495'), le32(0, 0x7fffffff, 28, 28, 0, 0)]),
  ],
  [
    'kml-link',
    'network',
    'kml',
    ['json', 'geojson', 'csv', 'gpx'],
    ({ url }) =>
      `<?xml version="1.0"?><kml xmlns="http://www.opengis.net/kml/2.2"><Document><NetworkLink><Link><href>${url}x.kml</href></Link></NetworkLink><Placemark><Point><coordinates>1,2</coordinates></Point></Placemark></Document></kml>`,
  ],
  [
    'gpx-xxe',
    'read',
    'gpx',
    ['geojson', 'csv', 'kml'],
    ({ text }) =>
      `<?xml version="1.0"?><!DOCTYPE gpx [<!ENTITY x SYSTEM "file://${text}">]><gpx version="1.1" xmlns="http://www.topografix.com/GPX/1/1"><wpt lat="1" lon="2"><name>&x;</name></wpt></gpx>`,
  ],
  [
    'kml-laughs',
    'resource',
    'kml',
    ['geojson', 'csv'],
    () =>
      `<?xml version="1.0"?><!DOCTYPE kml [${laughs}]><kml xmlns="http://www.opengis.net/kml/2.2"><Placemark><name>&l9;</name></Placemark></kml>`,
  ],
  [
    'geojson-deep',
    'resource',
    'geojson',
    ['kml', 'csv', 'gpx'],
    () => `{"type":"Point","coordinates":${nested('[', ']', 100_000)}}`,
  ],
  [
    'vcf-references',
    'read',
    'vcf',
    ['csv', 'json', 'xlsx'],
    ({ text, url }) =>
      `BEGIN:VCARD\nVERSION:3.0\nFN:x\nPHOTO;VALUE=uri:file://${text}\nLOGO;VALUE=uri:${url}x.png\nEND:VCARD\n`,
  ],
  [
    'ics-references',
    'network',
    'ics',
    ['csv', 'json', 'xlsx'],
    ({ text, url }) =>
      `BEGIN:VCALENDAR\nVERSION:2.0\nBEGIN:VEVENT\nSUMMARY:x\nDTSTART:20240101T000000Z\nATTACH:file://${text}\nATTACH:${url}x\nEND:VEVENT\nEND:VCALENDAR\n`,
  ],
  [
    'ics-repeat',
    'resource',
    'ics',
    ['csv', 'json'],
    () =>
      'BEGIN:VCALENDAR\nVERSION:2.0\nBEGIN:VEVENT\nSUMMARY:x\nDTSTART:00010101T000000Z\nRRULE:FREQ=SECONDLY\nEND:VEVENT\nEND:VCALENDAR\n',
  ],
  [
    'eml-external-body',
    'read',
    'eml',
    ['pdf', 'html', 'txt', 'md'],
    ({ text, url }) =>
      `From: a@b.test\nMessage-ID: <x>\nSubject: x\nMIME-Version: 1.0\nContent-Type: multipart/mixed; boundary=b\n\n--b\nContent-Type: message/external-body; access-type=local-file; name="${text}"\n\nContent-Type: text/plain\n\n--b\nContent-Type: message/external-body; access-type=URL; URL="${url}x"\n\nContent-Type: text/plain\n\n--b--\n`,
  ],
  [
    'eml-html',
    'network',
    'eml',
    ['pdf', 'html', 'docx'],
    ({ url, text, picture }) =>
      `From: a@b.test\nMessage-ID: <x>\nSubject: x\nMIME-Version: 1.0\nContent-Type: text/html\n\n<img src="${url}x.png"><img src="file://${picture}"><iframe src="file://${text}"></iframe><link rel=stylesheet href="${url}s.css">\n`,
  ],
  [
    'eml-deep',
    'resource',
    'eml',
    ['pdf', 'txt', 'html'],
    () =>
      `From: a@b.test\nMessage-ID: <x>\nMIME-Version: 1.0\n${Array.from({ length: 3000 }, (_, n) => `Content-Type: multipart/mixed; boundary=b${n}\n\n--b${n}\n`).join('')}`,
  ],
  [
    'eml-headers',
    'resource',
    'eml',
    ['txt', 'html'],
    () => `From: a@b.test\nMessage-ID: <x>\nSubject: ${'=?utf-8?q?x?= '.repeat(200_000)}\n\nx\n`,
  ],
];
export const peopleCases = inCategory('data', cases(rows));
