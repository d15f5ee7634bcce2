/**
 * Samples of archives that contain a web site: the letter as `index.html`, style sheets and a picture in subfolders,
 * and a second page.
 */
import { readFile, writeFile } from 'node:fs/promises';
import { gzipSync } from 'node:zlib';
import { pack } from '../archives/archive.ts';
import { png } from '../pictures/image-png.ts';
import { letter } from './letter.ts';
import { htmlBody } from './markup.ts';
import { picture } from '../pictures/picture.ts';
import type { SampleMakers } from '../samples.ts';
import type { TreeMember } from '../archives/tree.ts';

export const siteMember = (path: string, data: Buffer | string): TreeMember => ({
  path,
  kind: 'file',
  mode: 0o644,
  mtime: Date.UTC(2024, 2, 5) / 1000,
  data: Buffer.from(data).toString('base64'),
  target: '',
});

const members = (): TreeMember[] => [
  siteMember(
    'site/index.html',
    `<!DOCTYPE html>
<html lang="en"><head><meta charset="utf-8"><title>${letter.title}</title>
<link rel="stylesheet" href="look/page.css"></head>
<body>${htmlBody}<p><img src="look/pictures/harbour.png" alt=""></p></body></html>
`,
  ),
  siteMember('site/look/page.css', '@import "type.css";\nh1 { color: navy }\n'),
  siteMember('site/look/type.css', 'body { font-family: serif }\n'),
  siteMember('site/look/pictures/harbour.png', png(picture())),
  siteMember('site/about.html', '<p>Nothing of this.</p>\n'),
];

export const sites: SampleMakers = {
  'site.zip': (file) => pack('zip', file, members()),
  'site.tar': (file) => pack('tar', file, members()),
  'site.tar.gz': async (file, sample) => writeFile(file, gzipSync(await readFile(await sample('site.tar')))),
};
