/** A process that delivers what is due until it comes to a point, where it is killed as by `kill -9`. */
import { openSender } from './webhook-process.ts';

const [env = '', point] = process.argv.slice(2);
const failpoints = {
  reach: (here: string) => {
    if (here === point) process.kill(process.pid, 'SIGKILL');
  },
};
const { deliveries } = await openSender(JSON.parse(env) as Record<string, string>, { failpoints });
deliveries.start();
// The parent's channel keeps it alive.
process.on('message', () => undefined);
