/** The part of `seek-bzip` that is used; the package has no types. */
declare module 'seek-bzip' {
  interface Bunzip {
    /** Throws if a block or the stream does not match its checksum. */
    decode(input: Uint8Array, output: { writeByte(byte: number): void }): void;
  }
  const bunzip: Bunzip;
  export = bunzip;
}
