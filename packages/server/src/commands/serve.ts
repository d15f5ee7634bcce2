/** `protean serve`: runs the service until it receives a signal. */
import { startService } from '../app.ts';
import { loadConfig } from '../config.ts';
import { openLog } from '../log.ts';
import type { Run } from './command.ts';

/** SIGTERM lets conversions finish; Ctrl-C does not wait. */
const graceMs = { SIGTERM: 30_000, SIGINT: 0 } as const;

/** Requests that arrived during the start run first. */
const releaseAfterMs = 1_000;

export const serve: Run = async () => {
  const config = loadConfig();
  const log = openLog(config.logLevel);
  const service = await startService(config, log);
  log.info(`Protean is ready at ${service.url}`);
  setTimeout(releaseMemory, releaseAfterMs).unref();
  const signal = await nextSignal();
  log.info(`${signal}: stopping`);
  // A second signal ends the process immediately.
  void nextSignal().then(() => process.exit(1));
  await service.stop(graceMs[signal]);
  return 0;
};

/** Frees about 20 MB of garbage from the start, which an idle server would otherwise keep. */
function releaseMemory(): void {
  // Runs twice: only a last-resort collection returns memory to the system, and it returns only memory that an earlier
  // collection freed.
  void globalThis.gc?.();
  void globalThis.gc?.({ type: 'major', execution: 'sync', flavor: 'last-resort' });
}

function nextSignal(): Promise<keyof typeof graceMs> {
  return new Promise((resolve) => {
    for (const name of Object.keys(graceMs) as (keyof typeof graceMs)[]) process.once(name, resolve);
  });
}
