/** The files module: the object store, signed links, and stored results. */
import { access, constants } from 'node:fs/promises';
import type { Config } from '../../config.ts';
import type { Core } from '../../core.ts';
import { secretNamed } from '../../db/secrets.ts';
import type { ReadinessCheck } from '../../http/readiness.ts';
import { freeBytes } from '../../kit/disk.ts';
import { defineModule } from '../../module.ts';
import { Links, longestLinkSeconds } from '../../storage/links.ts';
import type { ObjectStore } from '../../storage/object-store.ts';
import { openStore } from '../../storage/open.ts';
import { OrphanedObjects } from '../../storage/orphaned-objects.ts';
import { ResultObjects } from '../../storage/result-objects.ts';
import { fileRoutes } from './files.ts';

export const filesModule = defineModule({
  name: 'files',
  needs: {},
  open: async (core) => {
    const { config, database, clock, lease, newId } = core;
    const links = await openLinks(core);
    const store = await openStore(config, newId);
    const resultObjects = new ResultObjects({ database, store, clock });
    const orphanedObjects = new OrphanedObjects({ database, store, lease });
    return {
      services: { links, store, resultObjects, orphanedObjects },
      endpoints: (server) => void server.register(fileRoutes, { store, links }),
      readiness: async () => [await checkStorage(config, store)],
      sweep: async () => {
        await resultObjects.sweep();
        await store.sweep(clock.now());
      },
      accountDeletion: [{ name: 'results', remove: (accountId) => resultObjects.removeAllOf(accountId) }],
    };
  },
});

async function openLinks({ database, random, clock, encryption, log, address }: Core): Promise<Links> {
  const lifeMs = longestLinkSeconds * 1000;
  const onReplaced = () =>
    log.warn('SECRET_KEY has changed: earlier links return 404, webhook secrets are invalid');
  const key = await secretNamed('links', { database, random, clock, encryption, lifeMs, onReplaced });
  return new Links({ key, clock, baseUrl: () => address.baseUrl });
}

async function checkStorage(config: Config, store: ObjectStore): Promise<ReadinessCheck> {
  const folder = await checkFolder(config.dataDir, config.diskReserve);
  const answers = await store.check().then(
    () => true,
    () => false,
  );
  const storage = folder.ok && !answers ? { ok: false, says: 'the object store does not respond' } : folder;
  return { part: 'storage', ...storage };
}

async function checkFolder(dir: string, reserve: number): Promise<Pick<ReadinessCheck, 'ok' | 'says'>> {
  try {
    await access(dir, constants.W_OK);
    return freeBytes(dir) < reserve
      ? { ok: false, says: 'the disk of the data folder is full' }
      : { ok: true, says: 'the data folder is writable' };
  } catch {
    return { ok: false, says: 'the data folder is not writable' };
  }
}
