/** What processes share with each other and requests leave behind: counts and claims, results, the key of links. */
import path from 'node:path';
import type { AccountParts } from '../accounts/parts.ts';
import { secretNamed } from '../db/secrets.ts';
import { every } from '../kit/every.ts';
import { FolderStore } from '../storage/folder.ts';
import { renewEveryMs } from './lease.ts';
import { openLimits, type Limits } from './limits.ts';

/** How often what dead processes held is freed, and how often what is over is removed. */
const freeEveryMs = 2_000;
const sweepEveryMs = 60_000;

export interface Shared extends Limits {
  store: FolderStore;
  linkKey: string;
}

/** Keeps them up until they are closed; `onError` hears of what fails meanwhile. */
export async function openShared(
  { database, clock, newId, random }: AccountParts,
  dataDir: string,
  onError: (error: unknown) => void,
): Promise<Shared> {
  const limits = await openLimits({ database, clock, newId, onError });
  const store = await FolderStore.open(path.join(dataDir, 'objects'), newId);
  const linkKey = await secretNamed(database, 'links', random);
  const stopRenewing = every(renewEveryMs, () => limits.renew(), onError);
  const stopFreeing = every(freeEveryMs, () => limits.lease.sweep(), onError);
  const sweep = async () => {
    await limits.sweep();
    await store.sweep(clock.now());
  };
  const stopSweeping = every(sweepEveryMs, sweep, onError);
  const close = async () => {
    stopRenewing();
    stopFreeing();
    stopSweeping();
    await limits.close();
  };
  return { ...limits, store, linkKey, sweep, close };
}
