/** The key of the digests by which imports know what was erased. It lies apart from the store, so that a copy of the store confirms no guess. */
export interface SuppressKey {
  /** Returns the key; null where there is none. Another process may have made or destroyed it meanwhile. */
  read(): Promise<Uint8Array | null>
  /** Returns the key, which is made where there is none. */
  make(): Promise<Uint8Array>
}
