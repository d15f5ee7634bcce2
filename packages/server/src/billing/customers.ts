/**
 * Creates and stores one Stripe customer for each account. Each customer is created once, and older state never
 * overwrites newer state.
 */
import type { Kysely, Selectable } from 'kysely';
import type { Database } from '../db/database.ts';
import type { StripeCustomerRow, Tables } from '../db/tables.ts';
import type { Clock } from '../kit/clock.ts';
import { KeyedMutex } from '../kit/concurrency/keyed-mutex.ts';
import type { StripeGateway } from './stripe.ts';
import type { StripeEvent } from './stripe-objects.ts';

export type Customer = Selectable<StripeCustomerRow>;

interface CustomerServices {
  database: Database;
  clock: Clock;
  stripe: StripeGateway;
}

/**
 * Maximum number of times that a customer's state is fetched. Another fetch is needed if another process changed the
 * customer after the last fetch.
 */
const maxAttempts = 20;

interface FreshWork<State> {
  /** Stripe event that reported the change of the customer's state. */
  event?: StripeEvent | undefined;
  fetch: (customer: Customer) => Promise<State>;
  write: (db: Kysely<Tables>, state: State, customer: Customer) => Promise<void>;
}

/** Thrown if the customer was changed after the state was fetched. */
class StaleStateError extends Error {
  override name = 'StaleStateError';
}

export class Customers {
  readonly #services: CustomerServices;
  readonly #mutex = new KeyedMutex();

  constructor(services: CustomerServices) {
    this.#services = services;
  }

  async find(by: Partial<Pick<Customer, 'account_id' | 'customer_id'>>): Promise<Customer | undefined> {
    return this.#services.database.query
      .selectFrom('stripe_customers')
      .selectAll()
      .where((where) => where.and(by))
      .executeTakeFirst();
  }

  /** Lists all customers. */
  async list(): Promise<Customer[]> {
    return this.#services.database.query
      .selectFrom('stripe_customers')
      .selectAll()
      .orderBy('account_id')
      .execute();
  }

  /**
   * Returns the customer of an account. Creates the customer at Stripe if needed. Concurrent calls create the customer
   * only once.
   */
  async ensure(account: { id: string; email: string }): Promise<Customer> {
    const known = await this.find({ account_id: account.id });
    if (known) return known;
    const customer_id = await this.#services.stripe.createCustomer(account.id, account.email);
    await this.#services.database.query
      .insertInto('stripe_customers')
      .values({ account_id: account.id, customer_id })
      .onConflict((conflict) => conflict.column('account_id').doNothing())
      .execute();
    const made = await this.find({ account_id: account.id });
    if (!made) throw new Error(`the customer of account ${account.id} was not stored`);
    return made;
  }

  /**
   * Returns the customer that has the id `customerId` at Stripe. If a crash prevented storing the customer after its
   * creation at Stripe, stores the customer now.
   */
  async known(customerId: string): Promise<Customer | undefined> {
    const stored = await this.find({ customer_id: customerId });
    if (stored) return stored;
    const accountId = await this.#services.stripe.accountOfCustomer(customerId);
    if (accountId === undefined) return undefined;
    await this.#services.database.query
      .insertInto('stripe_customers')
      .columns(['account_id', 'customer_id'])
      .expression((rows) =>
        rows
          .selectFrom('accounts')
          .select((row) => ['accounts.id', row.val(customerId).as('customer_id')])
          .where('accounts.id', '=', accountId),
      )
      .onConflict((conflict) => conflict.column('account_id').doNothing())
      .execute();
    return this.find({ customer_id: customerId });
  }

  /**
   * Fetches state from Stripe, and writes the state and the record of `event` in one transaction. No-op if the event
   * was already applied. If another process wrote the customer's state after the fetch, fetches the state again, so
   * that the order of events does not matter. The function `fetch` may be called several times.
   */
  async apply<State>(customer: Pick<Customer, 'account_id'>, work: FreshWork<State>): Promise<void> {
    // Events of one customer often arrive together. Running `apply` for one event after the other avoids repeated
    // fetches.
    return this.#mutex.run(customer.account_id, () => this.#apply(customer.account_id, work));
  }

  async #apply<State>(accountId: string, { event, fetch, write }: FreshWork<State>): Promise<void> {
    for (let attempt = 1; ; attempt += 1) {
      const seen = await this.find({ account_id: accountId });
      if (!seen || (event && (await this.isApplied(event)))) return;
      const state = await fetch(seen);
      try {
        await this.#services.database.write(async (db) => {
          await this.#advance(db, seen);
          if (event && !(await this.noteEvent(event, db))) return;
          await write(db, state, seen);
        });
        return;
      } catch (error) {
        if (!(error instanceof StaleStateError) || attempt === maxAttempts) throw error;
      }
    }
  }

  async isApplied({ id }: StripeEvent): Promise<boolean> {
    const row = await this.#services.database.query
      .selectFrom('stripe_events')
      .select('id')
      .where('id', '=', id)
      .executeTakeFirst();
    return row !== undefined;
  }

  /** Records an event as applied. Returns false if the event was applied before. */
  async noteEvent(
    { id, kind }: StripeEvent,
    db: Kysely<Tables> = this.#services.database.query,
  ): Promise<boolean> {
    const row = await db
      .insertInto('stripe_events')
      .values({ id, kind, applied_at: this.#services.clock.now() })
      .onConflict((conflict) => conflict.column('id').doNothing())
      .returning('id')
      .executeTakeFirst();
    return row !== undefined;
  }

  /** Locks the customer's row and increments its version. Throws {@link StaleStateError} if the version has changed. */
  async #advance(db: Kysely<Tables>, { account_id: accountId, version }: Customer): Promise<void> {
    const row = await db
      .updateTable('stripe_customers')
      .set({ version: version + 1 })
      .where('account_id', '=', accountId)
      .where('version', '=', version)
      .returning('version')
      .executeTakeFirst();
    if (!row) throw new StaleStateError(`customer of account ${accountId}`);
  }
}
