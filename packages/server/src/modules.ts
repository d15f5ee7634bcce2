/** The modules of the service, in the order in which they are opened. They are closed in the reverse order. */
import { accountsModule } from './api/accounts/module.ts';
import { billingModule } from './api/billing/module.ts';
import { convertModule } from './api/convert/module.ts';
import { filesModule } from './api/files/module.ts';
import { formatsModule } from './api/formats/module.ts';
import { healthModule } from './api/health/module.ts';
import { jobsModule } from './api/jobs/module.ts';
import { keysModule } from './api/keys/module.ts';
import { mcpModule } from './api/mcp/module.ts';
import { openApiModule } from './api/openapi/module.ts';
import { privacyModule } from './api/privacy/module.ts';
import { uploadsModule } from './api/uploads/module.ts';
import { usageModule } from './api/usage/module.ts';
import { webhooksModule } from './api/webhooks/module.ts';
import type { Module } from './module.ts';
import { siteModule } from './site/module.ts';

export const modules: readonly Module[] = [
  healthModule,
  formatsModule,
  filesModule,
  accountsModule,
  keysModule,
  uploadsModule,
  usageModule,
  billingModule,
  webhooksModule,
  jobsModule,
  convertModule,
  privacyModule,
  openApiModule,
  mcpModule,
  siteModule,
];
