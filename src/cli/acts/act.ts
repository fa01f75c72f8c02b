import type { Acted, ActInputs, ActName } from '../../client/acts.ts'
import { perform, type CommonOptions } from '../perform.ts'
import type { Program } from '../program.ts'

/** Does something to a conversation, tells people in a sentence and programs what the ledger says; ends the command. */
export async function act<N extends ActName>(
  { terminal, ended }: Program,
  options: CommonOptions,
  name: N,
  input: ActInputs[N],
  sentence: (acted: Acted) => string,
): Promise<void> {
  const run = perform(terminal, options, { writes: false }, async ({ graph, say }) => {
    const acted = await graph.act(name, input)
    await say(`${sentence(acted)}\n`)
    return { document: acted, ok: true }
  })
  ended(await run)
}
