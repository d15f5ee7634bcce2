/**
 * Compiled help files (CHM) that refer to other files, call the network, run code, have members with paths outside the
 * archive, or exhaust memory.
 */
import { compiledHelp, type HelpFile } from '../../../samples/books/compiled-help.ts';
import { contentsEntry, contentsPage } from '../../../samples/books/help.ts';
import { inCategory, type FileCase } from '../../case.ts';
import { shows } from '../markup/archived-pages.ts';
import { up } from '../files/archives.ts';

const targets = ['html', 'pdf', 'docx', 'epub', 'png'];

/** Returns a help file with one topic and the files `more`. */
const help = (topic: string, contents = contentsEntry('x', 'a.htm'), more: readonly HelpFile[] = []) =>
  compiledHelp([{ path: 'a.htm', data: topic }, { path: 'a.hhc', data: contentsPage(contents) }, ...more], {
    title: 'x',
    contents: 'a.hhc',
    first: 'a.htm',
  });

const within = (file: string) => `ms-its:${file}::/a.htm`;

const rows: readonly FileCase[] = [
  {
    name: 'chm-topic-files',
    kind: 'read',
    ext: 'chm',
    to: targets,
    make: ({ text, picture }) => help(shows(`file://${text}`, `file://${picture}`)),
  },
  {
    name: 'chm-topic-climbing',
    kind: 'read',
    ext: 'chm',
    to: targets,
    make: ({ text, picture }) => help(shows(`${up}${text}`, `..\\..\\..\\..\\..\\..${picture}`)),
  },
  {
    name: 'chm-within-others',
    kind: 'read',
    ext: 'chm',
    to: targets,
    make: ({ text, picture }) =>
      help(
        shows(`mk:@MSITStore:${text}::/${up}${text}`, `its:x::${picture}`) +
          `<a href="${within(text)}">x</a>`,
        contentsEntry('x', within(text)) +
          contentsEntry('y', `file://${text}`) +
          contentsEntry('z', `${up}${text}`),
      ),
  },
  {
    name: 'chm-settings-name-files',
    kind: 'read',
    ext: 'chm',
    to: ['html'],
    make: ({ text }) =>
      compiledHelp([{ path: 'a.htm', data: 'x' }], {
        title: 'x',
        contents: `${up}${text}`,
        first: `${up}${text}`,
      }),
  },
  {
    name: 'chm-web',
    kind: 'network',
    ext: 'chm',
    to: targets,
    make: ({ url, metadata }) => help(shows(`${url}a`, `${metadata}b`), contentsEntry('x', `${url}topic`)),
  },
  {
    name: 'chm-objects',
    kind: 'code',
    ext: 'chm',
    to: targets,
    make: ({ marker, url }) =>
      help(
        `<object type="application/x-oleobject" classid="clsid:adb880a6-d8ff-11cf-9377-00aa003b7a11"><param name="Command" value="ShortCut"><param name="Item1" value=",sh,-c 'touch ${marker}'"></object>
<script>fetch("${url}x")</script><a href="javascript:open('${url}y')">x</a><p onclick="fetch('${url}z')">x</p>`,
      ),
  },
  {
    name: 'chm-member-out',
    kind: 'write',
    ext: 'chm',
    to: ['html', 'pdf'],
    make: ({ marker, tempMarker }) =>
      help('x', undefined, [
        { path: `${up}${marker}`, data: 'x' },
        { path: `..\\..\\..\\..${tempMarker}`, data: 'x' },
        { path: tempMarker, data: 'x' },
      ]),
  },
  {
    name: 'chm-contents-deep',
    kind: 'resource',
    ext: 'chm',
    to: ['html'],
    make: () => help('x', '<UL>'.repeat(500_000) + contentsEntry('x', 'a.htm').repeat(20_000)),
  },
  {
    name: 'chm-topic-deep',
    kind: 'resource',
    ext: 'chm',
    to: ['html', 'pdf'],
    make: () => help('<div>'.repeat(200_000)),
  },
  {
    name: 'chm-picture-often',
    kind: 'resource',
    ext: 'chm',
    to: ['html'],
    make: () =>
      help(`<p>x${'<img src="a.png">'.repeat(10_000)}`, undefined, [
        { path: 'a.png', data: Buffer.alloc(1024 * 1024, 'x') },
      ]),
  },
  {
    name: 'chm-member-endless',
    kind: 'resource',
    ext: 'chm',
    to: ['html'],
    // Declares a length of 2 MB for the topic `/a.htm`, which has 300 bytes. In the CHM file, the length follows the
    // name of the topic.
    make: () => {
      const file = help('x'.repeat(300));
      const at = file.indexOf('/a.htm') + 8;
      return Buffer.concat([file.subarray(0, at), Buffer.from('ffff7f', 'hex'), file.subarray(at + 3)]);
    },
  },
];

export const helpCases = inCategory('ebook', rows);
