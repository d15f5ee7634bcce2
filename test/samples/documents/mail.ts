/**
 * Samples of email messages (EML and MSG), a mailbox (mbox) and a saved web page (MHTML). The messages contain the
 * letter as an HTML page with a picture. The messages also have a plain text alternative, an attachment, and content
 * that results must not show.
 */
import { writeFile } from 'node:fs/promises';
import { compoundFile, type StorageFolder } from './compound.ts';
import { png } from '../pictures/image-png.ts';
import { letter, letterTexts } from './letter.ts';
import { htmlBody } from './markup.ts';
import { picture } from '../pictures/picture.ts';
import type { SampleMakers } from '../samples.ts';

export const mailSample = {
  from: { name: 'Ada Quay', address: 'ada@harbour.example' },
  to: { name: 'Bo Tide', address: 'bo@harbour.example' },
  cc: { name: 'Cy Buoy', address: 'cy@harbour.example' },
  date: 'Thu, 29 Feb 2024 12:00:00 +0000',
  attachment: { name: 'berths.txt', text: 'Marigold 12, Tern 7' },
  /**
   * Content that results must not have: a hidden line, the name of a function that a script calls, and the host of
   * files that a mail program would download.
   */
  hidden: { line: 'preheader nobody sees', script: 'reportOpened', host: 'tracker.example' },
} as const;

const cid = 'harbour-picture';

const page = `<html><head><title>${letter.title}</title><style>@import "https://${mailSample.hidden.host}/a.css";</style>
<script>${mailSample.hidden.script}()</script></head><body onload="${mailSample.hidden.script}()">
<div style="display:none">${mailSample.hidden.line}</div>
${htmlBody.replace(/<h1>.*<\/h1>/, '')}<p style="background: url(https://${mailSample.hidden.host}/b.png)">
<img src="cid:${cid}" alt="The harbour"><img src="https://${mailSample.hidden.host}/open.gif" alt="">
<a href="javascript:${mailSample.hidden.script}()">Open</a></p></body></html>
`;

const plain = `${letterTexts().slice(1).join('\r\n\r\n')}\r\n`;

const base64 = (data: string | Buffer) => Buffer.from(data).toString('base64').replace(/.{76}/g, '$&\r\n');

const part = (headers: readonly string[], body: string) => [...headers, '', body].join('\r\n');

function multipart(kind: string, boundary: string, parts: readonly string[]): string {
  const body = parts.map((each) => `--${boundary}\r\n${each}\r\n`).join('');
  return part([`Content-Type: multipart/${kind}; boundary="${boundary}"`], `${body}--${boundary}--\r\n`);
}

const encoded = (type: string, data: string | Buffer, ...more: readonly string[]) =>
  part([`Content-Type: ${type}`, 'Content-Transfer-Encoding: base64', ...more], base64(data));

const address = ({ name, address }: { name: string; address: string }) => `${name} <${address}>`;

const { from, to, cc, date, attachment } = mailSample;

function internetMessage(): string {
  const body = multipart('alternative', 'inner', [
    encoded('text/plain; charset=utf-8', plain),
    encoded('text/html; charset=utf-8', page),
  ]);
  const shown = multipart('related', 'middle', [
    body,
    encoded('image/png', png(picture()), `Content-ID: <${cid}>`, 'Content-Disposition: inline'),
  ]);
  const attached = encoded(
    'text/plain',
    attachment.text,
    `Content-Disposition: attachment; filename="${attachment.name}"`,
  );
  return [
    `From: ${address(from)}`,
    `To: ${address(to)}`,
    `Cc: ${address(cc)}`,
    `Date: ${date}`,
    `Subject: =?utf-8?B?${base64(letter.title)}?=`,
    'MIME-Version: 1.0',
    multipart('mixed', 'outer', [shown, attached]),
  ].join('\r\n');
}

const unicode = (text: string) => Buffer.from(text, 'utf16le');

/**
 * Returns a folder with the properties of an Outlook message. Each property of variable length is a stream. The name of
 * the stream ends with the type: `001F` is Unicode text, `0102` is bytes.
 */
