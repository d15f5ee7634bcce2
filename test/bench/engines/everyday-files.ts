/**
 * Writes common files of realistic sizes, such as a photo of 12 megapixels, a report of 20 pages, and a video and an
 * audio file of 1 minute each.
 */
import { mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { run } from '../../samples/run.ts';
import { Samples } from '../../samples/samples.ts';
import { bareEngines, drawPicture } from './bare-pictures.ts';

const words =
  'the service takes a file of any kind and gives it back in another one while every engine stays in a box of its own'.split(
    ' ',
  );
const paragraph = (seed: number) =>
  Array.from({ length: 110 }, (_, n) => words[(seed * 7 + n * 5 + ((n * n) % 11)) % words.length]).join(' ');
const table = [
  '| month | files | pages |',
  '|---|---|---|',
  ...Array.from({ length: 8 }, (_, n) => `| ${n + 1} | ${n * 37} | ${n * 211} |`),
].join('\n');

/** Returns a Markdown report of about 9,000 words (20 pages) with headings, lists, tables and a picture. */
export function report(): string {
  const chapters = Array.from({ length: 20 }, (_, n) =>
    [
      ...[
        `# Chapter ${n + 1}`,
        paragraph(n),
        `## Part ${n + 1}.1`,
        paragraph(n + 40),
        '- one\n- two\n- three',
      ],
      ...[
        n % 4 === 0 ? table : paragraph(n + 80),
        n === 2 ? '![A picture](picture.png)' : paragraph(n + 120),
      ],
    ].join('\n\n'),
  );
  return chapters.join('\n\n');
}

/** Writes the files into `dir` and returns their paths by extension. */
export async function writeEverydayFiles(dir: string): Promise<Record<string, string>> {
  await mkdir(dir, { recursive: true });
  const at = (ext: string) => path.join(dir, `source.${ext}`);
  const files = Object.fromEntries(
    [
      'jpg',
      'heic',
      'png',
      'md',
      'docx',
      'html',
      'epub',
      'csv',
      'json',
      'mp4',
      'wav',
      'mp3',
      'srt',
      'zip',
      'ttf',
      'odt',
    ].map((ext) => [ext, at(ext)]),
  );
  const picture = await drawPicture(dir);
  for (const ext of ['jpg', 'heic', 'png']) await bareEngines[ext]?.write(picture, at(ext), false);
  await run('/usr/bin/convert', [
    '-size',
    '800x600',
    'plasma:steelblue-white',
    path.join(dir, 'picture.png'),
  ]);
  await writeFile(at('md'), report());
  for (const ext of ['docx', 'html', 'epub', 'odt']) {
    const whole = ext === 'html' ? '--self-contained' : '--standalone';
    const options = [whole, '--metadata', 'title=Report', '--resource-path', dir];
    await run('/usr/bin/pandoc', [...options, at('md'), '-o', at(ext)]);
  }
  const rows = Array.from({ length: 1000 }, (_, n) =>
    Array.from({ length: 10 }, (_, m) => (m === 0 ? `item ${n}` : n * m)),
  );
  await writeFile(at('csv'), rows.map((row) => row.join(',')).join('\n'));
  const records = rows.map(([name, ...numbers]) => ({
    name,
    numbers,
    nested: { first: numbers[0], text: name },
  }));
  await writeFile(at('json'), JSON.stringify(records));
  const video = ['-f', 'lavfi', '-i', 'testsrc2=size=1280x720:rate=25:duration=60'];
  const sound = ['-f', 'lavfi', '-i', 'sine=frequency=440:sample_rate=44100:duration=60'];
  await run('/usr/bin/ffmpeg', ['-v', 'error', ...video, ...sound, '-c:a', 'aac', '-shortest', at('mp4')]);
  for (const ext of ['wav', 'mp3'])
    await run('/usr/bin/ffmpeg', ['-v', 'error', ...sound, '-ac', '2', at(ext)]);
  const time = (s: number) =>
    `00:${String(Math.floor(s / 60)).padStart(2, '0')}:${String(s % 60).padStart(2, '0')},000`;
  const cues = Array.from(
    { length: 600 },
    (_, n) => `${n + 1}\n${time(n * 4)} --> ${time(n * 4 + 3)}\nLine ${n}\n`,
  );
  await writeFile(at('srt'), cues.join('\n'));
  const packed = ['docx', 'html', 'csv', 'jpg', 'mp3', 'srt'].map((ext) => `source.${ext}`);
  await run('/usr/bin/bsdtar', ['-a', '-cf', at('zip'), '-C', dir, ...packed]);
  files.ttf = await new Samples(path.join(dir, 'samples')).get('ttf');
  return files;
}
