/**
 * Closes a connection without losing the last response, even if the client is still sending. Discards the data that the
 * client still sends, up to a limit on time and bytes.
 */
import type { Socket } from 'node:net';
import { enforceThroughput } from './minimum-throughput.ts';

/**
 * Minimum throughput of a client that still sends after the last response. If the throughput of the client stays below
 * this minimum for 1 second, the connection is closed.
 */
const minimumThroughput = { bytesPerSecond: 64 * 1024, seconds: 1 };
const longestMs = 10_000;
const maxBytes = 256 * 1024 * 1024;

/**
 * Sends `lastBytes` and ends the connection. Closing the connection while bytes are unread would reset it, and the
 * client could lose the response. Therefore, the remaining input of the connection is discarded.
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

/** Detaches the HTTP parser, so that further input is never parsed as a request. */
export function discardInput(socket: Socket): void {
  // Node's parser reads directly from the socket's handle. The parser releases the handle only when a data listener is
  // added.
  socket.on('data', () => {});
  socket.removeAllListeners('data');
  socket.on('data', () => {});
  socket.resume();
  // Restarts reading if the parser has stopped it.
  socket._read(0);
}
