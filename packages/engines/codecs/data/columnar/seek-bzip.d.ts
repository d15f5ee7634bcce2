/** Types of the parts of `seek-bzip` that Protean uses, because the package has no types. */
declare module 'seek-bzip' {
  interface Bunzip {
    /** Throws if a block or the stream does not match its checksum. */
    decode(input: Uint8Array, output: { writeByte(byte: number): void }): void;
  }
  const bunzip: Bunzip;
  export = bunzip;
}
