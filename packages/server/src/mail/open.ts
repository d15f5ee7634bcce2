/** The way letters take on this installation: a mail server where one is set, else the outbox folder. */
import path from 'node:path';
import type { Logger } from 'pino';
import type { Config } from '../config.ts';
import type { Clock } from '../kit/clock.ts';
import { randomId } from '../kit/ids.ts';
import type { Mail } from './mail.ts';
import { Outbox } from './outbox.ts';
import { Smtp } from './smtp.ts';

export function openMail({ dataDir, smtpUrl, mailFrom }: Config, log: Logger, clock: Clock): Mail {
  if (smtpUrl) return new Smtp(smtpUrl, mailFrom);
  const onWritten = (file: string) => log.info({ file }, 'a letter is in the outbox');
  const dir = path.join(dataDir, 'outbox');
  return new Outbox({ dir, from: mailFrom, clock, newId: randomId, onWritten });
}
