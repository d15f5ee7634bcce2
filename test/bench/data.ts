/**
 * Measures small conversions of an account: JSON to YAML with sequential requests and with 8 parallel callers, and a
 * repeated DOCX conversion whose result is cached.
 */
import path from 'node:path';
import { writeFile } from 'node:fs/promises';
import type { Samples } from '../samples/samples.ts';
import { startService } from '../support/server/service.ts';
import { spread, timed, type Measurement, type Spread } from './measure.ts';
import { newAccount, sender } from './requests.ts';

const unthrottled = { RATE_OVERRIDES: '{"growth":1000000}' };
const callers = 8;
/** Number of requests per round, from all parallel callers together. */
const requests = 800;
const rounds = 5;
/** Number of sequential requests. */
const single = 300;

export async function benchData(samples: Samples, dir: string): Promise<Measurement[]> {
  const json = path.join(dir, 'a.json');
  await writeFile(json, '{"name":"Ada","born":1815}');
  const service = await startService({ WARM: 'on', ...unthrottled });
  try {
    const send = await sender(service, json, 'yaml', await newAccount(service));
    await eachOf(callers, requests, send);
    const alone = await eachOf(1, single, send);
    const [rates, slowest]: [number[], number[]] = [[], []];
    for (let round = 0; round < rounds; round += 1) {
      let times: number[] = [];
      const ms = await timed(async () => (times = await eachOf(callers, requests, send)));
      rates.push((requests / ms) * 1000);
      slowest.push(times.sort((a, b) => a - b)[Math.floor(times.length * 0.99)] ?? NaN);
    }
    const eight = `json → yaml, ${callers} callers of one account`;
    return [
      { what: 'json → yaml, one account, in a row', measured: spread(alone), unit: 'ms', most: 4 },
      { what: eight, measured: spread(rates), unit: 'a second', least: 600 },
      { what: `${eight}, the 99th percentile`, measured: spread(slowest), unit: 'ms', most: 40 },
      {
        what: 'docx → pdf again, with RESULT_CACHE_MB',
        measured: await repeated(samples),
        unit: 'ms',
        most: 6,
      },
    ];
  } finally {
    await service.close();
  }
}

async function repeated(samples: Samples): Promise<Spread> {
  const service = await startService({ WARM: 'on', RESULT_CACHE_MB: '100', ...unthrottled });
  try {
    const send = await sender(service, await samples.get('docx'), 'pdf', await newAccount(service));
    await eachOf(1, 20, send);
    return spread(await eachOf(1, single, send));
  } finally {
    await service.close();
  }
}

/**
 * Calls `work` a total of `times` times, with at most `width` calls in parallel. Returns the duration of each call in
 * milliseconds.
 */
async function eachOf(width: number, times: number, work: () => Promise<unknown>): Promise<number[]> {
  const measured: number[] = [];
  let left = times;
  const one = async () => {
    while (left-- > 0) measured.push(await timed(work));
  };
  await Promise.all(Array.from({ length: width }, one));
  return measured;
}
