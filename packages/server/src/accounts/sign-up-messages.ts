/** Email messages that answer a request for a key or for a sign-in link. */
import type { MailMessage } from '../mail/mail.ts';

export const linkLifeMs = 15 * 60_000;

/** Returns the message to an address that has no account. The link creates the account. */
export function firstKeyMessage(to: string, link: string): MailMessage {
  return withLink(to, 'Your link to Protean', 'asked for an API key of Protean for this address', link);
}

export function signInMessage(to: string, link: string): MailMessage {
  return withLink(to, 'Sign in to Protean', 'asked to sign in to Protean with this address', link);
}

/** Returns a message without a link, because there is no account to sign in to. */
export function noAccountMessage(to: string): MailMessage {
  return {
    to,
    subject: 'Sign in to Protean',
    text: `Somebody, probably you, asked to sign in to Protean with this address, but it has no account.

An account may have another address of yours. To open one for this address, ask for a free API key.

If it was not you, do nothing.
`,
  };
}

function withLink(to: string, subject: string, what: string, link: string): MailMessage {
  return {
    to,
    subject,
    text: `Somebody, probably you, ${what}.

Open this link within ${linkLifeMs / 60_000} minutes and press the button there. It works once.

${link}

If it was not you, do nothing: without the link nobody gets anything.
`,
  };
}
