/** The MCP module: the tools of all modules, for agents. */
import { loadMcpServer } from '../../mcp/load-server.ts';
import { mcpRoutes } from '../../mcp/endpoint.ts';
import { defineModule } from '../../module.ts';
import { accountsModule } from '../accounts/module.ts';
import { usageModule } from '../usage/module.ts';

export const mcpModule = defineModule({
  name: 'mcp',
  needs: { accounts: accountsModule, usage: usageModule },
  open: (core, { accounts: { plans }, usage: { throttle } }) => {
    const { config, contributions, replacements } = core;
    const load = replacements.agentServer ?? loadMcpServer;
    return {
      services: undefined,
      endpoints: (server) => {
        const { tools } = contributions;
        void server.register(mcpRoutes, {
          ...core,
          ...{ throttle, origins: config.mcpOrigins, anonymousPlan: plans.anonymous },
          serverFor: (caller) => load(tools, caller),
        });
      },
    };
  },
});
