import { missingResult } from '../../domain/context/contextView.ts'
import { callIds, resultIds } from '../../domain/messages/blocks.ts'
import type { WrittenEntry } from '../writing/omissions.ts'

/**
 * Yields the entries of a context, and behind them a failed result of each call that has none: in a session the talk goes
 * on behind its last entry, so that no call there may wait.
 */
export async function* answered(
  context: AsyncIterable<readonly WrittenEntry[]>,
  onOpen: (calls: number) => void = () => undefined,
): AsyncIterable<readonly WrittenEntry[]> {
  const open: string[] = []
  let last: WrittenEntry | null = null
  for await (const page of context) {
    for (const writtenEntry of page) {
      open.push(...callIds(writtenEntry.blocks))
      for (const id of resultIds(writtenEntry.blocks)) if (open.includes(id)) open.splice(open.indexOf(id), 1)
      last = writtenEntry
    }
    yield page
  }
  if (last === null || open.length === 0) return
  onOpen(open.length)
  const { nodeId, observedAt, files } = last
  yield open.map((callId) => {
    const { role, blocks } = missingResult(callId)
    const made = { answerId: null, model: null, synthetic: true, isSummary: false }
    return { ...made, id: `${nodeId} ${callId}`, nodeId, role, blocks, observedAt, files }
  })
}
