/** The module for synchronous conversions. */
import { defineModule } from '../../module.ts';
import { accountsModule } from '../accounts/module.ts';
import { filesModule } from '../files/module.ts';
import { formatsModule } from '../formats/module.ts';
import { jobsModule } from '../jobs/module.ts';
import { uploadsModule } from '../uploads/module.ts';
import { usageModule } from '../usage/module.ts';
import { convertFile } from './convert-file.ts';
import { convertRoutes } from './convert.ts';
import { detectFormat } from './detect-format.ts';
import { detectRoutes } from './detect.ts';
import { readDocument } from './read-document.ts';
import { accountConvertRoutes } from './v1-convert.ts';

export const convertModule = defineModule({
  name: 'convert',
  needs: {
    formats: formatsModule,
    files: filesModule,
    accounts: accountsModule,
    uploads: uploadsModule,
    usage: usageModule,
    jobs: jobsModule,
  },
  open: (core, { formats, files, accounts: { plans }, uploads: { uploads }, usage, jobs: { jobs } }) => {
    const { mcpWaitMs: waitMs, jobFileBytes } = core.config;
    const { converter, workspace, catalogue } = formats;
    const routes = catalogue.live;
    const services = { ...core, ...files, ...usage, converter, workspace, uploads, routes };
    const plan = plans.anonymous;
    return {
      services: undefined,
      endpoints: (server) => {
        void server.register(convertRoutes, { ...services, plan });
        void server.register(accountConvertRoutes, services);
        void server.register(detectRoutes, { ...services, plan });
      },
      tools: [
        convertFile({ ...services, jobs, waitMs, jobFileBytes }),
        detectFormat({ ...services, waitMs }),
        readDocument({ ...services, waitMs }),
      ],
    };
  },
});
