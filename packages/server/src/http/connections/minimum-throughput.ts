/**
 * Enforces a minimum throughput: disconnects a client that stalls, but does not limit the total duration of a transfer.
 */
import type { IncomingMessage } from 'node:http';
import type { Socket } from 'node:net';
import { ServiceError } from '../../errors.ts';

export interface MinimumThroughput {
  bytesPerSecond: number;
  /** Measuring interval, in seconds. */
  seconds: number;
}

export interface Transfer {
  /** Bytes transferred so far. */
  moved: () => number;
  /** Whether the server, not the client, delays the transfer. */
  isPaused: () => boolean;
}

/**
 * Calls `tooSlow` once if the throughput was below the minimum for a whole interval. Returns a function that stops the
 * check.
 */
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

/** Calls `abort` with a 408 if the body of `request` arrives too slowly. Returns a function that stops the check. */
export function enforceBodyThroughput(
  request: IncomingMessage,
  minimum: MinimumThroughput,
  abort: (why: ServiceError) => void,
): () => void {
  const { socket } = request;
  const transfer = { moved: () => socket.bytesRead, isPaused: () => request.readableLength > 0 };
  return enforceThroughput(transfer, minimum, () => abort(tooSlow(minimum)));
}

/** Destroys `socket` if its client had bytes to read for a whole interval but read less than the minimum. */
export function enforceReadThroughput(socket: Socket, { bytesPerSecond, seconds }: MinimumThroughput): void {
  const sample = () => ({
    taken: socket.bytesWritten - socket.writableLength,
    waits: socket.writableLength > 0,
  });
  let before = sample();
  const watch = setInterval(() => {
    const now = sample();
    if (before.waits && now.waits && now.taken - before.taken < bytesPerSecond * seconds) socket.destroy();
    before = now;
  }, seconds * 1000);
  socket.once('close', () => clearInterval(watch));
}

function tooSlow({ bytesPerSecond, seconds }: MinimumThroughput): ServiceError {
  return new ServiceError(
    'bad_request',
    `The request is too slow: fewer than ${bytesPerSecond} bytes per second for ${seconds} s. Try again on a better connection.`,
    { status: 408, details: { reason: 'too_slow' } },
  );
}
