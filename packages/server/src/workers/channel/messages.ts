/**
 * Messages between an API process and a worker. A task is a line of JSON. Once the worker has accepted the task, the
 * API process sends the bytes of its files in order. The worker responds with events, one per line. The files of the
 * result follow the last event.
 */
import { z } from 'zod';
import { errorStatus, ServiceError, type ErrorCode } from '../../errors.ts';

/** Endpoint that accepts tasks. */
export const taskPath = '/tasks';

const request = z.object({
  fileName: z.string(),
  target: z.string(),
  source: z.string().optional(),
  options: z.record(z.string(), z.unknown()),
});

const common = {
  /** Sizes of the files that follow, in bytes. */
  files: z.array(z.int().min(0)),
  // The field `terms` must not be renamed, because workers and API processes of different versions work together.
  terms: z.object({
    caller: z.string().optional(),
    account: z.string().optional(),
    mayWaitInFullQueue: z.boolean().optional(),
    report: z.boolean().optional(),
    /** Id of the HTTP request, for the logs of both processes. */
    requestId: z.string().optional(),
    /** The parent span, if tracing is enabled. */
    traceparent: z.string().optional(),
  }),
};

export const taskSchema = z.discriminatedUnion('operation', [
  z.object({ operation: z.literal('convert'), request, ...common }),
  z.object({ operation: z.literal('convertPart'), request, ...common }),
  /** Merges several files of the format `ext` into one. */
  z.object({ operation: z.literal('combine'), ext: z.string(), titles: z.array(z.string()), ...common }),
  /** Packs the files into a zip under the names in `names`. */
  z.object({ operation: z.literal('pack'), names: z.array(z.string()), ...common }),
]);

export type Task = z.output<typeof taskSchema>;

const failure = z.object({
  code: z.enum(Object.keys(errorStatus) as [ErrorCode, ...ErrorCode[]]),
  message: z.string(),
  status: z.int(),
  details: z.record(z.string(), z.unknown()).optional(),
  retryAfter: z.number().optional(),
});

export const eventSchema = z.discriminatedUnion('event', [
  /** The worker has accepted the task, and the caller can send its files. */
  z.object({ event: z.literal('accepted') }),
  /**
   * The worker sends `alive` at regular intervals. If no message `alive` arrives for a while, the caller assumes that
   * the worker hangs.
   */
  z.object({ event: z.literal('alive') }),
  /** The conversion has left the queue. */
  z.object({ event: z.literal('started') }),
  z.object({ event: z.literal('progress'), share: z.number() }),
  z.object({ event: z.literal('failed'), failure }),
  /**
   * `files` contains the sizes of the result files in bytes, and `result` contains their metadata. The process sends
   * the result files after this message.
   */
  z.object({ event: z.literal('done'), result: z.unknown(), files: z.array(z.int().min(0)) }),
]);

export type TaskEvent = z.output<typeof eventSchema>;

type Failure = z.output<typeof failure>;

/**
 * Returns the error for the caller of the service. The cause of the error is not sent to the caller, but is logged by
 * this process.
 */
export function writeFailure({ code, message, status, details, retryAfter }: ServiceError): Failure {
  return { code, message, status, details, retryAfter };
}

export function readFailure({ code, message, status, details, retryAfter }: Failure): ServiceError {
  return new ServiceError(code, message, {
    status,
    ...(details ? { details } : {}),
    ...(retryAfter === undefined ? {} : { retryAfter }),
  });
}

/** Returns a message in the form in which it is sent. */
export const lineOf = (message: Task | TaskEvent): string => `${JSON.stringify(message)}\n`;
