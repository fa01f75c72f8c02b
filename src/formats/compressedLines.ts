import { brotliCompress, brotliDecompress, constants } from 'node:zlib'
import { promisify } from 'node:util'
import { longestRecord } from './amount.ts'

const compress = promisify(brotliCompress)
const decompress = promisify(brotliDecompress)
/** A third of gzip's time, and smaller. */
const quality = 1
/** Bytes that the compressing thread gives back at once: each time it wakes ours. */
const chunkSize = 256 * 1024

/** Returns raw lines as a store keeps them. */
export async function packed(lines: readonly Uint8Array[]): Promise<Uint8Array> {
  const [only, ...others] = lines
  // One line may be the whole of a large file.
  const bytes = only !== undefined && others.length === 0 ? only : Buffer.concat(lines)
  const { BROTLI_PARAM_QUALITY, BROTLI_PARAM_SIZE_HINT } = constants
  const params = { [BROTLI_PARAM_QUALITY]: quality, [BROTLI_PARAM_SIZE_HINT]: bytes.length }
  return compress(bytes, { chunkSize, params })
}

/** No chunk that is written holds more: what a batch has before its last line, and that. A few bytes may claim to be gigabytes. */
const largestChunk = longestRecord + 16 * 1024 * 1024

/** Returns the bytes of raw lines that a store keeps; rejects where they are none, or more than a chunk ever holds. */
export function unpacked(bytes: Uint8Array, largest = largestChunk): Promise<Buffer> {
  return decompress(bytes, { maxOutputLength: largest, chunkSize })
}
