/** A message, and the common parts of the file transport and SMTP. */

export interface MailMessage {
  /** One bare address. */
  to: string;
  subject: string;
  /** Plain text. It may contain a secret, which must not be logged. */
  text: string;
  /**
   * Identity of a message that may be sent again after a crash. The later file replaces the earlier one in the folder, and mail
   * programs recognize both by their `Message-ID`. `id` consists of letters, digits and `-`; `at` is in milliseconds since the
   * epoch.
   */
  once?: { id: string; at: number } | undefined;
}

export interface MailTransport {
  /** Resolves when the message is in the folder, or accepted by the mail server. */
  send(message: MailMessage): Promise<void>;
}

/** Returns the message for nodemailer, with an address that it does not parse as a list of several. */
export function envelope({ to, once, ...rest }: MailMessage) {
  const named = once && { messageId: `<${once.id}@protean.invalid>`, date: new Date(once.at) };
  return { ...rest, ...named, to: { name: '', address: to } };
}
