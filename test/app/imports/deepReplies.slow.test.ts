// Takes long: ten thousand messages, each inside another.
import assert from 'node:assert/strict'
import { it } from 'node:test'
import { openExport } from '../../../src/app/exports/exportConversation.ts'
import { integrity } from '../../../src/app/integrity/integrity.ts'
import { onEveryStore } from '../../support/scopes.ts'
import { imports, pathOf } from '../../support/transcripts.ts'

const depth = 5000
/** Text of messages, each inside the one that it answers: as values they would be too deep for `JSON.stringify`. */
function nested(open: (i: number) => object, by: string): string {
  const parts = Array.from({ length: depth }, (_, i) => `${JSON.stringify(open(i)).slice(0, -1)},"${by}":[`)
  return `${parts.join('')}${']}'.repeat(depth)}`
}
const files: Readonly<Record<string, string>> = {
  LIBRECHAT: `{"conversationId":"c","title":"t","exportAt":"10:00:00","recursive":true,"messages":[${nested(
    (i) => ({ messageId: `m${i}`, text: `said ${i}`, sender: 'x', isCreatedByUser: i % 2 === 0 }),
    'children',
  )}]}`,
  OASST: `{"message_tree_id":"m0","tree_state":"ready_for_export","prompt":${nested(
    (i) => ({ message_id: `m${i}`, text: `said ${i}`, role: i % 2 === 0 ? 'prompter' : 'assistant' }),
    'replies',
  )}}\n`,
}

await onEveryStore('a talk in which each reply stands inside what it answers', (on) => {
  for (const [format, file] of Object.entries(files))
    it(`comes in whole and out as it is: ${format}`, { timeout: 1_200_000 }, async () => {
      const scope = on.scope({ tenant: `deep ${format}` })
      const { report, conversations } = await imports(scope, file)
      assert.deepEqual([report.format, report.added, report.findings], [format, depth, []])
      const conversationId = conversations[0]?.id ?? ''
      const path = await pathOf(scope, conversationId)
      assert.deepEqual([path.length, path.at(-1)?.blocks], [depth, [{ type: 'text', text: `said ${depth - 1}` }]])
      const { pieces } = await openExport(scope, { conversationId, format: 'ORIGINAL' })
      const found: Uint8Array[] = []
      for await (const piece of pieces) found.push(piece)
      assert.ok(Buffer.concat(found).equals(Buffer.from(file)))
      scope.reads.clear()
      assert.equal((await integrity(scope, conversationId)).damage, 0)
    })
})
