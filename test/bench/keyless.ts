/**
 * Measures conversions without an API key in bursts of 5, because the rate limit allows 5 requests without a key at
 * once. Each conversion without a key gets a new engine process.
 */
import { setTimeout as delay } from 'node:timers/promises';
import { startService } from '../support/server/service.ts';
import type { Samples } from '../samples/samples.ts';
import { spread, timed, type Measurement } from './measure.ts';
import { convert } from './requests.ts';

const rows = [
  { from: 'json', to: 'yaml', most: 40 },
  { from: 'png', to: 'webp', most: 45 },
  { from: 'docx', to: 'pdf', most: 250 },
] as const;

const rounds = 3;
/**
 * Pause before each burst. Most engine processes for a burst start during the pause before the burst. The pause is
 * realistic, because a real caller has to wait even longer between bursts: 1 minute.
 */
const pauseMs = 20_000;

export async function benchKeyless(samples: Samples): Promise<Measurement[]> {
  const service = await startService({ WARM: 'on' });
  try {
    const measured: Measurement[] = [];
    for (const { from, to, most } of rows) {
      const file = await samples.get(from);
      const burst = async () => {
        const times: number[] = [];
        for (let n = 0; n < 5; n += 1) times.push(await timed(() => convert(service, file, to)));
        return times;
      };
      await delay(pauseMs);
      const what = `${from} → ${to} without a key, five in a row`;
      measured.push({ what: `${what}, the first time`, measured: spread(await burst()), unit: 'ms' });
      const times: number[] = [];
      for (let round = 0; round < rounds; round += 1) {
        await delay(pauseMs);
        times.push(...(await burst()));
      }
      measured.push({ what: `${what}, again`, measured: spread(times), unit: 'ms', most });
    }
    return measured;
  } finally {
    await service.close();
  }
}
