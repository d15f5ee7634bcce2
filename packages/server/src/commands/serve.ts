/** `protean serve`: runs the service until it receives a signal. */
import { startService, type Service } from '../app.ts';
import { loadConfig, type Config } from '../config.ts';
import { asText, openLog } from '../log.ts';
import type { Run } from './command.ts';
import { print } from './print.ts';

/**
 * Maximum wait for running conversions after a signal, in milliseconds. After Ctrl-C (SIGINT), the server does not wait
 * for running conversions.
 */
const graceMs = { SIGTERM: 30_000, SIGINT: 0 } as const;

/**
 * Time after Ctrl-C, in milliseconds, at which the process ends even if a part of the server does not close. If a part
 * of the server is still open when the process ends, the next start cleans up as after a crash.
 */
const interruptedMs = 5_000;

/**
 * Delay before memory is released, in milliseconds. The delay lets the server first handle the requests that arrived
 * during its start.
 */
const releaseAfterMs = 1_000;

export const serve: Run = async () => {
  const config = loadConfig();
  const report = reportTo(config);
  report.starting();
  const interrupted = () => {
    report.endedEarly();
    process.exit(interruptedStatus);
  };
  process.once('SIGINT', interrupted);
  const service = await startService(config, report.log);
  process.off('SIGINT', interrupted);
  report.ready(service);
  setTimeout(releaseMemory, releaseAfterMs).unref();
  const signal = await nextSignal();
  report.stopping(signal, service);
  // A second signal ends the process immediately.
  void nextSignal().then(() => process.exit(1));
  if (signal === 'SIGINT') setTimeout(() => process.exit(1), interruptedMs).unref();
  await service.stop(graceMs[signal]);
  report.stopped();
  return 0;
};

/** Exit status that shells use for SIGINT. */
const interruptedStatus = 130;

type Signal = keyof typeof graceMs;

/** Reports the start and the stop of the server, in addition to its log. */
interface Report {
  log: ReturnType<typeof openLog>;
  starting(): void;
  endedEarly(): void;
  ready(service: Service): void;
  stopping(signal: Signal, service: Service): void;
  stopped(): void;
}

/** Returns a report in plain lines for a terminal, otherwise in log lines. */
function reportTo({ logFormat, logLevel }: Config): Report {
  const isText = logFormat === 'text' || (logFormat === 'auto' && process.stdout.isTTY);
  return isText ? inText(logLevel) : inLog(logLevel);
}

const nothing = () => {};

function inLog(level: string): Report {
  const log = openLog(level);
  return {
    log,
    starting: nothing,
    endedEarly: nothing,
    ready: ({ url }) => log.info(`Protean is ready at ${url}`),
    stopping: (signal) => log.info(`${signal}: stopping`),
    stopped: nothing,
  };
}

function inText(level: string): Report {
  const log = openLog(
    level,
    asText((text) => print(text.trimEnd())),
  );
  const seconds = () => `${(performance.now() / 1000).toFixed(1)} s`;
  return {
    log,
    starting: () =>
      print('Protean starts. Checking the settings, the database, the sandbox and the engines …'),
    endedEarly: () => print('Stopped before the start was complete.'),
    ready: ({ url, openUrl, routes }) => {
      print(`Protean is ready at ${url} after ${seconds()}, with ${routes} conversions.`);
      print(`Open ${openUrl} in a browser. Press Ctrl-C to stop.`);
    },
    stopping: (signal, service) => print(stoppingLine(signal, service.waiting())),
    stopped: () => print('Stopped.'),
  };
}

function stoppingLine(signal: Signal, { requests }: ReturnType<Service['waiting']>): string {
  const running = requests === 0 ? 'No request is running.' : `Waiting for ${counted(requests)} to end.`;
  return signal === 'SIGINT'
    ? `Stopping within ${interruptedMs / 1000} s. ${running} Jobs continue after the next start. Press Ctrl-C again to stop at once.`
    : `Stopping within ${graceMs.SIGTERM / 1000} s. ${running} A second signal stops at once.`;
}

const counted = (requests: number) => (requests === 1 ? '1 request' : `${requests} requests`);

/** Frees about 20 MB of garbage from the start, which an idle server would otherwise keep. */
function releaseMemory(): void {
  // Releasing the memory takes two garbage collections. The first garbage collection frees the memory of unused
  // objects. The second garbage collection is a last-resort collection, which returns free memory to the system. A
  // last-resort collection returns only memory that was already free when the collection started.
  void globalThis.gc?.();
  void globalThis.gc?.({ type: 'major', execution: 'sync', flavor: 'last-resort' });
}

function nextSignal(): Promise<Signal> {
  return new Promise((resolve) => {
    for (const name of Object.keys(graceMs) as Signal[]) process.once(name, resolve);
  });
}
