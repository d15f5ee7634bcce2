/**
 * Deletes accounts (contract §7.11). One transaction closes the account and erases the identity of its owner. After
 * this transaction, separate steps remove the account's data. A step that fails, or whose process dies, is retried
 * until it succeeds.
 */
import type { Transaction } from 'kysely';
import { mailboxOf } from '../accounts/mailbox.ts';
import type { Database } from '../db/database.ts';
import type { Tables } from '../db/tables.ts';
import type { Clock } from '../kit/clock.ts';
import { KeyedMutex } from '../kit/concurrency/keyed-mutex.ts';
import { closeAllowance } from '../limits/allowances.ts';

/** Deletes one kind of data that belongs to an account. */
export interface DeletionStep {
  name: string;
  /**
   * Removes the data that this step covers from the account `accountId`. The function must be idempotent, because a
   * failed step is retried. Rejects if the step must be retried.
   */
  remove: (accountId: string) => Promise<void>;
}

export interface DeletionServices {
  database: Database;
  clock: Clock;
  /** Returns the deletion steps in the order in which they run. Called for each deletion of an account. */
  steps: () => readonly DeletionStep[];
  onError: (error: unknown, step: string) => void;
}

export class AccountDeletion {
  readonly #services: DeletionServices;
  readonly #mutex = new KeyedMutex();

  constructor(services: DeletionServices) {
    this.#services = services;
  }

  /** Deletes an account. Returns the names of the unfinished steps, which {@link sweep} retries. */
  async delete(accountId: string): Promise<string[]> {
    await this.close(accountId);
    return this.#finish(accountId);
  }

  /**
   * Closes the account. After this call, no one can authenticate as the account, and no conversion can be reserved for
   * the account. The data of a closed account does not identify the owner. Returns false if the account was closed
   * before.
   */
  async close(accountId: string): Promise<boolean> {
    const { database, clock } = this.#services;
    return database.write(async (db) => {
      // Locks the allowance before the account, as reservations and charges do. If transactions locked the two rows in
      // different orders, they could deadlock.
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

  /** Returns the ids of closed accounts in `accountIds`. */
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

  /** Retries the steps of accounts that are closed but not erased yet. */
  async sweep(): Promise<void> {
    const rows = await this.#services.database.query
      .selectFrom('accounts')
      .select('id')
      .where('deleted_at', 'is not', null)
      .where('erased_at', 'is', null)
      .execute();
    for (const { id } of rows) await this.#finish(id);
  }

  /**
   * Runs the steps of an account and returns the names of the steps that failed. Concurrent calls for the same account
   * run one after the other. A step that was already done finds nothing to remove.
   */
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

/** Erases the identity of the account. Keeps the account's id, to which rows of the ledger refer. */
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
