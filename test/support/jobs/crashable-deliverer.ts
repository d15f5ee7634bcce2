/**
 * Process that sends due webhook deliveries, and kills itself with SIGKILL at a failpoint (a named point in the
 * server's code). Arguments: the settings as JSON, and the name of the failpoint.
 */
import { openDeliveryProcess } from './webhook-process.ts';

const [env = '', point] = process.argv.slice(2);
const failpoints = {
  reach: (here: string) => {
    if (here === point) process.kill(process.pid, 'SIGKILL');
  },
};
const { deliveries } = await openDeliveryProcess(JSON.parse(env) as Record<string, string>, { failpoints });
deliveries.start();
// Keeps the channel to the parent process open, because this process could exit without an open channel.
process.on('message', () => undefined);
