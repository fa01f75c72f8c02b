import { UpdateConversation } from '../../client/documents/generated.ts'
import { addCommand, type Program } from '../program.ts'
import type { CommonOptions } from '../withGraph.ts'
import { onConversation } from './onConversation.ts'

/** Adds `archive ID` and `unarchive ID`: an archived conversation is in no list of the others, and otherwise as it was. */
export function addArchive(program: Program): void {
  addCommand(
    program.root,
    'archive <id>',
    'hide a conversation from the lists; you can read, find, write and fork it as before',
    'turngraph archive 4fd2',
  ).action((id: string, options: CommonOptions) => archive(program, options, id, true))
}

/** Adds `unarchive ID`. */
export function addUnarchive(program: Program): void {
  addCommand(program.root, 'unarchive <id>', 'list an archived conversation again', 'turngraph unarchive 4fd2').action(
    (id: string, options: CommonOptions) => archive(program, options, id, false),
  )
}

async function archive(program: Program, options: CommonOptions, id: string, archived: boolean): Promise<void> {
  await onConversation(program, options, id, async (graph, conversationId) => {
    await graph.query(UpdateConversation, { input: { id: conversationId, archived } })
    const sentence = archived
      ? `${conversationId} is archived; "turngraph unarchive ${conversationId}" lists it again.`
      : `${conversationId} is listed again.`
    return { sentence, document: { conversationId, archived } }
  })
}
