import type { Connection } from '../connection/connection.ts'
import type { Peers, PeerServer } from '../../peers.ts'
import { numberFrom } from '../properties/rows.ts'

/** Both in milliseconds: who was not heard for so long runs no more, and is forgotten. */
const runs = 60_000
const forgotten = 3_600_000
const writeTime = 10_000
/** A server that ends does not wait for a database that is away: it is forgotten anyhow. */
const leaveTime = 2_000

/** The statements of what servers know of each other, which is of no tenant. */
export const peerCypher = {
  clock: 'RETURN datetime().epochMillis AS now',
  announce: `OPTIONAL MATCH (old:Server) WHERE old.heardAt < $q.forgottenAt
WITH collect(old) AS gone
FOREACH (old IN gone | DETACH DELETE old)
MERGE (s:Server {id: $q.server.id})
SET s += $q.server, s.heardAt = $q.at
WITH s
OPTIONAL MATCH (other:Server) WHERE other.id <> s.id AND other.heardAt >= $q.runsAt
RETURN other {.id, .startedAt, .urlKey, .probeKey, .suppressKey, .attachments} AS found`,
  leave: 'MATCH (s:Server {id: $q.id}) DETACH DELETE s',
} as const

/** Returns what servers on that database know of each other. */
export function peersOn(connection: Connection): Peers {
  return {
    clock: async () => numberFrom((await connection.read(peerCypher.clock))[0]?.get('now')),
    announce: async (server, at) => {
      const times = {
        at: connection.int(at),
        runsAt: connection.int(at - runs),
        forgottenAt: connection.int(at - forgotten),
      }
      const records = await connection.write(peerCypher.announce, { server: { ...server }, ...times }, writeTime)
      return records.flatMap((record) => (record.get('found') as PeerServer | null) ?? [])
    },
    leave: async (id) => {
      await connection.write(peerCypher.leave, { id }, leaveTime)
    },
  }
}
