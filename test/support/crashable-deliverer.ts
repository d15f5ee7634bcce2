/** A process that delivers what is due until it reaches a failpoint, where it is killed by SIGKILL. */
import { openDeliveryProcess } from './webhook-process.ts';

const [env = '', point] = process.argv.slice(2);
const failpoints = {
  reach: (here: string) => {
    if (here === point) process.kill(process.pid, 'SIGKILL');
  },
};
const { deliveries } = await openDeliveryProcess(JSON.parse(env) as Record<string, string>, { failpoints });
deliveries.start();
// The parent's channel keeps it alive.
process.on('message', () => undefined);
