/**
 * Sign-up and sign-in by magic link (contract §7.3, §7.4, §7.10): verifies an e-mail address, then signs the browser
 * in.
 */
import type { Transaction } from 'kysely';
import type { Database } from '../db/database.ts';
import type { AccountRow, MagicLinkRow, Tables } from '../db/tables.ts';
import { ServiceError } from '../errors.ts';
import type { Clock } from '../kit/clock.ts';
import type { Encryption } from '../kit/encryption.ts';
import type { NewId } from '../kit/ids.ts';
import { hashOf, newToken, type RandomBytes } from '../kit/secrets.ts';
import type { MailMessage } from '../mail/mail.ts';
import { findByEmail, insertAccount } from './accounts.ts';
import { addKey } from './keys.ts';
import { mailboxOf } from './mailbox.ts';
import { planOf, type AccountPlan, type AccountPlans } from './plans.ts';
import { openSession } from './sessions.ts';
import { firstKeyMessage, linkLifeMs, noAccountMessage, signInMessage } from './sign-up-messages.ts';
import { admitSignUp } from './sign-up-limits.ts';

interface SignUpServices {
  database: Database;
  plans: AccountPlans;
  clock: Clock;
  newId: NewId;
  random: RandomBytes;
  encryption: Encryption;
  /** Sends an email message in the background. */
  enqueueMail: (message: MailMessage) => void;
  /** Returns the URL of the page that verifies the token. */
  linkOf: (token: string) => string;
}

type LinkPurpose = MagicLinkRow['purpose'];

/** Result of using a link, which can be used only once. */
export interface Welcome {
  session: string;
  plan: AccountPlan;
  /** First key of the account if the link created the account. An existing account gets no further key. */
  key?: string;
}

export class SignUp {
  readonly #services: SignUpServices;

  constructor(services: SignUpServices) {
    this.#services = services;
  }

  /**
   * Sends a link by email. If the address has an account, the link signs the browser in. If the address has no account,
   * a link with the purpose `key` creates an account. For the purpose `session`, an address without an account gets a
   * message without a link, which states that no account exists. To hide which addresses have an account, this method
   * runs the same database statements for known and unknown addresses, and does not wait until the message is sent.
   * Throws `rate_limited` if the caller or the mailbox has requested too many links.
   */
  async requestLink(email: string, caller: string, purpose: LinkPurpose): Promise<void> {
    const { database, clock, random, enqueueMail, linkOf } = this.#services;
    const token = newToken(random);
    const mailbox = mailboxOf(email);
    const account = await database.write(async (transaction) => {
      await admitSignUp(transaction, this.#services, { caller, mailbox });
      // The message is sent only to the address that was verified first for this mailbox, see `mailboxOf`.
      const found = await findByEmail(transaction, email);
      const now = clock.now();
      await transaction
        .insertInto('magic_links')
        .values({
          token_hash: hashOf(token),
          email: found?.email ?? email,
          mailbox: found?.mailbox ?? mailbox,
          purpose,
          created_at: now,
          expires_at: now + linkLifeMs,
        })
        .execute();
      return found;
    });
    const to = account?.email ?? email;
    if (account) enqueueMail(signInMessage(to, linkOf(token)));
    else enqueueMail(purpose === 'key' ? firstKeyMessage(to, linkOf(token)) : noAccountMessage(to));
  }

  /**
   * Returns the effect that a link would have, without using the link. Returns undefined if the link has expired or was
   * used, or if a sign-in link has no account.
   */
  async lookUp(token: string): Promise<'opens an account' | 'signs in' | undefined> {
    const { query } = this.#services.database;
    const link = await query
      .selectFrom('magic_links')
      .select(['email', 'purpose'])
      .where('token_hash', '=', hashOf(token))
      .where('used_at', 'is', null)
      .where('expires_at', '>', this.#services.clock.now())
      .executeTakeFirst();
    if (!link) return undefined;
    if (await findByEmail(query, link.email)) return 'signs in';
    return link.purpose === 'key' ? 'opens an account' : undefined;
  }

  /**
   * Uses a link, and opens a session for the link's account. If no account exists, a link with the purpose `key`
   * creates an account with its first key. Returns undefined if the link has expired or was used, or if a sign-in link
   * has no account. Returns undefined if the address of the account differs from the address of the link. Throws
   * `invalid_api_key` if the account is disabled. If several requests use the link at the same time, only one succeeds.
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
        .returning(['email', 'purpose'])
        .executeTakeFirst();
      if (!link) return undefined;
      const { account, isNew } = await this.#accountOf(transaction, link);
      if (account?.email !== link.email) return undefined;
      if (account.disabled_at !== null) throw disabled();
      const session = await openSession(transaction, this.#services, account.id);
      const welcome = { session, plan: planOf(account, plans) };
      if (!isNew) return welcome;
      const name = `by e-mail, ${new Date(now).toISOString().slice(0, 10)}`;
      const { secret } = await addKey(transaction, this.#services, account.id, name);
      return { ...welcome, key: secret };
    });
  }

  /**
   * Creates a free account and its first key without verification (`KEY_VERIFICATION=none`, private installations).
   * Returns undefined if the mailbox already has an account.
   */
  async createUnverified(
    email: string,
    caller: string,
  ): Promise<{ key: string; plan: AccountPlan } | undefined> {
    const { database, plans } = this.#services;
    return database.write(async (transaction) => {
      await admitSignUp(transaction, this.#services, { caller, mailbox: mailboxOf(email) });
      if (await findByEmail(transaction, email)) return undefined;
      const account = await this.#newAccount(transaction, email);
      if (!account) return undefined;
      const { secret } = await addKey(transaction, this.#services, account.id, 'first key');
      return { key: secret, plan: planOf(account, plans) };
    });
  }

  /** Removes expired links and sessions. */
  async sweep(): Promise<void> {
    const { database, clock } = this.#services;
    for (const table of ['magic_links', 'sessions'] as const)
      await database.query.deleteFrom(table).where('expires_at', '<=', clock.now()).execute();
  }

  /**
   * Returns the account of a link. If no account exists and the purpose is `key`, creates the account. If another
   * address of the same mailbox has created an account in the meantime, returns the account of the other address.
   */
  async #accountOf(
    transaction: Transaction<Tables>,
    { email, purpose }: Pick<MagicLinkRow, 'email' | 'purpose'>,
  ): Promise<{ account?: AccountRow | undefined; isNew: boolean }> {
    const lock = this.#services.database.locksRows;
    const known = await findByEmail(transaction, email, { lock });
    if (known || purpose === 'session') return { account: known, isNew: false };
    const made = await this.#newAccount(transaction, email);
    if (made) return { account: made, isNew: true };
    return { account: await findByEmail(transaction, email, { lock }), isNew: false };
  }

  async #newAccount(transaction: Transaction<Tables>, email: string): Promise<AccountRow | undefined> {
    const plan = { plan: 'free', plan_source: 'default' } as const;
    return insertAccount(transaction, this.#services, { email, mailbox: mailboxOf(email), ...plan });
  }
}

function disabled(): ServiceError {
  return new ServiceError(
    'invalid_api_key',
    'This account is disabled. Contact the operator of this service.',
  );
}
