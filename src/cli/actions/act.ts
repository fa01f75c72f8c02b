import { randomUUID } from 'node:crypto'
import type { ActedFragment } from '../../client/documents/generated.ts'
import type { GraphClient, TypedDocument } from '../../client/graphClient.ts'
import { plainWord } from '../../domain/messages/plainText.ts'
import { byId } from '../ids/wholeIds.ts'
import { withGraph, type CommonOptions } from '../withGraph.ts'
import type { Program } from '../program.ts'
import { backSentence, undoBack } from '../verbs/back.ts'

/** What the ledger says of what was done. */
export interface Acted {
  /** In whose ledger it stands. */
  readonly conversationId: string
  readonly kind: string
  readonly details: Readonly<Record<string, unknown>>
  /** The command that moves the head back; null where none was moved. */
  readonly back: string | null
}

/** What a mutation does to a conversation. */
interface ActInput {
  readonly conversationId: string
  readonly idempotencyKey?: string | null | undefined
}
type Answer = Readonly<Record<string, { readonly event: ActedFragment | null }>>
type Act<I> = TypedDocument<Answer, { readonly input: I }>

/** Changes a conversation, prints a sentence for people or the ledger's line for programs; ends the command. */
export async function act<I extends ActInput>(
  { terminal, ended }: Program,
  options: CommonOptions,
  document: Act<I>,
  input: NoInfer<I>,
  sentence: (acted: Acted) => string,
): Promise<void> {
  const run = withGraph(terminal, options, { writes: false }, async ({ graph, say }) => {
    const acted = await byId(graph, input.conversationId, (conversationId) =>
      done(graph, document, { ...input, conversationId }, options),
    )
    await say(`${plainWord(`${sentence(acted)}${backSentence(acted.back)}`)}\n`)
    return { document: acted, ok: true }
  })
  ended(await run)
}

async function done<I extends ActInput>(
  graph: GraphClient,
  document: Act<I>,
  input: I,
  options: CommonOptions,
): Promise<Acted> {
  // With a key the client may send it again where no answer came.
  const keyed = { ...input, idempotencyKey: randomUUID() }
  const [{ event } = { event: null }] = Object.values(await graph.query(document, { input: keyed }))
  if (!event) throw new Error('What was done has no line in the ledger.')
  const { kind, details, conversation } = event
  const conversationId = conversation?.id ?? input.conversationId
  // What was made stands where it was made.
  const back = conversationId === input.conversationId ? undoBack(conversationId, event, options) : null
  return { conversationId, kind, details: details as Acted['details'], back }
}
