/** Mail without a mail server: each letter is one `.eml` file in a folder, for the operator to open. */
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
  /** Hears the path of each letter; what is in it is a secret. */
  onWritten: (file: string) => void;
}

export class FileTransport implements MailTransport {
  readonly #options: FileTransportOptions;

  constructor(parts: FileTransportOptions) {
    this.#options = parts;
  }

  async send(letter: MailMessage): Promise<void> {
    const { dir, from, clock, newId, onWritten } = this.#options;
    const date = new Date(clock.now());
    // Loaded when there is something to write: it would be a tenth of the server's start.
    const { createTransport } = await import('nodemailer');
    const composer = createTransport({ streamTransport: true, buffer: true, newline: 'windows' });
    const { message } = await composer.sendMail({ ...envelope(letter), from, date });
    await mkdir(dir, { recursive: true, mode: 0o700 });
    const file = path.join(dir, `${date.toISOString().replaceAll(':', '-')}-${newId()}.eml`);
    // Under its name only when it is whole.
    await writeFile(`${file}.part`, message, { mode: 0o600, flag: 'wx' });
    await rename(`${file}.part`, file);
    onWritten(file);
  }
}
