/** What processes share with each other and requests leave behind: counts and claims, results, the key of links. */
import path from 'node:path';
import type { AccountServices } from '../accounts/parts.ts';
import { secretNamed, type SharedSecret } from '../db/secrets.ts';
import { interval } from '../kit/interval.ts';
import type { Encryption } from '../kit/encryption.ts';
import { longestLinkSeconds } from '../storage/links.ts';
import { FolderStore } from '../storage/folder.ts';
import { renewEveryMs } from '../leases/lease.ts';
import { openLimits, type RequestLimits } from './limits.ts';

/** How often what dead processes held is freed, and how often what is over is removed. */
const freeEveryMs = 2_000;
const sweepEveryMs = 60_000;

export interface Shared extends RequestLimits {
  store: FolderStore;
  linkKey: SharedSecret;
}

interface SharedParts extends AccountServices {
  encryption: Encryption;
  dataDir: string;
  /** Hears of what fails meanwhile. */
  onError: (error: unknown) => void;
  /** Hears that there is a new key of links, since the one before was sealed with another `SECRET_KEY`. */
  onNewLinkKey: () => void;
}

/** Keeps them up until they are closed. */
export async function openShared(parts: SharedParts): Promise<Shared> {
  const { database, clock, newId, encryption, dataDir, onError, onNewLinkKey } = parts;
  const limits = await openLimits({ database, clock, newId, encryption, onError });
  const store = await FolderStore.open(path.join(dataDir, 'objects'), newId);
  const linkKey = await secretNamed('links', {
    ...{ ...parts, lifeMs: longestLinkSeconds * 1000, onReplaced: onNewLinkKey },
  });
  const stopRenewing = interval(renewEveryMs, () => limits.renew(), onError);
  const stopFreeing = interval(freeEveryMs, () => limits.lease.sweep(), onError);
  const sweep = async () => {
    await limits.sweep();
    await store.sweep(clock.now());
  };
  const stopSweeping = interval(sweepEveryMs, sweep, onError);
  const close = async () => {
    stopRenewing();
    stopFreeing();
    stopSweeping();
    await limits.close();
  };
  return { ...limits, store, linkKey, sweep, close };
}
