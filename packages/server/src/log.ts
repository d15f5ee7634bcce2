/**
 * The log: one line per event, as JSON or as plain text. Email addresses and Protean's secrets are removed from each
 * line.
 */
import { visible, visibleJson } from '@protean/formats/visible.ts';
import { pino, type DestinationStream, type Logger } from 'pino';

/**
 * Secrets that Protean issues, such as API keys. A caller, a mail server or the database may have put a secret into a
 * message.
 */
const secrets = /(svc_sk_|whsec_|token=|[?&]t=)[\w-]+/g;
const addresses = /[\p{L}\p{N}._%+-]+(?:@|%40)(?:[\p{L}\p{N}-]+\.)+\p{L}{2,}/gu;

/** Opens the log, by default on standard output. Escapes control characters before they are written. */
export function openLog(level: string, destination: DestinationStream = pino.destination(1)): Logger {
  const cleaned = (line: string) => visibleJson(line.replace(secrets, '$1…').replace(addresses, '…@…'));
  return pino({ level, hooks: { streamWrite: cleaned }, formatters: { log: withErrorTexts } }, destination);
}

/**
 * Replaces errors in the fields of an event, and in lists of errors, with their stacks, because JSON would show them as
 * {}. Pino itself writes the field `err`.
 */
const withErrorTexts = (fields: Record<string, unknown>): Record<string, unknown> =>
  Object.fromEntries(
    Object.entries(fields).map(([name, value]) => {
      if (name === 'err') return [name, value];
      return [name, Array.isArray(value) ? value.map(errorText) : errorText(value)];
    }),
  );

const errorText = (value: unknown): unknown =>
  value instanceof Error ? (value.stack ?? value.message) : value;

/** Returns a destination that writes each event as a line of text, and the stack of an error below it. */
export const asText = (write: (text: string) => void): DestinationStream => ({
  write: (line) => write(`${textOf(JSON.parse(line) as LoggedEvent)}\n`),
});

interface LoggedEvent {
  level: number;
  time: number;
  msg?: string;
  err?: { stack?: string };
  [field: string]: unknown;
}

/** Fields that the text format omits, because they are not useful on a terminal. */
const omitted = ['pid', 'hostname', 'reqId'];

function textOf({ level, time, msg = '', err, ...rest }: LoggedEvent): string {
  const fields = Object.entries(rest).filter(([name]) => !omitted.includes(name));
  const isProblem = level > pino.levels.values['info']!;
  const at = new Date(time).toTimeString().slice(0, 8);
  const line = [
    at,
    ...(isProblem ? [`${pino.levels.labels[level]}:`] : []),
    msg,
    ...fields.map(([name, value]) => `${name}=${typeof value === 'string' ? value : JSON.stringify(value)}`),
  ];
  const stack = isProblem && err?.stack ? err.stack.split('\n').map((row) => `  ${visible(row)}`) : [];
  return [visible(line.join(' ')), ...stack].join('\n');
}
