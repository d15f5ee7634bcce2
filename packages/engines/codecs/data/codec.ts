/** The interface of a codec: turns the bytes of one data format into the common value and back. */
import type { Options } from '../../contract/options.ts';
import type { Value } from './values/value.ts';

export interface Codec {
  /** Throws any error when `bytes` are not of this format. */
  read(bytes: Uint8Array, options?: Options): Value;
  /** Throws `InvalidData` when the value does not fit this format. */
  write(value: Value, options: Options): string | Uint8Array;
}

/** A format that can only be written. `target` is what becomes of the result, if that is another format. */
export interface Writer {
  write(value: Value, options: Options, target?: string): string | Uint8Array;
}

/** A format whose library works on files instead of bytes. */
export interface FileCodec {
  /** Throws any error when the file at `path` is not of this format. `to` is the format that it becomes. */
  readFrom(path: string, to?: string): Value | Promise<Value>;
  /** Throws `InvalidData` when the value does not fit this format. */
  writeTo(path: string, value: Value): void | Promise<void>;
}
