/** Sends messages through the mail server of `SMTP_URL`. */
import { envelope, type MailMessage, type MailTransport } from './mail.ts';

/** Timeouts in milliseconds. */
const timeouts = { connectionTimeout: 10_000, greetingTimeout: 10_000, socketTimeout: 20_000 };

export class SmtpTransport implements MailTransport {
  readonly #url: string;
  readonly #from: string;

  constructor(url: string, from: string) {
    this.#url = url;
    this.#from = from;
  }

  async send(message: MailMessage): Promise<void> {
    // Loaded on first use, because loading takes 10% of the server's start time.
    const { createTransport } = await import('nodemailer');
    // nodemailer can read parts of a message from files and URLs. File and URL access are disabled, because messages
    // contain only our own text.
    const safe = { ...timeouts, disableFileAccess: true, disableUrlAccess: true };
    await createTransport({ url: this.#url, ...safe }).sendMail({ ...envelope(message), from: this.#from });
  }
}
