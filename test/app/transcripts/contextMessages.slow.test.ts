import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { UIMessage } from 'ai'
import { putAttachment } from '../../../src/app/attachments/attachments.ts'
import { compact } from '../../../src/app/markers/compact.ts'
import type { PointRef } from '../../../src/app/read/view.ts'
import type { Scope } from '../../../src/app/scope.ts'
import { contextMessages, contextSystem } from '../../../src/app/transcripts/contextMessages.ts'
import { context } from '../../../src/app/transcripts/context.ts'
import { nothingCarried, fieldsOf } from '../../../src/app/transcripts/entryFields.ts'
import { deleteMessage } from '../../../src/app/turns/deleteMessage.ts'
import { storeTurn } from '../../../src/app/turns/storeTurns.ts'
import type { Conversation } from '../../../src/domain/model.ts'
import { messageFormats, type MessageFormat } from '../../../src/formats/writing/messageFormats.ts'
import { modelMessages, writtenFaults } from '../../support/accepted.ts'
import { longOr } from '../../support/rounds.ts'
import { onEveryStore, type TestStore } from '../../support/scopes.ts'
import { noSharedFiles, realFiles } from '../../support/sharedFiles.ts'
import { say } from '../../support/talk.ts'
import { imports } from '../../support/transcripts.ts'

let count = 0
const alone = (on: TestStore): Scope => on.scope({ tenant: `messages-${++count}` })
const conversation = async (scope: Scope, id: string) => (await scope.reads.conversation(id)) as Conversation
const messages = async (scope: Scope, id: string, format: MessageFormat = 'OPENAI_CHAT', turn?: number) => {
  scope.reads.clear()
  return contextMessages(scope, await conversation(scope, id), format, turn === undefined ? null : { turn })
}
const texts = async (scope: Scope, turn?: number) =>
  (await messages(scope, 'c', 'OPENAI_CHAT', turn)).map((message) => (message as { content: string }).content).join(' ')

/** Where somebody may ask for another answer: a few places of the tree, inside tool pairs as well. */
async function somePlaces(scope: Scope, owner: string): Promise<PointRef[]> {
  const limit = 1_000
  const [found = []] = await scope.store.lists([{ list: 'observationsOfConversation', owner, after: null, limit }])
  const nodes = found.filter(({ place }) => place !== null)
  const step = Math.ceil(nodes.length / longOr(20, 2))
  return nodes.filter((_, k) => k % step === step - 1).map(({ id }) => ({ observationId: id }))
}

await onEveryStore('the messages of a context', (on) => {
  describe('of a real file', { skip: noSharedFiles }, () => {
    for (const file of realFiles())
      it(`are taken by every API: ${file.name}`, async () => {
        const scope = alone(on)
        const { conversations } = await imports(scope, file.bytes, { fileName: file.name })
        // Some files hold fifty conversations of one kind, and what is written of them is the same on every store.
        const all = on.name.includes('SQLite') ? conversations.length : longOr(conversations.length, 1)
        for (const { id } of conversations.slice(0, all))
          for (const at of [null, ...(await somePlaces(scope, id))]) {
            scope.reads.clear()
            const entries = await context(scope, id, at)
            assert.deepEqual(writtenFaults(await fieldsOf(scope, entries, nothingCarried(), true)), [])
            const ui = await contextMessages(scope, await conversation(scope, id), 'AI_SDK', at)
            await modelMessages(ui as unknown as UIMessage[])
            assert.equal(new Set((ui as unknown as UIMessage[]).map((message) => message.id)).size, ui.length)
          }
      })
  })

  it('are of the head or of a point, without what is deleted; a summary is a user’s', async () => {
    const scope = alone(on)
    await storeTurn(scope, {
      conversationId: 'c',
      turnId: 's',
      role: 'SYSTEM',
      blocks: [{ type: 'text', text: 'sys' }],
    })
    for (const turn of ['u1', 'a1', 'u2', 'a2', 'u3', 'a3']) await say(scope, 'c', turn)
    assert.equal(await texts(scope), 'sys u1 a1 u2 a2 u3 a3')
    assert.equal(await texts(scope, 2), 'sys u1 a1')
    await compact(scope, { conversationId: 'c', from: { turn: 1 }, to: { turn: 2 }, summary: 'short' })
    const [, summary] = await messages(scope, 'c')
    assert.deepEqual(summary, { role: 'user', content: 'short' })
    await deleteMessage(scope, { id: 'c:u3' })
    assert.equal(await texts(scope), 'sys short u2 a2 a3')
    for (const format of Object.keys(messageFormats) as MessageFormat[])
      assert.equal(JSON.stringify(await messages(scope, 'c', format)).includes('sys'), format.startsWith('OPENAI'))
    assert.equal(await contextSystem(scope, await conversation(scope, 'c'), null), 'sys')
    await say(scope, 'none', 'u1')
    assert.equal(await contextSystem(scope, await conversation(scope, 'none'), null), null)
  })

  it('carry the bytes of pictures, and name what is too large', async () => {
    const scope = alone(on)
    const keep = async (size: number) => {
      const bytes = (async function* () {
        yield await Promise.resolve(Buffer.alloc(size, 1))
      })()
      return putAttachment(scope, { bytes, mediaType: 'image/png', fileName: `${size}.png`, expected: null })
    }
    const attachments = await Promise.all([3, 5_000_001].map(keep))
    await storeTurn(scope, {
      conversationId: 'c',
      role: 'USER',
      blocks: attachments.map(({ id }) => ({ type: 'attachment', attachmentId: id })),
    })
    const [message] = await messages(scope, 'c', 'ANTHROPIC')
    assert.deepEqual((message as { content: unknown }).content, [
      { type: 'image', source: { type: 'base64', media_type: 'image/png', data: 'AQEB' } },
      { type: 'text', text: '[attachment "5000001.png" (image/png, 5000001 bytes) is not shown]' },
    ])
  })

  it('carry a file of text in every format of messages, as a document or as its text', async () => {
    const scope = alone(on)
    const attachments = [
      { base64: Buffer.from('# the plan').toString('base64'), mediaType: 'text/markdown', name: 'plan.md' },
      { base64: Buffer.from('the notes').toString('base64'), mediaType: 'text/plain', name: 'notes.txt' },
    ]
    await say(scope, 'c', 'u1', 'Read these.', { attachments })
    const [chat] = await messages(scope, 'c', 'OPENAI_CHAT')
    const words =
      'Read these.\n\n[attachment "plan.md" (text/markdown)]\n# the plan\n\n\n[attachment "notes.txt" (text/plain)]\nthe notes\n'
    assert.deepEqual(chat, { role: 'user', content: words })
    assert.deepEqual(await messages(scope, 'c', 'OPENAI_RESPONSES'), [
      { type: 'message', role: 'user', content: words },
    ])
    const anthropic = JSON.stringify(await messages(scope, 'c', 'ANTHROPIC'))
    assert.ok(anthropic.includes('# the plan') && anthropic.includes('the notes'), anthropic)
    const aiSdk = JSON.stringify(await messages(scope, 'c', 'AI_SDK'))
    for (const { base64 } of attachments) assert.ok(aiSdk.includes(base64), aiSdk)
  })
})
