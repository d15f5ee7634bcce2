/**
 * Starts a server under a path prefix, behind Debian's nginx. nginx uses the configuration in
 * docs/operations/network.md.
 */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { closing, fixture, temporaryFolder } from '../fixtures.ts';
import { freePort, isListening } from './ports.ts';
import { startService, until } from './service.ts';

export interface NginxService {
  /** URL of the service behind nginx, with the path prefix `/tools`. */
  url: string;
  dataDir: string;
}

const docs = new URL('../../../docs/operations/network.md', import.meta.url);

/** Returns the documented configuration lines, for a service on `port`. */
async function linesOfDocs(port: string): Promise<string> {
  const [, lines] = /```nginx\n(.*?)```/s.exec(await readFile(docs, 'utf8')) ?? [];
  if (!lines?.includes('127.0.0.1:8080'))
    throw new Error('docs/operations/network.md has no nginx configuration');
  return lines.replace('127.0.0.1:8080', `127.0.0.1:${port}`);
}

export const nginxFixture = (settings: Record<string, string> = {}): NginxService =>
  fixture(async (stack) => {
    const dir = await temporaryFolder(stack);
    const port = await freePort();
    const url = `http://127.0.0.1:${port}/tools`;
    const service = closing(
      stack,
      await startService({ BASE_URL: url, TRUST_PROXY: '127.0.0.1', ...settings }),
    );
    const temporary = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'];
    await writeFile(
      path.join(dir, 'nginx.conf'),
      `daemon off;
      master_process off;
      pid ${dir}/pid;
      error_log stderr;
      events {}
      http {
        access_log off;
        ${temporary.map((name) => `${name}_temp_path ${dir}/${name};`).join('\n')}
        server {
          listen 127.0.0.1:${port};
          ${await linesOfDocs(new URL(service.url).port)}
        }
      }`,
    );
    const args = ['-p', dir, '-e', 'stderr', '-c', path.join(dir, 'nginx.conf')];
    const nginx = spawn('/usr/sbin/nginx', args, { stdio: ['ignore', 'ignore', 'pipe'] });
    let said = '';
    nginx.stderr.on('data', (text: Buffer) => (said += text.toString()));
    const gone = once(nginx, 'exit');
    stack.defer(async () => {
      nginx.kill('SIGKILL');
      await gone;
    });
    await until('nginx listens', 60_000, () => {
      if (nginx.exitCode !== null) throw new Error(`nginx exited:\n${said}`);
      return isListening(port);
    });
    return { url, dataDir: service.dataDir };
  });
