/** The formats module: the engines of this process or of the worker processes. */
import type { Core } from '../../core.ts';
import { causeOf, toServiceError } from '../../http/failures.ts';
import type { GaugeRow } from '../../http/metrics/gauges.ts';
import { defineModule } from '../../module.ts';
import {
  lendEngines,
  openConversionModule,
  type ConversionModule,
  type LentEngines,
} from '../../workers/open.ts';
import { formatRoutes } from './formats.ts';
import { listConversions } from './list-conversions.ts';
import { listOptions } from './list-options.ts';
import { readinessOf } from './readiness.ts';

export const formatsModule = defineModule({
  name: 'formats',
  needs: {},
  open: async (core) => {
    const { config, sandboxSources: sources } = core;
    const { offered, cgroups } = core.replacements;
    const conversions = await openConversionModule(config, core, { offered, cgroups, sources });
    const { catalogue, local } = conversions;
    watch(conversions, core);
    let lending: LentEngines | undefined;
    return {
      services: conversions,
      endpoints: (server) => void server.register(formatRoutes, { catalogue }),
      tools: [listConversions(catalogue.live), listOptions(catalogue)],
      gauges: [...gaugesOf(conversions), rejectedGauge(() => lending)],
      readiness: () => Promise.resolve(readinessOf({ ...conversions, lending })),
      sweep: async () => local?.resultCache?.sweep(),
      accountDeletion: [
        { name: 'cached results', remove: async (accountId) => local?.resultCache?.removeAllOf(accountId) },
      ],
      start: async () => {
        local?.sandbox.prepare();
        lending = await lendEngines(config, local, { ...core, toServiceError, causeOf });
      },
      drain: async () => lending?.close(),
      close: () => conversions.close(),
    };
  },
});

/** Counts and logs the conversions of this process. Worker processes count and log their own conversions. */
function watch({ local }: ConversionModule, { metrics, log }: Core): void {
  local?.converter.watch((end) => metrics.converted(end));
  local?.converter.watch(({ route: { source, target }, tried, causes, outcome }) => {
    if (tried.length > 0) log.info({ source, target, outcome, tried, causes }, 'fallback attempts were made');
  });
  local?.converter.reporter.watch((unread) => log.info(unread, 'some facts of a file could not be read'));
}

const gaugesOf = ({ converter, local, directory }: ConversionModule): readonly GaugeRow[] => {
  const sandboxes = () => Object.entries(local?.sandbox.state ?? {});
  return [
    {
      name: 'protean_conversions_running',
      help: 'Running conversions.',
      is: 'gauge',
      read: () => converter.load.busy,
    },
    {
      name: 'protean_conversions_waiting',
      help: 'Queued conversions.',
      is: 'gauge',
      read: () => converter.load.waiting,
    },
    {
      name: 'protean_boxes',
      help: 'Sandboxes by state: ready for any account, reserved for the account that used it last, busy.',
      is: 'gauge',
      labels: ['kind', 'state'],
      read: () =>
        sandboxes().flatMap(([kind, pool]) =>
          (['ready', 'kept', 'busy'] as const).map((state) => ({
            value: pool[state],
            labels: { kind, state },
          })),
        ),
    },
    {
      name: 'protean_boxes_built_total',
      help: 'Sandboxes built.',
      is: 'counter',
      labels: ['kind'],
      read: () => sandboxes().map(([kind, { built }]) => ({ value: built, labels: { kind } })),
    },
    {
      name: 'protean_boxes_failed_total',
      help: 'Sandboxes that were built but never became ready.',
      is: 'counter',
      labels: ['kind'],
      read: () => sandboxes().map(([kind, { failed }]) => ({ value: failed, labels: { kind } })),
    },
    {
      name: 'protean_sandbox_holds',
      help: 'Whether the sandbox blocked all escape probes of its level at startup.',
      is: 'gauge',
      labels: ['level'],
      read: () => local && [{ value: Number(local.probe.ok), labels: { level: local.probe.level } }],
    },
    {
      name: 'protean_sandbox_held',
      help: 'The escape probes at startup, and whether the sandbox blocked each.',
      is: 'gauge',
      labels: ['attempt'],
      read: () =>
        Object.entries(local?.probe.blocked ?? {}).map(([attempt, blocked]) => ({
          value: Number(blocked),
          labels: { attempt },
        })),
    },
    {
      name: 'protean_workers',
      help: 'Workers to which this process can send conversions.',
      is: 'gauge',
      read: () => directory?.size,
    },
  ];
};

const rejectedGauge = (lending: () => LentEngines | undefined): GaugeRow => ({
  name: 'protean_worker_connections_rejected',
  help: 'Connections without the key that this worker rejected within the last minute.',
  is: 'gauge',
  read: () => lending()?.connections.rejected,
});
