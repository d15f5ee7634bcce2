/** Sends requests as raw bytes, because HTTP clients cannot send malformed requests. */
import { connect, type Socket } from 'node:net';

/**
 * Opens a connection. The caller writes the request to `socket`. `answer` resolves with the received text when the
 * server closes the connection or when `done` returns true.
 */
export function converse(
  url: string,
  done?: (answer: string) => boolean,
): { socket: Socket; answer: Promise<string> } {
  const { hostname, port } = new URL(url);
  const socket = connect(Number(port), hostname);
  const answer = new Promise<string>((resolve, reject) => {
    let text = '';
    const finish = () => {
      socket.destroy();
      resolve(text);
    };
    socket.on('data', (data) => {
      text += data.toString('latin1');
      if (done?.(text)) finish();
    });
    socket.on('close', finish);
    socket.on('error', (error) => (text ? finish() : reject(error)));
  });
  return { socket, answer };
}

/** Opens a connection with {@link converse}, sends `chunks` one after the other, and returns the received text. */
export function rawRequest(
  url: string,
  chunks: Iterable<string | Buffer>,
  done?: (answer: string) => boolean,
): Promise<string> {
  const { socket, answer } = converse(url, done);
  const queue = chunks[Symbol.iterator]();
  const send = (): void => {
    for (let next = queue.next(); !next.done; next = queue.next()) {
      if (!socket.write(next.value)) {
        socket.once('drain', send);
        return;
      }
    }
  };
  send();
  return answer;
}

/** Returns a multipart body of `parts`, each with headers and content. */
export function multipart(boundary: string, parts: readonly (readonly [string, string | Buffer])[]): Buffer {
  return Buffer.concat([
    ...parts.flatMap(([headers, content]) => [
      Buffer.from(`--${boundary}\r\n${headers}\r\n\r\n`),
      Buffer.from(content),
      Buffer.from('\r\n'),
    ]),
    Buffer.from(`--${boundary}--\r\n`),
  ]);
}

/** Returns whether a complete HTTP response with a Content-Length has arrived. */
export function isComplete(answer: string): boolean {
  const end = answer.indexOf('\r\n\r\n');
  const length = /content-length: (\d+)/i.exec(answer)?.[1];
  return end >= 0 && length !== undefined && answer.length >= end + 4 + Number(length);
}
