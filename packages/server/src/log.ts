/** The log: one line of JSON per event, without secrets of Protean and e-mail addresses. */
import { pino, type DestinationStream, type Logger } from 'pino';

/** Secrets, which callers, a mail server or the database may have put into a text. */
const secrets = /(svc_sk_|whsec_|token=|[?&]t=)[\w-]+/g;
const addresses = /[\p{L}\p{N}._%+-]+(?:@|%40)(?:[\p{L}\p{N}-]+\.)+\p{L}{2,}/gu;

/** Writes to standard output if no `destination` is given. */
export function openLog(level: string, destination: DestinationStream = pino.destination(1)): Logger {
  return pino(
    { level, hooks: { streamWrite: (line) => line.replace(secrets, '$1…').replace(addresses, '…@…') } },
    destination,
  );
}
