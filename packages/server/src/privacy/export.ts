/**
 * Exports all data of an account as a zip file (contract §7.12). The file is generated while the client downloads it.
 */
import { makeZip } from 'client-zip';
import type { Selectable } from 'kysely';
import type { Account, Accounts } from '../accounts/accounts.ts';
import { describeKey, type Keys } from '../accounts/keys.ts';
import type { Database } from '../db/database.ts';
import type { LedgerRow } from '../db/tables.ts';
import type { Clock } from '../kit/clock.ts';
import { timeText } from '../kit/time-text.ts';
import type { Jobs } from '../jobs/jobs.ts';
import type { JobPosition } from '../jobs/lookup.ts';
import type { JobResource } from '../jobs/record.ts';
import type { DeliveryLog } from '../webhooks/delivery-log.ts';
import { usageOf } from '../limits/usage.ts';
import { csvOf, jsonOf, type ExportRecord } from './records.ts';

/** Maximum number of records in memory. */
const pageSize = 1_000;
/** Number of jobs per page. A page of jobs is smaller than `pageSize`, because job records are large. */
const jobPageSize = 100;
const dayMs = 86_400_000;

interface ExportServices {
  database: Database;
  clock: Clock;
  accounts: Accounts;
  keys: Keys;
  jobs: Jobs;
  deliveryLog: DeliveryLog;
}

/** Exported records of one kind. The zip file contains these records twice, as JSON and as CSV. */
interface ExportTable {
  name: string;
  columns: readonly string[];
  /** Reads the records. Called once for the JSON file and once for the CSV file. */
  pages: () => AsyncIterable<readonly ExportRecord[]>;
}

export class AccountExport {
  readonly #services: ExportServices;

  constructor(services: ExportServices) {
    this.#services = services;
  }

  /** Returns the zip file, or undefined if the account does not exist. */
  async zip(accountId: string): Promise<ReadableStream<Uint8Array> | undefined> {
    const account = await this.#services.accounts.find(accountId);
    return account && makeZip(this.#files(account));
  }

  async *#files(account: Account) {
    const { database, clock } = this.#services;
    const lastModified = new Date(clock.now());
    const { id, email, plan, planSource, createdAt } = account;
    const shown = { id, email, plan: plan.name, plan_source: planSource, created_at: timeText(createdAt) };
    const usage = await usageOf(database.query, account, clock.now());
    for (const [name, content] of Object.entries({ account: shown, usage })) {
      yield { name: `${name}.json`, lastModified, input: `${JSON.stringify(content, null, 2)}\n` };
    }
    for (const { name, columns, pages } of this.#tables(id)) {
      yield { name: `${name}.json`, lastModified, input: jsonOf(pages()) };
      yield { name: `${name}.csv`, lastModified, input: csvOf(columns, pages()) };
    }
  }

  #tables(accountId: string): ExportTable[] {
    return [
      {
        name: 'keys',
        columns: ['id', 'name', 'prefix', 'last4', 'created_at', 'last_used_at', 'revoked_at'],
        pages: () => this.#keys(accountId),
      },
      {
        name: 'usage-by-day',
        columns: ['date', 'key_id', 'conversions', 'overage', 'failed'],
        pages: () => this.#days(accountId),
      },
      {
        name: 'ledger',
        columns: ['id', 'at', 'month', 'nth', 'payer', 'from_quota', 'billed', 'owed_usd', 'key_id'],
        pages: () => this.#ledger(accountId),
      },
      { name: 'jobs', columns: jobColumns, pages: () => this.#jobs(accountId) },
      {
        name: 'webhook-deliveries',
        columns: ['delivery_id', 'job_id', 'event', 'state', 'url', 'attempts', 'next_attempt_at'],
        pages: () => this.#deliveries(accountId),
      },
    ];
  }

  async *#keys(accountId: string) {
    yield (await this.#services.keys.list(accountId)).map(describeKey);
  }

  async *#days(accountId: string) {
    const { query } = this.#services.database;
    for (let last = { day: -1, key_id: '' }; ;) {
      const rows = await query
        .selectFrom('daily_usage')
        .selectAll()
        .where('account_id', '=', accountId)
        .where((row) => row(row.refTuple('day', 'key_id'), '>', row.tuple(last.day, last.key_id)))
        .orderBy('day')
        .orderBy('key_id')
        .limit(pageSize)
        .execute();
      yield rows.map(({ day, key_id, conversions, overage, failed }) => ({
        ...{ date: timeText(day * dayMs).slice(0, 10), key_id: key_id || null },
        ...{ conversions, overage, failed },
      }));
      const end = rows.at(-1);
      if (!end || rows.length < pageSize) return;
      last = end;
    }
  }

  async *#ledger(accountId: string) {
    const { query } = this.#services.database;
    for (let last = { month: '', nth: 0 }; ;) {
      const rows = await query
        .selectFrom('ledger')
        .selectAll()
        .where('account_id', '=', accountId)
        .where((row) => row(row.refTuple('month', 'nth'), '>', row.tuple(last.month, last.nth)))
        .orderBy('month')
        .orderBy('nth')
        .limit(pageSize)
        .execute();
      yield rows.map(exportedCharge);
      const end = rows.at(-1);
      if (!end || rows.length < pageSize) return;
      last = end;
    }
  }

  async *#jobs(accountId: string) {
    for await (const page of this.#jobPages(accountId)) yield page.map(exportedJob);
  }

  async *#deliveries(accountId: string) {
    for await (const page of this.#jobPages(accountId)) {
      const records: ExportRecord[] = [];
      for (const { job_id, webhook_url: url } of page) {
        if (url === undefined) continue;
        const deliveries = await this.#services.deliveryLog.list(accountId, job_id);
        records.push(...deliveries.map((delivery) => ({ ...delivery, job_id })));
      }
      yield records;
    }
  }

  async *#jobPages(accountId: string): AsyncGenerator<JobResource[]> {
    let after: JobPosition | undefined;
    do {
      const { jobs, next } = await this.#services.jobs.list(accountId, { limit: jobPageSize, after });
      yield jobs;
      after = next;
    } while (after);
  }
}

const jobColumns = [
  ...[
    'job_id',
    'status',
    'created_at',
    'updated_at',
    'started_at',
    'finished_at',
    'expires_at',
    'run_again_until',
  ],
  ...['source_format', 'target_format', 'progress', 'result', 'report', 'error'],
  ...['webhook_url', 'webhook_status', 'webhook_last_error', 'webhook_attempts'],
];

/**
 * Returns the job without the link to its result, because the link would give access to anyone who gets the exported
 * file.
 */
function exportedJob({ result, ...job }: JobResource): ExportRecord {
  if (!result) return job;
  const { size, duration_ms, source_format, target_format } = result;
  return { ...job, result: { size, duration_ms, source_format, target_format } };
}

function exportedCharge({
  id,
  at,
  month,
  nth,
  payer,
  key_id,
  ...totals
}: Selectable<LedgerRow>): ExportRecord {
  const { from_quota, billed, owed_micro_usd: owed } = totals;
  return { id, at: timeText(at), month, nth, payer, from_quota, billed, owed_usd: owed / 1e6, key_id };
}
