import { randomUUID } from 'node:crypto'
import { Undo } from '../../client/documents/generated.ts'
import { addCommand, type Program } from '../program.ts'
import type { CommonOptions } from '../withGraph.ts'
import { movedResult } from './moved.ts'
import { onConversation } from './onConversation.ts'

/** Adds `undo ID`: the last move of the head is taken back, and again the one before it. */
export function addUndo(program: Program): void {
  const what = 'undo the last move of the head; a second undo takes back the one before'
  addCommand(program.root, 'undo <id>', what, 'turngraph undo 4fd2').action((id: string, options: CommonOptions) =>
    onConversation(program, options, id, async (graph, conversationId) => {
      const { undo } = await graph.query(Undo, { input: { conversationId, idempotencyKey: randomUUID() } })
      return movedResult(conversationId, undo)
    }),
  )
}
