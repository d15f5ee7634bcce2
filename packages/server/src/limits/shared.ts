/** What processes share with each other and requests leave behind: counts and claims, results, the key of links. */
import path from 'node:path';
import type { AccountParts } from '../accounts/parts.ts';
import { secretNamed, type SharedSecret } from '../db/secrets.ts';
import { every } from '../kit/every.ts';
import type { Seal } from '../kit/seal.ts';
import { longestLinkSeconds } from '../storage/links.ts';
import { FolderStore } from '../storage/folder.ts';
import { renewEveryMs } from './lease.ts';
import { openLimits, type Limits } from './limits.ts';

/** How often what dead processes held is freed, and how often what is over is removed. */
const freeEveryMs = 2_000;
const sweepEveryMs = 60_000;

export interface Shared extends Limits {
  store: FolderStore;
  linkKey: SharedSecret;
}

interface SharedParts extends AccountParts {
  seal: Seal;
  dataDir: string;
  /** Hears of what fails meanwhile. */
  onError: (error: unknown) => void;
  /** Hears that there is a new key of links, since the one before was sealed with another `SECRET_KEY`. */
  onNewLinkKey: () => void;
}

/** Keeps them up until they are closed. */
export async function openShared(parts: SharedParts): Promise<Shared> {
  const { database, clock, newId, seal, dataDir, onError, onNewLinkKey } = parts;
  const limits = await openLimits({ database, clock, newId, seal, onError });
  const store = await FolderStore.open(path.join(dataDir, 'objects'), newId);
  const linkKey = await secretNamed('links', {
    ...{ ...parts, lifeMs: longestLinkSeconds * 1000, onReplaced: onNewLinkKey },
  });
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
