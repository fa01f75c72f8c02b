import { ActCompact, type PointInput } from '../../client/documents/generated.ts'
import type { CommonOptions } from '../withGraph.ts'
import { addCommand, type Program } from '../program.ts'
import { act } from './act.ts'
import { cancelling, markerOf } from './cancel.ts'
import { pointOf } from './point.ts'

interface CompactOptions extends CommonOptions {
  readonly from: PointInput
  readonly to: PointInput
  readonly summary: string
}

/** Adds `compact ID`: a summary in place of whole exchanges, wherever a model is sent them. */
export function addCompact(program: Program): void {
  addCommand(
    program.root,
    'compact <id>',
    'send a model a summary in place of exchanges; they stay stored',
    'turngraph compact 4fd2 --from 1 --to 40 --summary "They chose a train."',
  )
    .requiredOption('--from <point>', 'the first turn: its number, or a message or observation id', pointOf)
    .requiredOption('--to <point>', 'the last turn of an exchange', pointOf)
    .requiredOption('--summary <text>', 'the text that replaces them')
    .action((id: string, { from, to, summary, ...options }: CompactOptions) =>
      act(program, options, ActCompact, { conversationId: id, from, to, summary }, (acted) => {
        return `A model reads the summary in their place. Marker ${markerOf(acted)}; "${cancelling(acted, options)}" takes it back.`
      }),
    )
}
