/**
 * Starts an insecure server, to test that the tripwires (the checks for forbidden actions) detect forbidden actions.
 * The server runs all engines without sandboxes, and also runs Ghostscript without -dSAFER. Protean has no setting
 * that removes -dSAFER.
 */
import { startService } from '../../packages/server/src/app.ts';
import { loadConfig } from '../../packages/server/src/config.ts';
import { commandsOf, type Engine } from '@protean/engines/contract/engine.ts';
import { engines } from '@protean/engines';
import { openLog } from '../../packages/server/src/log.ts';

const log = openLog('info');
const config = loadConfig({ ...process.env, SANDBOX: 'none' });
const service = await startService(config, log, { offered: () => engines.map(unguarded) });
log.info(`Protean is ready at ${service.url}`);
process.once('SIGTERM', () => {
  void service.stop(0).then(() => process.exit());
});

function unguarded(engine: Engine): Engine {
  if (engine.id !== 'ghostscript') return engine;
  const open = (word: string) => (word === '-dSAFER' ? '-dNOSAFER' : word);
  return {
    ...engine,
    command: (step) => commandsOf(engine, step).map((words) => words.map(open)),
  };
}
