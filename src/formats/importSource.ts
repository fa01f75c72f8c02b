/** A file to import. It is read more than once, so a stream must be spooled before. */
export interface ImportSource {
  /** Its file name, when it has one. */
  readonly name: string | null
  /** The bytes from the beginning, in pieces. */
  open(): AsyncIterable<Uint8Array>
  /** The bytes from `offset` on, `length` of them. */
  slice(offset: number, length: number): Promise<Uint8Array>
}

/** Returns a source over bytes in memory. */
export function bytesSource(name: string | null, bytes: Uint8Array): ImportSource {
  return {
    name,
    async *open() {
      yield bytes
    },
    slice: async (offset, length) => bytes.subarray(offset, offset + length),
  }
}
