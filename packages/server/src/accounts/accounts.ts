/** Accounts and their plans. */
import type { Kysely } from 'kysely';
import type { Database } from '../db/database.ts';
import type { AccountRow, PlanSource, Tables } from '../db/tables.ts';
import type { Clock } from '../kit/clock.ts';
import type { NewId } from '../kit/ids.ts';
import type { RandomBytes } from '../kit/secrets.ts';
import { insertKey } from './keys.ts';
import { addressOf, mailboxOf } from './mailbox.ts';
import { planOf, type AccountPlan, type AccountPlans, type OwnNumbers, type PaidPlanName } from './plans.ts';

export interface Account {
  id: string;
  email: string;
  /** The account's plan. Limits that are set for the account itself override the limits of the plan. */
  plan: AccountPlan;
  planSource: PlanSource;
  createdAt: number;
  disabledAt: number | null;
}

/** Thrown if an account with this email address already exists. */
export class AddressTakenError extends Error {}

interface AccountServices {
  database: Database;
  plans: AccountPlans;
  clock: Clock;
  newId: NewId;
  random: RandomBytes;
}

const noOwnNumbers = {
  monthly_conversions: null,
  requests_per_minute: null,
  max_file_bytes: null,
  overage_micro_usd: null,
} satisfies OwnNumbers;

export class Accounts {
  readonly #services: AccountServices;

  constructor(services: AccountServices) {
    this.#services = services;
  }

  /**
   * Creates an account on behalf of the operator. Returns the account with its first key, which is shown only once.
   * Throws {@link AddressTakenError} if the email address already has an account.
   */
  async create(email: string, plan: PaidPlanName): Promise<{ account: Account; key: string }> {
    return this.#services.database.write(async (transaction) => {
      const row = await insertAccount(transaction, this.#services, {
        email,
        mailbox: addressOf(email),
        plan,
        plan_source: plan === 'free' ? 'default' : 'operator',
      });
      if (!row) throw new AddressTakenError(`There is an account for ${email} already.`);
      const { secret } = await insertKey(transaction, this.#services, row.id, 'first key');
      return { account: this.#account(row), key: secret };
    });
  }

  /** Finds an account by id, e-mail address, or another address of the same mailbox. Deleted accounts are not found. */
  async find(idOrEmail: string): Promise<Account | undefined> {
    const { query } = this.#services.database;
    const byId = query
      .selectFrom('accounts')
      .selectAll()
      .where('id', '=', idOrEmail)
      .where('deleted_at', 'is', null);
    const row = (await byId.executeTakeFirst()) ?? (await findByEmail(query, idOrEmail));
    return row && this.#account(row);
  }

  /** Lists all accounts, oldest first. */
  async list(): Promise<Account[]> {
    const rows = await this.#services.database.query
      .selectFrom('accounts')
      .selectAll()
      .where('deleted_at', 'is', null)
      .orderBy('created_at')
      .orderBy('id')
      .execute();
    return rows.map((row) => this.#account(row));
  }

  /**
   * Sets the plan that the operator assigns to an account. `own` contains limits that apply to this account instead of
   * the plan's limits. All earlier limits of the account are removed.
   */
  async setPlan(id: string, plan: PaidPlanName, own: OwnNumbers): Promise<void> {
    await this.#services.database.query
      .updateTable('accounts')
      .set({ plan, plan_source: 'operator', ...noOwnNumbers, ...own })
      .where('id', '=', id)
      .execute();
  }

  /**
   * Removes the plan that the operator assigned. Without an assigned plan, the account has the Free plan until its
   * subscription changes the plan.
   */
  async releasePlan(id: string): Promise<void> {
    await this.#services.database.query
      .updateTable('accounts')
      .set({ plan: 'free', plan_source: 'default', ...noOwnNumbers })
      .where('id', '=', id)
      .where('plan_source', '=', 'operator')
      .execute();
  }

  /** Disables or enables an account. All keys and sessions of a disabled account are rejected. */
  async setDisabled(id: string, disabled: boolean): Promise<void> {
    await this.#services.database.query
      .updateTable('accounts')
      .set({ disabled_at: disabled ? this.#services.clock.now() : null })
      .where('id', '=', id)
      .execute();
  }

  #account(row: AccountRow): Account {
    return {
      id: row.id,
      email: row.email,
      plan: planOf(row, this.#services.plans),
      planSource: row.plan_source,
      createdAt: row.created_at,
      disabledAt: row.disabled_at,
    };
  }
}

/**
 * Sets the plan that a subscription grants, or the Free plan if `plan` is null. A plan set by the operator takes
 * precedence. Runs in the caller's transaction.
 */
export async function applySubscribedPlan(
  db: Kysely<Tables>,
  id: string,
  plan: PaidPlanName | null,
): Promise<void> {
  const values =
    plan === null
      ? ({ plan: 'free', plan_source: 'default' } as const)
      : ({ plan, plan_source: 'stripe' } as const);
  await db
    .updateTable('accounts')
    .set({ ...values, ...noOwnNumbers })
    .where('id', '=', id)
    .where('plan_source', 'in', plan === null ? ['stripe'] : ['stripe', 'default'])
    .execute();
}

/**
 * Returns the account with exactly this email address. If no account has exactly this address, returns the account with
 * another spelling of the address, which belongs to the same mailbox. If `lock` is true, locks the account until the
 * transaction ends.
 */
export async function findByEmail(
  query: Kysely<Tables>,
  email: string,
  { lock = false }: { lock?: boolean } = {},
): Promise<AccountRow | undefined> {
  const address = addressOf(email);
  const rows = await query
    .selectFrom('accounts')
    .selectAll()
    .where('mailbox', 'in', [address, mailboxOf(email)])
    .where('deleted_at', 'is', null)
    .$if(lock, (accounts) => accounts.forUpdate())
    .execute();
  return rows.find(({ mailbox }) => mailbox === address) ?? rows[0];
}

/** Inserts the row of a new account. Returns undefined if an account with that `mailbox` exists. */
export async function insertAccount(
  transaction: Kysely<Tables>,
  { clock, newId }: { clock: Clock; newId: NewId },
  account: Pick<AccountRow, 'email' | 'mailbox' | 'plan' | 'plan_source'>,
): Promise<AccountRow | undefined> {
  return transaction
    .insertInto('accounts')
    .values({ id: newId(), ...account, created_at: clock.now() })
    .onConflict((conflict) => conflict.column('mailbox').doNothing())
    .returningAll()
    .executeTakeFirst();
}
