import assert from 'node:assert/strict';
import { test } from 'node:test';
import { writeJson } from '../data/text/json.ts';
import { forgetNotes, takeNotes } from '../data/values/noted.ts';
import { entriesIn, rowsOf } from './entries.ts';

const card = (...lines: string[]) => Buffer.from(['BEGIN:VCARD', ...lines, 'END:VCARD', ''].join('\r\n'));
const read = (bytes: Uint8Array) => writeJson(entriesIn('VCARD', bytes), { indent: 0 });

test('joins folded lines of a vCard, and decodes escapes in values', () => {
  assert.equal(read(card('NOTE:a\\,b\\;c\\\\n', ' d\\ne')), '[{"note":"a,b;c\\\\nd\\ne"}]');
  assert.equal(read(card('note;x-p="a:b;c,d":e:f')), '[{"note":{"value":"e:f","x-p":"a:b;c,d"}}]');
});

test('reads parameters without names and quoted-printable text in a vCard 2.1 file', () => {
  const bytes = card('ADR;HOME;CHARSET=ISO-8859-1;QUOTED-PRINTABLE:;;Stra=DFe=0D=0A1;M=FC=', 'nchen;;;');
  assert.equal(read(bytes), '[{"address":{"street":"Straße\\n1","city":"München","type":"HOME"}}]');
});

test('keeps a vCard date that has no year, and a vCard time that is in the extended format of ISO 8601', () => {
  assert.equal(
    read(card('BDAY:--0229', 'REV:2024-01-01T00:00:00Z')),
    '[{"birthday":"--0229","rev":"2024-01-01T00:00:00Z"}]',
  );
});

test('numbers the table columns of a vCard property that occurs several times', () => {
  const rows = rowsOf(
    entriesIn('VCARD', card('EMAIL:a@b', 'EMAIL;TYPE=WORK:c@d', 'PHOTO;ENCODING=b:AAAA', 'CATEGORIES:x,y')),
  );
  assert.equal(
    writeJson(rows, { indent: 0 }),
    '[{"email":"a@b","email_2":"c@d","email_2_type":"WORK","categories":"x; y"}]',
  );
});

test('merges the values of a calendar property that occurs several times', () => {
  const text =
    'BEGIN:VCALENDAR\nMETHOD:REQUEST\nBEGIN:VTIMEZONE\nTZID:Mine\nEND:VTIMEZONE\nBEGIN:VEVENT\n' +
    "CATEGORIES:a,b\nCATEGORIES:c\nRESOURCES:x,y\\, z\nEXDATE:20240101,20240102\nEXDATE:20240103\nATTENDEE;CN=A ^'b^n:mailto:x\n" +
    'END:VEVENT\nEND:VCALENDAR\n';
  forgetNotes();
  assert.equal(
    writeJson(entriesIn('VCALENDAR', Buffer.from(text)), { indent: 0 }),
    '[{"type":"event","categories":["a","b","c"],"resources":["x","y, z"],"except":["2024-01-01","2024-01-02","2024-01-03"],' +
      '"attendee":{"value":"mailto:x","cn":"A \\"b\\n"}}]',
  );
  assert.deepEqual(takeNotes(), [['content_left_out', 'method, rules of the time zone Mine']]);
});

test('returns an empty list for a calendar without entries', () => {
  const zone = 'BEGIN:VTIMEZONE\nTZID:x\nEND:VTIMEZONE\n';
  assert.deepEqual(entriesIn('VCALENDAR', Buffer.from(`BEGIN:VCALENDAR\n${zone}END:VCALENDAR\n`)), []);
  assert.throws(() => entriesIn('VCALENDAR', Buffer.from('\n')));
});

test('keeps property groups and picture URLs when a vCard is converted to a table', () => {
  const lines = [
    'item1.TEL:5',
    'item1.X-ABLabel:Boat',
    'PHOTO:https://a/b.png',
    'KEY;ENCODING=b:AAAA',
    'LOGO:data:,x',
  ];
  forgetNotes();
  assert.equal(
    writeJson(rowsOf(entriesIn('VCARD', card(...lines))), { indent: 0 }),
    '[{"phone":"5","phone_group":"item1","x-ablabel":"Boat","x-ablabel_group":"item1","photo":"https://a/b.png"}]',
  );
  assert.deepEqual(takeNotes(), [['embedded_data_left_out', 'key, logo']]);
});

test('refuses truncated vCards and files without vCards', () => {
  const whole = card('FN:x').toString();
  for (const text of [
    whole.slice(0, -12),
    'FN:x\n',
    'a,b\n1,2\n',
    whole.replace('END:VCARD', 'END:VCALENDAR'),
  ])
    assert.throws(() => entriesIn('VCARD', Buffer.from(text)), text);
});
