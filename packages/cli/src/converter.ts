/** The interface of conversions, implemented on this machine and for a remote server. */
import type { Detection, FormatList } from '@protean/client';
import type { ExitStatus } from './exit-status.ts';

export interface FileConversion {
  /** A path, or `-` for standard input. */
  input: string;
  /** The file to write; it is complete once the conversion is done. */
  output: string;
  fileName: string;
  target: string;
  source: string | undefined;
  options: Readonly<Record<string, string>>;
  signal: AbortSignal;
  /** Called with the completed share, from 0 to 1. */
  onProgress?: ((share: number) => void) | undefined;
}

/** Several files in one request: a zip of their results, or one merged file. */
export interface FilesConversion extends Omit<FileConversion, 'input' | 'fileName' | 'source'> {
  files: readonly NamedFile[];
  combine: boolean;
}

export interface NamedFile {
  /** A path. */
  file: string;
  /** With the folders that the result keeps. */
  name: string;
}

export interface FileConverted {
  /** The name of the result. Its extension differs from the target's if several files came in a zip. */
  fileName: string;
  /** Bytes. */
  size: number;
  /** Duration of the conversion, milliseconds. */
  ms: number | undefined;
  /** Steps and losses, if the option `report` was set. */
  report?: object | undefined;
}

/** A checked command, ready to convert. */
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
