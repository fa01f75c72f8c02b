import { randomUUID } from 'node:crypto'
import { RestoreConversation } from '../../client/documents/generated.ts'
import { addCommand, type Program } from '../program.ts'
import { byWholeId } from '../ids/wholeIds.ts'
import { conversationIds } from '../ids/pages.ts'
import { withGraph, type CommonOptions } from '../withGraph.ts'

/** Adds `restore-conversation ID`: a deleted conversation is listed again. Ids of deleted ones may be shortened here too. */
export function addRestoreConversation({ root, terminal, ended }: Program): void {
  addCommand(
    root,
    'restore-conversation <id>',
    'bring a deleted conversation back into the lists',
    'turngraph restore-conversation 4fd2',
  ).action(async (id: string, options: CommonOptions) => {
    const run = withGraph(terminal, options, { writes: false }, async ({ graph, say }) => {
      const conversationId = await byWholeId(
        () => conversationIds(graph, true),
        id,
        async (whole) => {
          await graph.query(RestoreConversation, { input: { id: whole, idempotencyKey: randomUUID() } })
          return whole
        },
      )
      await say(`${conversationId} is listed again.\n`)
      return { document: { conversationId }, ok: true }
    })
    ended(await run)
  })
}
