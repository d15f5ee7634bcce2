/** A video with a damaged timestamp has the same duration after its conversion, instead of hours of repeated frames. */
import assert from 'node:assert/strict';
import { readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { test } from 'node:test';
import { run } from '../../samples/run.ts';
import { duration } from '../../support/results/measure.ts';
import { Workbench } from '../../support/results/workbench.ts';

const lab = await Workbench.open();

const headerBytes = 13;
const tagHeaderBytes = 15;
const videoTag = 9;

/** Writes an FLV of 2 s in which the timestamp of one frame is 4 hours too late. */
async function damagedFlv(): Promise<string> {
  const file = path.join(lab.dir, 'late.flv');
  const source = ['-f', 'lavfi', '-i', 'testsrc2=size=96x64:rate=25', '-t', '2'];
  await run('/usr/bin/ffmpeg', ['-v', 'error', ...source, '-c:v', 'flv1', file]);
  const flv = await readFile(file);
  const tags: number[] = [];
  for (
    let at = headerBytes;
    at + tagHeaderBytes < flv.length;
    at += tagHeaderBytes + flv.readUIntBE(at + 1, 3)
  )
    if (flv[at] === videoTag) tags.push(at);
  const frame = tags[20] ?? assert.fail(`${tags.length} frames`);
  flv.writeUIntBE(flv.readUIntBE(frame + 4, 3) + 4 * 3_600_000, frame + 4, 3);
  await writeFile(file, flv);
  return file;
}

const damaged = await damagedFlv();

for (const target of ['mp4', 'webm', 'mkv', 'gif'])
  test(`converts a video with a damaged timestamp to a ${target} of the same duration`, async () => {
    const seconds = await duration(await lab.converted('flv', target, {}, damaged));
    assert.ok(Math.abs(seconds - 2) < 0.2, `${seconds} s`);
  });
