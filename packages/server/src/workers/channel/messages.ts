/**
 * What an api process and a worker say to each other. A task is a line of JSON; once the worker has accepted it, the bytes
 * of its files follow, one behind the other. The worker answers with events, a line each; the files of the result follow
 * the last one.
 */
import { z } from 'zod';
import { errorStatus, ServiceError, type ErrorCode } from '../../errors.ts';

/** Where workers take tasks. */
export const taskPath = '/tasks';

const request = z.object({
  fileName: z.string(),
  target: z.string(),
  source: z.string().optional(),
  options: z.record(z.string(), z.unknown()),
});

const common = {
  /** The sizes of the files that follow, in bytes. */
  files: z.array(z.int().min(0)),
  // The name in messages of all versions; workers and api processes of different versions work together.
  terms: z.object({
    caller: z.string().optional(),
    account: z.string().optional(),
    mayWaitInFullQueue: z.boolean().optional(),
    report: z.boolean().optional(),
    /** Of the request that it is part of, for the logs of both. */
    requestId: z.string().optional(),
    /** Of the span that it is part of, where traces are taken. */
    traceparent: z.string().optional(),
  }),
};

export const taskSchema = z.discriminatedUnion('operation', [
  z.object({ operation: z.literal('convert'), request, ...common }),
  z.object({ operation: z.literal('convertPart'), request, ...common }),
  /** Makes one file of several of the format `ext`. */
  z.object({ operation: z.literal('combine'), ext: z.string(), titles: z.array(z.string()), ...common }),
  /** Makes a zip of files with these names. */
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
  /** The worker has room for the task: its files may come. */
  z.object({ event: z.literal('accepted') }),
  /** Sent all the time, so that silence means that the worker hangs. */
  z.object({ event: z.literal('alive') }),
  /** It has left the queue. */
  z.object({ event: z.literal('started') }),
  z.object({ event: z.literal('progress'), share: z.number() }),
  z.object({ event: z.literal('failed'), failure }),
  /** `files` are the sizes of those that follow, in bytes; `result` is what else there is to tell of them. */
  z.object({ event: z.literal('done'), result: z.unknown(), files: z.array(z.int().min(0)) }),
]);

export type TaskEvent = z.output<typeof eventSchema>;

type Failure = z.output<typeof failure>;

/** The error as the caller of the service gets it; its cause stays in the log of this process. */
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

/** A message as it is sent. */
export const lineOf = (message: Task | TaskEvent): string => `${JSON.stringify(message)}\n`;
