/** A server on a store, as the others on it know it. What must be equal on all of them is a digest. */
export interface PeerServer {
  readonly id: string
  readonly startedAt: string
  /** Of the key that signs addresses of downloads and tokens of what was seen; null where it signs neither. */
  readonly urlKey: string | null
  /** Of the key that signs probes; null where no model is configured. */
  readonly probeKey: string | null
  /** Of the key by which imports know what was erased; null where there is none. */
  readonly suppressKey: string | null
  /** Of the place of attachments: a bucket, or one directory wherever it is mounted. */
  readonly attachments: string
}

/** What servers on one database know of each other. */
export interface Peers {
  /** Returns what the database's clock shows, in milliseconds since 1970. */
  clock(): Promise<number>
  /** Notes that a server runs at that time of the database's clock, and returns the others that ran in the minute before. */
  announce(server: PeerServer, at: number): Promise<PeerServer[]>
  /** Notes that a server has ended. */
  leave(id: string): Promise<void>
}
