/** The exit statuses of the command line, on which scripts depend (docs/cli.md). */
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
  kept: 8,
  /** Shells report signal n as 128 + n, and SIGINT is signal 2. */
  interrupted: 130,
} as const;

export const exitMeanings: Readonly<Record<keyof typeof exitStatus, string>> = {
  ok: 'success',
  failed: 'general failure, or files failed for different reasons',
  usage: 'wrong usage',
  noSuchFile: 'file or folder not found or not readable',
  unreadableFile: 'a file is damaged, encrypted, empty or in another format',
  noRoute: 'no route, or unknown format',
  noServer: 'no server, or the server is overloaded',
  refused: 'invalid key, or a limit of the account or of the file size is reached',
  kept: 'a file exists and is not replaced without `--force`, or a link is not followed',
  interrupted: 'interrupted',
};

export type ExitStatus = (typeof exitStatus)[keyof typeof exitStatus];

/** An error that the user can correct. The error is shown as one line, without a stack. */
export class CommandError extends Error {
  override readonly name = 'CommandError';
  readonly status: ExitStatus;

  constructor(message: string, status: ExitStatus = exitStatus.failed) {
    super(message);
    this.status = status;
  }
}

export const usageError = (message: string) => new CommandError(message, exitStatus.usage);

/** An error of the service, raised by a server or by the local converter. */
interface ServiceFailure extends Error {
  code: string;
  status: number;
  details?: { reason?: unknown; source?: unknown; target?: unknown };
}

export function isServiceFailure(error: unknown): error is ServiceFailure {
  return error instanceof Error && ['ProteanError', 'ServiceError'].includes(error.name);
}

const keyAdvice = 'Sign in with `protean login`, or set PROTEAN_API_KEY.';

const fileErrors: Readonly<Record<string, string>> = {
  ENOENT: 'does not exist',
  EACCES: 'cannot be read or written: permission denied',
  EPERM: 'cannot be read or written: permission denied',
  EISDIR: 'is a folder',
  ENOTDIR: 'has a file in place of a folder in its path',
  ENOSPC: 'cannot be written: the disk is full',
  EDQUOT: 'cannot be written: the disk quota is used up',
  EROFS: 'is on a read-only disk',
};

/**
 * Returns the exit status and the message for an expected error. Returns undefined for an unexpected error. An
 * unexpected error is a bug, so the caller shows its stack.
 */
export function describeError(error: unknown): { status: ExitStatus; message: string } | undefined {
  if (error instanceof CommandError) return { status: error.status, message: error.message };
  if (error instanceof ConnectionError || error instanceof TimeoutError) {
    return { status: exitStatus.noServer, message: sentence(error.message) };
  }
  // These errors are compared by name, because the server's package, which defines their classes, may not be installed.
  if (error instanceof Error && ['ConfigError', 'UsageError'].includes(error.name)) {
    return { status: exitStatus.failed, message: error.message };
  }
  if (isServiceFailure(error)) {
    const advice = error.code === 'invalid_api_key' ? ` ${keyAdvice}` : '';
    return { status: statusOf(error), message: forTerminal(error) + advice };
  }
  const { code = '', path } = error as NodeJS.ErrnoException;
  const complaint = fileErrors[code];
  if (complaint === undefined) return undefined;
  const status = code === 'ENOENT' || code === 'EACCES' ? exitStatus.noSuchFile : exitStatus.failed;
  return { status, message: `${path ?? 'A file'} ${complaint}.` };
}

/**
 * Returns the message for a terminal. Replaces references to the HTTP API, such as `details.targets`, with commands
 * that show the same information.
 */
function forTerminal({ message, details: { source, target } = {} }: ServiceFailure): string {
  return message
    .replace('details.targets', `\`protean formats ${String(source)}\``)
    .replace('details.allowed', `\`protean convert --help ${String(source)} ${String(target)}\``)
    .replace('GET /v1/formats', '`protean formats`');
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
