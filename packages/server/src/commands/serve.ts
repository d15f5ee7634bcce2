/** `protean serve`: the service, until it gets a signal. */
import { startService } from '../app.ts';
import { loadConfig } from '../config.ts';
import { openLog } from '../log.ts';
import type { Run } from './command.ts';

/** SIGTERM lets conversions finish; Ctrl-C does not wait. */
const graceMs = { SIGTERM: 30_000, SIGINT: 0 } as const;

/** Requests that have waited for the start come first. */
const releaseAfterMs = 1_000;

export const serve: Run = async () => {
  const config = loadConfig();
  const log = openLog(config.logLevel);
  const service = await startService(config, log);
  log.info(`Protean is ready at ${service.url}`);
  setTimeout(releaseMemory, releaseAfterMs).unref();
  const signal = await nextSignal();
  log.info(`${signal}: stopping`);
  // A second signal ends the process at once.
  void nextSignal().then(() => process.exit(1));
  await service.stop(graceMs[signal]);
  return 0;
};

/** A start leaves about 20 MB of garbage, which an idle server would hold for as long as it is idle. */
function releaseMemory(): void {
  // Twice: only a collection of last resort returns the memory, and only of what an earlier one has found.
  void globalThis.gc?.();
  void globalThis.gc?.({ type: 'major', execution: 'sync', flavor: 'last-resort' });
}

function nextSignal(): Promise<keyof typeof graceMs> {
  return new Promise((resolve) => {
    for (const name of Object.keys(graceMs) as (keyof typeof graceMs)[]) process.once(name, resolve);
  });
}
