/** The least pace at which a client must send or take: one that stalls is cut off, however long a whole transfer takes. */
import type { IncomingMessage } from 'node:http';
import type { Socket } from 'node:net';
import { ServiceError } from '../errors.ts';

export interface MinimumThroughput {
  bytesPerSecond: number;
  /** Over how long it is measured. */
  seconds: number;
}

export interface Transfer {
  /** Bytes moved so far. */
  moved: () => number;
  /** Whether it is our side that the next bytes wait for. */
  isPaused: () => boolean;
}

/** Calls `tooSlow`, once, when for a whole span the client was below the pace; returns what ends the watch. */
export function enforceThroughput(
  { moved, isPaused }: Transfer,
  { bytesPerSecond, seconds }: MinimumThroughput,
  tooSlow: () => void,
): () => void {
  let before = moved();
  const watch = setInterval(() => {
    const now = moved();
    const slow = now - before < bytesPerSecond * seconds;
    before = now;
    if (!slow || isPaused()) return;
    clearInterval(watch);
    tooSlow();
  }, seconds * 1000);
  return () => clearInterval(watch);
}

/** Calls `giveUp` with the 408 that says so when the body of `request` comes too slowly; returns what ends the watch. */
export function enforceBodyThroughput(
  request: IncomingMessage,
  minimum: MinimumThroughput,
  giveUp: (why: ServiceError) => void,
): () => void {
  const { socket } = request;
  const coming = { moved: () => socket.bytesRead, isPaused: () => request.readableLength > 0 };
  return enforceThroughput(coming, minimum, () => giveUp(tooSlow(minimum)));
}

/** Destroys `socket` when for a whole span its client had bytes to take and took too few. */
export function keepTakingPace(socket: Socket, { bytesPerSecond, seconds }: MinimumThroughput): void {
  const look = () => ({
    taken: socket.bytesWritten - socket.writableLength,
    waits: socket.writableLength > 0,
  });
  let before = look();
  const watch = setInterval(() => {
    const now = look();
    if (before.waits && now.waits && now.taken - before.taken < bytesPerSecond * seconds) socket.destroy();
    before = now;
  }, seconds * 1000);
  socket.once('close', () => clearInterval(watch));
}

function tooSlow({ bytesPerSecond, seconds }: MinimumThroughput): ServiceError {
  return new ServiceError(
    'bad_request',
    `The request comes too slowly: fewer than ${bytesPerSecond} bytes a second for ${seconds} s. Try again on a better connection.`,
    { status: 408, details: { reason: 'too_slow' } },
  );
}
