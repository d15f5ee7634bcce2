/**
 * Limits the connections of a worker's listener, so that clients without the worker key cannot use up the connections
 * of API processes.
 */
import type { Server } from 'node:https';
import type { Socket } from 'node:net';
import type { TLSSocket } from 'node:tls';
import { callerOf } from '../../kit/caller-of.ts';

/**
 * Maximum numbers of unfinished TLS handshakes: from one IP address, and in total. A handshake in a local network takes
 * milliseconds.
 */
const handshakesOfOne = 64;
const handshakesOfAll = 512;

interface Handshake {
  socket: Socket;
  /** Remote address and port. */
  peer: string;
  holder: string;
}

export class ChannelConnections {
  readonly #max: number;
  readonly #maxHandshakes: number;
  readonly #onRejected: (cause: string) => void;
  #open = 0;
  /**
   * Unfinished handshakes, by peer, oldest first. A client with an unfinished handshake has not yet proved that it has
   * the key.
   */
  readonly #handshakes = new Map<string, Handshake>();

  /** `onRejected` is called for each connection that is closed because of a limit. */
  constructor(max: number, onRejected: (cause: string) => void) {
    this.#max = max;
    this.#maxHandshakes = Math.min(handshakesOfAll, Math.ceil(max / 2));
    this.#onRejected = onRejected;
  }

  /** Limits the connections that `server` accepts from now on. */
  watch(server: Server): void {
    server.on('connection', (socket: Socket) => {
      const peer = peerOf(socket);
      const holder = callerOf(socket.remoteAddress ?? '');
      if (!this.#hasRoomFor(holder)) return this.#reject(socket);
      this.#open += 1;
      this.#handshakes.set(peer, { socket, peer, holder });
      socket.once('close', () => {
        this.#open -= 1;
        this.#handshakes.delete(peer);
      });
    });
    server.on('secureConnection', (socket: TLSSocket) => this.#handshakes.delete(peerOf(socket)));
  }

  get state(): { open: number; max: number } {
    return { open: this.#open, max: this.#max };
  }

  /**
   * Makes room for a connection from an IP address (`holder`). Returns false if no handshake can be closed. If a total
   * limit is reached, closes the oldest handshake of the address with the most handshakes. If only the limit of
   * `holder` is reached, closes the oldest handshake of `holder`.
   */
  #hasRoomFor(holder: string): boolean {
    const isAtLimit = this.#open >= this.#max || this.#handshakes.size >= this.#maxHandshakes;
    const own = [...this.#handshakes.values()].filter((handshake) => handshake.holder === holder);
    if (!isAtLimit && own.length < Math.min(handshakesOfOne, this.#maxHandshakes)) return true;
    const oldest = isAtLimit ? oldestOfMost([...this.#handshakes.values()]) : own[0];
    if (!oldest) return false;
    this.#handshakes.delete(oldest.peer);
    this.#reject(oldest.socket);
    return true;
  }

  #reject(socket: Socket): void {
    this.#onRejected('too many connections without the key');
    socket.destroy();
  }
}

/** Returns the peer of a connection. The TCP socket and the TLS socket of a connection have the same peer. */
const peerOf = ({ remoteAddress = '', remotePort = 0 }: Socket) => `${remoteAddress} ${remotePort}`;

function oldestOfMost(handshakes: readonly Handshake[]): Handshake | undefined {
  const holders = Map.groupBy(handshakes, ({ holder }) => holder);
  const [most] = [...holders.values()].sort((a, b) => b.length - a.length);
  return most?.[0];
}
