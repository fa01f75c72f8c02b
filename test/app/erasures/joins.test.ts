/** A join carries what the branches brought: it is erased with that, and keeps the bytes where it stays. */
import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { it } from 'node:test'
import { erase } from '../../../src/app/erasures/erase.ts'
import { forkConversation } from '../../../src/app/forks/forkConversation.ts'
import { undo } from '../../../src/app/heads/undo.ts'
import { integrity } from '../../../src/app/integrity/integrity.ts'
import { evidencePage } from '../../../src/app/merges/gathered.ts'
import { mergeConversations } from '../../../src/app/merges/mergeConversations.ts'
import { unrelate } from '../../../src/app/relationships/unrelate.ts'
import type { Scope } from '../../../src/app/scope.ts'
import { attachmentIds } from '../../../src/domain/records/attachment.ts'
import { intercept } from '../../../src/storage/intercept.ts'
import { wordGates } from '../../support/merges.ts'
import { onEveryStore } from '../../support/scopes.ts'
import { storedText } from '../../support/storedText.ts'
import { say } from '../../support/talk.ts'
import { pathOf } from '../../support/transcripts.ts'

const secret = 'XQZSECRETXQZ'
const idOf = (text: string) => createHash('sha256').update(text).digest('hex')
const mine = `good ${secret}`

