/** How archives and lists of media name files. */
import { tar } from '../bytes/tar.ts';
import { zip } from '../bytes/zip.ts';
import type { Naming } from './naming.ts';

const list = (entry: string) => `#EXTM3U\n#EXT-X-MEDIA-SEQUENCE:0\n#EXTINF:10.0,\n${entry}\n#EXT-X-ENDLIST\n`;

export const bundleNamings: readonly Naming[] = [
  [
    'zip',
    'link',
    ({ picture, text }) =>
      zip([
        { name: 'a.txt', data: text, mode: 0o120777 },
        { name: 'b.png', data: picture, mode: 0o120777 },
      ]),
  ],
  [
    'zip',
    'link-to-folder',
    ({ text }) =>
      zip([
        { name: 'd', data: text.replace(/\/[^/]*$/, ''), mode: 0o120777 },
        { name: `d/${text.replace(/^.*\//, '')}`, data: 'x' },
      ]),
  ],
  [
    'tar',
    'link',
    ({ picture, text }) =>
      tar([
        { name: 'a.txt', type: '2', target: text },
        { name: 'b.png', type: '2', target: picture },
      ]),
  ],
  [
    'tar',
    'hard-link',
    ({ picture, text }) =>
      tar([
        { name: 'a.txt', type: '1', target: text },
        { name: 'b.png', type: '1', target: picture },
      ]),
  ],
  ['mp4', 'list', ({ text }) => list(`file://${text}`)],
  ['mp4', 'concat', ({ picture, text }) => `ffconcat version 1.0\nfile '${picture}'\nfile '${text}'\n`],
  [
    'mp4',
    'dash',
    ({ text }) =>
      `<?xml version="1.0"?><MPD xmlns="urn:mpeg:dash:schema:mpd:2011" type="static" mediaPresentationDuration="PT9S"><Period><AdaptationSet mimeType="video/mp4"><Representation id="1" bandwidth="1"><BaseURL>file://${text}</BaseURL></Representation></AdaptationSet></Period></MPD>`,
  ],
  [
    'ass',
    'font',
    ({ text, picture }) =>
      `[Script Info]\nScriptType: v4.00+\nAudio File: ${text}\nVideo File: ${picture}\n\n[Events]\nFormat: Layer, Start, End, Style, Text\nDialogue: 0,0:00:00.00,0:00:01.00,D,{\\img1(${picture})}x\n`,
  ],
];
