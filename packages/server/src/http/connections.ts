/** So many connections at once and no more than half of them from one address; further ones are closed unanswered. */
import type { IncomingMessage, Server } from 'node:http';
import { BlockList, isIP, type Socket } from 'node:net';
import { Tally } from '../kit/tally.ts';
import { callerOf } from './caller.ts';

export interface ConnectionLimits {
  connectionsAtOnce: number;
  /** Addresses and CIDRs that speak for many. */
  trustProxy: readonly string[];
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
  readonly #open = new Set<Socket>();
  /** That have not been answered to their end. */
  readonly #requests = new Set<IncomingMessage>();
  readonly #held: Tally;
  readonly #proxies: BlockList;
  readonly #past = { refused: 0, bytesIn: 0, bytesOut: 0 };

  constructor({ connectionsAtOnce, trustProxy }: ConnectionLimits) {
    this.#held = new Tally(connectionsAtOnce);
    this.#proxies = blockList(trustProxy);
  }

  /** Bounds those that `server` takes from now on. */
  watch(server: Server): void {
    server.on('request', (request, response) => {
      this.#requests.add(request);
      response.once('close', () => this.#requests.delete(request));
    });
    server.on('connection', (socket) => {
      const holder = this.#holderOf(socket);
      if (!this.#held.take(holder)) {
        this.#past.refused += 1;
        socket.destroy();
        return;
      }
      this.#open.add(socket);
      socket.once('close', () => {
        this.#held.give(holder);
        this.#open.delete(socket);
        this.#past.bytesIn += socket.bytesRead;
        this.#past.bytesOut += socket.bytesWritten;
      });
    });
  }

  /** Closes those that wait for nothing: one that never sends a request would hold up the end for ever. */
  endIdle(): void {
    const busy = new Set([...this.#requests].map(({ socket }) => socket));
    for (const socket of this.#open) if (!busy.has(socket)) socket.destroy();
  }

  endAll(): void {
    for (const socket of this.#open) socket.destroy();
  }

  get traffic(): Traffic {
    const live = [...this.#open];
    return {
      connections: live.length,
      refused: this.#past.refused,
      bytesIn: live.reduce((sum, { bytesRead }) => sum + bytesRead, this.#past.bytesIn),
      bytesOut: live.reduce((sum, { bytesWritten }) => sum + bytesWritten, this.#past.bytesOut),
    };
  }

  /** The address; of a proxy each connection by itself, since each may be another caller's. */
  #holderOf({ remoteAddress = '', remoteFamily, remotePort }: Socket): string {
    const family = remoteFamily === 'IPv6' ? 'ipv6' : 'ipv4';
    const isProxy = remoteAddress !== '' && this.#proxies.check(remoteAddress, family);
    return isProxy ? `proxy ${remoteAddress} ${remotePort}` : callerOf(remoteAddress);
  }
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
