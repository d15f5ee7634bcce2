/** Mail through a mail server, which `SMTP_URL` names. */
import { createTransport } from 'nodemailer';
import { envelope, type Letter, type Mail } from './mail.ts';

/** How long the mail server may be silent, in milliseconds. */
const patience = { connectionTimeout: 10_000, greetingTimeout: 10_000, socketTimeout: 20_000 };

export class Smtp implements Mail {
  readonly #transport;
  readonly #from: string;

  constructor(url: string, from: string) {
    // A letter is made of our own text only; nothing in it may name a file or an address to be fetched.
    this.#transport = createTransport({ url, ...patience, disableFileAccess: true, disableUrlAccess: true });
    this.#from = from;
  }

  async send(letter: Letter): Promise<void> {
    await this.#transport.sendMail({ ...envelope(letter), from: this.#from });
  }
}
