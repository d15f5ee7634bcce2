/** A bound on open connections, half of it for one address; when it is reached, idle ones are closed for newcomers. */
import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import { BlockList, isIP, type Socket } from 'node:net';
import { FairShareCounter } from '../../kit/concurrency/fair-share-counter.ts';
import { callerOf } from '../guards/caller.ts';
import { closeLingering } from './lingering-close.ts';
import { enforceReadThroughput, type MinimumThroughput } from './minimum-throughput.ts';

export interface ConnectionLimits {
  connectionsAtOnce: number;
  /** Addresses and CIDRs of proxies, each of whose connections may be another caller's. */
  trustProxy: readonly string[];
  /** At which responses have to be taken. */
  minimumThroughput: MinimumThroughput;
}

/** Since the start, but for `connections`, which is now. */
export interface Traffic {
  connections: number;
  /** Connections closed because there were too many. */
  refused: number;
  bytesIn: number;
  bytesOut: number;
}

export class Connections {
  /** The holder of each, oldest first. */
  readonly #open = new Map<Socket, string>();
  /** Whose response has not been sent to its end. */
  readonly #requests = new Map<IncomingMessage, ServerResponse>();
  readonly #counter: FairShareCounter;
  /** How many connections of one address make those that wait for their client worth less than a newcomer. */
  readonly #many: number;
  readonly #proxies: BlockList;
  readonly #minimumThroughput: MinimumThroughput;
  /** Of connections that are closed. */
  readonly #past = { refused: 0, bytesIn: 0, bytesOut: 0 };

  constructor({ connectionsAtOnce, trustProxy, minimumThroughput }: ConnectionLimits) {
    this.#counter = new FairShareCounter(connectionsAtOnce);
    this.#many = Math.ceil(connectionsAtOnce / 16);
    this.#proxies = blockList(trustProxy);
    this.#minimumThroughput = minimumThroughput;
  }

  /** Bounds the connections that `server` accepts from now on. */
  watch(server: Server): void {
    server.on('request', (request, response) => {
      this.#requests.set(request, response);
      response.once('close', () => this.#requests.delete(request));
    });
    server.on('connection', (socket) => {
      const holder = this.#holderOf(socket);
      if (!this.#counter.acquire(holder) && !(this.#makeRoomFor(holder) && this.#counter.acquire(holder))) {
        this.#past.refused += 1;
        socket.destroy();
        return;
      }
      this.#open.set(socket, holder);
      socket.once('close', () => this.#release(socket));
      enforceReadThroughput(socket, this.#minimumThroughput);
      // Node calls it after the last response of a connection; its own resets connections whose client still sends.
      socket.destroySoon = () => closeLingering(socket);
    });
  }

  /** Closes connections without a request: one that never sends any would delay the end for ever. */
  endIdle(): void {
    this.#endBut([...this.#requests.keys()]);
  }

  /** Closes connections but those whose client still waits for the head of a response. */
  endAnswered(): void {
    this.#endBut([...this.#requests].flatMap(([request, { headersSent }]) => (headersSent ? [] : [request])));
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

  #endBut(requests: readonly IncomingMessage[]): void {
    const kept = new Set(requests.map(({ socket }) => socket));
    for (const socket of this.#open.keys()) if (!kept.has(socket)) socket.destroy();
  }

  #release(socket: Socket): void {
    const holder = this.#open.get(socket);
    if (holder === undefined) return;
    this.#open.delete(socket);
    this.#counter.release(holder);
    this.#past.bytesIn += socket.bytesRead;
    this.#past.bytesOut += socket.bytesWritten;
  }

  /**
   * When the bound is reached, closes one connection of the holder with most, if `newcomer` then still has fewer: its
   * oldest idle one, or else, of an address with many, the oldest whose request waits for its client. A connection whose
   * request is being worked on stays.
   */
  #makeRoomFor(newcomer: string): boolean {
    const own = this.#counter.of(newcomer);
    if (!this.#counter.isFull || own >= this.#counter.share) return false;
    const requests = Map.groupBy(this.#requests.keys(), ({ socket }) => socket);
    const least = { idle: own === 0 ? 1 : own + 2, waiting: Math.max(own + 2, this.#many) };
    const found: { [state in keyof typeof least]?: { socket: Socket; count: number } } = {};
    for (const [socket, holder] of this.#open) {
      const state = stateOf(socket, requests.get(socket));
      if (state === 'working') continue;
      const count = this.#counter.of(holder);
      if (count >= least[state] && count > (found[state]?.count ?? 0)) found[state] = { socket, count };
    }
    const { socket } = found.idle ?? found.waiting ?? {};
    if (!socket) return false;
    this.#past.refused += 1;
    socket.destroy();
    this.#release(socket);
    return true;
  }

  /** The address; each connection of a proxy by itself, since it may be another caller's. */
  #holderOf({ remoteAddress = '', remoteFamily, remotePort }: Socket): string {
    const family = remoteFamily === 'IPv6' ? 'ipv6' : 'ipv4';
    const isProxy = remoteAddress !== '' && this.#proxies.check(remoteAddress, family);
    return isProxy ? `proxy ${remoteAddress} ${remotePort}` : callerOf(remoteAddress);
  }
}

/** `waiting` means for the client: for the rest of its request, or for it to take the response. */
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
