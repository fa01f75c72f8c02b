import assert from 'node:assert/strict'
import { buffer } from 'node:stream/consumers'
import { describe, it } from 'node:test'
import { ZipFile } from 'yazl'
import { openExport } from '../../../src/app/exports/exportConversation.ts'
import type { Scope } from '../../../src/app/scope.ts'
import { Refusal } from '../../../src/domain/refusals.ts'
import { onEveryStore, type TestStore } from '../../support/scopes.ts'
import { noSharedFiles, realFiles } from '../../support/sharedFiles.ts'
import { imports } from '../../support/transcripts.ts'

let count = 0
const alone = (on: TestStore): Scope => on.scope({ tenant: `zip-${++count}` })

/** An archive of files, as the programs of others write it. */
function zipped(files: Readonly<Record<string, Uint8Array>>, compress = true): Promise<Buffer> {
  const zip = new ZipFile()
  for (const [name, bytes] of Object.entries(files)) zip.addBuffer(Buffer.from(bytes), name, { compress })
  zip.end()
  return buffer(zip.outputStream)
}

const refused = (code: string, message: RegExp) => (thrown: unknown) =>
  thrown instanceof Refusal && thrown.code === code && message.test(thrown.message)

await onEveryStore('a zip archive', (on) => {
  const node = (id: string, parent: string | null, children: string[], text: string) => ({
    [id]: {
      id,
      parent,
      children,
      message: {
        id,
        author: { role: parent === null ? 'user' : 'assistant' },
        content: { content_type: 'text', parts: [text] },
      },
    },
  })
  const mapping = { ...node('a', null, ['b'], 'hello'), ...node('b', 'a', [], 'hi') }
  const talk = Buffer.from(JSON.stringify([{ id: 'zipped', title: 'T', mapping, current_node: 'b' }]))

  it('is imported as the conversations.json in it, in any folder, compressed or not', async () => {
    for (const compress of [true, false]) {
      const scope = alone(on)
      const files = { 'chat.html': Buffer.from('<p>'), 'export/conversations.json': talk }
      const { report, conversations } = await imports(scope, await zipped(files, compress), { fileName: 'export.zip' })
      assert.deepEqual([report.format, report.fileName, report.added], ['CHATGPT', 'export.zip', 2])
      assert.deepEqual(
        conversations.map(({ id }) => id),
        ['zipped'],
      )
      assert.equal((await imports(scope, talk, { fileName: 'conversations.json' })).report.added, 0)
    }
  })

  it('without one is refused, and so is a damaged one and one that is too large, and nothing is stored', async () => {
    const scope = alone(on)
    await assert.rejects(
      imports(scope, await zipped({ 'a.txt': Buffer.from('a') }), {}),
      refused('BAD_INPUT', /a zip archive without a conversations\.json/),
    )
    const whole = await zipped({ 'conversations.json': talk })
    await assert.rejects(
      imports(scope, whole.subarray(0, whole.length - 30), {}),
      refused('BAD_INPUT', /cannot be read/),
    )
    for (let from = 50; from < 120; from += 5) {
      const torn = Buffer.from(whole)
      torn.fill(0xff, from, from + 60)
      await assert.rejects(imports(scope, torn, {}), refused('BAD_INPUT', /cannot be read/))
    }
    await assert.rejects(
      imports(scope, whole, { room: { limit: 10 } }),
      refused('LIMIT_EXCEEDED', /more than 10 bytes/),
    )
    assert.equal(await scope.reads.conversation('zipped'), null)
  })

  describe('of a real export', { skip: noSharedFiles }, () => {
    it('says what its file says, and ORIGINAL gives back what was inside', async () => {
      const [file] = realFiles('chatgpt')
      assert.ok(file)
      const [packed, plain] = [alone(on), alone(on)]
      const bytes = await zipped({ 'conversations.json': file.bytes })
      const { report, conversations } = await imports(packed, bytes, { fileName: file.name })
      assert.deepEqual(report, (await imports(plain, file.bytes, { fileName: file.name })).report)
      const written = async (scope: Scope) => {
        const { pieces } = await openExport(scope, { conversationId: conversations[0]?.id ?? '', format: 'ORIGINAL' })
        return buffer(pieces)
      }
      assert.deepEqual(await written(packed), await written(plain))
    })
  })
})
