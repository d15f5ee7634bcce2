/** Generates the Grafana dashboard as JSON. Each row of `panels` contains the Prometheus queries of one panel. */
import {
  DashboardBuilder,
  DatasourceVariableBuilder,
  RowBuilder,
} from '@grafana/grafana-foundation-sdk/dashboard';
import { DataqueryBuilder } from '@grafana/grafana-foundation-sdk/prometheus';
import { PanelBuilder } from '@grafana/grafana-foundation-sdk/timeseries';

export interface PanelRow {
  section: string;
  title: string;
  /** Grafana's name of the unit, such as `s`, `bytes`, `Bps` (bytes per second) or `reqps` (requests per second). */
  unit: string;
  /** PromQL queries by legend. Grafana replaces `{{label}}` in a legend, and `$__rate_interval` in a query. */
  queries: Readonly<Record<string, string>>;
}

const rate = (metric: string, by: string) => `sum by (${by}) (rate(${metric}[$__rate_interval]))`;
const quantile = (q: number, metric: string, by = '') =>
  `histogram_quantile(${q}, sum by (le${by && `, ${by}`}) (rate(${metric}_bucket[$__rate_interval])))`;
/** Returns queries for the median and the 99th percentile of a histogram metric. */
const quantiles = (metric: string) => ({ p50: quantile(0.5, metric), p99: quantile(0.99, metric) });

export const panels: readonly PanelRow[] = [
  {
    ...{ section: 'Requests', title: 'Requests by status', unit: 'reqps' },
    queries: { '{{status}}': rate('protean_http_requests_total', 'status') },
  },
  {
    ...{ section: 'Requests', title: 'Response time', unit: 's' },
    queries: quantiles('protean_http_request_duration_seconds'),
  },
  {
    ...{ section: 'Requests', title: 'Errors by code', unit: 'reqps' },
    queries: { '{{code}}': rate('protean_http_errors_total', 'code') },
  },
  {
    ...{ section: 'Requests', title: 'Bytes', unit: 'Bps' },
    queries: {
      received: rate('protean_http_received_bytes_total', 'job'),
      sent: rate('protean_http_sent_bytes_total', 'job'),
    },
  },
  {
    ...{ section: 'Conversions', title: 'Conversions by outcome', unit: 'ops' },
    queries: { '{{outcome}}': rate('protean_conversions_total', 'outcome') },
  },
  {
    ...{ section: 'Conversions', title: 'Slowest engines (p99)', unit: 's' },
    queries: {
      '{{engine}}': `topk(8, ${quantile(0.99, 'protean_conversion_duration_seconds', 'engine')})`,
    },
  },
  {
    ...{ section: 'Conversions', title: 'Running and waiting', unit: 'short' },
    queries: {
      'running on {{instance}}': 'protean_conversions_running',
      'waiting on {{instance}}': 'protean_conversions_waiting',
    },
  },
  {
    ...{ section: 'Conversions', title: 'Time in the queue', unit: 's' },
    queries: quantiles('protean_conversion_wait_seconds'),
  },
  {
    ...{ section: 'Jobs', title: 'Unfinished jobs', unit: 'short' },
    // All processes export the size of the same queue, so this query uses the maximum instead of the sum.
    queries: { '{{status}}': 'max by (status) (protean_jobs)' },
  },
  {
    ...{ section: 'Jobs', title: 'Wait of the oldest queued job', unit: 's' },
    queries: { oldest: 'max(protean_jobs_oldest_queued_seconds)' },
  },
  {
    ...{ section: 'Jobs', title: 'Ended jobs', unit: 'ops' },
    queries: { '{{status}}': rate('protean_jobs_ended_total', 'status') },
  },
  {
    ...{ section: 'Webhooks', title: 'Attempts', unit: 'ops' },
    queries: { '{{outcome}}': rate('protean_webhook_attempts_total', 'outcome') },
  },
  {
    ...{ section: 'Webhooks', title: 'Backlog', unit: 'short' },
    queries: { waiting: 'max(protean_webhooks_waiting)' },
  },
  {
    ...{ section: 'Processes', title: 'Sandboxes', unit: 'short' },
    queries: { '{{kind}} {{state}}': 'sum by (kind, state) (protean_boxes)' },
  },
  {
    ...{ section: 'Processes', title: 'Sandboxes built', unit: 'ops' },
    queries: { '{{kind}}': rate('protean_boxes_built_total', 'kind') },
  },
  {
    ...{ section: 'Processes', title: 'Memory, without engines', unit: 'bytes' },
    queries: { '{{instance}}': 'process_resident_memory_bytes{job="protean"}' },
  },
  {
    ...{ section: 'Processes', title: 'Event loop delay (p99)', unit: 's' },
    queries: { '{{instance}}': 'nodejs_eventloop_lag_p99_seconds{job="protean"}' },
  },
];

export function dashboardJson(): string {
  const dashboard = new DashboardBuilder('Protean')
    .uid('protean')
    .tags(['protean'])
    .refresh('30s')
    .time({ from: 'now-3h', to: 'now' })
    .withVariable(new DatasourceVariableBuilder('datasource').label('Prometheus').type('prometheus'));
  for (const [section, rows] of Map.groupBy(panels, (row) => row.section)) {
    dashboard.withRow(new RowBuilder(section));
    for (const row of rows) dashboard.withPanel(panel(row));
  }
  return `${JSON.stringify(dashboard.build(), null, 2)}\n`;
}

function panel({ title, unit, queries }: PanelRow): PanelBuilder {
  const built = new PanelBuilder().title(title).unit(unit).span(12).height(8);
  built.datasource({ type: 'prometheus', uid: '${datasource}' });
  for (const [at, [legend, expr]] of Object.entries(queries).entries())
    built.withTarget(new DataqueryBuilder().refId('ABCD'.charAt(at)).expr(expr).legendFormat(legend));
  return built;
}
