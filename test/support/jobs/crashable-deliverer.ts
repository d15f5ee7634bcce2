/** A process that sends due deliveries, and kills itself with SIGKILL when it reaches the given failpoint. */
import { openDeliveryProcess } from './webhook-process.ts';

const [env = '', point] = process.argv.slice(2);
const failpoints = {
  reach: (here: string) => {
    if (here === point) process.kill(process.pid, 'SIGKILL');
  },
};
const { deliveries } = await openDeliveryProcess(JSON.parse(env) as Record<string, string>, { failpoints });
deliveries.start();
// This listener keeps the channel to the parent process open, which keeps this process alive.
process.on('message', () => undefined);
