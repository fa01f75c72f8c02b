import { createHash, randomUUID } from 'node:crypto'
import { join, resolve } from 'node:path'
import type { Config } from '../../config/config.ts'
import { signingKeyOf } from '../../runtime/signingKey.ts'
import { suppressKeyIn } from '../erasures/suppression/suppressKey.ts'
import type { PeerServer } from '../../storage/peers.ts'

/** Returns what other servers on the store are to know of this one. */
export async function peerOf(config: Config): Promise<PeerServer> {
  const { auth, urlSecret, probeSecret, responder, store, attachments } = config
  const data = resolve(config.data)
  const signsAddresses = auth !== null || (store.kind === 'neo4j' && store.readsFollowers)
  const digest = (key: Uint8Array | string) => createHash('sha256').update('peer ').update(key).digest('hex')
  const keyAt = async (secret: string | null, ...path: readonly string[]) =>
    digest(await signingKeyOf(secret, join(data, ...path))())
  const suppressKey = config.suppressReimport ? await suppressKeyIn(config.data).read() : null
  const { kind } = attachments
  return {
    id: randomUUID(),
    startedAt: new Date().toISOString(),
    urlKey: signsAddresses ? await keyAt(urlSecret, 'url.key') : null,
    probeKey: responder === null ? null : await keyAt(probeSecret, 'probe.key'),
    suppressKey: suppressKey && digest(suppressKey),
    attachments:
      kind === 's3'
        ? digest(JSON.stringify([attachments.endpoint, attachments.bucket, attachments.prefix]))
        : await keyAt(null, 'attachments', '.directory-id'),
  }
}
