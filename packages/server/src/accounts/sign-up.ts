/** Sign-up by magic link (contract §7.3, §7.4): an address is verified, then a key is shown. */
import type { Transaction } from 'kysely';
import type { Database } from '../db/database.ts';
import type { AccountRow, Tables } from '../db/tables.ts';
import { ServiceError } from '../errors.ts';
import type { Clock } from '../kit/clock.ts';
import type { NewId } from '../kit/ids.ts';
import { hashOf, newToken, type RandomBytes } from '../kit/secrets.ts';
import type { MailMessage } from '../mail/mail.ts';
import { findByEmail, insertAccount } from './accounts.ts';
import { addKey } from './keys.ts';
import { mailboxOf } from './mailbox.ts';
import { planOf, type AccountPlan, type AccountPlans } from './plans.ts';
import { openSession } from './sessions.ts';
import { admitSignUp } from './sign-up-limits.ts';

export const linkLifeMs = 15 * 60_000;

interface SignUpServices {
  database: Database;
  plans: AccountPlans;
  clock: Clock;
  newId: NewId;
  random: RandomBytes;
  /** Sends a message in the background. */
  enqueueMail: (message: MailMessage) => void;
  /** The address of the page that verifies the token. */
  linkOf: (token: string) => string;
}

/** What a link is exchanged for, once. */
export interface Welcome {
  key: string;
  plan: AccountPlan;
  session: string;
}

export class SignUp {
  readonly #services: SignUpServices;

  constructor(services: SignUpServices) {
    this.#services = services;
  }

  /**
   * Mails a link. Known and unknown addresses run the same statements, and nobody waits for the mail, so that the
   * response does not reveal which have an account. Throws `rate_limited`.
   */
  async requestLink(email: string, caller: string): Promise<void> {
    const { database, clock, random, enqueueMail, linkOf } = this.#services;
    const token = newToken(random);
    const now = clock.now();
    const to = await database.write(async (transaction) => {
      await admitSignUp(transaction, now, { caller, mailbox: mailboxOf(email) });
      await transaction.deleteFrom('magic_links').where('expires_at', '<=', now).execute();
      // Only to the address of the mailbox that was verified first: see `mailboxOf`.
      const account = await findByEmail(transaction, email);
      const recipient = account?.email ?? email;
      await transaction
        .insertInto('magic_links')
        .values({
          token_hash: hashOf(token),
          email: recipient,
          created_at: now,
          expires_at: now + linkLifeMs,
        })
        .execute();
      return recipient;
    });
    enqueueMail({ to, subject: 'Your link to Protean', text: messageText(linkOf(token)) });
  }

  /** Whether the link can still be spent; does not spend it. */
  async isLive(token: string): Promise<boolean> {
    const row = await this.#services.database.query
      .selectFrom('magic_links')
      .select('email')
      .where('token_hash', '=', hashOf(token))
      .where('used_at', 'is', null)
      .where('expires_at', '>', this.#services.clock.now())
      .executeTakeFirst();
    return row !== undefined;
  }

  /**
   * A key and a session for the account of the address, which is created if there is none; undefined when the link has
   * expired or been spent. Of concurrent requests one gets them.
   */
  async spend(token: string): Promise<Welcome | undefined> {
    const { database, clock, plans } = this.#services;
    return database.write(async (transaction) => {
      const now = clock.now();
      const link = await transaction
        .updateTable('magic_links')
        .set({ used_at: now })
        .where('token_hash', '=', hashOf(token))
        .where('used_at', 'is', null)
        .where('expires_at', '>', now)
        .returning('email')
        .executeTakeFirst();
      const account = link && (await this.#accountOf(transaction, link.email));
      if (!account) return undefined;
      if (account.disabled_at !== null) throw disabled();
      const name = `by e-mail, ${new Date(now).toISOString().slice(0, 10)}`;
      const { secret } = await addKey(transaction, this.#services, account.id, name);
      const session = await openSession(transaction, this.#services, account.id);
      return { key: secret, plan: planOf(account, plans), session };
    });
  }

  /** A free account with its first key, without verification: for private installations (`KEY_VERIFICATION=none`). */
  async createUnverified(
    email: string,
    caller: string,
  ): Promise<{ key: string; plan: AccountPlan } | undefined> {
    const { database, clock, plans } = this.#services;
    return database.write(async (transaction) => {
      await admitSignUp(transaction, clock.now(), { caller, mailbox: mailboxOf(email) });
      if (await findByEmail(transaction, email)) return undefined;
      const account = await this.#newAccount(transaction, email);
      if (!account) return undefined;
      const { secret } = await addKey(transaction, this.#services, account.id, 'first key');
      return { key: secret, plan: planOf(account, plans) };
    });
  }

  /** Undefined when meanwhile another address of the mailbox has got an account. */
  async #accountOf(transaction: Transaction<Tables>, email: string): Promise<AccountRow | undefined> {
    const account =
      (await findByEmail(transaction, email)) ??
      (await this.#newAccount(transaction, email)) ??
      (await findByEmail(transaction, email));
    return account?.email === email ? account : undefined;
  }

  async #newAccount(transaction: Transaction<Tables>, email: string): Promise<AccountRow | undefined> {
    return insertAccount(transaction, this.#services, { email, mailbox: mailboxOf(email), plan: 'free' });
  }
}

function messageText(link: string): string {
  return `Somebody, probably you, asked for an API key of Protean for this address.

Open this link within ${linkLifeMs / 60_000} minutes and press the button there. It works once.

${link}

If it was not you, do nothing: without the link nobody gets anything.
`;
}

function disabled(): ServiceError {
  return new ServiceError('invalid_api_key', 'This account is disabled. Ask the operator of this service.');
}
