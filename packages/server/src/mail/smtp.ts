/** Mail through a mail server, which `SMTP_URL` names. */
import { envelope, type MailMessage, type MailTransport } from './mail.ts';

/** How long the mail server may be silent, in milliseconds. */
const patience = { connectionTimeout: 10_000, greetingTimeout: 10_000, socketTimeout: 20_000 };

export class SmtpTransport implements MailTransport {
  readonly #url: string;
  readonly #from: string;

  constructor(url: string, from: string) {
    this.#url = url;
    this.#from = from;
  }

  async send(message: MailMessage): Promise<void> {
    // Loaded when there is something to send: it would be a tenth of the server's start.
    const { createTransport } = await import('nodemailer');
    // A letter is made of our own text only; nothing in it may name a file or an address to be fetched.
    const safe = { ...patience, disableFileAccess: true, disableUrlAccess: true };
    await createTransport({ url: this.#url, ...safe }).sendMail({ ...envelope(message), from: this.#from });
  }
}
