/** So many connections at once and no more than half of them from one address; who only holds one gives way when all are taken. */
import type { IncomingMessage, Server } from 'node:http';
import { BlockList, isIP, type Socket } from 'node:net';
import { FairShareCounter } from '../kit/fair-share-counter.ts';
import { callerOf } from './caller.ts';
import { closeLingering } from './lingering-close.ts';
import { keepTakingPace, type MinimumThroughput } from './minimum-throughput.ts';

export interface ConnectionLimits {
  connectionsAtOnce: number;
  /** Addresses and CIDRs that speak for many. */
  trustProxy: readonly string[];
  /** At which answers have to be taken. */
  pace: MinimumThroughput;
}

/** What has gone over the wire. */
export interface Traffic {
  connections: number;
  /** Connections closed because there were too many. */
  refused: number;
  bytesIn: number;
  bytesOut: number;
}

export class Connections {
  /** By whom each is held, oldest first. */
  readonly #open = new Map<Socket, string>();
  /** That have not been answered to their end. */
  readonly #requests = new Set<IncomingMessage>();
  readonly #held: FairShareCounter;
  /** How many an address may have before requests that wait for it are worth less than a newcomer. */
  readonly #many: number;
  readonly #proxies: BlockList;
  readonly #pace: MinimumThroughput;
  readonly #past = { refused: 0, bytesIn: 0, bytesOut: 0 };

  constructor({ connectionsAtOnce, trustProxy, pace }: ConnectionLimits) {
    this.#held = new FairShareCounter(connectionsAtOnce);
    this.#many = Math.ceil(connectionsAtOnce / 16);
    this.#proxies = blockList(trustProxy);
    this.#pace = pace;
  }

  /** Bounds those that `server` takes from now on. */
  watch(server: Server): void {
    server.on('request', (request, response) => {
      this.#requests.add(request);
      response.once('close', () => this.#requests.delete(request));
    });
    server.on('connection', (socket) => {
      const holder = this.#holderOf(socket);
      if (!this.#held.acquire(holder) && !(this.#makeRoomFor(holder) && this.#held.acquire(holder))) {
        this.#past.refused += 1;
        socket.destroy();
        return;
      }
      this.#open.set(socket, holder);
      socket.once('close', () => this.#release(socket));
      keepTakingPace(socket, this.#pace);
      // What Node calls after the last answer of a connection; its own resets those whose client still sends.
      socket.destroySoon = () => closeLingering(socket);
    });
  }

  /** Closes those that wait for nothing: one that never sends a request would hold up the end for ever. */
  endIdle(): void {
    const busy = new Set([...this.#requests].map(({ socket }) => socket));
    for (const socket of this.#open.keys()) if (!busy.has(socket)) socket.destroy();
  }

  endAll(): void {
    for (const socket of this.#open.keys()) socket.destroy();
  }

  get traffic(): Traffic {
    const live = [...this.#open.keys()];
    return {
      connections: live.length,
      refused: this.#past.refused,
      bytesIn: live.reduce((sum, { bytesRead }) => sum + bytesRead, this.#past.bytesIn),
      bytesOut: live.reduce((sum, { bytesWritten }) => sum + bytesWritten, this.#past.bytesOut),
    };
  }

  #release(socket: Socket): void {
    const holder = this.#open.get(socket);
    if (holder === undefined) return;
    this.#open.delete(socket);
    this.#held.release(holder);
    this.#past.bytesIn += socket.bytesRead;
    this.#past.bytesOut += socket.bytesWritten;
  }

  /**
   * When all places are taken, closes one of whoever has most, if `newcomer` then still has fewer: the oldest without a
   * request in hand, or else, of an address with many, the oldest whose request waits for its client. One that is being
   * worked for stays.
   */
  #makeRoomFor(newcomer: string): boolean {
    const own = this.#held.of(newcomer);
    if (!this.#held.isFull || own >= this.#held.share) return false;
    const requests = Map.groupBy(this.#requests, ({ socket }) => socket);
    const least = { idle: own === 0 ? 1 : own + 2, waiting: Math.max(own + 2, this.#many) };
    const found: { [state in keyof typeof least]?: { socket: Socket; count: number } } = {};
    for (const [socket, holder] of this.#open) {
      const state = stateOf(socket, requests.get(socket));
      if (state === 'working') continue;
      const count = this.#held.of(holder);
      if (count >= least[state] && count > (found[state]?.count ?? 0)) found[state] = { socket, count };
    }
    const { socket } = found.idle ?? found.waiting ?? {};
    if (!socket) return false;
    this.#past.refused += 1;
    socket.destroy();
    this.#release(socket);
    return true;
  }

  /** The address; of a proxy each connection by itself, since each may be another caller's. */
  #holderOf({ remoteAddress = '', remoteFamily, remotePort }: Socket): string {
    const family = remoteFamily === 'IPv6' ? 'ipv6' : 'ipv4';
    const isProxy = remoteAddress !== '' && this.#proxies.check(remoteAddress, family);
    return isProxy ? `proxy ${remoteAddress} ${remotePort}` : callerOf(remoteAddress);
  }
}

/** Whether there is no request in hand, one whose rest the client owes us or whose answer it does not take, or neither. */
function stateOf(
  { writableLength }: Socket,
  requests: readonly IncomingMessage[] = [],
): 'idle' | 'waiting' | 'working' {
  if (requests.length === 0) return 'idle';
  return writableLength > 0 || requests.some(({ complete }) => !complete) ? 'waiting' : 'working';
}

function blockList(ranges: readonly string[]): BlockList {
  const list = new BlockList();
  for (const range of ranges) {
    const [address = '', bits] = range.split('/');
    const family = isIP(address) === 6 ? 'ipv6' : 'ipv4';
    if (bits === undefined) list.addAddress(address, family);
    else list.addSubnet(address, Number(bits), family);
  }
  return list;
}
