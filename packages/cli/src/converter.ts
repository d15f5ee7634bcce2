/** Where conversions are done: on this machine or at a server; each has one implementation. */
import type { Detection, FormatList } from '@protean/client';

export interface FileConversion {
  /** A path, or `-` for what comes on standard input. */
  input: string;
  /** The file to write; it is there, whole, when the conversion is done. */
  output: string;
  fileName: string;
  target: string;
  source: string | undefined;
  options: Readonly<Record<string, string>>;
  signal: AbortSignal;
  /** Told of how much is done, from 0 to 1. */
  onProgress?: ((share: number) => void) | undefined;
}

/** Several files in one request: a zip of their results, or one file of all. */
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
  /** What the result is called; its ending differs from the target's where several files came in a zip. */
  fileName: string;
  /** Bytes. */
  size: number;
  /** Milliseconds of converting. */
  ms: number | undefined;
  /** What was done and lost, where the option `report` asked for it. */
  report?: object | undefined;
}

export interface Converter extends AsyncDisposable {
  /** How many conversions it does well at once. */
  readonly atOnce: number;
  formats(filter: { source?: string; target?: string }, signal: AbortSignal): Promise<FormatList>;
  convert(conversion: FileConversion): Promise<FileConverted>;
  convertAll(conversion: FilesConversion): Promise<FileConverted>;
  detect(file: string, signal: AbortSignal): Promise<Detection>;
}
