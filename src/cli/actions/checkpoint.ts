import { ActCheckpoint, type PointInput } from '../../client/documents/generated.ts'
import type { CommonOptions } from '../withGraph.ts'
import { addCommand, type Program } from '../program.ts'
import { act } from './act.ts'
import { pointOf } from './point.ts'

interface CheckpointOptions extends CommonOptions {
  readonly at?: PointInput
  readonly note?: string
}

/** Adds `checkpoint ID NAME`: a name for a place, to go back to. */
export function addCheckpoint(program: Program): void {
  addCommand(
    program.root,
    'checkpoint <id> <name>',
    'name a place in a conversation',
    'turngraph checkpoint 4fd2 "before the refactoring" --at 12',
  )
    .option('--at <point>', 'a turn number, or a message or observation id; the head unless given', pointOf)
    .option('--note <text>', 'a remark for the ledger')
    .action((id: string, name: string, { at, note, ...options }: CheckpointOptions) => {
      const input = { conversationId: id, name, at: at ?? null, note: note ?? null }
      return act(program, options, ActCheckpoint, input, ({ details: { observationId } }) => {
        return `"${name}" names ${typeof observationId === 'string' ? observationId : 'the beginning'}.`
      })
    })
}
