/** `protean serve`: the service, until it gets a signal. */
import { startService } from '../app.ts';
import { loadConfig } from '../config.ts';
import { openLog } from '../log.ts';
import type { Run } from './command.ts';

/** SIGTERM lets conversions finish; Ctrl-C does not wait. */
const graceMs = { SIGTERM: 30_000, SIGINT: 0 } as const;

export const serve: Run = async () => {
  const config = loadConfig();
  const log = openLog(config.logLevel);
  const service = await startService(config, log);
  log.info(`Protean is ready at ${service.url}`);
  const signal = await nextSignal();
  log.info(`${signal}: stopping`);
  // A second signal ends the process at once.
  void nextSignal().then(() => process.exit(1));
  await service.stop(graceMs[signal]);
  return 0;
};

function nextSignal(): Promise<keyof typeof graceMs> {
  return new Promise((resolve) => {
    for (const name of Object.keys(graceMs) as (keyof typeof graceMs)[]) process.once(name, resolve);
  });
}
