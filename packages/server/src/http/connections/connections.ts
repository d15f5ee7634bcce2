/**
 * Limits the number of open connections. One client address may use at most half of the allowed connections. If the
 * maximum is reached, closes idle connections to admit new connections.
 */
import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import { BlockList, isIP, type Socket } from 'node:net';
import { FairShareCounter } from '../../kit/concurrency/fair-share-counter.ts';
import { callerOf } from '../../kit/caller-of.ts';
import { closeLingering } from './lingering-close.ts';
import { enforceReadThroughput, type MinimumThroughput } from './minimum-throughput.ts';

export interface ConnectionLimits {
  connectionsAtOnce: number;
  /** Addresses and CIDRs of proxies. Each connection of a proxy may belong to a different caller. */
  trustProxy: readonly string[];
  /** Minimum throughput at which clients must read responses. */
  minimumThroughput: MinimumThroughput;
}

/** Totals since the start, except `connections`, which is the current number. */
export interface Traffic {
  connections: number;
  /** Connections that were rejected or closed because a limit was reached. */
  refused: number;
  bytesIn: number;
  bytesOut: number;
}

export class Connections {
  /** Maximum number of open connections. */
  readonly max: number;
  /** Maps each open connection to the address that holds it, oldest connection first. */
  readonly #open = new Map<Socket, string>();
  /** Requests whose response has not been fully sent yet. */
  readonly #requests = new Map<IncomingMessage, ServerResponse>();
  readonly #counter: FairShareCounter;
  /**
   * An address with at least this number of connections has many connections. To make room for a new connection, the
   * server may close a waiting connection of an address with many connections.
   */
  readonly #many: number;
  readonly #proxies: BlockList;
  readonly #minimumThroughput: MinimumThroughput;
  /** Totals of closed connections. */
  readonly #past = { refused: 0, bytesIn: 0, bytesOut: 0 };

  constructor({ connectionsAtOnce, trustProxy, minimumThroughput }: ConnectionLimits) {
    this.max = connectionsAtOnce;
    this.#counter = new FairShareCounter(connectionsAtOnce);
    this.#many = Math.ceil(connectionsAtOnce / 16);
    this.#proxies = blockList(trustProxy);
    this.#minimumThroughput = minimumThroughput;
  }

  /** Limits the connections that `server` accepts from now on. */
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
      // Node calls `destroySoon` after the last response of a connection. Node's own implementation resets the
      // connection if the client is still sending.
      socket.destroySoon = () => closeLingering(socket);
    });
  }

  /**
   * Closes connections that have no request in progress. A connection that never sends a request would block the
   * shutdown forever.
   */
  endIdle(): void {
    this.#endBut([...this.#requests.keys()]);
  }

  /** Closes all connections except connections whose client still waits for the head of a response. */
  endAnswered(): void {
    this.#endBut([...this.#requests].flatMap(([request, { headersSent }]) => (headersSent ? [] : [request])));
  }

  endAll(): void {
    for (const socket of this.#open.keys()) socket.destroy();
  }

  /** Number of requests in progress. */
  get requests(): number {
    return this.#requests.size;
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
   * If the limit is reached, closes one connection to make room for a new connection of `newcomer`. Returns whether a
   * connection was closed. Closes an idle connection if possible, otherwise a waiting connection of a holder that has
   * many connections. Never closes a connection while its request is being processed. If several connections may be
   * closed, chooses the holder with the most connections, and closes the holder's oldest connection. A connection may
   * be closed only if its holder afterwards has at least as many connections as `newcomer`. Exception: if `newcomer`
   * has no connection yet, any idle connection may be closed.
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

  /**
   * Returns the holder of a connection: the key of the client's address. Each connection of a proxy has a separate
   * holder, because each connection may belong to another caller.
   */
  #holderOf({ remoteAddress = '', remoteFamily, remotePort }: Socket): string {
    const family = remoteFamily === 'IPv6' ? 'ipv6' : 'ipv4';
    const isProxy = remoteAddress !== '' && this.#proxies.check(remoteAddress, family);
    return isProxy ? `proxy ${remoteAddress} ${remotePort}` : callerOf(remoteAddress);
  }
}

/**
 * Returns the state of a connection. `waiting` means that the client must send the rest of its request or read the
 * response.
 */
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
