/** The type of email messages, and the code that the file transport and the SMTP transport share. */

export interface MailMessage {
  /** A single address without a display name. */
  to: string;
  subject: string;
  /** Plain text of the message. The text may contain a secret, so it must not be logged. */
  text: string;
  /**
   * Identifies a message that may be sent again after a crash. Mail programs use the `Message-ID` to recognize a
   * message that they receive twice. In the outbox folder, the file of a message that is sent again replaces the
   * earlier file of this message. `id` consists of letters, digits and `-`. `at` is in milliseconds since the epoch.
   */
  once?: { id: string; at: number } | undefined;
}

export interface MailTransport {
  /** Resolves when the message is in the outbox folder or the mail server has accepted it. */
  send(message: MailMessage): Promise<void>;
}

/**
 * Returns the message in nodemailer's format. `to` is an object, because nodemailer would parse a string as a list of
 * addresses.
 */
export function envelope({ to, once, ...rest }: MailMessage) {
  const named = once && { messageId: `<${once.id}@protean.invalid>`, date: new Date(once.at) };
  return { ...rest, ...named, to: { name: '', address: to } };
}
