import { randomUUID } from 'node:crypto'
import { Option } from 'commander'
import { ForkConversation, type ForkBoundary, type PointInput } from '../../client/documents/generated.ts'
import { pointOf } from '../actions/point.ts'
import { addCommand, choiceOf, type Program } from '../program.ts'
import { counted } from '../text.ts'
import type { CommonOptions } from '../withGraph.ts'
import { onConversation } from './onConversation.ts'

interface ForkOptions extends CommonOptions {
  readonly at?: PointInput
  readonly before?: PointInput
  readonly boundary?: string
  readonly as?: string
  readonly title?: string
  readonly note?: string
  readonly dryRun?: true
}
const boundaries: readonly ForkBoundary[] = ['MESSAGE', 'ANSWER', 'RUN']

/** Adds `fork ID`: a new conversation that shares the past of another. */
export function addFork(program: Program): void {
  addCommand(
    program.root,
    'fork <id>',
    'make a new conversation that shares the past of this one; nothing is copied',
    'turngraph fork 4fd2 --at 12\nturngraph fork 4fd2 --before 3 --as 4fd2-again',
  )
    .option('--at <point>', 'the last turn that it shares: a turn number, or a message or observation id', pointOf)
    .addOption(
      new Option('--before <point>', 'the first turn that it does not share').argParser(pointOf).conflicts('at'),
    )
    .addOption(choiceOf('--boundary <name>', 'refuse a place that is not the end of this', boundaries))
    .option('--as <id>', "the new conversation's id")
    .option('--title <text>', "the new conversation's title")
    .option('--note <text>', 'a remark for the ledger')
    .option('--dry-run', 'say what would be shared, and make nothing')
    .action((id: string, options: ForkOptions) => fork(program, id, options))
}

function fork(
  program: Program,
  id: string,
  { at, before, boundary, as, title, note, dryRun, ...options }: ForkOptions,
) {
  const chosen = {
    at: at ?? null,
    before: before ?? null,
    newConversationId: as ?? null,
    title: title ?? null,
    note: note ?? null,
    dryRun: dryRun ?? false,
    boundary: boundary === undefined ? null : (boundary.toUpperCase() as ForkBoundary),
    // With a key the client may send it again where the answer was lost.
    idempotencyKey: dryRun ? null : randomUUID(),
  }
  return onConversation(program, options, id, async (graph, source) => {
    const { forkConversation } = await graph.query(ForkConversation, { input: { source, ...chosen } })
    const { conversation, sharedLength, pathHash, copied, warnings } = forkConversation
    const shared = `the first ${counted(sharedLength ?? 0, 'turn', 'turns')} of ${source}`
    const sentence = dryRun
      ? `Dry run: the fork would share ${shared}.`
      : `${String(conversation?.id)} shares ${shared}.`
    return {
      sentence,
      document: { conversationId: dryRun ? null : (conversation?.id ?? null), source, sharedLength, pathHash, copied },
      warnings,
    }
  })
}
