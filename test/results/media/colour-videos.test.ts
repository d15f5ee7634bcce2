/**
 * Video frames show the same colours in every target format, regardless of the colour space that the source declares.
 */
import assert from 'node:assert/strict';
import { mkdtemp, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { test } from 'node:test';
import { frameOf, videos } from '../../support/results/colour/videos.ts';
import { coloursIn } from '../../support/results/colour/reader.ts';
import type { Source } from '../../support/results/colour/sources.ts';
import { Workbench } from '../../support/results/workbench.ts';

const lab = await Workbench.open();

/** For each target format, the largest colour error that lossy encoding may cause, in 8-bit steps. */
const tolerances: Readonly<Record<string, number>> = {
  ...{ png: 4, jpg: 6, webp: 8, gif: 8, bmp: 4, tiff: 4, heic: 8 },
  ...{ mp4: 8, mov: 8, mkv: 8, webm: 8, avi: 8, wmv: 8, flv: 8, mpg: 8, ogv: 10, ts: 8 },
};

const pictures = ['png', 'jpg', 'webp', 'gif', 'bmp', 'tiff', 'heic'];

/** 8-bit value of reference white after tone mapping. */
const mappedWhite = 247;

/**
 * Number of days in which daily runs test all targets. Each run tests all sources, but converts each source to only a
 * part of the targets.
 */
const shares = Number(process.env['COLOUR_SHARES'] ?? 3);
const day = Math.floor(Date.now() / 86_400_000);

for (const [n, source] of videos.entries())
  test(`keeps the colours of a video in other formats (source: ${source.name})`, async () => {
    const file = path.join(lab.dir, `${source.name.replaceAll(/\W+/g, '-')}.${source.format}`);
    await source.make(file);
    const wrong: string[] = [];
    for (const target of targetsOf(source, n)) wrong.push(...(await faults(source, file, target)));
    assert.deepEqual(wrong, []);
  });

const targetsOf = ({ format }: Source, n: number) =>
  Object.keys(tolerances).filter((target, at) => target !== format && (at + n + day) % shares === 0);

async function faults({ format, colours, isHdr }: Source, file: string, target: string): Promise<string[]> {
  // Sets `quality` for videos to make the server encode the stream. Without an option, the server would copy the
  // stream unchanged if the target supports it, and the test would not check the colours of an encoder.
  const isPicture = pictures.includes(target);
  const { status, headers, body, error } = await lab.send(
    file,
    format,
    target,
    isPicture ? {} : { quality: '90' },
  );
  if (status !== 200) return [`${target}: ${status} ${error.message}`];
  const result = path.join(await mkdtemp(path.join(lab.dir, 'result-')), `out.${target}`);
  await writeFile(result, body);
  const found = await coloursIn(isPicture ? result : await frameOf(result), colours.length);
  const due = colours.map((colour) =>
    isHdr && colour[0] === 255 ? [mappedWhite, mappedWhite, mappedWhite] : colour,
  );
  const off = Math.max(
    ...due.flatMap((colour, at) => colour.map((value, c) => Math.abs(value - (found[at]?.[c] ?? -999)))),
  );
  const warned = (headers.get('x-conversion-warnings') ?? '').includes('hdr_reduced');
  return [
    ...(off > (tolerances[target] ?? 0) ? [`${target}: off by ${off}: ${JSON.stringify(found)}`] : []),
    ...(warned === (isHdr ?? false) ? [] : [`${target}: warned ${warned}`]),
  ];
}
