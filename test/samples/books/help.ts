/**
 * The sample of compiled HTML help (CHM): the letter of letter.ts, split into topics. The table of contents lists the
 * topics in the right order, but the file names of the topics sort in a different order.
 */
import { writeFile } from 'node:fs/promises';
import { compiledHelp, type HelpFile } from './compiled-help.ts';
import { png } from '../pictures/image-png.ts';
import { letter } from '../documents/letter.ts';
import { htmlBody } from '../documents/markup.ts';
import { picture } from '../pictures/picture.ts';
import type { SampleMakers } from '../samples.ts';

/** Returns an entry of a table of contents, with its children. */
export const contentsEntry = (name: string, local: string, inside = ''): string =>
  `<LI><OBJECT type="text/sitemap"><param name="Name" value="${name}"><param name="Local" value="${local}"></OBJECT>${
    inside ? `<UL>${inside}</UL>` : ''
  }`;

export const contentsPage = (entries: string): string =>
  `<!DOCTYPE HTML PUBLIC "-//IETF//DTD HTML//EN"><HTML><BODY><UL>${entries}</UL></BODY></HTML>`;

/** Splits the letter into topics. Each second-level heading begins a topic. */
function topics(): HelpFile[] {
  const [first = '', second = '', third = ''] = htmlBody.split(/(?=<h2>)/u);
  const page = (body: string) =>
    Buffer.from(
      `<html><head><link rel="stylesheet" href="../look/page.css"></head><body>${body.replaceAll('h2>', 'h1>')}</body></html>`,
      'latin1',
    );
  return [
    { path: 'topics/start.htm', data: page(`${first}<p><img src="../look/harbour.png" alt=""></p>`) },
    { path: 'topics/z.htm', data: page(second) },
    { path: 'topics/a.htm', data: page(third) },
  ];
}

function help(): Buffer {
  const [first, second] = letter.sections;
  const below = contentsEntry(first.heading, 'topics/z.htm') + contentsEntry(second.heading, 'topics/a.htm');
  return compiledHelp(
    [
      ...topics(),
      { path: 'look/page.css', data: 'h1 { color: navy }\n' },
      { path: 'look/harbour.png', data: png(picture()) },
      {
        path: 'letter.hhc',
        data: contentsPage(contentsEntry(letter.title, 'topics/start.htm', below)),
      },
    ],
    { title: letter.title, contents: 'letter.hhc', first: 'topics/start.htm' },
  );
}

export const helps: SampleMakers = { chm: (file) => writeFile(file, help()) };
