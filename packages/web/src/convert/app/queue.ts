/**
 * Sends files in order, a few at the same time and within the rate limit. Retries a file after a failure of the service
 * or the network.
 */
import { signal, type Signal } from '@preact/signals';
import { format, formatOfFileName } from '@protean/formats';
import { Allowance } from '../send/allowance.ts';
import { writeSize } from '../state/amounts.ts';
import { failureOf } from './failure.ts';
import type { Item, State, WaitReason } from '../state/item.ts';
import { valuesFor } from '../state/presets.ts';
import { KeptUploads } from '../send/kept-uploads.ts';
import type { Outcome, Refusal, Sending } from '../send/outcome.ts';
import { send, type Conversion } from '../send/send.ts';
import type { Settings } from '../state/settings.ts';
import type { Tool } from '../state/tool.ts';

const lanes = 3;
const maxTries = 6;
const tickMs = 1000;

export class Queue {
  /** Current time for countdowns. The time is updated each second while an item is active. */
  readonly now: Signal<number> = signal(Date.now());
  readonly isOffline: Signal<boolean> = signal(!navigator.onLine);
  readonly uploads: KeptUploads;
  readonly #tool: Tool;
  readonly #allowance: Allowance;
  readonly #onEnd: (item: Item) => void;
  #timer: ReturnType<typeof setInterval> | undefined;

  constructor(tool: Tool, onEnd: (item: Item) => void) {
    this.#tool = tool;
    this.uploads = new KeptUploads(tool.memory, Date.now());
    this.#allowance = new Allowance(tool.settings.perMinute);
    this.#onEnd = onEnd;
    addEventListener('online', () => this.#online(true));
    addEventListener('offline', () => this.#online(false));
  }

  start(items: readonly Item[]): void {
    for (const item of items) {
      const { maxBytes, directBytes } = this.#tool.settings;
      item.tries = 0;
      item.state.value =
        item.size > ('files' in item.source ? directBytes : maxBytes)
          ? tooLarge(item, this.#tool.settings)
          : 'file' in item.source && item.size === 0
            ? { kind: 'failed', message: 'failed_empty', way: 'none' }
            : { kind: 'waiting', reason: 'turn' };
    }
    this.#pump();
  }

  cancel(item: Item): void {
    item.state.value = { kind: 'cancelled' };
    item.abort?.();
    this.#pump();
  }

  /** Immediately retries a file that waits for the service. */
  tryNow(item: Item): void {
    item.state.value = { kind: 'waiting', reason: 'turn' };
    this.#pump();
  }

  #pump(): void {
    const now = Date.now();
    this.now.value = now;
    const items = this.#tool.work.peek();
    const waiting = items.filter((item) => item.state.peek().kind === 'waiting');
    if (this.isOffline.peek()) {
      for (const item of waiting) wait(item, 'offline');
    } else {
      this.#startSome(waiting, items.filter(isSent).length, now);
    }
    const isIdle = !items.some((item) => item.isRunning.peek());
    if (isIdle) clearInterval(this.#timer);
    if (isIdle) this.#timer = undefined;
    else this.#timer ??= setInterval(() => this.#pump(), tickMs);
  }

  #startSome(waiting: readonly Item[], running: number, now: number): void {
    let free = lanes - running;
    for (const item of waiting) {
      const state = item.state.peek();
      const isAgain = state.kind === 'waiting' && ['busy', 'away'].includes(state.reason);
      if (isAgain && state.until !== undefined && state.until > now) continue;
      if (free > 0 && this.#allowance.take(now)) {
        free -= 1;
        void this.#run(item);
        continue;
      }
      // The end of the rate-limit window is unknown, and no response will report it, because no request is running. The
      // queue therefore waits 1 minute.
      if (free === lanes && this.#allowance.nextAt(now) === undefined)
        this.#allowance.refused(tickMs * 60, now);
      const until = this.#allowance.nextAt(now);
      wait(item, until === undefined ? 'turn' : 'throttle', until);
    }
  }

  async #run(item: Item): Promise<void> {
    const target = this.#tool.targetOf(item);
    const source = item.format.peek();
    if (!target || (!source && !('files' in item.source))) return;
    const began = Date.now();
    let from: number | undefined;
    const uploading = (share: number): State => ({
      kind: 'uploading',
      share,
      since: began,
      from: (from ??= share),
    });
    item.state.value = { kind: 'uploading', share: 0, since: began, from: 0 };
    const conversion: Conversion = {
      ...{ base: this.#tool.settings.base, target },
      source: item.source,
      name: item.name,
      fields: source ? this.#fieldsOf(item, source.ext, target) : this.#commonFields(item, target),
      onProgress: (share) => {
        item.tries = 0;
        item.state.value = uploading(share);
      },
      onUploaded: () => (item.state.value = { kind: 'converting', since: Date.now() }),
    };
    const { outcome, abort } = this.#isJob(item) ? this.#sendAsJob(item, conversion) : this.#send(conversion);
    item.abort = abort;
    const ended = await outcome;
    item.abort = undefined;
    // The item may have been cancelled or removed in the meantime.
    if (isSent(item)) item.state.value = this.#stateAfter(ended, item, target);
    else if (ended.kind === 'converted') URL.revokeObjectURL(ended.url);
    this.#onEnd(item);
    this.#pump();
  }

  #isJob(item: Item): boolean {
    const { settings } = this.#tool;
    if ('files' in item.source) return false;
    return hasAccount(settings) && (item.isJob || item.size > settings.directBytes);
  }

  #send(conversion: Conversion): Sending {
    const { settings } = this.#tool;
    return send(hasAccount(settings) ? 'v1/convert' : 'api/convert', conversion);
  }

  #sendAsJob(item: Item, conversion: Conversion): Sending {
    const { job } = item;
    let sending: Sending | undefined;
    let isAborted = false;
    const begin = async (): Promise<Outcome> => {
      const loaded = await import('../send/send-as-job.ts').catch(() => undefined);
      if (!loaded) return { kind: 'unanswered' };
      if (isAborted) return { kind: 'aborted' };
      sending = loaded.sendAsJob({
        ...{ ...conversion, job, uploads: this.uploads },
        onQueued: () => (item.state.value = { kind: 'queued' }),
        onConverting: (share) => {
          const state = item.state.peek();
          const since = state.kind === 'converting' ? state.since : Date.now();
          item.state.value = { kind: 'converting', since, share };
        },
      });
      return sending.outcome;
    };
    const abort = () => {
      isAborted = true;
      sending?.abort();
    };
    return { outcome: begin(), abort };
  }

