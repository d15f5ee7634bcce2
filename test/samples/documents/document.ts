/**
 * Samples of office documents, presentations and drawings. Each sample contains the text of the sample letter in
 * `letter.ts`. If possible, a sample is written without LibreOffice.
 */
import { copyFile, mkdtemp, rename, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { iWork } from '../iwork/iwork.ts';
import { letter, letterTexts } from './letter.ts';
import { openDocumentFlat, openDocumentZip, openOfficeZip } from './open-document.ts';
import { powerPoint, visio, word } from './open-xml.ts';
import { publisher } from './publisher.ts';
import { run } from '../run.ts';
import type { SampleMaker, SampleMakers } from '../samples.ts';
import { works } from './works.ts';
import { xmlHead } from '../archives/zip.ts';

const openXml = 'application/vnd.openxmlformats-officedocument';
const wordMain = `${openXml}.wordprocessingml`;
const slidesMain = `${openXml}.presentationml`;

/**
 * Makes samples of Office 97 formats. LibreOffice converts the flat OpenDocument samples, because no other installed
 * program writes Office 97 formats.
 */
function office97(from: string, filter: string): SampleMaker {
  return async (file, sample) => {
    const dir = await mkdtemp(path.join(tmpdir(), 'protean-sample-'));
    try {
      const target = `${path.extname(file).slice(1)}:${filter}`;
      const profile = `-env:UserInstallation=file://${dir}/profile`;
      await run('/usr/bin/soffice', [
        profile,
        '--headless',
        '--convert-to',
        target,
        '--outdir',
        dir,
        await sample(from),
      ]);
      await copyFile(path.join(dir, path.basename(file)), `${file}.part`);
      await rename(`${file}.part`, file);
    } finally {
      await rm(dir, { recursive: true, force: true });
    }
  };
}

/** Escapes text for RTF. Replaces each non-ASCII character with its UTF-16 code. */
const rtfText = (text: string) =>
  text.replace(/[\\{}]/g, '\\$&').replace(/[^\x20-\x7e]/g, (character) => `\\u${character.charCodeAt(0)}?`);

const rtf = [
  '{\\rtf1\\ansi\\deff0{\\fonttbl{\\f0 Liberation Serif;}}',
  '{\\stylesheet{\\s0 Normal;}{\\s1\\outlinelevel0\\b\\fs32 heading 1;}{\\s2\\b\\fs40 Title;}}',
  `{\\info{\\title ${letter.title}}}`,
  `\\pard\\s2\\b\\fs40 ${rtfText(letter.title)}\\par`,
  ...letter.sections.flatMap(({ heading, paragraphs }) => [
    `\\pard\\s1\\outlinelevel0\\b\\fs32 ${rtfText(heading)}\\par`,
    ...paragraphs.map((text) => `\\pard\\plain\\fs24 ${rtfText(text)}\\par`),
  ]),
  ...letter.list.map(
    (item) =>
      `\\pard\\plain\\fs24{\\pntext\\bullet\\tab}{\\*\\pn\\pnlvlblt{\\pntxtb\\bullet}}${rtfText(item)}\\par`,
  ),
  ...letter.table.map(
    (row) =>
      `\\trowd\\cellx2500\\cellx5000\\pard\\intbl ${row.map((cell) => `${rtfText(cell)}\\cell `).join('')}\\row`,
  ),
  `\\pard\\plain\\fs24 See {\\field{\\*\\fldinst HYPERLINK "${letter.link.href}"}{\\fldrslt ${letter.link.text}}}.\\par`,
  '}',
].join('\n');

const abw = `${xmlHead}<abiword xmlns="http://www.abisource.com/awml.dtd" xmlns:xlink="http://www.w3.org/1999/xlink" version="2.8"><styles><s type="P" name="Heading 1" props="font-weight:bold; font-size:17pt"/></styles><lists><l id="1000" parentid="0" type="5" start-value="0" list-delim="%L" list-decimal="NULL"/></lists><section>${[
  `<p style="Heading 1">${letter.title}</p>`,
  ...letter.sections.flatMap(({ heading, paragraphs }) => [
    `<p style="Heading 1">${heading}</p>`,
    ...paragraphs.map((text) => `<p>${text}</p>`),
  ]),
  ...letter.list.map(
    (item) =>
      `<p level="1" listid="1000" parentid="0" props="list-style:Bullet List"><field type="list_label"/>${item}</p>`,
  ),
  '<table>',
  ...letter.table.flatMap((row, y) =>
    row.map(
      (cell, x) =>
        `<cell props="left-attach:${x}; right-attach:${x + 1}; top-attach:${y}; bot-attach:${y + 1}"><p>${cell}</p></cell>`,
    ),
  ),
  '</table>',
  `<p>See <a xlink:href="${letter.link.href}">${letter.link.text}</a>.</p>`,
].join('')}</section></abiword>`;

/** The codes of the letter's non-ASCII characters in WordPerfect's multinational character set. */
const wordPerfectCharacters: Readonly<Record<string, number>> = { Æ: 36, é: 41, ï: 53, ø: 81 };

/**
 * Returns a WordPerfect 5.1 file: a header of 16 bytes, then the text. Each line ends with the byte 0A. A non-ASCII
 * character is encoded as its code and the number of its character set, between two C0 bytes.
 */
function wordPerfect(): Buffer {
  const header = Buffer.from('ff575043100000000 10a000100000000'.replace(' ', ''), 'hex');
  const text = letterTexts()
    .join('\n')
    .replace(
      /[^\x0a\x20-\x7e]/g,
      (character) => `\xc0${String.fromCharCode(wordPerfectCharacters[character] ?? 0)}\x01\xc0`,
    );
  return Buffer.concat([header, Buffer.from(`${text}\n`, 'latin1')]);
}

export const documents: SampleMakers = {
  docx: word(`${wordMain}.document.main+xml`),
  docm: word('application/vnd.ms-word.document.macroEnabled.main+xml'),
  dotx: word(`${wordMain}.template.main+xml`),
  doc: office97('fodt', 'MS Word 97'),
  dot: office97('fodt', 'MS Word 97 Vorlage'),
  odt: openDocumentZip('text'),
  ott: openDocumentZip('text', '-template'),
  fodt: openDocumentFlat('text'),
  sxw: openOfficeZip('text'),
  rtf: (file) => writeFile(file, rtf),
  abw: (file) => writeFile(file, abw),
  wpd: (file) => writeFile(file, wordPerfect()),
  wps: works,
  pages: iWork('pages'),
  pptx: powerPoint(`${slidesMain}.presentation.main+xml`),
  pptm: powerPoint('application/vnd.ms-powerpoint.presentation.macroEnabled.main+xml'),
  ppsx: powerPoint(`${slidesMain}.slideshow.main+xml`),
  potx: powerPoint(`${slidesMain}.template.main+xml`),
  ppt: office97('fodp', 'MS PowerPoint 97'),
  pps: office97('fodp', 'MS PowerPoint 97 AutoPlay'),
  pot: office97('fodp', 'MS PowerPoint 97 Vorlage'),
  odp: openDocumentZip('presentation'),
  otp: openDocumentZip('presentation', '-template'),
  fodp: openDocumentFlat('presentation'),
  sxi: openOfficeZip('presentation'),
  key: iWork('key'),
  odg: openDocumentZip('graphics'),
  otg: openDocumentZip('graphics', '-template'),
  fodg: openDocumentFlat('graphics'),
  sxd: openOfficeZip('graphics'),
  pub: publisher,
  vsdx: visio(),
};
