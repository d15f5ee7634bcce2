/** The module for the OpenAPI document. */
import { defineModule } from '../../module.ts';
import { openApiRoutes } from './openapi.ts';

export const openApiModule = defineModule({
  name: 'openapi',
  needs: {},
  open: ({ installation }) => ({
    services: undefined,
    endpoints: (server) => {
      const { operations } = server;
      void server.register(openApiRoutes, { operations, installation });
    },
  }),
});
