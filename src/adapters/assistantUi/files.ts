import type { ConnectedGraph } from '../../client/client.ts'
import { attachedAs, bytesOfUrl, type DataUrl } from '../turns/dataUrls.ts'
import type { Members } from '../turns/json.ts'

/** Keeps the bytes of files that stand in `data:` URLs, and returns them by their URL. A browser asks the server for their hash. */
export async function storedUrls(
  client: Pick<ConnectedGraph, 'attach'>,
  parts: readonly Members[],
): Promise<Map<string, DataUrl>> {
  const retained = new Map<string, DataUrl>()
  for (const { type, url, mediaType, filename } of parts) {
    if (type !== 'file' || typeof url !== 'string' || retained.has(url)) continue
    const result = bytesOfUrl(url)
    if (!result) continue
    const { id } = await client.attach(result.bytes, attachedAs(mediaType, filename))
    retained.set(url, { ...result, id })
  }
  return retained
}
