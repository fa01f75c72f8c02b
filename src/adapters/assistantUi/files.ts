import type { ConnectedGraph } from '../../client/client.ts'
import { attachedAs, bytesOfUrl, type DataUrl } from '../turns/dataUrls.ts'
import type { Members } from '../turns/json.ts'

/** Keeps the bytes of files that stand in `data:` URLs, and returns them by their URL. A browser asks the server for their hash. */
export async function keptUrls(
  client: Pick<ConnectedGraph, 'attach'>,
  parts: readonly Members[],
): Promise<Map<string, DataUrl>> {
  const kept = new Map<string, DataUrl>()
  for (const { type, url, mediaType, filename } of parts) {
    if (type !== 'file' || typeof url !== 'string' || kept.has(url)) continue
    const found = bytesOfUrl(url)
    if (!found) continue
    const { id } = await client.attach(found.bytes, attachedAs(mediaType, filename))
    kept.set(url, { ...found, id })
  }
  return kept
}
