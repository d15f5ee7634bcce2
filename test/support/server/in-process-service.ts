/** Starts a real server inside the process of the test, for tests that control the clock. */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { Writable } from 'node:stream';
import { checkResponses } from '../api/described-responses.ts';
import { startService, type TestReplacements } from '../../../packages/server/src/app.ts';
import { loadConfig } from '../../../packages/server/src/config.ts';
import { systemClock } from '../../../packages/server/src/kit/clock.ts';
import { openLog } from '../../../packages/server/src/log.ts';

export interface InProcessService {
  url: string;
  /** URL of the separate listener for metrics, if METRICS_LISTEN is set. */
  metricsUrl: string | undefined;
  dataDir: string;
  /** Settings of the service. With the settings in `env`, `protean admin` accesses the accounts of this service. */
  env: Record<string, string>;
  /** Returns the log so far. */
  log(): string;
  /** Returns the current time of the service, in milliseconds since the epoch. */
  now(): number;
  /** Advances the clock of the service by `ms` milliseconds. */
  pass(ms: number): void;
  close(): Promise<void>;
}

export async function startInProcess(
  env: Record<string, string> = {},
  replacements: Omit<TestReplacements, 'clock'> = {},
): Promise<InProcessService> {
  const own = env.DATA_DIR === undefined ? await mkdtemp(path.join(tmpdir(), 'protean-e2e-')) : undefined;
  const dataDir = own ?? env.DATA_DIR ?? '';
  const log: string[] = [];
  const sink = new Writable({
    write(line: Buffer, _encoding, done) {
      log.push(line.toString());
      done();
    },
  });
  let passed = 0;
  const clock = { ...systemClock, now: () => Date.now() + passed };
  // Warm engines (processes that wait for conversions) are off, because tests in this process do not need them. The
  // start of warm engines would take longer than most tests.
  const settings = { PORT: '0', DATA_DIR: dataDir, WARM: 'off', ...env };
  const config = loadConfig(settings);
  const service = await startService(config, openLog('debug', sink), { ...replacements, clock });
  const assertDescribed = checkResponses(service.url);
  return {
    ...{ url: service.url, metricsUrl: service.metricsUrl, dataDir, env: settings },
    log: () => log.join(''),
    now: clock.now,
    pass: (ms) => {
      passed += ms;
    },
    close: async () => {
      await service.stop(0);
      if (own !== undefined) await rm(own, { recursive: true, force: true });
      assertDescribed();
    },
  };
}