  #fieldsOf(item: Item, source: string, target: string): Record<string, string> {
    const options = new Set(this.#tool.facts.of(source, target)?.options);
    const password = item.password.peek();
    const isNamedSo = formatOfFileName(item.name)?.ext === source;
    return {
      target,
      ...(isNamedSo ? {} : { source }),
      ...valuesFor({ ...this.#tool.values.peek(), ...item.own.peek() }, options),
      ...(password === '' ? {} : { password }),
    };
  }

  /**
   * Returns the form fields for several files that are combined. An option in these fields affects only the files that
   * accept it.
   */
  #commonFields(item: Item, target: string): Record<string, string> {
    const values = { ...this.#tool.values.peek(), ...item.own.peek() };
    return { target, combine: 'true', ...valuesFor(values, this.#tool.options.peek()) };
  }

  #stateAfter(outcome: Outcome, item: Item, target: string): State {
    const now = Date.now();
    if ('throttled' in outcome && outcome.throttled) this.#allowance.answered(outcome.throttled, now);
    switch (outcome.kind) {
      case 'aborted':
        return { kind: 'cancelled' };
      case 'unanswered':
        return this.#again(item, 'away');
      case 'refused':
        return this.#refused(outcome.refusal, item, target);
      case 'converted': {
        const { name, size, url, blob, warnings, report } = outcome;
        const result = { name, size, url, blob, warnings, report };
        const source = item.format.peek()?.ext;
        const recent = { name: item.name, result: name, size, at: now };
        if (source !== undefined) this.#tool.memory.converted(source, target, recent);
        return { kind: 'done', result: { ...result, format: formatOfFileName(name) ?? format(target) } };
      }
    }
  }

  #refused(refusal: Refusal, item: Item, target: string): State {
    const { status, code, retryAfterMs } = refusal;
    if (code === 'rate_limited') {
      const ms = retryAfterMs ?? tickMs * 60;
      this.#allowance.refused(ms, Date.now());
      return { kind: 'waiting', reason: 'throttle', until: Date.now() + ms };
    }
    // A response without an error code comes from a proxy in front of the service. Every error response of the service
    // itself contains a code.
    if (status >= 500 && code === '') return this.#again(item, 'away', retryAfterMs);
    if (status === 503 || status === 0) return this.#again(item, 'busy', retryAfterMs);
    return failureOf(refusal, item, target, this.#tool.settings.language);
  }

  #again(item: Item, reason: WaitReason, afterMs = 2000 * 2 ** Math.min(item.tries, 3)): State {
    item.tries += 1;
    if (item.tries >= maxTries) return { kind: 'failed', message: 'failed_away', way: 'retry' };
    return { kind: 'waiting', reason, until: Date.now() + afterMs };
  }

  #online(isOnline: boolean): void {
    this.isOffline.value = !isOnline;
    if (isOnline) {
      for (const item of this.#tool.work.peek()) if (item.state.peek().kind === 'waiting') wait(item, 'turn');
    }
    this.#pump();
  }
}

const isSent = (item: Item) => ['uploading', 'queued', 'converting'].includes(item.state.peek().kind);

const hasAccount = ({ isSignedIn, isPrivate }: Settings) => isSignedIn || isPrivate;

/**
 * Sets the wait state if the item has another state. Setting the same state again would make the page render the item's
 * row again.
 */
function wait(item: Item, reason: WaitReason, until?: number): void {
  const state = item.state.peek();
  if (state.kind === 'waiting' && state.reason === reason && state.until === until) return;
  item.state.value = { kind: 'waiting', reason, ...(until === undefined ? {} : { until }) };
}

function tooLarge(item: Item, settings: Settings): State {
  const { maxBytes, language } = settings;
  const values = { size: writeSize(item.size, language), limit: writeSize(maxBytes, language) };
  const way = hasAccount(settings) ? 'plans' : 'sign_in';
  return { kind: 'failed', message: 'failed_too_large', way, values };
}
