import { byId } from '../ids/wholeIds.ts'
import type { GraphClient } from '../../client/graphClient.ts'
import type { Program } from '../program.ts'
import { plainWord } from '../../domain/messages/plainText.ts'
import { withGraph, type CommonOptions } from '../withGraph.ts'

/** What a verb did: a sentence for people, or a line each, a document for programs, and what people should look at. */
export interface VerbResult {
  readonly sentence: string | readonly string[]
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
    for (const line of typeof sentence === 'string' ? [sentence] : sentence) await say(`${plainWord(line)}\n`)
    for (const { message } of warnings) await note(message)
    return { document, ok: true }
  })
  ended(await run)
}
