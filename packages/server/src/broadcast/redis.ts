/** Broadcasts through Redis, on one channel per installation. */
import { EventEmitter } from 'node:events';
import type { Redis } from '../redis/redis.ts';
import type { Broadcast } from './broadcast.ts';

/** Opens the broadcast. The broadcast receives messages as soon as the subscription is established. */
export function openRedisBroadcast(redis: Redis): Broadcast {
  const channel = `${redis.prefix}broadcast`;
  const received = new EventEmitter<{ text: [string] }>();
  const stop = redis.subscribe(channel, (text) => received.emit('text', text));
  return {
    send: async (text) => void (await redis.run((client) => client.publish(channel, text))),
    onText: (listener) => void received.on('text', listener),
    [Symbol.asyncDispose]: () => Promise.resolve(stop()),
  };
}
