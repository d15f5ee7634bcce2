/** The jobs module: asynchronous conversions. */
import { capabilitiesOf } from '../../convert/catalogue/capability-names.ts';
import { openJobs } from '../../jobs/open.ts';
import { defineModule } from '../../module.ts';
import { accountsModule } from '../accounts/module.ts';
import { filesModule } from '../files/module.ts';
import { formatsModule } from '../formats/module.ts';
import { uploadsModule } from '../uploads/module.ts';
import { usageModule } from '../usage/module.ts';
import { webhooksModule } from '../webhooks/module.ts';
import { cancelJob } from './cancel-job.ts';
import { checkJob } from './check-job.ts';
import { deliveryRoutes } from './deliveries.ts';
import { jobRerunRoutes } from './job-rerun.ts';
import { jobRoutes } from './jobs.ts';

export const jobsModule = defineModule({
  name: 'jobs',
  needs: {
    formats: formatsModule,
    files: filesModule,
    accounts: accountsModule,
    uploads: uploadsModule,
    usage: usageModule,
    webhooks: webhooksModule,
  },
  open: (core, { formats, files, accounts: { accounts }, uploads: { uploads }, usage, webhooks }) => {
    const { config, metrics, watching, draining } = core;
    const { converter, planner, workspace, local } = formats;
    const opened = openJobs({
      ...core,
      ...files,
      ...{ accounts, quota: usage.quota, converter, planner, workspace, webhooks },
      capabilities: local ? capabilitiesOf(local.catalogue) : [],
      settings: config,
    });
    const { jobs, completion, deletion, statistics } = opened;
    completion.watch((status) => metrics.jobEnded(status));
    const services = { ...core, ...files, ...usage, jobs, uploads, workspace };
    const { jobFileBytes } = config;
    return {
      services: { jobs },
      endpoints: (server) => {
        void server.register(jobRoutes, { ...services, jobFileBytes });
        void server.register(jobRerunRoutes, { ...services, jobFileBytes });
        void server.register(deliveryRoutes, { jobs, deliveryLog: webhooks.deliveryLog });
      },
      tools: [checkJob({ jobs, watching, draining }), cancelJob({ jobs })],
      gauges: [
        {
          name: 'protean_jobs',
          help: 'Unfinished jobs of all processes.',
          is: 'gauge',
          labels: ['status'],
          read: async () => {
            const { queued, processing } = await statistics();
            return [
              { value: queued, labels: { status: 'queued' } },
              { value: processing, labels: { status: 'processing' } },
            ];
          },
        },
        {
          name: 'protean_jobs_oldest_queued_seconds',
          help: 'Waiting time of the oldest queued job.',
          is: 'gauge',
          read: async () => (await statistics()).oldestSeconds,
        },
      ],
      accountDeletion: [{ name: 'jobs', remove: (accountId) => deletion.removeAllOf(accountId) }],
      start: () => opened.start(),
      drain: (graceMs) => opened.stop(graceMs),
    };
  },
});
