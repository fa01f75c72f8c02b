import { LedgerOf, type LedgerEventFragment } from '../../client/documents/generated.ts'
import type { GraphClient } from '../../client/graphClient.ts'
import { mustFind } from '../ids/wholeIds.ts'
import { pages } from '../ids/pages.ts'
import { addCommand, wholeNumber, type Program } from '../program.ts'
import { counted, minuteOf, placeText } from '../text.ts'
import type { CommonOptions } from '../withGraph.ts'
import { doneBy } from './doneBy.ts'
import { onConversation } from './onConversation.ts'

interface LogOptions extends CommonOptions {
  readonly limit: number
  readonly all?: true
}
interface Ledger {
  readonly events: readonly LedgerEventFragment[]
  readonly hasMore: boolean
}
const mostAtOnce = 100

/** Adds `log ID`: a conversation's ledger, newest first. */
export function addLog(program: Program): void {
  const what = 'list what was done to a conversation, newest first: who did what, when, and to where the head moved'
  addCommand(program.root, 'log <id>', what, 'turngraph log 4fd2 --limit 5')
    .option('--limit <number>', 'the most to list', wholeNumber(1_000_000), 20)
    .option('--all', 'list every event')
    .action((id: string, { limit, all, ...options }: LogOptions) =>
      onConversation(program, options, id, async (graph, conversationId) => {
        const ledger = await ledgerOf(graph, conversationId, all ? Infinity : limit)
        const more = ledger.hasMore ? ['… and more; --all lists every event'] : []
        return {
          sentence: [...ledger.events.map(lineOf), ...more],
          document: { conversationId, ...ledger },
        }
      }),
    )
}

async function ledgerOf(graph: GraphClient, id: string, limit: number): Promise<Ledger> {
  const events: LedgerEventFragment[] = []
  const page = async (after: string | null) => {
    const { conversation } = await graph.query(LedgerOf, { id, after, first: Math.min(mostAtOnce, limit + 1) })
    return mustFind(conversation, id).events
  }
  for await (const event of pages(page)) {
    if (events.length === limit) return { events, hasMore: true }
    events.push(event)
  }
  return { events, hasMore: false }
}

function lineOf(event: LedgerEventFragment): string {
  const { seq, at, note, principal, headTo, headFrom, observationCount } = event
  const { word, facts: details } = doneBy(event)
  const moved = headTo?.id !== headFrom?.id
  const who = principal?.label ?? principal?.id ?? null
  const facts = [
    ...details,
    ...(observationCount > 0 ? [counted(observationCount, 'observation', 'observations')] : []),
    ...(moved ? [`head ${headTo === null ? 'at the beginning' : placeText(headTo)}`] : []),
    ...(who === null ? [] : [`by ${who}`]),
    ...(note === null ? [] : [`"${note}"`]),
  ]
  return [minuteOf(at), `#${seq ?? '-'}`.padEnd(5), word.padEnd(11), facts.join(', ')].join('  ').trimEnd()
}
