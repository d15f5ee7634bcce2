/**
 * Deletes accounts (contract §7.11): one transaction closes the account and erases who its owner is, then steps remove what
 * it had. A step that fails, or whose process dies, is repeated until it is done.
 */
import type { Transaction } from 'kysely';
import { mailboxOf } from '../accounts/mailbox.ts';
import type { Database } from '../db/database.ts';
import type { Tables } from '../db/tables.ts';
import type { Clock } from '../kit/clock.ts';
import { KeyedMutex } from '../kit/concurrency/keyed-mutex.ts';
import { closeAllowance } from '../limits/allowances.ts';

/** One part of what an account has. */
export interface DeletionStep {
  name: string;
  /** Removes it; may be called again, also when nothing is left. Rejects when it has to be repeated. */
  remove: (accountId: string) => Promise<void>;
}

export interface DeletionServices {
  database: Database;
  clock: Clock;
  /** In their order; asked for at each deletion. */
  steps: () => readonly DeletionStep[];
  onError: (error: unknown, step: string) => void;
}

export class AccountDeletion {
  readonly #services: DeletionServices;
  readonly #mutex = new KeyedMutex();

  constructor(services: DeletionServices) {
    this.#services = services;
  }

  /** Returns the names of the steps that are still to be done; {@link sweep} repeats them. */
  async delete(accountId: string): Promise<string[]> {
    await this.close(accountId);
    return this.#finish(accountId);
  }

  /**
   * From now on nobody is authenticated as the account or can reserve a conversion for it, and nothing tells whose it was.
   * False when it was closed before.
   */
  async close(accountId: string): Promise<boolean> {
    const { database, clock } = this.#services;
    return database.write(async (db) => {
      // Before the row of the account, as those do who reserve and charge.
      await closeAllowance(db, accountId);
      const account = await db
        .selectFrom('accounts')
        .select(['email', 'mailbox'])
        .where('id', '=', accountId)
        .where('deleted_at', 'is', null)
        .$if(database.locksRows, (rows) => rows.forUpdate())
        .executeTakeFirst();
      if (!account) return false;
      await erase(db, accountId, account, clock.now());
      return true;
    });
  }

  /** Those of these accounts that were closed. */
  async deletedAmong(accountIds: readonly string[]): Promise<string[]> {
    if (accountIds.length === 0) return [];
    const rows = await this.#services.database.query
      .selectFrom('accounts')
      .select('id')
      .where('id', 'in', accountIds)
      .where('deleted_at', 'is not', null)
      .execute();
    return rows.map(({ id }) => id);
  }

  /** Repeats the steps of accounts that were closed and are not erased yet. */
  async sweep(): Promise<void> {
    const rows = await this.#services.database.query
      .selectFrom('accounts')
      .select('id')
      .where('deleted_at', 'is not', null)
      .where('erased_at', 'is', null)
      .execute();
    for (const { id } of rows) await this.#finish(id);
  }

  /** One call at a time for each account: what has been done by then is found to be. */
  #finish(accountId: string): Promise<string[]> {
    return this.#mutex.run(accountId, () => this.#takeSteps(accountId));
  }

  async #takeSteps(accountId: string): Promise<string[]> {
    const { database, clock, steps, onError } = this.#services;
    const left: string[] = [];
    for (const { name, remove } of steps()) {
      try {
        await remove(accountId);
      } catch (error) {
        onError(error, name);
        left.push(name);
      }
    }
    if (left.length > 0) return left;
    await database.query
      .updateTable('accounts')
      .set({ erased_at: clock.now() })
      .where('id', '=', accountId)
      .where('deleted_at', 'is not', null)
      .execute();
    return left;
  }
}

/** Only the id stays, to which the rows of the ledger refer. */
async function erase(
  db: Transaction<Tables>,
  id: string,
  { email, mailbox }: { email: string; mailbox: string },
  now: number,
): Promise<void> {
  await db.deleteFrom('sessions').where('account_id', '=', id).execute();
  await db.deleteFrom('api_keys').where('account_id', '=', id).execute();
  await db
    .deleteFrom('magic_links')
    .where((link) => link.or([link('mailbox', 'in', [mailbox, mailboxOf(email)]), link('email', '=', email)]))
    .execute();
  await db
    .updateTable('accounts')
    .set({
      ...{ email: '', mailbox: id, plan: 'free', plan_source: 'default', disabled_at: null },
      ...{ monthly_conversions: null, requests_per_minute: null },
      ...{ max_file_bytes: null, overage_micro_usd: null },
      deleted_at: now,
    })
    .where('id', '=', id)
    .execute();
}
