/** A server that is killed, as by `kill -9`, when it comes to the point that it is told of. */
import { startService } from '../../packages/server/src/app.ts';
import { loadConfig } from '../../packages/server/src/config.ts';
import { openLog } from '../../packages/server/src/log.ts';

const [point] = process.argv.slice(2);
const failpoints = {
  reach: (here: string) => {
    if (here === point) process.kill(process.pid, 'SIGKILL');
  },
};
const log = openLog('info');
const { url } = await startService(loadConfig(), log, { failpoints });
log.info(`Protean is ready at ${url}`);
