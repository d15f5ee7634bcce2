/** The gauges of `GET /metrics`, read from the services whenever it is asked for. */
import { Counter, Gauge, type Registry } from 'prom-client';
import type { PoolState } from '../../sandbox/pool.ts';
import type { ProbeResult } from '../../sandbox/probe.ts';
import type { BillingStatus } from '../../billing/status.ts';
import type { QueueStatistics } from '../../jobs/statistics.ts';
import type { Backlog } from '../../webhooks/deliveries.ts';
import type { Traffic } from '../connections/connections.ts';

/** A further gauge has a function here and a row in `rows`. */
export interface GaugeSources {
  conversions: () => { busy: number; waiting: number };
  uploads: () => { uploads: number; bytes: number };
  traffic: () => Traffic;
  /** By kind. */
  sandboxes: () => Readonly<Record<string, PoolState>>;
  /** Undefined where the process has no engines. */
  sandbox: () => Pick<ProbeResult, 'ok' | 'level' | 'blocked'> | undefined;
  /** How many workers live; undefined where the process has engines of its own. */
  workers: () => number | undefined;
  /** Whether it answers; undefined where there is none. */
  redis: () => boolean | undefined;
  jobs: () => Promise<QueueStatistics>;
  /** Undefined while the database does not answer. */
  deliveries: () => Promise<Backlog | undefined>;
  billing: () => Promise<Pick<BillingStatus, 'meter' | 'reconciliation'>>;
}

interface GaugeRow {
  name: string;
  help: string;
  /** A counter only rises, and ends in `_total`. */
  is: typeof Gauge | typeof Counter;
  labels?: readonly string[];
  read: () => readonly GaugeSample[] | Promise<readonly GaugeSample[]>;
}

interface GaugeSample {
  value: number;
  labels?: Readonly<Record<string, string>>;
}

const one = (value: number): readonly GaugeSample[] => [{ value }];

const present = (value: number | undefined, per = 1): readonly GaugeSample[] =>
  value === undefined ? [] : one(value / per);

