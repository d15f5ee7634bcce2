/** The server as no operator can start it: every engine offered, and none of them boxed; to see that the wires trip. */
import { startService } from '../../packages/server/src/app.ts';
import { loadConfig } from '../../packages/server/src/config.ts';
import { engines } from '../../packages/server/src/engines/index.ts';
import { openLog } from '../../packages/server/src/log.ts';

const log = openLog('info');
const config = loadConfig({ ...process.env, SANDBOX: 'none' });
const service = await startService(config, log, { offered: () => engines });
log.info(`Protean is ready at ${service.url}`);
process.once('SIGTERM', () => {
  void service.stop(0).then(() => process.exit());
});
