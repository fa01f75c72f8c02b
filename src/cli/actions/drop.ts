import { Option } from 'commander'
import { ActDropSpan, type PointInput, type SidechainPolicy } from '../../client/documents/generated.ts'
import type { CommonOptions } from '../withGraph.ts'
import { addCommand, type Program } from '../program.ts'
import { act } from './act.ts'
import { cancelling, markerOf } from './cancel.ts'
import { pointOf } from './point.ts'

interface DropOptions extends CommonOptions {
  readonly from: PointInput
  readonly to: PointInput
  readonly sidechains: string
}

/** Adds `drop ID`: whole exchanges left out wherever a model is sent the path. */
export function addDrop(program: Program): void {
  addCommand(
    program.root,
    'drop <id>',
    'send a model the conversation without exchanges; they stay stored',
    'turngraph drop 4fd2 --from 5 --to 8',
  )
    .requiredOption('--from <point>', 'the first turn: its number, or a message or observation id', pointOf)
    .requiredOption('--to <point>', 'the last turn of an exchange', pointOf)
    .addOption(
      new Option('--sidechains <policy>', 'what becomes of the sub-agents of those turns')
        .choices(['orphan', 'cascade', 'reroot'])
        .default('orphan'),
    )
    .action((id: string, { from, to, sidechains, ...options }: DropOptions) => {
      const input = { conversationId: id, from, to, sidechains: sidechains.toUpperCase() as SidechainPolicy }
      return act(program, options, ActDropSpan, input, (acted) => {
        return `A model reads the path without them. Marker ${markerOf(acted)}; "${cancelling(acted, options)}" takes it back.`
      })
    })
}
