/** What a conversation shows that holds copies of others' turns, as those are corrected, deleted and restored. */
import assert from 'node:assert/strict'
import { it } from 'node:test'
import { buffer } from 'node:stream/consumers'
import { labelsOf } from '../../../src/app/conversations/labels.ts'
import { openExport } from '../../../src/app/exports/exportConversation.ts'
import { forkConversation } from '../../../src/app/forks/forkConversation.ts'
import { integrity } from '../../../src/app/integrity/integrity.ts'
import { materialize } from '../../../src/app/markers/materialize.ts'
import { mergeConversations } from '../../../src/app/merges/mergeConversations.ts'
import { conversationOf } from '../../../src/app/read/view.ts'
import { cleanTitle } from '../../../src/domain/prompts/cleanTitle.ts'
import type { Scope } from '../../../src/app/scope.ts'
import { conversationsWithText } from '../../../src/app/search/conversationsWithText.ts'
import { context } from '../../../src/app/transcripts/context.ts'
import { amendMessage } from '../../../src/app/turns/amendMessage.ts'
import { deleteMessage } from '../../../src/app/turns/deleteMessage.ts'
import { restoreMessage } from '../../../src/app/turns/restoreMessage.ts'
import { backedUp, contentOf, restored } from '../../support/backups.ts'
import { wordGates } from '../../support/merges.ts'
import { onEveryStore } from '../../support/scopes.ts'
import { say } from '../../support/talk.ts'
import { imports } from '../../support/transcripts.ts'

const pick = { into: 'into', from: ['from'], strategy: 'CHERRY_PICK', turns: ['from:u1'] } as const

async function ownForm(scope: Scope): Promise<Buffer> {
  const { pieces } = await openExport(scope, { conversationId: 'into', format: 'NDJSON' })
  return buffer(pieces)
}

await onEveryStore('what shows turns of others', (on) => {
  let count = 0
  const alone = () => {
    const tenant = `copies ${on.name} ${++count}`
    return () => on.scope({ tenant })
  }
  /** A conversation `into` that picked the one turn of `from`, and nothing else. */
  const picked = async (scope: () => Scope) => {
    await say(scope(), 'from', 'u1', 'as it was')
    await say(scope(), 'into', 's1', 'be brief')
    await mergeConversations(scope(), wordGates(), pick)
  }
  const shows = async (scope: () => Scope, id: string, text: string | null) => {
    const shown = await labelsOf(scope(), await conversationOf(scope(), id))
    const title = text === null ? 'Untitled' : `${['fork', 'real'].includes(id) ? 'Fork of ' : ''}${cleanTitle(text)}`
    assert.deepEqual(shown, { title, preview: text ?? '' }, id)
    const texts = (await context(scope(), id, null)).map((entry) => entry.text)
    assert.deepEqual(
      texts.filter((one) => one !== 'be brief'),
      text === null ? [] : [text],
      id,
    )
    assert.deepEqual((await integrity(scope(), id)).findings, [], id)
  }

  it('shows what they say now, and its forks and their contexts made real do', async () => {
    const scope = alone()
    await picked(scope)
    await forkConversation(scope(), { source: 'into', newConversationId: 'fork' })
    await materialize(scope(), { conversationId: 'fork', newConversationId: 'real' })
    const all = ['from', 'into', 'fork', 'real']
    for (const id of all) await shows(scope, id, 'as it was')
    await amendMessage(scope(), { messageId: 'from:u1', fields: { text: 'as it is' } })
    for (const id of all) await shows(scope, id, 'as it is')
    await deleteMessage(scope(), { id: 'from:u1' })
    for (const id of all) await shows(scope, id, null)
    await restoreMessage(scope(), { id: 'from:u1' })
    for (const id of all) await shows(scope, id, 'as it is')
  })

  it('is found by what they say now', async () => {
    const scope = alone()
    await picked(scope)
    await amendMessage(scope(), { messageId: 'from:u1', fields: { text: 'something else' } })
    const found = async (text: string) => {
      const { items } = await conversationsWithText(scope(), text, {}, { first: 10 })
      return items.map(({ item }) => item.id).sort()
    }
    assert.deepEqual(await found('"something else"'), ['from', 'into'])
    assert.deepEqual(await found('"as it was"'), [])
  })

  it('goes on so where it came in its own form, all of it or the part that was lacking', async () => {
    const [scope, whole, later] = [alone(), alone(), alone()]
    await say(scope(), 'from', 'u1', 'as it was')
    await say(scope(), 'into', 's1', 'be brief')
    await imports(later(), await ownForm(scope()))
    await mergeConversations(scope(), wordGates(), pick)
    for (const there of [whole, later]) {
      await imports(there(), await ownForm(scope()))
      await deleteMessage(there(), { id: 'from:u1' })
      await shows(there, 'into', null)
    }
  })

  it('goes on so after a backup', async () => {
    const [scope, other] = [alone(), alone()]
    await picked(scope)
    const bytes = await backedUp(scope(), { attachments: null })
    await restored(other(), bytes)
    assert.deepEqual(contentOf(await backedUp(other(), { attachments: null })), contentOf(bytes))
    await deleteMessage(other(), { id: 'from:u1' })
    for (const id of ['from', 'into']) await shows(other, id, null)
  })
})
