/**
 * Loads the MCP server and its protocol library when the first message arrives, because most installations never
 * receive one.
 */
import type { Server } from '@modelcontextprotocol/server';
import type { Caller } from './server.ts';
import type { Tool } from './tool.ts';

export async function loadMcpServer(tools: readonly Tool[], caller: Caller): Promise<Server> {
  return (await import('./server.ts')).mcpServer(tools, caller);
}
