/** A message, and what the file transport and SMTP have in common. */

export interface MailMessage {
  /** One bare address. */
  to: string;
  subject: string;
  /** Plain text; may hold a secret, which no log may show. */
  text: string;
  /**
   * Of a message that a crash may have sent again: the later one replaces the earlier in the folder, and mail programs know
   * both for one by their `Message-ID`. `id` is of letters, digits and `-`, `at` milliseconds since the epoch.
   */
  once?: { id: string; at: number } | undefined;
}

export interface MailTransport {
  /** Resolves when the message is in the folder, or accepted by the mail server. */
  send(message: MailMessage): Promise<void>;
}

/** The message as nodemailer takes it, with an address that it does not parse as a list of several. */
export function envelope({ to, once, ...rest }: MailMessage) {
  const named = once && { messageId: `<${once.id}@protean.invalid>`, date: new Date(once.at) };
  return { ...rest, ...named, to: { name: '', address: to } };
}
