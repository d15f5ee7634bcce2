/**
 * A proxy in front of the S3 bucket. The proxy can delay calls, fail some calls, or close connections without a
 * response.
 */
import { once } from 'node:events';
import { createServer, request, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';

export interface BucketFault {
  /** Delay before each call is forwarded, in milliseconds. */
  delayMs?: number;
  /** If set to n, every nth call gets a 503 response, as from an overloaded S3 server. */
  failOneIn?: number;
  /** Closes connections without a response. */
  away?: boolean;
}

export class FaultyBucket {
  fault: BucketFault = {};
  readonly #server: Server;
  readonly #target: URL;
  #calls = 0;

  private constructor(target: URL) {
    this.#target = target;
    this.#server = createServer((call, answer) => {
      this.#pass(call, answer).catch(() => answer.destroy());
    });
  }

  /**
   * Opens a proxy that forwards to the endpoint `target`. The Host header stays unchanged, because S3 signatures
   * include it.
   */
  static async open(target: string): Promise<FaultyBucket> {
    const bucket = new FaultyBucket(new URL(target));
    bucket.#server.listen(0, '127.0.0.1');
    await once(bucket.#server, 'listening');
    return bucket;
  }

  get endpoint(): string {
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}`;
  }

  async close(): Promise<void> {
    this.#server.closeAllConnections();
    this.#server.close();
    await once(this.#server, 'close');
  }

  async #pass(call: IncomingMessage, answer: ServerResponse): Promise<void> {
    const { delayMs = 0, failOneIn, away } = this.fault;
    this.#calls += 1;
    if (away) return void call.socket.destroy();
    if (failOneIn !== undefined && this.#calls % failOneIn === 0) {
      call.resume();
      return void answer.writeHead(503, { Connection: 'close' }).end('<Error><Code>SlowDown</Code></Error>');
    }
    await pause(delayMs);
    const { method, headers, url: path } = call;
    const { hostname, port } = this.#target;
    const passed = request({ hostname, port, method, headers, path });
    passed.on('error', () => answer.destroy());
    answer.on('close', () => passed.destroy());
    call.on('error', () => passed.destroy());
    call.pipe(passed);
    const [response] = (await once(passed, 'response')) as [IncomingMessage];
    answer.writeHead(response.statusCode ?? 502, response.headers);
    response.on('error', () => answer.destroy());
    response.pipe(answer);
  }
}
