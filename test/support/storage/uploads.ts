/** Uploads files over HTTP as a customer does, and opens the server's upload module as a second server process does. */
import assert from 'node:assert/strict';
import path from 'node:path';
import type { Clock } from '../../../packages/server/src/kit/clock.ts';
import { loadConfig } from '../../../packages/server/src/config.ts';
import { openDatabase } from '../../../packages/server/src/db/open.ts';
import { Encryption } from '../../../packages/server/src/kit/encryption.ts';
import { randomId as newId } from '../../../packages/server/src/kit/ids.ts';
import { systemRandom } from '../../../packages/server/src/kit/secrets.ts';
import { Lease } from '../../../packages/server/src/leases/lease.ts';
import { FolderStore } from '../../../packages/server/src/storage/folder.ts';
import { Links } from '../../../packages/server/src/storage/links.ts';
import { OrphanedObjects } from '../../../packages/server/src/storage/orphaned-objects.ts';
import { PartialFiles } from '../../../packages/server/src/uploads/partial-files.ts';
import { Uploads } from '../../../packages/server/src/uploads/uploads.ts';
import { answerOf, type Answer } from '../server/service.ts';
import { ask, type Customer, type TestApp } from '../server/test-app.ts';

export interface UploadLink {
  file_id: string;
  upload_url: string;
  expires_at: string;
  max_size: number;
  curl: string;
}

/** Requests an upload link. Returns the response even if it is an error. */
export function askForLink(app: TestApp, customer: Pick<Customer, 'key'>, body: unknown): Promise<Answer> {
  const headers = { 'Content-Type': 'application/json' };
  return ask(app, '/v1/uploads', customer, { method: 'POST', body: JSON.stringify(body), headers });
}

/** Requests an upload link for one file, and returns the link. */
export async function linkFor(
  app: TestApp,
  customer: Pick<Customer, 'key'>,
  filename = 'a.json',
  size?: number,
): Promise<UploadLink> {
  const answer = await askForLink(app, customer, { filename, ...(size === undefined ? {} : { size }) });
  assert.equal(answer.status, 201, answer.error.message);
  return JSON.parse(answer.body.toString()) as UploadLink;
}

/** Uploads a file to an upload link without an API key, and returns the response. */
export async function sendFile(
  { upload_url: url }: Pick<UploadLink, 'upload_url'>,
  body: NonNullable<RequestInit['body']>,
  init: RequestInit = {},
): Promise<Answer> {
  return answerOf(await fetch(url, { method: 'PUT', body, ...init }));
}

/** Uploads a file and resolves with its id. */
export async function uploaded(
  app: TestApp,
  customer: Pick<Customer, 'key'>,
  content: NonNullable<RequestInit['body']> = '{"a":1}',
  filename = 'a.json',
): Promise<string> {
  const link = await linkFor(app, customer, filename);
  const { status, error } = await sendFile(link, content);
  assert.equal(status, 201, error.message);
  return link.file_id;
}

export interface UploadsProcess {
  uploads: Uploads;
  close(): Promise<void>;
}

/**
 * Opens the server's upload module as another server process of the same installation would. `clock` is the clock of
 * this simulated process, and `availableBytes` is the free disk space that it sees.
 */
export async function openUploadsProcess(
  env: Record<string, string>,
  clock: Clock,
  availableBytes = Infinity,
): Promise<UploadsProcess> {
  const config = loadConfig(env);
  const database = await openDatabase(config, () => {});
  const lease = await Lease.open({ database, clock, newId });
  const store = await FolderStore.open(path.join(config.dataDir, 'objects'), newId);
  const uploads = new Uploads({
    ...{ database, lease, clock, newId, store },
    encryption: new Encryption('a secret of tests', systemRandom),
    partialFiles: await PartialFiles.open(path.join(config.dataDir, 'uploads')),
    links: new Links({ key: { value: 'k' }, clock, baseUrl: () => 'http://localhost:1' }),
    orphanedObjects: new OrphanedObjects({ database, store, lease }),
    availableBytes: () => availableBytes,
  });
  return {
    uploads,
    close: async () => {
      await lease.close();
      await database.close();
    },
  };
}
