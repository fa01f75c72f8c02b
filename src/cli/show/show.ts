import { CommandFailed } from '../../client/failures.ts'
import { withGraph, type CommonOptions, type WorkResult, type Work } from '../withGraph.ts'
import { addCommand, wholeNumber, type Program } from '../program.ts'
import { findThings } from './findThings.ts'
import { thingText } from './showText.ts'

interface ShowOptions extends CommonOptions {
  readonly turns: number
}

/** Adds `show ID`: whatever has that id, or alone begins so. */
export function addShow({ root, terminal, ended }: Program): void {
  const example = 'turngraph show 4fd2\nturngraph show 4fd2:turn-7'
  addCommand(root, 'show <id>', 'show the conversation, turn, run, entity or other thing with that id', example)
    .option('--turns <number>', 'the last turns of a conversation to show', wholeNumber(100), 10)
    .addHelpText('after', note)
    .action(async (id: string, options: ShowOptions) => {
      ended(await withGraph(terminal, options, { writes: false }, (work) => show(work, id, options)))
    })
}

const note = `
The id names a conversation, message (CONVERSATION:TURN), observation, run, entity,
relationship, attachment or event. You may shorten the first five to a beginning that no
other id has.`

async function show({ graph, say }: Work, id: string, { turns }: ShowOptions): Promise<WorkResult> {
  const things = await findThings(graph, id, turns)
  if (things.length === 0) throw new CommandFailed('NOT_FOUND', `Nothing has the id "${id}", or begins so.`, { id })
  await say(things.map(thingText).join('\n'))
  return { document: { things }, ok: true }
}
