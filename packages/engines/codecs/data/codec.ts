/** The interface of a codec, which converts the bytes of one data format to the common value model and back. */
import type { Options } from '../../contract/options.ts';
import type { Value } from './values/value.ts';

export interface Codec {
  /** Decodes a value. @throws any error if `bytes` are not valid in this format. */
  read(bytes: Uint8Array, options?: Options): Value;
  /** @throws `InvalidData` if the value does not fit this format. */
  write(value: Value, options: Options): string | Uint8Array;
}

/**
 * Writes a format that Protean never reads. If this format is only an intermediate format, `target` is the format of
 * the final result.
 */
export interface Writer {
  write(value: Value, options: Options, target?: string): string | Uint8Array;
}

/** A format whose library works on files instead of bytes. */
export interface FileCodec {
  /** Reads a value. `to` is the target format. @throws any error if the file at `path` is not valid in this format. */
  readFrom(path: string, to?: string): Value | Promise<Value>;
  /** @throws `InvalidData` if the value does not fit this format. */
  writeTo(path: string, value: Value): void | Promise<void>;
}
