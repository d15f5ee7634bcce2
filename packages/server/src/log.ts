/** The log: one line of JSON an event, without anything that looks like a secret of ours or an e-mail address. */
import { pino, type DestinationStream, type Logger } from 'pino';

/** Wherever a caller, a mail server or the database put them. */
const secrets = /(svc_sk_|whsec_|token=|[?&]t=)[\w-]+/g;
const addresses = /[\p{L}\p{N}._%+-]+(?:@|%40)(?:[\p{L}\p{N}-]+\.)+\p{L}{2,}/gu;

/** Writes to standard output unless another `destination` is given. */
export function openLog(level: string, destination: DestinationStream = pino.destination(1)): Logger {
  return pino(
    { level, hooks: { streamWrite: (line) => line.replace(secrets, '$1…').replace(addresses, '…@…') } },
    destination,
  );
}