await onEveryStore('a join', (on) => {
  let count = 0
  const evidence = (scope: Scope, into: string, ...from: string[]) =>
    mergeConversations(scope, wordGates(), { into, from, strategy: 'EVIDENCE', gate: { command: 'words' } })
  const brings = (scope: Scope, conversationId: string, text: string) =>
    say(scope, conversationId, 'u2', 'see', {
      attachments: [
        { base64: Buffer.from(text).toString('base64'), name: `${text}.txt`, mediaType: 'text/plain', kind: 'report' },
      ],
    })
  /** Two branches bring a file each, both are merged, and what came of it is merged on. */
  const scene = async () => {
    const tenant = `joins ${on.name} ${++count}`
    const scope = () => on.scope({ tenant })
    await say(scope(), 'm', 'u1')
    for (const newConversationId of ['a', 'b', 'n', 'other'])
      await forkConversation(scope(), { source: 'm', newConversationId })
    await brings(scope(), 'a', mine)
    await brings(scope(), 'b', 'good two')
    await evidence(scope(), 'm', 'a', 'b')
    await evidence(scope(), 'n', 'm')
    await evidence(scope(), 'other', 'b')
    return scope
  }
  const joinOf = async (scope: Scope, id: string) => (await pathOf(scope, id)).at(-1)
  const kept = async (scope: Scope, text: string) => {
    const [attachment] = await scope.store.attachments([idOf(text)])
    return attachment?.erased !== true && (await scope.attachmentBytes.size(scope.tenant, idOf(text))) !== null
  }
  /** Returns the files that the merges into "m" brought, with the branches that they came from. */
  const broughtTo = async (scope: Scope) => {
    const [m] = await scope.store.conversations(['m'])
    const { items } = await evidencePage(scope, m ?? assert.fail(), { first: 10 })
    return items.map(({ item: { fileName, fromId } }) => [fileName, fromId])
  }
  const isSound = async (scope: Scope) => {
    for (const id of ['m', 'n', 'a', 'b', 'other']) {
      const { damage, findings } = await integrity(scope, id, { deep: true })
      assert.deepEqual([id, damage, findings], [id, 0, []])
    }
  }

  it('is erased with what it carries, and so is what was merged on; another keeps what it has', async () => {
    const scope = await scene()
    const input = { messageIds: ['a:u2'], reason: 'DATA_SUBJECT_REQUEST' } as const
    const dry = await erase(scope(), { ...input, dryRun: true })
    const { affected } = await erase(scope(), input)
    assert.deepEqual([affected, affected.observations, affected.derived], [dry.affected, 3, 2])
    for (const id of ['m', 'n']) assert.equal((await joinOf(scope(), id))?.erased !== undefined, true, id)
    assert.deepEqual(attachmentIds((await joinOf(scope(), 'other'))?.blocks ?? []), [idOf('good two')])
    assert.deepEqual([await kept(scope(), mine), await kept(scope(), 'good two')], [false, true])
    assert.ok(!(await storedText(scope())).includes(secret))
    await isSound(scope())
  })

  for (const [how, targets] of [
    ['the message', { messageIds: ['a:u2'] }],
    ['the attachment', { attachmentIds: [idOf(`bad ${secret}`)] }],
  ] as const)
    // prettier-ignore
    it(`is not made of what was refuted, whose name goes out of the line of the merge with ${how}`, async () => {
      const tenant = `joins ${on.name} ${++count}`
      const scope = () => on.scope({ tenant })
      await say(scope(), 'm', 'u1')
      for (const newConversationId of ['a', 'b']) await forkConversation(scope(), { source: 'm', newConversationId })
      await brings(scope(), 'a', `bad ${secret}`)
      await brings(scope(), 'b', 'good two')
      // What comes behind the file is the head that the line names.
      await say(scope(), 'a', 'u3')
      const { event } = await evidence(scope(), 'm', 'a', 'b')
      assert.ok(JSON.stringify(event).includes(secret))
      await erase(scope(), { ...targets, reason: 'OTHER' })
      const [line] = await scope().store.events([event.id])
      assert.deepEqual(line?.details['refuted'], [{ conversationId: 'a', reason: '' }])
      assert.ok(!(await storedText(scope())).includes(secret))
      assert.deepEqual(await broughtTo(scope()), [['good two.txt', 'b']])
    })

  it('tells of what it carries also once the head of a branch that the line names is erased', async () => {
    const tenant = `joins ${on.name} ${++count}`
    const scope = () => on.scope({ tenant })
    await say(scope(), 'm', 'u1')
    await forkConversation(scope(), { source: 'm', newConversationId: 'a' })
    await brings(scope(), 'a', mine)
    await say(scope(), 'a', 'u3')
    await evidence(scope(), 'm', 'a')
    await erase(scope(), { messageIds: ['a:u3'], reason: 'OTHER' })
    assert.deepEqual(await broughtTo(scope()), [[`${mine}.txt`, 'a']])
  })

  it('keeps the bytes where what is derived stays', async () => {
    const scope = await scene()
    const { affected } = await erase(scope(), { messageIds: ['a:u2'], reason: 'OTHER', includeDerived: false })
    assert.deepEqual([affected.observations, await kept(scope(), mine)], [1, true])
    assert.equal((await joinOf(scope(), 'm'))?.erased, undefined)
    await isSound(scope())
  })

  for (const targets of [{ attachmentIds: [idOf(mine)] }, { messageIds: ['a:u2'] }])
    it(`is refused where what it would carry was erased since it was judged, by ${Object.keys(targets).join()}`, async () => {
      const tenant = `joins ${on.name} ${++count}`
      const scope = () => on.scope({ tenant })
      for (const id of ['m', 'a']) await say(scope(), id, 'u1')
      await brings(scope(), 'a', mine)
      let isDone = false
      const base = on.scope({ tenant, process: 2 })
      const store = intercept(base.store, async (method, call) => {
        if (method === 'write' && !isDone) {
          isDone = true
          await erase(scope(), { ...targets, reason: 'OTHER' })
        }
        return call()
      })
      await assert.rejects(evidence({ ...base, store }, 'm', 'a'), { code: 'ERASED' })
      assert.deepEqual(
        (await pathOf(scope(), 'm')).map(({ kind }) => kind),
        ['TURN'],
      )
    })
})

await onEveryStore('an older version that embeds an attachment', (on) => {
  it('keeps its bytes also where the edge that told of it was deleted', async () => {
    const scope = () => on.scope({ tenant: `older ${on.name}` })
    const base64 = Buffer.from('shared').toString('base64')
    await say(scope(), 'talk', 'u1', 'one', { attachments: [{ base64 }] })
    await undo(scope(), { conversationId: 'talk' })
    await say(scope(), 'talk', 'u1', 'without')
    const ends = { source: { messageId: 'talk:u1' }, target: { attachmentId: idOf('shared') } }
    await unrelate(scope(), { type: 'EMBEDS', ...ends })
    await say(scope(), 'talk', 'u2', 'two', { attachments: [{ base64 }] })
    await erase(scope(), { messageIds: ['talk:u2'], reason: 'OTHER' })
    const [attachment] = await scope().store.attachments([idOf('shared')])
    assert.deepEqual(
      [attachment?.erased, await scope().attachmentBytes.size(scope().tenant, idOf('shared'))],
      [undefined, 6],
    )
  })
})
