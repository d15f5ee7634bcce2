/** Tests which messages an announcer sends and receives, with a broadcast that the test controls. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Broadcast } from '../broadcast/broadcast.ts';
import { Announcer } from './announcer.ts';
import type { Change } from './changes.ts';

/** A broadcast that delays each message until the test releases it. */
class HeldBroadcast implements Broadcast {
  readonly texts: string[] = [];
  readonly #listeners: ((text: string) => void)[] = [];
  #answer = Promise.withResolvers<void>();

  send(text: string): Promise<void> {
    this.texts.push(text);
    this.#answer = Promise.withResolvers<void>();
    return this.#answer.promise;
  }

  onText(listener: (text: string) => void): void {
    this.#listeners.push(listener);
  }

  receive(text: string): void {
    for (const listener of this.#listeners) listener(text);
  }

  async sent(): Promise<void> {
    this.#answer.resolve();
    await new Promise(setImmediate);
  }

  async failed(): Promise<void> {
    this.#answer.reject(new Error('away'));
    await new Promise(setImmediate);
  }

  [Symbol.asyncDispose] = () => Promise.resolve();
}

function opened() {
  const broadcast = new HeldBroadcast();
  const announcer = new Announcer({ broadcast, processId: 'me' });
  const received: Change[] = [];
  announcer.onChange((change) => received.push(change));
  return { broadcast, announcer, received };
}

test('a message contains all changes that arrive while the previous message is being sent', async () => {
  const { broadcast, announcer } = opened();
  announcer.announce({ queued: true });
  for (const id of ['a', 'b', 'a']) announcer.announce({ id });
  announcer.announce({ queued: true });
  assert.deepEqual(broadcast.texts, ['me\nqueued']);
  await broadcast.sent();
  assert.deepEqual(broadcast.texts, ['me\nqueued', 'me\na\nb\nqueued']);
});

test("splits many changes into several messages below PostgreSQL's size limit", async () => {
  const { broadcast, announcer } = opened();
  const ids = Array.from({ length: 350 }, () => crypto.randomUUID());
  for (const id of ids) announcer.announce({ id });
  for (let n = 0; n < 10; n += 1) await broadcast.sent();
  assert.ok(broadcast.texts.every((text) => text.length < 8_000));
  const sent = broadcast.texts.flatMap((text) => text.split('\n').slice(1));
  assert.deepEqual(sent, ids);
});

test('sends the next message even if the previous message failed', async () => {
  const { broadcast, announcer } = opened();
  announcer.announce({ id: 'a' });
  await broadcast.failed();
  announcer.announce({ id: 'b' });
  assert.deepEqual(broadcast.texts, ['me\na', 'me\nb']);
});

test('receives only changes that other processes announce', () => {
  const { broadcast, received } = opened();
  broadcast.receive('me\na');
  broadcast.receive('you\nqueued\nb');
  assert.deepEqual(received, [{ queued: true }, { id: 'b' }]);
});
