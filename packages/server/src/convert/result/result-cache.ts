/**
 * Keeps results for a day, so that an account that repeats a conversion gets the stored result immediately. Accounts
 * never share results.
 */
import { createHash } from 'node:crypto';
import { constants, copyFile, rm } from 'node:fs/promises';
import path from 'node:path';
import { digestOf } from '../../kit/digest.ts';
import { freeBytes } from '../../kit/disk.ts';
import type { NewId } from '../../kit/ids.ts';
import type { ConversionResult } from './conversion-result.ts';
import type { RoutePlan } from '../request/route-plan.ts';
import { hasSecrets } from './report.ts';
import type { ConversionContext } from '../request/context.ts';

/** Maximum time for which a result is kept (`docs/privacy.md`). */
export const keptResultMs = 86_400_000;

interface CachedResult {
  account: string;
  conversion: ConversionResult;
  /** Monotonic time at which the result was stored in the cache, in milliseconds. */
  keptAt: number;
}

interface ResultCacheServices {
  /** Separate folder that exists as long as the process runs. */
  dir: string;
  maxBytes: number;
  /** Number of bytes that must stay free on the disk. */
  diskReserve: number;
  /** Returns the versions of all engines. A different version of an engine may make a different result. */
  versions: () => Promise<string>;
  newId: NewId;
  /** Returns the monotonic time in milliseconds. */
  now: () => number;
}

export class ResultCache {
  readonly #services: ResultCacheServices;
  /** The cached results, ordered from the least to the most recently used. */
  readonly #results = new Map<string, CachedResult>();
  #bytes = 0;

  constructor(services: ResultCacheServices) {
    this.#services = services;
  }

  /** The accounts that have cached results. */
  get accounts(): string[] {
    return [...new Set([...this.#results.values()].map(({ account }) => account))];
  }

  /**
   * If the result of the same conversion is still cached, calls `onReused` and returns a copy in the folder of
   * `context`. If no result is cached, returns the result of `make` and keeps it.
   */
  async reuseOr(
    make: () => Promise<ConversionResult>,
    plan: RoutePlan,
    context: Pick<ConversionContext, 'account' | 'report' | 'dir'>,
    onReused: () => void,
  ): Promise<ConversionResult> {
    const { account, dir } = context;
    // The content of a file that was sent with a password must not be kept.
    if (account === undefined || hasSecrets(plan.options)) return make();
    const began = this.#services.now();
    const key = await this.#keyOf(plan, account, context.report === true);
    const found = await this.#find(key, dir);
    if (found) {
      onReused();
      return { ...found, ms: Math.round(this.#services.now() - began) };
    }
    const made = await make();
    await this.#keep(key, account, made);
    return made;
  }

  async removeAllOf(account: string): Promise<void> {
    await this.#removeEach((result) => result.account === account);
  }

  /** Removes expired results. */
  async sweep(): Promise<void> {
    await this.#removeEach((result) => this.#isOver(result));
  }

  /** Returns the cache key: conversions with the same key have the same result. */
  async #keyOf(plan: RoutePlan, account: string, isReported: boolean): Promise<string> {
    const { file, fileName, route, steps, options } = plan;
    const requested = { ...plan.requested, report: plan.requested.report || isReported };
    const way = steps.map(({ engine, from, to }) => [engine, from, to]);
    const asked = [fileName, route.source, route.target, way, options, requested];
    const [versions, content] = await Promise.all([this.#services.versions(), digestOf(file)]);
    const all = JSON.stringify([account, asked, versions, content]);
    return createHash('sha256').update(all).digest('hex');
  }

  async #find(key: string, dir: string): Promise<ConversionResult | undefined> {
    const found = this.#results.get(key);
    if (!found || this.#isOver(found)) return undefined;
    this.#results.delete(key);
    this.#results.set(key, found);
    const file = path.join(dir, 'cached');
    // The copy fails if the file was evicted in the meantime or the disk is full.
    return (await isCopied(found.conversion.file, file)) ? { ...found.conversion, file } : undefined;
  }

  /**
   * Copies the result into the cache, and evicts the least recently used results to make room. Does not keep the result
   * if it is larger than the cache or the disk is full.
   */
  async #keep(key: string, account: string, conversion: ConversionResult): Promise<void> {
    const { dir, maxBytes, diskReserve, newId, now } = this.#services;
    const { size } = conversion;
    if (size > maxBytes || freeBytes(dir) < diskReserve + size) return;
    await this.#remove(key);
    for (const oldest of this.#results.keys()) {
      if (this.#bytes + size <= maxBytes) break;
      await this.#remove(oldest);
    }
    const file = path.join(dir, newId());
    const result = { account, keptAt: now(), conversion: { ...conversion, file } };
    this.#bytes += size;
    this.#results.set(key, result);
    const isKept = await isCopied(conversion.file, file);
    if (this.#results.get(key) !== result) await rm(file, { force: true });
    else if (!isKept) await this.#remove(key);
  }

  async #removeEach(isMeant: (result: CachedResult) => boolean): Promise<void> {
    const keys = [...this.#results].filter(([, result]) => isMeant(result)).map(([key]) => key);
    for (const key of keys) await this.#remove(key);
  }

  async #remove(key: string): Promise<void> {
    const result = this.#results.get(key);
    if (!result) return;
    this.#results.delete(key);
    this.#bytes -= result.conversion.size;
    await rm(result.conversion.file, { force: true });
  }

  #isOver({ keptAt }: CachedResult): boolean {
    return this.#services.now() - keptAt >= keptResultMs;
  }
}

async function isCopied(from: string, to: string): Promise<boolean> {
  try {
    await copyFile(from, to, constants.COPYFILE_FICLONE);
    return true;
  } catch {
    await rm(to, { force: true });
    return false;
  }
}
