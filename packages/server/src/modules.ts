/**
 * The modules of the service, in the order in which they are opened. When the service stops, the modules are closed in
 * the reverse order.
 */
import type { Module } from './module.ts';

// Each module of the server is imported inside this list, so that adding a module takes only one line.
export const modules: readonly Module[] = [
  (await import('./api/health/module.ts')).healthModule,
  (await import('./api/formats/module.ts')).formatsModule,
  (await import('./api/advisories/module.ts')).advisoriesModule,
  (await import('./api/files/module.ts')).filesModule,
  (await import('./api/accounts/module.ts')).accountsModule,
  (await import('./api/keys/module.ts')).keysModule,
  (await import('./api/uploads/module.ts')).uploadsModule,
  (await import('./api/usage/module.ts')).usageModule,
  (await import('./api/billing/module.ts')).billingModule,
  (await import('./api/webhooks/module.ts')).webhooksModule,
  (await import('./api/jobs/module.ts')).jobsModule,
  (await import('./api/convert/module.ts')).convertModule,
  (await import('./api/privacy/module.ts')).privacyModule,
  (await import('./api/openapi/module.ts')).openApiModule,
  (await import('./api/mcp/module.ts')).mcpModule,
  (await import('./site/module.ts')).siteModule,
];
