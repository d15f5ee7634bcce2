/**
 * Opens the mail transport of this installation. The transport uses the mail server of `SMTP_URL`. If `SMTP_URL` is not
 * set, the transport writes messages to files in the outbox folder.
 */
import path from 'node:path';
import type { Logger } from 'pino';
import type { Config } from '../config.ts';
import type { Clock } from '../kit/clock.ts';
import { randomId } from '../kit/ids.ts';
import type { MailTransport } from './mail.ts';
import { FileTransport } from './file-transport.ts';
import { SmtpTransport } from './smtp.ts';

export function openMail({ dataDir, smtpUrl, mailFrom }: Config, log: Logger, clock: Clock): MailTransport {
  if (smtpUrl) return new SmtpTransport(smtpUrl, mailFrom);
  const onWritten = (file: string) => log.info({ file }, 'a message is in the outbox');
  const dir = path.join(dataDir, 'outbox');
  return new FileTransport({ dir, from: mailFrom, clock, newId: randomId, onWritten });
}
