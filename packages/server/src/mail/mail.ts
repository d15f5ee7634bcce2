/** A message, and what the file transport and SMTP have in common. */

export interface MailMessage {
  /** One bare address. */
  to: string;
  subject: string;
  /** Plain text; may hold a secret, which no log may show. */
  text: string;
}

export interface MailTransport {
  /** Resolves when the message is in the folder, or accepted by the mail server. */
  send(message: MailMessage): Promise<void>;
}

/** The message as nodemailer takes it, with an address that it does not parse as a list of several. */
export function envelope({ to, ...rest }: MailMessage) {
  return { ...rest, to: { name: '', address: to } };
}
