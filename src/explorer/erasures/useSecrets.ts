import { useCallback, useEffect, useRef, useState } from 'react'
import { useClient } from 'urql'
import { FoundSecrets, type ContentPlace, type FoundSecretsQuery, type NotScanned } from '../documents/generated.ts'

export type TargetName = 'observationIds' | 'attachmentIds' | 'entityIds'
type Finding = FoundSecretsQuery['secrets']['nodes'][number]

/** What holds secrets: an entry, a file, an entity, or a conversation beside its entries. */
export interface SecretEntry {
  readonly id: string
  /** What erases it; null where it goes with the whole conversation alone. */
  readonly targets: Partial<Record<TargetName, readonly [string]>> | null
  readonly kinds: readonly string[]
  readonly places: readonly ContentPlace[]
  readonly finding: Finding
}

/** How far the looking is. */
export interface Looked {
  readonly entries: readonly SecretEntry[]
  readonly scanned: number
  readonly notScanned: readonly NotScanned[]
  /** Where it goes on; null at the beginning. */
  readonly after: string | null
  readonly isDone: boolean
  readonly fault: string | null
}
const nothing: Looked = { entries: [], scanned: 0, notScanned: [], after: null, isDone: false, fault: null }

/** So many entries are found at once before one must ask for more. */
const atOnce = 50

/** Returns the entries in which secrets were found, and what looks on, and stops looking. `conversationId`: in that one alone. */
export function useSecrets(conversationId: string | null) {
  const client = useClient()
  const [looked, setLooked] = useState<Looked | null>(null)
  const [isLooking, setLooking] = useState(false)
  const round = useRef(0)
  const stop = useCallback(() => {
    round.current += 1
    setLooking(false)
  }, [])
  useEffect(() => stop, [stop])
  const look = useCallback(
    async (from: Looked | null) => {
      const mine = ++round.current
      const isWanted = (): boolean => mine === round.current
      setLooking(true)
      let now = { ...(from ?? nothing), fault: null as string | null }
      setLooked(now)
      for (const most = now.entries.length + atOnce; !now.isDone && now.fault === null && now.entries.length < most;) {
        const conversationIds = conversationId === null ? null : [conversationId]
        const { data, error } = await client
          .query(FoundSecrets, { conversationIds, after: now.after }, { requestPolicy: 'network-only' })
          .toPromise()
        if (!isWanted()) return
        now = data ? withPage(now, data) : { ...now, fault: error?.message ?? 'No answer.' }
        setLooked(now)
      }
      setLooking(false)
    },
    [client, conversationId],
  )
  return { looked, isLooking, look, stop }
}

function withPage(before: Looked, { secrets }: FoundSecretsQuery): Looked & { fault: string | null } {
  const { nodes, pageInfo, scanned, notScanned } = secrets
  return {
    entries: nodes.reduce(withFinding, before.entries),
    scanned: before.scanned + scanned,
    notScanned: [...new Set([...before.notScanned, ...notScanned])],
    after: pageInfo.endCursor ?? before.after,
    isDone: !pageInfo.hasNextPage,
    fault: null,
  }
}

/** What holds a secret most narrowly: of a turn's file the file, of a conversation's turn the turn. */
function heldBy({ attachment, entity, observation, conversationId }: Finding): Pick<SecretEntry, 'id' | 'targets'> {
  if (attachment) return { id: `file ${attachment.id}`, targets: { attachmentIds: [attachment.id] } }
  if (entity) return { id: `entity ${entity.id}`, targets: { entityIds: [entity.id] } }
  if (observation) return { id: observation.id, targets: { observationIds: [observation.id] } }
  return { id: `conversation ${conversationId ?? ''}`, targets: null }
}

/** Several secrets of one entry are one line. */
function withFinding(entries: readonly SecretEntry[], finding: Finding): readonly SecretEntry[] {
  const { kind, place } = finding
  const held = heldBy(finding)
  const known = entries.find(({ id }) => id === held.id)
  const entry: SecretEntry = {
    ...held,
    kinds: [...new Set([...(known?.kinds ?? []), kind])],
    places: [...new Set([...(known?.places ?? []), place])],
    finding: known?.finding ?? finding,
  }
  return known ? entries.map((each) => (each === known ? entry : each)) : [...entries, entry]
}
