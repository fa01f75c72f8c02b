import assert from 'node:assert/strict'
import { it } from 'node:test'
import { openExport } from '../../../src/app/exports/exportConversation.ts'
import { integrity } from '../../../src/app/integrity/integrity.ts'
import { longOr } from '../../support/rounds.ts'
import { onEveryStore } from '../../support/scopes.ts'
import { imports } from '../../support/transcripts.ts'

const at = '2026-01-01T00:00:00.000Z'
const line = (value: object) => `${JSON.stringify(value)}\n`
/** Files of each format of lines, whose last line says a text. */
const files: Readonly<Record<string, (text: string) => string>> = {
  CLAUDE_CODE: (text) =>
    line({
      type: 'user',
      uuid: 'u',
      parentUuid: null,
      sessionId: 's',
      timestamp: at,
      version: '2.0.0',
      message: { role: 'user', content: text },
    }),
  CODEX: (text) =>
    line({
      timestamp: at,
      type: 'session_meta',
      payload: { id: 's', timestamp: at, cwd: '/w', originator: 'o', cli_version: '1' },
    }) +
    line({
      timestamp: at,
      type: 'response_item',
      payload: { type: 'message', role: 'user', content: [{ type: 'input_text', text }] },
    }),
  PI: (text) =>
    line({ type: 'session', version: 3, id: 's', timestamp: at, cwd: '/w' }) +
    line({
      type: 'message',
      id: '00000001',
      parentId: null,
      timestamp: at,
      message: { role: 'user', content: [{ type: 'text', text }] },
    }),
  ACP: (text) =>
    line({
      method: 'session/update',
      params: { sessionId: 's', update: { sessionUpdate: 'user_message_chunk', content: { type: 'text', text } } },
    }),
  OASST: (text) =>
    line({
      message_tree_id: 'p',
      tree_state: 'ready_for_export',
      prompt: { message_id: 'p', text, role: 'prompter', replies: [] },
    }),
  SHAREGPT: (text) => line({ conversations: [{ from: 'human', value: text }] }),
  NEO_JSONL: (text) => line({ role: 'user', text, ts: at }),
  PLAIN: (text) => line({ role: 'user', content: text, timestamp: at }),
}
/** The whole with `npm run test:everything -- --long`. */
const length = longOr(100, 2) * 1024 * 1024

await onEveryStore('a file with a very long line', (on) => {
  // A database over the network has limits of its own for one value.
  if (!on.name.includes('SQLite')) return
  for (const [format, fileOf] of Object.entries(files)) {
    const scope = () => on.scope({ tenant: `long ${format}` })
    it(`of ${format} comes in and out as it is`, { timeout: 300_000 }, async () => {
      const file = Buffer.from(fileOf('a word '.repeat(length / 7)))
      const { report, conversations } = await imports(scope(), file)
      assert.deepEqual([report.format, report.added, report.skipped], [format, 1, 0])
      const conversationId = conversations[0]?.id ?? ''
      const { pieces } = await openExport(scope(), { conversationId, format: 'ORIGINAL' })
      const found: Uint8Array[] = []
      for await (const piece of pieces) found.push(piece)
      assert.ok(Buffer.concat(found).equals(file))
      assert.equal((await integrity(scope(), conversationId)).damage, 0)
    })
    it(`of ${format} says of one that is not JSON what it left out`, { timeout: 300_000 }, async () => {
      const { report } = await imports(
        on.scope({ tenant: `odd ${format}` }),
        Buffer.from(fileOf('hello') + `{"${'x'.repeat(length)}`),
      )
      assert.deepEqual([report.format, report.added], [format, 1])
      assert.ok(report.skipped >= 1 && report.findings.some((finding) => finding.line !== null))
    })
  }
})
