/**
 * Defines the interface `Converter`. One implementation of `Converter` converts files on this machine, and another
 * converts files on a remote server.
 */
import type { Detection, FormatList } from '@protean/client';
import type { ExitStatus } from './exit-status.ts';

export interface FileConversion {
  /** Path of the source, or `-` for standard input. */
  input: string;
  /** Path of the file to write. The output file is complete when the conversion has succeeded. */
  output: string;
  fileName: string;
  target: string;
  source: string | undefined;
  options: Readonly<Record<string, string>>;
  signal: AbortSignal;
  /** Called with the completed fraction, from 0 to 1. */
  onProgress?: ((share: number) => void) | undefined;
}

/** Several files in one request. The output is a zip of the files' results, or one merged file. */
export interface FilesConversion extends Omit<FileConversion, 'input' | 'fileName' | 'source'> {
  files: readonly NamedFile[];
  combine: boolean;
}

export interface NamedFile {
  /** Path of the file. */
  file: string;
  /** Name of the file in the request. The name may include folders, which the zip of results also contains. */
  name: string;
}

export interface FileConverted {
  /**
   * Name of the result. If the result is a zip of several files, the name ends in `.zip` instead of the target's
   * extension.
   */
  fileName: string;
  /** Size in bytes. */
  size: number;
  /** Duration of the conversion, in milliseconds. */
  ms: number | undefined;
  /** Report with the steps and losses of the conversion. The report is present only if the option `report` was set. */
  report?: object | undefined;
}

/**
 * The second part of a command, which runs after the arguments were checked. Converts the files and returns the exit
 * status.
 */
export type Work = (converter: Converter) => Promise<ExitStatus>;

export interface Converter extends AsyncDisposable {
  /** Recommended number of parallel conversions. */
  readonly atOnce: number;
  formats(filter: { source?: string; target?: string }, signal: AbortSignal): Promise<FormatList>;
  /** Whether a format has a route to the target. */
  hasRoute(source: string, target: string, signal: AbortSignal): Promise<boolean>;
  convert(conversion: FileConversion): Promise<FileConverted>;
  convertAll(conversion: FilesConversion): Promise<FileConverted>;
  detect(file: string, signal: AbortSignal): Promise<Detection>;
}
