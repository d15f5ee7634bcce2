/** The log: one line of JSON an event, without anything that looks like a secret of ours, wherever a caller put it. */
import { pino, type DestinationStream, type Logger } from 'pino';

const secrets = /(svc_sk_|whsec_|token=)[\w-]+/g;

/** Writes to standard output unless another `destination` is given. */
export function openLog(level: string, destination: DestinationStream = pino.destination(1)): Logger {
  return pino({ level, hooks: { streamWrite: (line) => line.replace(secrets, '$1…') } }, destination);
}
