import { byId } from '../ids/wholeIds.ts'
import type { GraphClient } from '../../client/graphClient.ts'
import type { Program } from '../program.ts'
import { withGraph, type CommonOptions } from '../withGraph.ts'

/** What a verb did: a sentence for people, a document for programs, and what people should look at. */
export interface VerbResult {
  readonly sentence: string
  readonly document: unknown
  readonly warnings?: readonly { readonly message: string }[]
}

/** Does something to the one conversation whose id is or begins so, reports it, and ends the command. */
export async function onConversation(
  { terminal, ended }: Program,
  options: CommonOptions,
  id: string,
  verb: (graph: GraphClient, id: string) => Promise<VerbResult>,
): Promise<void> {
  const run = withGraph(terminal, options, { writes: false }, async ({ graph, say, note }) => {
    const { sentence, document, warnings = [] } = await byId(graph, id, (whole) => verb(graph, whole))
    await say(`${sentence}\n`)
    for (const { message } of warnings) await note(message)
    return { document, ok: true }
  })
  ended(await run)
}