const rows = ({
  conversions,
  uploads,
  traffic,
  sandboxes,
  sandbox,
  workers,
  redis,
  jobs,
  deliveries,
  billing,
}: GaugeSources): readonly GaugeRow[] => [
  {
    name: 'protean_conversions_running',
    help: 'Conversions that run.',
    is: Gauge,
    read: () => one(conversions().busy),
  },
  {
    name: 'protean_conversions_waiting',
    help: 'Conversions that are queued.',
    is: Gauge,
    read: () => one(conversions().waiting),
  },
  {
    name: 'protean_uploads',
    help: 'Uploads being received.',
    is: Gauge,
    read: () => one(uploads().uploads),
  },
  {
    name: 'protean_upload_bytes',
    help: 'Bytes of the files being received and converted.',
    is: Gauge,
    read: () => one(uploads().bytes),
  },
  {
    name: 'protean_http_connections',
    help: 'Open connections.',
    is: Gauge,
    read: () => one(traffic().connections),
  },
  {
    name: 'protean_http_connections_refused_total',
    help: 'Connections closed because there were too many.',
    is: Counter,
    read: () => one(traffic().refused),
  },
  {
    name: 'protean_http_received_bytes_total',
    help: 'Bytes that came in.',
    is: Counter,
    read: () => one(traffic().bytesIn),
  },
  {
    name: 'protean_http_sent_bytes_total',
    help: 'Bytes that went out.',
    is: Counter,
    read: () => one(traffic().bytesOut),
  },
  {
    name: 'protean_jobs',
    help: 'Jobs of all processes that have not ended.',
    is: Gauge,
    labels: ['status'],
    read: async () => {
      const { queued, processing } = await jobs();
      return [
        { value: queued, labels: { status: 'queued' } },
        { value: processing, labels: { status: 'processing' } },
      ];
    },
  },
  {
    name: 'protean_jobs_oldest_queued_seconds',
    help: 'How long the oldest queued job has waited.',
    is: Gauge,
    read: async () => one((await jobs()).oldestSeconds),
  },
  {
    name: 'protean_boxes',
    help: 'Sandboxes by what waits in them: ready for anybody, kept for who used it last, busy.',
    is: Gauge,
    labels: ['kind', 'state'],
    read: () =>
      Object.entries(sandboxes()).flatMap(([kind, pool]) =>
        (['ready', 'kept', 'busy'] as const).map((state) => ({
          value: pool[state],
          labels: { kind, state },
        })),
      ),
  },
  {
    name: 'protean_boxes_built_total',
    help: 'Sandboxes built.',
    is: Counter,
    labels: ['kind'],
    read: () => Object.entries(sandboxes()).map(([kind, { built }]) => ({ value: built, labels: { kind } })),
  },
  {
    name: 'protean_boxes_failed_total',
    help: 'Sandboxes built that never became ready.',
    is: Counter,
    labels: ['kind'],
    read: () =>
      Object.entries(sandboxes()).map(([kind, { failed }]) => ({ value: failed, labels: { kind } })),
  },
  {
    name: 'protean_sandbox_holds',
    help: 'Whether the probe at start found the sandbox to hold all that its level promises.',
    is: Gauge,
    labels: ['level'],
    read: () => [sandbox() ?? []].flat().map(({ ok, level }) => ({ value: Number(ok), labels: { level } })),
  },
  {
    name: 'protean_sandbox_held',
    help: 'The escape probes at start, and whether the sandbox blocked each.',
    is: Gauge,
    labels: ['attempt'],
    read: () =>
      Object.entries(sandbox()?.blocked ?? {}).map(([attempt, blocked]) => ({
        value: Number(blocked),
        labels: { attempt },
      })),
  },
  {
    name: 'protean_workers',
    help: 'Workers that this process can send conversions to.',
    is: Gauge,
    read: () => present(workers()),
  },
  {
    name: 'protean_redis_answers',
    help: 'Whether Redis answers; while it does not, the database counts.',
    is: Gauge,
    read: () => {
      const answers = redis();
      return answers === undefined ? [] : one(Number(answers));
    },
  },
  {
    name: 'protean_webhooks_waiting',
    help: 'Events that are not delivered yet and will be tried, by all processes.',
    is: Gauge,
    read: async () => present((await deliveries())?.waiting),
  },
  {
    name: 'protean_webhooks_overdue_seconds',
    help: 'For how long the one that should have been tried first has been due.',
    is: Gauge,
    read: async () => present((await deliveries())?.overdueMs, 1000),
  },
  {
    name: 'protean_billing_unreported_conversions',
    help: 'Overage that Stripe was not told yet.',
    is: Gauge,
    read: async () => one((await billing()).meter.unreported_conversions),
  },
  {
    name: 'protean_billing_failing_hours',
    help: 'Hours of overage whose last report to Stripe failed.',
    is: Gauge,
    read: async () => one((await billing()).meter.failing_hours),
  },
  {
    name: 'protean_billing_meter_errors',
    help: 'Reports of Stripe in the last 24 hours that it could not count overage: an alarm when above 0.',
    is: Gauge,
    read: async () => one((await billing()).meter.errors),
  },
  {
    name: 'protean_billing_differences',
    help: 'Hours in which the ledger and Stripe differ, by the last comparison: an alarm when above 0.',
    is: Gauge,
    read: async () => one((await billing()).reconciliation?.differences.length ?? 0),
  },
];

export function registerGauges(registry: Registry, sources: GaugeSources): void {
  for (const { name, help, is, labels = [], read } of rows(sources)) {
    new is({
      ...{ name, help, labelNames: [...labels], registers: [registry] },
      // The sources keep the values of counters too.
      async collect(this: Gauge | Counter) {
        // A source that cannot be read is left out; the others are shown all the same.
        const samples = await Promise.resolve()
          .then(read)
          .catch(() => []);
        this.reset();
        for (const { value, labels: of = {} } of samples) this.inc(of, value);
      },
    });
  }
}
