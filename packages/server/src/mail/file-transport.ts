/**
 * Writes email messages to a folder instead of sending them. Each message is an `.eml` file that the operator can open.
 */
import { mkdir, rename, writeFile } from 'node:fs/promises';
import path from 'node:path';
import type { Clock } from '../kit/clock.ts';
import type { NewId } from '../kit/ids.ts';
import { envelope, type MailMessage, type MailTransport } from './mail.ts';

interface FileTransportOptions {
  dir: string;
  from: string;
  clock: Clock;
  newId: NewId;
  /** Called with the path of each message. The contents of the message are secret. */
  onWritten: (file: string) => void;
}

export class FileTransport implements MailTransport {
  readonly #options: FileTransportOptions;

  constructor(options: FileTransportOptions) {
    this.#options = options;
  }

  async send(message: MailMessage): Promise<void> {
    const { dir, from, clock, newId, onWritten } = this.#options;
    const { id, at } = message.once ?? { id: newId(), at: clock.now() };
    const date = new Date(at);
    // Loaded on first use, because loading takes 10% of the server's start time.
    const { createTransport } = await import('nodemailer');
    const composer = createTransport({ streamTransport: true, buffer: true, newline: 'windows' });
    const { message: bytes } = await composer.sendMail({ ...envelope(message), from, date });
    await mkdir(dir, { recursive: true, mode: 0o700 });
    const file = path.join(dir, `${date.toISOString().replaceAll(':', '-')}-${id}.eml`);
    // The message file gets its final name when it is complete. A partial file that a crash left behind is overwritten.
    await writeFile(`${file}.part`, bytes, { mode: 0o600 });
    await rename(`${file}.part`, file);
    onWritten(file);
  }
}
