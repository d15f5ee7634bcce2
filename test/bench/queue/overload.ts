/**
 * Converts files of many formats with few and with many parallel callers. Compares the status of each response with the
 * status from an idle server. A busy server may reject a request with 503, but an admitted request must get the same
 * status as on an idle server.
 */
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { Samples } from '../../samples/samples.ts';
import { readArguments } from '../../support/arguments.ts';
import { post, startService } from '../../support/server/service.ts';
import { spread } from '../measure.ts';

const { values } = readArguments(new URL('../../../script/bench', import.meta.url), {
  options: { callers: { type: 'string', default: '2,8,32' }, rounds: { type: 'string', default: '2' } },
});

const routes = [
  'cpio zip',
  'zip tar',
  'docx pdf',
  'xlsx csv',
  'pptx pdf',
  'epub pdf',
  'epub mobi',
  'md docx',
  'md pdf',
  'html pdf',
  'png webp',
  'jpg avif',
  'svg png',
  'pdf txt',
  'pdf png',
  'wav mp3',
  'mp4 gif',
  'mkv mp4',
  'json yaml',
  'ttf woff2',
].map((pair) => pair.split(' ') as [from: string, to: string]);

interface Ended {
  route: string;
  status: number;
  reason: unknown;
  ms: number;
}

const dir = await mkdtemp(path.join(tmpdir(), 'protean-overload-'));
const samples = new Samples(dir);
const service = await startService({ WARM: 'on' });
try {
  const forms = await Promise.all(
    routes.map(async ([from, to]) => ({ from, to, bytes: await readFile(await samples.get(from)) })),
  );
  const convert = async (n: number): Promise<Ended> => {
    const { from, to, bytes } = forms[n % forms.length] ?? { from: '', to: '', bytes: Buffer.of() };
    const began = performance.now();
    const file = new File([new Uint8Array(bytes)], `in.${from}`);
    const { status, error } = await post(`${service.url}/api/convert`, [
      ['file', file],
      ['target', to],
    ]);
    return {
      route: `${from} → ${to}`,
      status,
      reason: error.details?.['reason'],
      ms: performance.now() - began,
    };
  };
  const idle = new Map<string, number>();
  for (const n of forms.keys()) {
    const { route, status } = await convert(n);
    idle.set(route, status);
  }
  let differs = 0;
  for (const callers of values.callers.split(',').map(Number)) {
    const ended: Ended[] = [];
    let next = 0;
    const total = Math.max(callers, forms.length) * Number(values.rounds);
    const began = performance.now();
    await Promise.all(
      Array.from({ length: callers }, async () => {
        while (next < total) ended.push(await convert(next++));
      }),
    );
    const rejected = ended.filter(({ status }) => status === 503);
    const others = ended.filter(({ route, status }) => status !== 503 && status !== idle.get(route));
    differs += others.length;
    const { median, max } = spread(ended.map(({ ms }) => ms));
    const seconds = (ms: number) => `${(ms / 1000).toFixed(1)} s`;
    console.log(
      `${callers} callers: ${ended.length} requests in ${Math.round((performance.now() - began) / 1000)} s, median ${seconds(median)}, slowest ${seconds(max)}, ${rejected.length} rejected with 503, ${others.length} with another status than idle`,
    );
    for (const { route, status, reason } of others) console.log(`  ${route}: ${status} ${String(reason)}`);
  }
  process.exitCode = differs === 0 ? 0 : 1;
} finally {
  await service.close();
  await rm(dir, { recursive: true });
}
