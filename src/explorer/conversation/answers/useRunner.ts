import { useQuery } from 'urql'
import { RunClaim } from '../../documents/generated.ts'

/** As far back as a run's beginning is looked for in the ledger. */
const newest = 100

/** Returns the name of who is at work in a run: the sender of what it stored last, else the label of its key; null where neither is known. */
export function useRunner(conversationId: string, runId: string | null): string | null {
  const variables = { id: conversationId, first: newest }
  const [{ data }] = useQuery({ query: RunClaim, variables, pause: runId === null })
  const { head, events } = data?.conversation ?? {}
  if (runId === null || !events) return null
  const claim = events.nodes.find(({ kind, details }) => kind === 'RUN' && runOf(details) === runId)
  const sender = head?.runId === runId && head.role !== 'USER' ? head.senderId : null
  return sender ?? claim?.principal?.label ?? null
}

function runOf(details: unknown): unknown {
  return typeof details === 'object' && details !== null && 'runId' in details ? details.runId : null
}
