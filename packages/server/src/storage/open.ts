/** Opens the configured store: a local folder, or a bucket that several machines share. */
import path from 'node:path';
import type { Config } from '../config.ts';
import type { NewId } from '../kit/ids.ts';
import { FolderStore } from './folder.ts';
import type { ObjectStore } from './object-store.ts';

type StorageConfig = Pick<Config, 'dataDir' | 'storage' | 'storageKeyId' | 'storageKey'>;

/** Opens the store. Throws if the folder cannot be created, if the bucket is unreachable or if its key is missing. */
export async function openStore(
  { dataDir, storage, storageKeyId, storageKey }: StorageConfig,
  newId: NewId,
): Promise<ObjectStore> {
  if (!storage) return FolderStore.open(path.join(dataDir, 'objects'), newId);
  if (storageKeyId === undefined || storageKey === undefined)
    throw new Error('STORAGE_URL is a bucket. Set its key in AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY.');
  // The S3 library is large, so it is loaded only if a bucket is used.
  const { S3Store } = await import('./s3.ts');
  const store = new S3Store({ ...storage, accessKeyId: storageKeyId, secretAccessKey: storageKey }, newId);
  await store.check();
  return store;
}
