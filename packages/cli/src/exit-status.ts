/** What the exit status says; scripts branch on it (docs/cli.md). */
import { ConnectionError, TimeoutError } from '@protean/client';

export const exitStatus = {
  ok: 0,
  failed: 1,
  usage: 2,
  noSuchFile: 3,
  unreadableFile: 4,
  noRoute: 5,
  noServer: 6,
  refused: 7,
  /** As shells have it for SIGINT. */
  interrupted: 130,
} as const;

export const exitMeanings: Readonly<Record<keyof typeof exitStatus, string>> = {
  ok: 'all is well',
  failed: 'it failed for a reason without a number of its own, or files failed for different reasons',
  usage: 'wrong usage',
  noSuchFile: 'no such file or folder, or it may not be read',
  unreadableFile: 'a file is damaged, encrypted, empty or of another format',
  noRoute: 'no route, or no such format',
  noServer: 'no server, or it is full',
  refused: 'the key is wrong, or a limit is reached',
  interrupted: 'interrupted',
};

export type ExitStatus = (typeof exitStatus)[keyof typeof exitStatus];

/** Something the person at the keyboard can put right: shown as one line, without a stack. */
export class CommandError extends Error {
  override readonly name = 'CommandError';
  readonly status: ExitStatus;

  constructor(message: string, status: ExitStatus = exitStatus.failed) {
    super(message);
    this.status = status;
  }
}

export const usageError = (message: string) => new CommandError(message, exitStatus.usage);

/** An error of the service, whether a server answered it or this machine's converter threw it. */
interface ServiceFailure extends Error {
  code: string;
  status: number;
  details?: { reason?: unknown };
}

export function isServiceFailure(error: unknown): error is ServiceFailure {
  return error instanceof Error && ['ProteanError', 'ServiceError'].includes(error.name);
}

const keyAdvice = 'Sign in with `protean login`, or set PROTEAN_API_KEY.';

const fileErrors: Readonly<Record<string, string>> = {
  ENOENT: 'is not there',
  EACCES: 'may not be read or written',
  EPERM: 'may not be read or written',
  EISDIR: 'is a folder',
  ENOTDIR: 'lies in what is no folder',
  ENOSPC: 'has no space left on its disk',
  EDQUOT: 'has no space left in its quota',
  EROFS: 'lies on a disk that is read-only',
};

/** The status and the line for any error; undefined for a defect, whose stack is wanted. */
export function describeError(error: unknown): { status: ExitStatus; message: string } | undefined {
  if (error instanceof CommandError) return { status: error.status, message: error.message };
  if (error instanceof ConnectionError || error instanceof TimeoutError) {
    return { status: exitStatus.noServer, message: sentence(error.message) };
  }
  // Of the server's package, which may not be there to import from.
  if (error instanceof Error && ['ConfigError', 'UsageError'].includes(error.name)) {
    return { status: exitStatus.failed, message: error.message };
  }
  if (isServiceFailure(error)) {
    const advice = error.code === 'invalid_api_key' ? ` ${keyAdvice}` : '';
    return { status: statusOf(error), message: error.message + advice };
  }
  const { code = '', path } = error as NodeJS.ErrnoException;
  const complaint = fileErrors[code];
  if (complaint === undefined) return undefined;
  const status = code === 'ENOENT' || code === 'EACCES' ? exitStatus.noSuchFile : exitStatus.failed;
  return { status, message: `${path ?? 'A file'} ${complaint}.` };
}

function statusOf({ code, status, details }: ServiceFailure): ExitStatus {
  if (code === 'unsupported_route') return exitStatus.noRoute;
  if (['invalid_api_key', 'rate_limited', 'quota_exceeded', 'file_too_large'].includes(code)) {
    return exitStatus.refused;
  }
  if (code === 'service_unavailable' && status === 503) return exitStatus.noServer;
  const unreadable = ['unreadable_file', 'truncated', 'damaged', 'encrypted', 'no_text'];
  return unreadable.includes(String(details?.reason)) ? exitStatus.unreadableFile : exitStatus.failed;
}

const sentence = (text: string) => `${text.charAt(0).toUpperCase()}${text.slice(1)}.`;
