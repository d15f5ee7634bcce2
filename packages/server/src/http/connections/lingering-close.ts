/** Closes a connection so that its last response arrives although the client still sends, within a bound of time and bytes. */
import type { Socket } from 'node:net';
import { enforceThroughput } from './minimum-throughput.ts';

/** A client that sends more slowly after its last response is cut off after a second. */
const minimumThroughput = { bytesPerSecond: 64 * 1024, seconds: 1 };
const longestMs = 10_000;
const maxBytes = 256 * 1024 * 1024;

/**
 * Sends `lastBytes` and ends the connection. Closing it while bytes are unread would reset it, by which a client may lose
 * the response: what it still sends is discarded.
 */
export function closeLingering(socket: Socket, lastBytes = ''): void {
  if (socket.destroyed || socket.writableEnded) return;
  discardInput(socket);
  const close = () => socket.destroy();
  const before = socket.bytesRead;
  socket.on('data', () => {
    if (socket.bytesRead - before > maxBytes) close();
  });
  socket.once('finish', () => {
    const stop = enforceThroughput(
      { moved: () => socket.bytesRead, isPaused: () => false },
      minimumThroughput,
      close,
    );
    const last = setTimeout(close, longestMs);
    socket.once('close', () => {
      stop();
      clearTimeout(last);
    });
  });
  socket.end(lastBytes);
}

/** Detaches the HTTP parser, so that nothing that is still received is a request. */
export function discardInput(socket: Socket): void {
  // Only a listener for data makes Node's parser release the handle, which it otherwise reads by itself.
  socket.on('data', () => {});
  socket.removeAllListeners('data');
  socket.on('data', () => {});
  socket.resume();
  // Where the parser has stopped reading, only this starts it again.
  socket._read(0);
}
