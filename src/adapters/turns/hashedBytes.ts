import { createHash } from 'node:crypto'
import { bytesOfUrl, type DataUrl } from './dataUrls.ts'

/** Returns the bytes of a URL that holds them in base64, and their hash; null where they would not come back as the same URL. */
export function dataUrlOf(url: string): DataUrl | null {
  const result = bytesOfUrl(url)
  return result && { ...result, id: createHash('sha256').update(result.bytes).digest('hex') }
}
