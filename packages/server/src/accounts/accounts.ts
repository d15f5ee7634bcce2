/** Accounts: who may convert under which plan. */
import type { Kysely } from 'kysely';
import type { AccountRow, Tables } from '../db/tables.ts';
import { insertKey } from './keys.ts';
import { addressOf, mailboxOf } from './mailbox.ts';
import type { AccountServices } from './parts.ts';
import { planOf, type OwnNumbers, type AccountPlan, type PaidPlanName } from './plans.ts';

export interface Account {
  id: string;
  email: string;
  /** The plan's numbers, with this account's own in their place. */
  plan: AccountPlan;
  createdAt: number;
  disabledAt: number | null;
}

/** There is an account for that address already. */
export class AddressTaken extends Error {}

const noOwnNumbers = {
  monthly_conversions: null,
  requests_per_minute: null,
  max_file_bytes: null,
  overage_micro_usd: null,
} satisfies OwnNumbers;

export class Accounts {
  readonly #services: AccountServices;

  constructor(parts: AccountServices) {
    this.#services = parts;
  }

  /**
   * A new account and the only sight of its first key, as the operator makes it: one for each address. Throws
   * {@link AddressTaken}.
   */
  async create(email: string, plan: PaidPlanName): Promise<{ account: Account; key: string }> {
    return this.#services.database.write(async (transaction) => {
      const row = await insertAccount(transaction, this.#services, {
        email,
        mailbox: addressOf(email),
        plan,
      });
      if (!row) throw new AddressTaken(`There is an account for ${email} already.`);
      const { secret } = await insertKey(transaction, this.#services, row.id, 'first key');
      return { account: this.#account(row), key: secret };
    });
  }

  /** By its id, by its e-mail address, or by another address of its mailbox. */
  async find(idOrEmail: string): Promise<Account | undefined> {
    const { query } = this.#services.database;
    const byId = query.selectFrom('accounts').selectAll().where('id', '=', idOrEmail);
    const row = (await byId.executeTakeFirst()) ?? (await findByEmail(query, idOrEmail));
    return row && this.#account(row);
  }

  /** All of them, oldest first. */
  async list(): Promise<Account[]> {
    const rows = await this.#services.database.query
      .selectFrom('accounts')
      .selectAll()
      .orderBy('created_at')
      .orderBy('id')
      .execute();
    return rows.map((row) => this.#account(row));
  }

  /** `own` takes the place of all numbers of its own that it had. */
  async setPlan(id: string, plan: PaidPlanName, own: OwnNumbers): Promise<void> {
    await this.#services.database.query
      .updateTable('accounts')
      .set({ plan, ...noOwnNumbers, ...own })
      .where('id', '=', id)
      .execute();
  }

  /** From now on, or until it is allowed again, none of its keys and sessions is accepted. */
  async setDisabled(id: string, disabled: boolean): Promise<void> {
    await this.#services.database.query
      .updateTable('accounts')
      .set({ disabled_at: disabled ? this.#services.clock.now() : null })
      .where('id', '=', id)
      .execute();
  }

  #account(row: AccountRow): Account {
    return {
      ...{ id: row.id, email: row.email, plan: planOf(row, this.#services.plans) },
      ...{ createdAt: row.created_at, disabledAt: row.disabled_at },
    };
  }
}

/** The account of that very address, else the one of its mailbox. */
export async function findByEmail(query: Kysely<Tables>, email: string): Promise<AccountRow | undefined> {
  const address = addressOf(email);
  const rows = await query
    .selectFrom('accounts')
    .selectAll()
    .where('mailbox', 'in', [address, mailboxOf(email)])
    .execute();
  return rows.find(({ mailbox }) => mailbox === address) ?? rows[0];
}

/** The new row, or undefined when there is an account of that `mailbox`. */
export async function insertAccount(
  transaction: Kysely<Tables>,
  { clock, newId }: Pick<AccountServices, 'clock' | 'newId'>,
  account: Pick<AccountRow, 'email' | 'mailbox' | 'plan'>,
): Promise<AccountRow | undefined> {
  return transaction
    .insertInto('accounts')
    .values({ id: newId(), ...account, created_at: clock.now() })
    .onConflict((conflict) => conflict.column('mailbox').doNothing())
    .returningAll()
    .executeTakeFirst();
}
