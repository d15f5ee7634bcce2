/**
 * Searches for leftovers of killed processes, of deleted jobs and of stopped processes, in a service on
 * several machines.
 */
import path from 'node:path';
import { ListObjectsV2Command, S3Client } from '@aws-sdk/client-s3';
import { cancel } from '../customers.ts';
import type { RunScene } from '../invariants.ts';
import { expectingNone, filesBelow, processesUsing, unexpectedLeases } from '../leftovers.ts';
import type { Cluster } from './cluster.ts';

/** Maximum time in milliseconds until the service has removed the leftovers of a killed process. */
const sweepMs = 60_000;

/**
 * Deletes all jobs and stops all processes. Resolves with a list of the processes, files, objects and database rows
 * that are left. Results of synchronous conversions do not count, because the service keeps them for a day.
 */
export async function findLeftovers({
  cluster,
  database,
  jobs,
}: RunScene & { cluster: Cluster }): Promise<string[]> {
  const found: string[] = [];
  const expectNone = expectingNone(found, sweepMs);
  const members = [...cluster.apis, ...cluster.workers];
  await expectNone('left by killed processes', () => unexpectedLeases(database, members.length));
  for (const { customer, id } of jobs) await cancel(cluster, customer, id);
  await expectNone('left by deleted jobs', async () => {
    const answers = await database.query.selectFrom('result_objects').select('name').execute();
    const kept = new Set(answers.map(({ name }) => name.replace('-', '/')));
    return (await objectsIn(cluster.bucketEnv)).filter((key) => !kept.has(key));
  });
  for (const member of members) await member.end('SIGTERM');
  const folders = [
    ...members.map(({ name }) => path.join(cluster.dir, name)),
    path.join(cluster.smallDisk, 'data'),
  ];
  await expectNone('left by the stopped service', async () => [
    ...folders.flatMap(processesUsing).map((pid) => `process ${pid}`),
    ...(await unexpectedLeases(database, 0)),
    ...(await database.query.selectFrom('workers').selectAll().execute()).map(() => 'an announced worker'),
    ...(await Promise.all(folders.map((folder) => filesBelow(path.join(folder, 'work'))))).flat(),
    ...(await filesBelow(path.join(cluster.dir, 'temp'))),
  ]);
  return found;
}

async function objectsIn(env: Record<string, string>): Promise<string[]> {
  const url = new URL(env['STORAGE_URL'] ?? '');
  const client = new S3Client({
    endpoint: url.searchParams.get('endpoint') ?? '',
    region: url.searchParams.get('region') ?? '',
    forcePathStyle: true,
    credentials: {
      accessKeyId: env['AWS_ACCESS_KEY_ID'] ?? '',
      secretAccessKey: env['AWS_SECRET_ACCESS_KEY'] ?? '',
    },
  });
  try {
    const { Contents = [] } = await client.send(new ListObjectsV2Command({ Bucket: url.hostname }));
    return Contents.map(({ Key = '' }) => Key);
  } finally {
    client.destroy();
  }
}
