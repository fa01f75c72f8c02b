import type { PeerServer } from '../../storage/peers.ts'

/** What two servers on one store do not share. */
export interface PeerDifference {
  /** The id of the other server. */
  readonly server: string
  readonly setting: 'URL_SECRET' | 'PROBE_SECRET' | 'SUPPRESS_REIMPORT' | 'ATTACHMENTS'
  /** What comes of it, and what to do. */
  readonly message: string
}

const rules = [
  [
    'urlKey',
    'URL_SECRET',
    'Another server on this store signs addresses of downloads with another key, so they open on one of the two only. Set the same URL_SECRET on all servers.',
  ],
  [
    'probeKey',
    'PROBE_SECRET',
    'Another server on this store signs probes with another key, so a probe is promoted on one of the two only. Set the same PROBE_SECRET on all servers.',
  ],
  [
    'suppressKey',
    'SUPPRESS_REIMPORT',
    'Another server on this store has another key for SUPPRESS_REIMPORT, so each imports again what was erased at the other. Put one file suppress.key into DATA on all servers.',
  ],
  [
    'attachments',
    'ATTACHMENTS',
    'Another server on this store keeps attachments in another place, so each lacks those of the other. Set ATTACHMENTS to one bucket, or mount one directory on all servers.',
  ],
] as const

/** Returns what a server does not share with others. */
export function peerDifferences(own: PeerServer, others: readonly PeerServer[]): PeerDifference[] {
  return others.flatMap((other) =>
    rules.flatMap(([member, setting, message]) => {
      const [here, there] = [own[member], other[member]]
      return here === null || there === null || here === there ? [] : [{ server: other.id, setting, message }]
    }),
  )
}
