/**
 * Starts a server as `protean serve` does. The arguments are `POINT NTH SIGNAL`. POINT is a failpoint, which is a named
 * point in the server's code. When the server reaches POINT for the NTH time, it sends itself SIGNAL.
 */
import { startService } from '../../../packages/server/src/app.ts';
import { loadConfig } from '../../../packages/server/src/config.ts';
import { openLog } from '../../../packages/server/src/log.ts';

const [point, nth, signal] = process.argv.slice(2);
let reached = 0;
const failpoints = {
  reach: (here: string) => {
    if (here !== point) return;
    reached += 1;
    if (reached === Number(nth)) process.kill(process.pid, signal);
  },
};
const config = loadConfig();
const log = openLog(config.logLevel);
const service = await startService(config, log, { failpoints });
log.info(`Protean is ready at ${service.url}`);
process.once('SIGTERM', () => {
  void service.stop(30_000).then(() => process.exit());
});
