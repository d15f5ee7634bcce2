/**
 * The files and folders in all archive samples: text and binary files, an executable, a link, different times, names in
 * other scripts, an empty file and an empty folder.
 */

export interface TreeMember {
  path: string;
  kind: 'file' | 'folder' | 'link';
  mode: number;
  /** Seconds since 1970. The number is even, because zip and similar formats store times in units of 2 seconds. */
  mtime: number;
  /** The bytes of a file in base64. */
  data: string;
  /** The target of a link. */
  target: string;
}

const mtime = Date.UTC(2024, 2, 5, 6, 7, 8) / 1000;

const text = 'The tide turned at ten past six.\n';

const folder = (path: string): TreeMember => ({
  path,
  kind: 'folder',
  mode: 0o755,
  mtime,
  data: '',
  target: '',
});

const file = (path: string, data: Buffer | string, mode = 0o644): TreeMember => ({
  path,
  kind: 'file',
  mode,
  mtime: mtime + path.length * 60,
  data: Buffer.from(data).toString('base64'),
  target: '',
});

export const tree: readonly TreeMember[] = [
  folder('harbour'),
  folder('harbour/bare'),
  file('harbour/empty', ''),
  file('harbour/log.txt', text),
  { path: 'harbour/newest', kind: 'link', mode: 0o777, mtime, data: '', target: 'log.txt' },
  file('harbour/run.sh', '#!/bin/sh\necho ahoy\n', 0o755),
  folder('harbour/Ærø 東京'),
  file('harbour/Ærø 東京/café.txt', 'naïve\n'),
  file('harbour/Ærø 東京/noise.bin', noise(70_000)),
];

/** The sample tree with file names that exist in Shift JIS, the code page of LHA archives. */
export const japaneseTree: readonly TreeMember[] = tree.map((member) => ({
  ...member,
  path: member.path.replace('Ærø ', '').replace('café', 'カフェ'),
}));

/** The content of samples that are a single compressed file, such as gz. */
export const loneFile = Buffer.concat([Buffer.from(text.repeat(200)), noise(5000)]);

/** Returns reproducible bytes that cannot be compressed. */
function noise(length: number): Buffer {
  const bytes = Buffer.alloc(length);
  for (let n = 0, seed = 1; n < length; n += 1) {
    seed = (Math.imul(seed, 1103515245) + 12345) >>> 0;
    bytes[n] = seed >>> 16;
  }
  return bytes;
}
