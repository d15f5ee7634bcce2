/** A server as `protean serve` is, but that it gets a signal when it comes to a point the so-manieth time. */
import { startService } from '../../packages/server/src/app.ts';
import { loadConfig } from '../../packages/server/src/config.ts';
import { openLog } from '../../packages/server/src/log.ts';

const [point, nth, signal] = process.argv.slice(2);
let passed = 0;
const failpoints = {
  reach: (here: string) => {
    if (here !== point) return;
    passed += 1;
    if (passed === Number(nth)) process.kill(process.pid, signal);
  },
};
const config = loadConfig();
const log = openLog(config.logLevel);
const service = await startService(config, log, { failpoints });
log.info(`Protean is ready at ${service.url}`);
process.once('SIGTERM', () => {
  void service.stop(30_000).then(() => process.exit());
});
