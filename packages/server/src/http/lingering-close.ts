/** The end of a connection: its last answer arrives although the client still sends, and soon nothing of it is held. */
import type { Socket } from 'node:net';
import { enforceThroughput } from './minimum-throughput.ts';

/** At which a client has to go on sending to be listened to after its last answer: no more than a second is spent on others. */
const sendingPace = { bytesPerSecond: 64 * 1024, seconds: 1 };
const longestMs = 10_000;
const maxBytes = 256 * 1024 * 1024;

/**
 * Sends `lastWords` after what has been written before, and ends the connection. To close it while bytes are unread
 * would reset it, and a client that is told of a reset may lose the answer: what it still sends is thrown away, up to a
 * bound of time and bytes.
 */
export function closeLingering(socket: Socket, lastWords = ''): void {
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
      sendingPace,
      close,
    );
    const last = setTimeout(close, longestMs);
    socket.once('close', () => {
      stop();
      clearTimeout(last);
    });
  });
  socket.end(lastWords);
}

/** Takes the connection away from the HTTP parser, so that nothing that still comes is a request. */
export function discardInput(socket: Socket): void {
  // Only a listener makes Node's parser let go of the handle, which it reads from by itself.
  socket.on('data', () => {});
  socket.removeAllListeners('data');
  socket.on('data', () => {});
  socket.resume();
  // Where the parser has stopped reading, that alone starts it again.
  socket._read(0);
}
