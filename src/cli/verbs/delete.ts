import { randomUUID } from 'node:crypto'
import { DeleteConversation } from '../../client/documents/generated.ts'
import { addCommand, type Program } from '../program.ts'
import type { CommonOptions } from '../withGraph.ts'
import { onConversation } from './onConversation.ts'

interface DeleteOptions extends CommonOptions {
  readonly note?: string
}

/** Adds `delete ID`: the conversation leaves the lists and takes no more turns; its forks are untouched. */
export function addDelete(program: Program): void {
  addCommand(
    program.root,
    'delete <id>',
    'hide a conversation and take no more turns, until restore-conversation; its forks are untouched',
    'turngraph delete 4fd2',
  )
    .option('--note <text>', 'a remark for the ledger')
    .action((id: string, { note, ...options }: DeleteOptions) =>
      onConversation(program, options, id, async (graph, whole) => {
        const input = { id: whole, note: note ?? null, idempotencyKey: randomUUID() }
        const { deleteConversation } = await graph.query(DeleteConversation, { input })
        const deletedAt = deleteConversation.conversation?.deletedAt ?? null
        return {
          sentence: `${whole} is deleted; "turngraph restore-conversation ${whole}" brings it back.`,
          document: { conversationId: whole, deletedAt },
        }
      }),
    )
}
