/** What sending a letter is; the outbox folder and SMTP both do it. */

export interface MailMessage {
  /** One bare address. */
  to: string;
  subject: string;
  /** Plain text; may hold a secret, which no log may show. */
  text: string;
}

export interface MailTransport {
  /** Resolves when the letter is out of our hands: in the folder, or taken by the mail server. */
  send(message: MailMessage): Promise<void>;
}

/** The letter as the composer takes it: its one address is not read as a list of several. */
export function envelope({ to, ...rest }: MailMessage) {
  return { ...rest, to: { name: '', address: to } };
}
