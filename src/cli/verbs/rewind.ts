import { randomUUID } from 'node:crypto'
import { Option } from 'commander'
import { RewindConversation, type PointInput } from '../../client/documents/generated.ts'
import { pointOf } from '../actions/point.ts'
import { addCommand, type Program } from '../program.ts'
import type { CommonOptions } from '../withGraph.ts'
import { movedResult } from './moved.ts'
import { onConversation } from './onConversation.ts'

interface RewindOptions extends CommonOptions {
  readonly to?: PointInput
  readonly before?: PointInput
  readonly note?: string
}

/** Adds `rewind ID`: the head moves back along its path; what came after stays in the tree. */
export function addRewind(program: Program): void {
  addCommand(
    program.root,
    'rewind <id>',
    'move the head back along its path; what came after stays in the tree',
    'turngraph rewind 4fd2 --to 12\nturngraph rewind 4fd2 --before 3',
  )
    .option(
      '--to <point>',
      'the turn that becomes the head: its number, "start", or a message or observation id',
      pointOf,
    )
    .addOption(new Option('--before <point>', 'the first turn that leaves the path').argParser(pointOf).conflicts('to'))
    .option('--note <text>', 'a remark for the ledger')
    .action((id: string, { to, before, note, ...options }: RewindOptions) => {
      if (to === undefined && before === undefined)
        program.root.error("error: option '--to <point>' or '--before <point>' must be given")
      const input = { to: to ?? null, before: before ?? null, note: note ?? null, idempotencyKey: randomUUID() }
      return onConversation(program, options, id, async (graph, conversationId) => {
        const answer = await graph.query(RewindConversation, { input: { conversationId, ...input } })
        return movedResult(conversationId, answer.rewindConversation, options)
      })
    })
}
