import { TitleOf, UpdateConversation } from '../../client/documents/generated.ts'
import { addCommand, type Program } from '../program.ts'
import type { CommonOptions } from '../withGraph.ts'
import { onConversation } from './onConversation.ts'

/** Adds `rename ID TITLE`: a title of a person's own; an empty one gives back the derived one. */
export function addRename(program: Program): void {
  addCommand(
    program.root,
    'rename <id> <title>',
    'give a conversation a title; "" restores the one made from its first prompt',
    'turngraph rename 4fd2 "The train to Lyon"',
  ).action((id: string, title: string, options: CommonOptions) =>
    onConversation(program, options, id, async (graph, conversationId) => {
      await graph.query(UpdateConversation, { input: { id: conversationId, title } })
      const { conversation } = await graph.query(TitleOf, { id: conversationId })
      const now = conversation?.title ?? title
      return { sentence: `${conversationId} is called "${now}".`, document: { conversationId, title: now } }
    }),
  )
}
