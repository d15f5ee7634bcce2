/**
 * Measures the cost of keeping tags. Converts a tagged song of 3 minutes and a tagged video of 1 minute with ffmpeg,
 * without Protean. The program also measures the tag pass, which is the step in which Protean copies the tags to the
 * result. Prints the time of ffmpeg, the time of the tag pass and their ratio as Markdown table rows. `--write` puts
 * the table into docs/quality/tags.md.
 */
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { carryTags } from '../../packages/engines/tools/ffmpeg/tags/carry.ts';
import { runAsProcess } from '../../packages/engines/tools/ffmpeg/streams/programs.ts';
import { ffprobe } from '../../packages/engines/tools/ffmpeg/command.ts';
import { sourceOf } from '../../packages/engines/tools/ffmpeg/streams/sources.ts';
import type { Probed } from '../../packages/engines/tools/ffmpeg/tags/probed.ts';
import { run } from '../samples/run.ts';
import { tagPage } from '../support/results/tag-table.ts';
import { spread, timed } from './measure.ts';

const rounds = 5;
const sine = (seconds: number) => ['-f', 'lavfi', '-i', `sine=duration=${seconds}`];
const testPicture = ['-f', 'lavfi', '-i', 'testsrc=size=640x360:duration=60:rate=25'];
const video = [...testPicture, ...sine(60), '-pix_fmt', 'yuv420p'];

const rows = [
  { from: 'mp3', to: 'flac', what: '3 minutes of mp3', make: sine(180), flags: [] },
  { from: 'mp3', to: 'm4a', what: '3 minutes of mp3', make: sine(180), flags: [] },
  { from: 'mp4', to: 'mov', what: '1 minute of mp4', make: video, flags: ['-c', 'copy'] },
  { from: 'mp4', to: 'mp3', what: '1 minute of mp4', make: video, flags: [] },
];

const tags = ['title', 'artist', 'album', 'comment', 'date', 'MY_OWN_TAG'].flatMap((name) => [
  '-metadata',
  `${name}=${name} of the recording`,
]);

const dir = await mkdtemp(path.join(tmpdir(), 'protean-tags-'));
try {
  const lines: string[] = [];
  for (const row of rows) lines.push(await measured(row));
  const table = ['| conversion | bare ffmpeg | tag pass | ratio |', '| - | - | - | - |', ...lines].join('\n');
  process.stdout.write(`${table}\n`);
  if (process.argv.includes('--write')) await store(table);
} finally {
  await rm(dir, { recursive: true });
}

async function measured({ from, to, what, make, flags }: (typeof rows)[number]): Promise<string> {
  const at = (name: string) => path.join(dir, name);
  const [input, output] = [at(`in.${from}`), at(`out.${to}`)];
  await run('/usr/bin/ffmpeg', ['-v', 'error', '-y', ...make, ...tags, input]);
  const { stdout } = await runAsProcess(ffprobe(sourceOf(from), input));
  const probed = JSON.parse(stdout) as Probed;
  const step = { from, to, input, output, outputDir: dir, work: dir, options: {} };
  const [bare, pass]: [number[], number[]] = [[], []];
  for (let round = 0; round < rounds; round += 1) {
    bare.push(
      await timed(() => run('/usr/bin/ffmpeg', ['-v', 'error', '-y', '-i', input, ...flags, output])),
    );
    pass.push(await timed(() => carryTags({ step, probed, runProgram: runAsProcess })));
  }
  const [whole, more] = [spread(bare).median, spread(pass).median];
  const ratio = ((whole + more) / whole).toFixed(2);
  return `| ${what} → ${to} | ${Math.round(whole)} ms | ${Math.round(more)} ms | ${ratio}× |`;
}

async function store(table: string): Promise<void> {
  const page = await readFile(tagPage, 'utf8');
  const [before = ''] = page.split('\n| conversion ');
  await writeFile(tagPage, `${before.trimEnd()}\n\n${table}\n`);
}
