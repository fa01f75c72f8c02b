import assert from 'node:assert/strict'
import { it } from 'node:test'
import { integrity } from '../../../src/app/integrity/integrity.ts'
import type { JsonObject } from '../../../src/domain/model.ts'
import { linesOf } from '../../support/plans.ts'
import { onEveryStore } from '../../support/scopes.ts'
import { imports } from '../../support/transcripts.ts'

const says = (mes: string, isUser: boolean, at: number): JsonObject => ({
  name: isUser ? 'Me' : 'Ada',
  is_user: isUser,
  is_system: false,
  send_date: `2026-01-01T10:00:0${at}Z`,
  mes,
  extra: {},
})
const header = (more: JsonObject) => ({
  user_name: 'Me',
  character_name: 'Ada',
  create_date: 'x',
  chat_metadata: { integrity: 'i', ...more },
})
const begin = [says('hello', false, 1), says('one', true, 2), says('two', false, 3)]
const main = {
  fileName: 'Ada - main.jsonl',
  text: linesOf([header({}), ...begin, says('three', true, 4), says('four', false, 5)]),
}
const branch = (fileName: string) => ({
  fileName,
  text: linesOf([header({ main_chat: 'Ada - main' }), ...begin, says('else', true, 6), says('five', false, 7)]),
})

let count = 0
await onEveryStore('branches of a SillyTavern chat', (on) => {
  const stored = async (...files: readonly { readonly fileName: string; readonly text: string }[]) => {
    const scope = on.scope({ tenant: `tavern-${++count}` })
    const found = new Map<string, { source: string | null; turns: number; added: number }>()
    for (const { fileName, text } of [...files, ...files]) {
      const { report, conversations } = await imports(scope, Buffer.from(text), { fileName })
      for (const { id } of conversations) {
        scope.reads.clear()
        const conversation = await scope.reads.conversation(id)
        assert.ok(conversation)
        found.set(id, {
          source: conversation.forkedFrom?.conversationId ?? null,
          turns: conversation.turnCount,
          added: report.added,
        })
        assert.equal((await integrity(scope, id)).damage, 0)
      }
    }
    return Object.fromEntries(found)
  }

  it('are forks of it where they part, in either order, where their name says where that is', async () => {
    const file = branch('Branch #2 - 2026-01-01@11h00m00s.jsonl')
    const id = 'Ada - Branch #2 - 2026-01-01@11h00m00s'
    for (const order of [
      [main, file],
      [file, main],
    ])
      assert.deepEqual(await stored(...order), {
        'Ada - main': { source: null, turns: 5, added: 0 },
        [id]: { source: 'Ada - main', turns: 5, added: 0 },
      })
  })
  it('are forks of it where it came first, by what both say', async () => {
    const file = branch('Ada - main - Branch #1.jsonl')
    assert.deepEqual(await stored(main, file), {
      'Ada - main': { source: null, turns: 5, added: 0 },
      'Ada - main - Branch #1': { source: 'Ada - main', turns: 5, added: 0 },
    })
  })
  it('say once what both say where they came first and do not tell how far that goes', async () => {
    const file = branch('Ada - main - Branch #1.jsonl')
    const found = await stored(file, main)
    assert.deepEqual(
      Object.values(found).map(({ turns, added }) => [turns, added]),
      [
        [5, 0],
        [5, 0],
      ],
    )
    assert.equal(found['Ada - main']?.source, 'Ada - main - Branch #1')
  })
})
