/** The webhooks module: secrets, the outbox and event deliveries. */
import { defineModule } from '../../module.ts';
import { removeRows } from '../../privacy/deletion-steps.ts';
import { openWebhooks } from '../../webhooks/webhooks.ts';
import { webhookRoutes } from './webhooks.ts';

export const webhooksModule = defineModule({
  name: 'webhooks',
  needs: {},
  open: (core) => {
    const { config, log, metrics, database, outbound, clock, newId, ending } = core;
    const webhooks = openWebhooks({
      ...core,
      schedule: config.webhookWaits,
      onAttempt: (attempt) => {
        log.info(attempt, 'webhook attempted');
        metrics.attempted(attempt);
      },
    });
    const { secrets, deliveries } = webhooks;
    return {
      services: webhooks,
      endpoints: (server) => void server.register(webhookRoutes, { secrets, outbound, clock, newId, ending }),
      gauges: [
        {
          name: 'protean_webhooks_waiting',
          help: 'Undelivered events for which attempts remain, of all processes.',
          is: 'gauge',
          read: async () => (await deliveries.backlog())?.waiting,
        },
        {
          name: 'protean_webhooks_overdue_seconds',
          help: 'Time since the earliest due attempt.',
          is: 'gauge',
          read: async () => {
            const backlog = await deliveries.backlog();
            return backlog && backlog.overdueMs / 1000;
          },
        },
      ],
      accountDeletion: [removeRows(database, 'webhook_secrets')],
      start: () => {
        if (config.roles.includes('worker')) deliveries.start();
      },
      close: () => deliveries.close(),
    };
  },
});
