/**
 * Sends the email messages about reached limits, from any process. Retries each message up to 5 times if the mail
 * server does not accept it. After a crash, the same message may be sent again.
 */
import type { ExpressionBuilder, Selectable } from 'kysely';
import type { Accounts } from '../accounts/accounts.ts';
import type { Database } from '../db/database.ts';
import type { LimitNoticeRow, Tables } from '../db/tables.ts';
import type { Clock } from '../kit/clock.ts';
import type { Failpoints } from '../kit/failpoints.ts';
import { interval } from '../kit/concurrency/interval.ts';
import type { Lease } from '../leases/lease.ts';
import { usageOf } from '../limits/usage.ts';
import type { MailTransport } from '../mail/mail.ts';
import { limitMessage } from './limit-message.ts';

const minuteMs = 60_000;
/** Delays before the retries, in milliseconds. After the last retry, the message is abandoned. */
const retryWaitsMs = [1, 10, 60, 360, 1440].map((minutes) => minutes * minuteMs);
const pollEveryMs = 1_000;
/** Maximum number of rows per claim. */
const maxBatch = 20;

interface LimitMailServices {
  database: Database;
  lease: Pick<Lease, 'ensure'>;
  clock: Clock;
  accounts: Accounts;
  mail: MailTransport;
  failpoints: Failpoints;
  baseUrl: () => string;
  sellsPlans: boolean;
  onError: (error: unknown) => void;
}

export class LimitMails {
  readonly #services: LimitMailServices;
  #stopPolling: (() => void) | undefined;
  #sending: Promise<void> | undefined;

  constructor(services: LimitMailServices) {
    this.#services = services;
  }

  start(): void {
    this.#stopPolling = interval(pollEveryMs, () => this.sendDue(), this.#services.onError);
  }

  /** Waits for messages that are being sent. */
  async close(): Promise<void> {
    this.#stopPolling?.();
    await this.#sending?.catch(() => undefined);
  }

  /** Sends due messages. */
  sendDue(): Promise<void> {
    this.#sending ??= this.#sendDue().finally(() => (this.#sending = undefined));
    return this.#sending;
  }

  async #sendDue(): Promise<void> {
    for (const notice of await this.#claim()) await this.#send(notice);
  }

  async #claim(): Promise<Selectable<LimitNoticeRow>[]> {
    const { database, lease, clock } = this.#services;
    const now = clock.now();
    const due = await database.query
      .selectFrom('limit_notices')
      .select('account_id')
      .where('due_at', '<=', now)
      .limit(1)
      .executeTakeFirst();
    if (!due) return [];
    const lease_id = await lease.ensure();
    // A row that this process has already claimed counts as free. A claim of this process is left over if the database
    // was unreachable when the process tried to end the claim.
    const isFree = (row: ExpressionBuilder<Tables, 'limit_notices'>) =>
      row.or([row('lease_id', 'is', null), row('lease_id', '=', lease_id)]);
    return database.query
      .updateTable('limit_notices')
      .set({ lease_id })
      .where((row) =>
        row(
          row.refTuple('account_id', 'month', 'threshold'),
          'in',
          row
            .selectFrom('limit_notices')
            .select(['account_id', 'month', 'threshold'])
            .where('due_at', '<=', now)
            .where(isFree)
            .orderBy('due_at')
            .limit(maxBatch)
            // Skips locked rows, because two processes that claim the same rows would wait for each other.
            .$if(database.locksRows, (rows) => rows.forUpdate().skipLocked())
            .$asTuple('account_id', 'month', 'threshold'),
        ),
      )
      .returningAll()
      .execute();
  }

  async #send(notice: Selectable<LimitNoticeRow>): Promise<void> {
    const { database, accounts, clock, mail, failpoints, baseUrl, sellsPlans, onError } = this.#services;
    const { account_id, month, threshold, attempts } = notice;
    try {
      const account = await accounts.find(account_id);
      if (account?.email) {
        const usage = await usageOf(database.query, account, clock.now());
        const id = `${month}-${threshold.replace('_', '-')}-${account_id}`;
        const once = { id, at: notice.due_at ?? clock.now() };
        const message = limitMessage(threshold, usage, { baseUrl: baseUrl(), sellsPlans });
        await mail.send({ once, to: account.email, ...message });
        await failpoints.reach('after-mail');
      }
      await this.#settle(notice, { due_at: null });
    } catch (error) {
      onError(error);
      const wait = retryWaitsMs[attempts];
      const due_at = wait === undefined ? null : clock.now() + wait;
      await this.#settle(notice, { due_at, attempts: attempts + 1 });
    }
  }

  /** Ends the claim and writes `changes`, if this process still holds the claim. */
  async #settle(
    { account_id, month, threshold, lease_id }: Selectable<LimitNoticeRow>,
    changes: Partial<Pick<LimitNoticeRow, 'due_at'>> & { attempts?: number },
  ): Promise<void> {
    await this.#services.database.query
      .updateTable('limit_notices')
      .set({ ...changes, lease_id: null })
      .where('account_id', '=', account_id)
      .where('month', '=', month)
      .where('threshold', '=', threshold)
      .where('lease_id', '=', lease_id)
      .execute();
  }
}
