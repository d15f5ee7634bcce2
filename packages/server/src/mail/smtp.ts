/** Sends messages through the mail server that `SMTP_URL` names. */
import { envelope, type MailMessage, type MailTransport } from './mail.ts';

/** In milliseconds. */
const timeouts = { connectionTimeout: 10_000, greetingTimeout: 10_000, socketTimeout: 20_000 };

export class SmtpTransport implements MailTransport {
  readonly #url: string;
  readonly #from: string;

  constructor(url: string, from: string) {
    this.#url = url;
    this.#from = from;
  }

  async send(message: MailMessage): Promise<void> {
    // Loaded on first use: it would be a tenth of the server's start.
    const { createTransport } = await import('nodemailer');
    // Messages hold our own text only; nothing in them may name a file or an address to fetch.
    const safe = { ...timeouts, disableFileAccess: true, disableUrlAccess: true };
    await createTransport({ url: this.#url, ...safe }).sendMail({ ...envelope(message), from: this.#from });
  }
}
