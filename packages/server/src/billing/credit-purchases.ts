/**
 * Purchases of credit packs. Credits are granted once when the pack is paid, and taken back in proportion to a refund
 * (contract §12.8). Payments for a deleted account are refunded.
 */
import type { Kysely } from 'kysely';
import { deletionTime } from '../accounts/open-account.ts';
import type { Database } from '../db/database.ts';
import type { Tables } from '../db/tables.ts';
import type { Clock } from '../kit/clock.ts';
import type { NewId } from '../kit/ids.ts';
import { changeCredits } from '../limits/credits.ts';
import type { Customers } from './customers.ts';
import type { StripeGateway } from './stripe.ts';
import type { CreditPayment, StripeEvent } from './stripe-objects.ts';

interface CreditPurchaseServices {
  database: Pick<Database, 'query'>;
  stripe: StripeGateway;
  customers: Customers;
  clock: Clock;
  newId: NewId;
  /** Called if credits that must be taken back are already spent. */
  onLoss: (loss: { accountId: string; credits: number }) => void;
}

export class CreditPurchases {
  readonly #services: CreditPurchaseServices;

  constructor(services: CreditPurchaseServices) {
    this.#services = services;
  }

  /**
   * Updates the credits that were granted for a payment, so that they match the payment's state at Stripe. Returns
   * false if the payment was not for credits of this installation.
   */
  async sync(intent: string, event?: StripeEvent): Promise<boolean> {
    const { stripe, customers } = this.#services;
    const payment = await stripe.creditPayment(intent);
    const customer = payment && (await customers.find({ account_id: payment.accountId }));
    if (!customer) return false;
    await customers.apply(customer, {
      event,
      fetch: () => this.#fetch(intent, customer.account_id),
      write: (db, state) => (state ? this.#write(db, intent, state) : Promise.resolve()),
    });
    return true;
  }

  async #fetch(intent: string, accountId: string): Promise<CreditPayment | undefined> {
    const { stripe, database } = this.#services;
    const payment = await stripe.creditPayment(intent);
    if (!payment || (await deletionTime(database.query, accountId)) === null) return payment;
    const granted = await database.query
      .selectFrom('credit_purchases')
      .select('payment_intent')
      .where('payment_intent', '=', intent)
      .executeTakeFirst();
    if (granted) return payment;
    await stripe.refundPayment(intent, 'requested_by_customer');
    return stripe.creditPayment(intent);
  }

  async #write(db: Kysely<Tables>, intent: string, payment: CreditPayment): Promise<void> {
    const { accountId, credits } = payment;
    const isNew = await db
      .insertInto('credit_purchases')
      .values({ payment_intent: intent, account_id: accountId, credits })
      .onConflict((conflict) => conflict.column('payment_intent').doNothing())
      .returning('payment_intent')
      .executeTakeFirst();
    if (isNew && payment.refunded < payment.amount && (await deletionTime(db, accountId)) !== null)
      throw new Error(`account ${accountId} was deleted while its credits were granted`);
    if (isNew) await this.#change(db, accountId, credits, `bought: ${payment.session}`);
    await this.#reverse(db, intent, payment);
  }

  /** Takes back the refunded part of the credits, or grants the part again if a dispute was won. */
  async #reverse(db: Kysely<Tables>, intent: string, payment: CreditPayment): Promise<void> {
    const { accountId, credits, amount, refunded, disputed } = payment;
    const target = disputed ? credits : Math.floor((credits * refunded) / Math.max(1, amount));
    const row = await db
      .selectFrom('credit_purchases')
      .select(['reversed', 'lost'])
      .where('payment_intent', '=', intent)
      .executeTakeFirstOrThrow();
    if (target === row.reversed) return;
    const reason = `${disputed ? 'disputed' : 'refunded'}: ${payment.session}`;
    let lost: number;
    if (target > row.reversed) {
      const change = await this.#change(db, accountId, row.reversed - target, reason);
      lost = row.lost + change.lost;
      if (change.lost > 0) this.#services.onLoss({ accountId, credits: change.lost });
    } else {
      // Spent credits were not taken back, so they are not restored.
      const restored = row.reversed - target;
      lost = Math.max(0, row.lost - restored);
      await this.#change(db, accountId, restored - (row.lost - lost), `given back: ${payment.session}`);
    }
    await db
      .updateTable('credit_purchases')
      .set({ reversed: target, lost })
      .where('payment_intent', '=', intent)
      .execute();
  }

  #change(db: Kysely<Tables>, accountId: string, credits: number, reason: string) {
    const { clock, newId } = this.#services;
    return changeCredits(db, { id: newId(), accountId, credits, reason, at: clock.now() });
  }
}