function properties(
  head: number,
  streams: Readonly<Record<string, Buffer>>,
  fixed: readonly Buffer[],
): StorageFolder {
  const rows = Object.entries(streams).map(([name, data]) =>
    row(name, data.length + (name.endsWith('001F') ? 2 : 0)),
  );
  return {
    ...Object.fromEntries(Object.entries(streams).map(([name, data]) => [`__substg1.0_${name}`, data])),
    '__properties_version1.0': Buffer.concat([Buffer.alloc(head), ...rows, ...fixed]),
  };
}

function row(name: string, value: number | bigint): Buffer {
  const bytes = Buffer.alloc(16);
  bytes.writeUInt32LE(Number.parseInt(name, 16));
  bytes.writeUInt32LE(6, 4);
  bytes.writeBigUInt64LE(BigInt(value), 8);
  return bytes;
}

const recipient = (type: number, { name, address: at }: { name: string; address: string }) =>
  properties(8, { '3001001F': unicode(name), '39FE001F': unicode(at) }, [row('0C150003', type)]);

/** Converts milliseconds since 1970 to a Windows time, which is in units of 0.1 microseconds since 1601. */
const windowsTime = (milliseconds: number) => BigInt(milliseconds + 11_644_473_600_000) * 10_000n;

/**
 * Returns an Outlook message (MSG). `body` maps the property that contains the HTML page to its bytes. A key of `body`
 * consists of the number and the type of the property.
 */
export function outlookMessage(
  body: Readonly<Record<string, Buffer>> = { '10130102': Buffer.from(page) },
): Buffer {
  const texts = {
    '001A001F': 'IPM.Note',
    '0037001F': letter.title,
    '0042001F': from.name,
    '5D02001F': from.address,
    '1000001F': plain,
  };
  const streams = Object.fromEntries(Object.entries(texts).map(([name, text]) => [name, unicode(text)]));
  return compoundFile({
    ...properties(32, { ...streams, ...body }, [
      row('00390040', windowsTime(Date.parse(date))),
      row('3FDE0003', 65_001),
    ]),
    '__recip_version1.0_#00000000': recipient(1, to),
    '__recip_version1.0_#00000001': recipient(2, cc),
    '__attach_version1.0_#00000000': properties(
      8,
      {
        '37010102': png(picture()),
        '3707001F': unicode('harbour.png'),
        '370E001F': unicode('image/png'),
        '3712001F': unicode(cid),
      },
      [],
    ),
    '__attach_version1.0_#00000001': properties(
      8,
      {
        '37010102': Buffer.from(attachment.text),
        '3707001F': unicode(attachment.name),
        '370E001F': unicode('text/plain'),
      },
      [],
    ),
  });
}

/** Returns a web page as browsers save it (MHTML): each file of the page is a part with its original URL. */
function savedPage(): string {
  const at = 'https://harbour.example/letter/';
  const shown = htmlBody + '<p><img src="../harbour.png" alt="The harbour"></p>';
  const text = `<html><head><title>${letter.title}</title><link rel="stylesheet" href="page.css"></head><body>${shown}</body></html>`;
  return [
    'From: <Saved by a browser>',
    `Snapshot-Content-Location: ${at}`,
    `Subject: =?utf-8?B?${base64(letter.title)}?=`,
    `Date: ${date}`,
    'MIME-Version: 1.0',
    multipart('related', 'saved', [
      encoded('text/html; charset=utf-8', text, `Content-Location: ${at}`),
      encoded('image/png', png(picture()), 'Content-Location: https://harbour.example/harbour.png'),
      encoded('text/css', 'h1 { color: navy }', `Content-Location: ${at}page.css`),
    ]),
  ].join('\r\n');
}

/** Returns an mbox mailbox with two messages: the letter and a short reply. */
const mailbox = () =>
  [
    'From ada@harbour.example Thu Feb 29 12:00:00 2024',
    internetMessage()
      .replaceAll('\r\n', '\n')
      .replaceAll(/^(>*From )/gm, '>$1'),
    'From bo@harbour.example Fri Mar  1 08:00:00 2024',
    `From: ${address(to)}`,
    `To: ${address(from)}`,
    'Date: Fri, 01 Mar 2024 08:00:00 +0000',
    'Subject: Answer',
    '',
    'All is well.',
    '',
  ].join('\n');

export const mail: SampleMakers = {
  mbox: (file) => writeFile(file, mailbox()),
  mhtml: (file) => writeFile(file, savedPage()),
  eml: (file) => writeFile(file, internetMessage()),
  msg: (file) => writeFile(file, outlookMessage()),
};
