/** A process that sends due deliveries until SIGKILL ends it at a failpoint. */
import { openDeliveryProcess } from './webhook-process.ts';

const [env = '', point] = process.argv.slice(2);
const failpoints = {
  reach: (here: string) => {
    if (here === point) process.kill(process.pid, 'SIGKILL');
  },
};
const { deliveries } = await openDeliveryProcess(JSON.parse(env) as Record<string, string>, { failpoints });
deliveries.start();
// The open channel to the parent keeps the process alive.
process.on('message', () => undefined);
