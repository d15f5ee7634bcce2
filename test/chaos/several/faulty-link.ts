/**
 * A proxy in front of the Unix socket of a server such as PostgreSQL. The proxy can stall, like a network connection
 * whose other end has disappeared.
 */
import { once } from 'node:events';
import { connect, createServer, type Server, type Socket } from 'node:net';
import path from 'node:path';

export class FaultyLink {
  readonly #server: Server;
  readonly #sockets = new Set<Socket>();
  #stalled = false;

  /** Forwards all data to the Unix socket `target`. */
  private constructor(target: string) {
    this.#server = createServer((near) => this.#pass(near, connect(target)));
  }

  /**
   * Listens on a socket in `folder`, which must exist. The socket has the same file name as `target`, because
   * PostgreSQL clients can choose only the folder.
   */
  static async open(folder: string, target: string): Promise<FaultyLink> {
    const link = new FaultyLink(target);
    link.#server.listen(path.join(folder, path.basename(target)));
    await once(link.#server, 'listening');
    return link;
  }

  /** Stops forwarding, but keeps the connections open. */
  stall(): void {
    this.#stalled = true;
    for (const socket of this.#sockets) socket.pause();
  }

  /** Continues, and forwards the data received since `stall`. */
  resume(): void {
    this.#stalled = false;
    for (const socket of this.#sockets) socket.resume();
  }

  async close(): Promise<void> {
    for (const socket of this.#sockets) socket.destroy();
    this.#server.close();
    await once(this.#server, 'close');
  }

  #pass(near: Socket, far: Socket): void {
    for (const [from, to] of [
      [near, far],
      [far, near],
    ] as const) {
      this.#sockets.add(from);
      from.on('data', (bytes) => to.write(bytes));
      from.on('end', () => to.end());
      from.on('error', () => to.destroy());
      from.on('close', () => {
        this.#sockets.delete(from);
        to.destroy();
      });
      if (this.#stalled) from.pause();
    }
  }
}
