/**
 * Samples of a calendar (iCalendar) and an address book (vCard), in the style of real programs. This module also
 * provides the events and contacts that the samples contain.
 */
import { writeFile } from 'node:fs/promises';
import type { SampleMaker, SampleMakers } from '../samples.ts';

/**
 * Joins the lines, folded as iCalendar and vCard require: a line has at most 75 bytes, and a continuation line begins
 * with a space.
 */
function folded(lines: readonly string[]): string {
  const fold = (line: string) => {
    const parts: string[] = [];
    let part = '';
    for (const character of line) {
      if (Buffer.byteLength(part + character) > 74) {
        parts.push(part);
        part = '';
      }
      part += character;
    }
    return [...parts, part].join('\r\n ');
  };
  return lines.map((line) => `${fold(line)}\r\n`).join('');
}

const calendar = [
  'BEGIN:VCALENDAR',
  'VERSION:2.0',
  'PRODID:-//Protean//samples//EN',
  'BEGIN:VTIMEZONE',
  'TZID:Europe/Copenhagen',
  'BEGIN:STANDARD',
  'DTSTART:19961027T030000',
  'TZOFFSETFROM:+0200',
  'TZOFFSETTO:+0100',
  'END:STANDARD',
  'END:VTIMEZONE',
  'BEGIN:VEVENT',
  'UID:1@example.org',
  'DTSTAMP:20240101T000000Z',
  'DTSTART;TZID=Europe/Copenhagen:20240229T073000',
  'DTEND;TZID=Europe/Copenhagen:20240229T080000',
  'SUMMARY:The ferry to Ærø\\, on time',
  'DESCRIPTION:First line\\nsecond line\\; with a mark and enough words to make it longer than one line may be 東京',
  'LOCATION:The quay',
  'CATEGORIES:travel,sea\\, or not',
  'RRULE:FREQ=WEEKLY;COUNT=3',
  'ATTENDEE;CN="Žofie; the first":mailto:zofie@example.org',
  'ATTENDEE;CN=Bo:mailto:bo@example.org',
  'BEGIN:VALARM',
  'ACTION:DISPLAY',
  'TRIGGER:-PT15M',
  'END:VALARM',
  'END:VEVENT',
  'BEGIN:VTODO',
  'UID:2@example.org',
  'SUMMARY:Pack',
  'DUE;VALUE=DATE:20240228',
  'END:VTODO',
  'END:VCALENDAR',
];

export const calendarEntries = [
  {
    type: 'event',
    uid: '1@example.org',
    stamp: '2024-01-01T00:00:00Z',
    start: { value: '2024-02-29T07:30:00', tzid: 'Europe/Copenhagen' },
    end: { value: '2024-02-29T08:00:00', tzid: 'Europe/Copenhagen' },
    summary: 'The ferry to Ærø, on time',
    description:
      'First line\nsecond line; with a mark and enough words to make it longer than one line may be 東京',
    location: 'The quay',
    categories: ['travel', 'sea, or not'],
    repeats: 'FREQ=WEEKLY;COUNT=3',
    attendee: [
      { value: 'mailto:zofie@example.org', cn: 'Žofie; the first' },
      { value: 'mailto:bo@example.org', cn: 'Bo' },
    ],
    alarm: { action: 'DISPLAY', trigger: '-PT15M' },
  },
  { type: 'todo', uid: '2@example.org', summary: 'Pack', due: '2024-02-28' },
];

const contacts = [
  'BEGIN:VCARD',
  'VERSION:3.0',
  'FN:Žofie Ærø',
  'N:Ærø;Žofie;;Dr.;',
  'ORG:Harbour\\, Ltd.;Boats',
  'item1.EMAIL;TYPE=INTERNET,WORK:zofie@example.org',
  'TEL;TYPE=CELL:+45 12 34 56',
  'TEL;TYPE=HOME:+45 65 43 21',
  'ADR;TYPE=HOME:;;1 The Quay;Marstal;;5960;Denmark',
  'BDAY:19990101',
  'NOTE:two\\nlines',
  'END:VCARD',
  // vCard 2.1, as old phones write it.
  'BEGIN:VCARD',
  'VERSION:2.1',
  'N;CHARSET=UTF-8;ENCODING=QUOTED-PRINTABLE:=E6=9D=B1;=E4=BA=AC',
  'FN;CHARSET=UTF-8;ENCODING=QUOTED-PRINTABLE:=E6=9D=B1=E4=BA=AC=20=',
  'line',
  'TEL;CELL;VOICE:+81 3 1234',
  'END:VCARD',
];

export const contactEntries = [
  {
    version: '3.0',
    name: 'Žofie Ærø',
    name_parts: { family: 'Ærø', given: 'Žofie', prefix: 'Dr.' },
    organization: ['Harbour, Ltd.', 'Boats'],
    email: { value: 'zofie@example.org', type: 'INTERNET,WORK', group: 'item1' },
    phone: [
      { value: '+45 12 34 56', type: 'CELL' },
      { value: '+45 65 43 21', type: 'HOME' },
    ],
    address: { street: '1 The Quay', city: 'Marstal', postcode: '5960', country: 'Denmark', type: 'HOME' },
    birthday: '1999-01-01',
    note: 'two\nlines',
  },
  {
    version: '2.1',
    name_parts: { family: '東', given: '京' },
    name: '東京 line',
    phone: { value: '+81 3 1234', type: 'CELL,VOICE' },
  },
];

const written =
  (lines: readonly string[]): SampleMaker =>
  (file) =>
    writeFile(file, folded(lines));

/** The lines of the samples before folding. */
export const cardLines = { ics: calendar, vcf: contacts } as const;

export const cards: SampleMakers = { ics: written(calendar), vcf: written(contacts) };
