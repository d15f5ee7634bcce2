/**
 * Starts a server under a path prefix, behind a proxy. The proxy strips the prefix, as nginx does, and can interrupt
 * uploads.
 */
import { once } from 'node:events';
import { createServer, request as httpRequest } from 'node:http';
import type { AddressInfo } from 'node:net';
import { closing, fixture } from '../fixtures.ts';
import { startService } from './service.ts';

export interface ProxiedService {
  /** URL including the prefix. */
  url: string;
  dataDir: string;
  /** Makes uploads stall when the proxy has received `bytes` more bytes. */
  stallAfter(bytes: number): void;
  /** Closes every open connection. Connections that are opened later work normally. */
  cut(): void;
}

const prefix = '/tools';

export const pathProxyFixture = (settings: Record<string, string> = {}): ProxiedService =>
  fixture(async (stack) => {
    let left = Infinity;
    const proxy = createServer().listen(0, '127.0.0.1');
    stack.defer(() => {
      proxy.closeAllConnections();
      proxy.close();
    });
    await once(proxy, 'listening');
    const url = `http://127.0.0.1:${(proxy.address() as AddressInfo).port}${prefix}`;
    const { url: own, dataDir } = closing(stack, await startService({ BASE_URL: url, ...settings }));
    const { port } = new URL(own);
    proxy.on('request', (request, response) => {
      if (!request.url?.startsWith(`${prefix}/`)) return response.writeHead(404).end();
      const { method, headers } = request;
      const path = request.url.slice(prefix.length);
      const passed = httpRequest({ port, path, method, headers }, (answer) => {
        response.writeHead(answer.statusCode ?? 502, answer.headers);
        answer.pipe(response);
      });
      passed.on('error', () => response.destroy());
      response.on('close', () => passed.destroy());
      request.on('error', () => passed.destroy());
      request.on('data', (bytes: Buffer) => {
        left -= bytes.length;
        passed.write(bytes);
        if (left <= 0) request.pause();
      });
      return request.on('end', () => passed.end());
    });
    return {
      url,
      dataDir,
      stallAfter: (bytes) => {
        left = bytes;
      },
      cut: () => {
        left = Infinity;
        proxy.closeAllConnections();
      },
    };
  });
