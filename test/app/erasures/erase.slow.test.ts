import assert from 'node:assert/strict'
import { createPublicKey } from 'node:crypto'
import { buffer } from 'node:stream/consumers'
import { it } from 'node:test'
import { compactVerify, createLocalJWKSet } from 'jose'
import { annotate } from '../../../src/app/annotations/annotate.ts'
import { erase } from '../../../src/app/erasures/erase.ts'
import { publicKeys } from '../../../src/app/erasures/receipt.ts'
import { exportConversation, exportNames } from '../../../src/app/exports/exportConversation.ts'
import { forkConversation } from '../../../src/app/forks/forkConversation.ts'
import { checkpoint } from '../../../src/app/heads/checkpoint.ts'
import { integrity } from '../../../src/app/integrity/integrity.ts'
import { verifyPath } from '../../../src/app/integrity/verifyPath.ts'
import { compact } from '../../../src/app/markers/compact.ts'
import { claimRun } from '../../../src/app/runs/claimRun.ts'
import { suspendRun } from '../../../src/app/runs/suspendRun.ts'
import type { Scope } from '../../../src/app/scope.ts'
import { search } from '../../../src/app/search/search.ts'
import { putRecords } from '../../../src/app/stateRecords/putRecords.ts'
import { contextOf } from '../../../src/app/transcripts/context.ts'
import { transcriptPage } from '../../../src/app/transcripts/transcript.ts'
import { amendMessage } from '../../../src/app/turns/amendMessage.ts'
import { restoreMessage } from '../../../src/app/turns/restoreMessage.ts'
import { messageSnapshot } from '../../../src/app/turns/snapshots.ts'
import type { Conversation, JsonObject } from '../../../src/domain/model.ts'
import { backedUp, everything, restored } from '../../support/backups.ts'
import { storedText as stored } from '../../support/storedText.ts'
import { onEveryStore } from '../../support/scopes.ts'
import { say, tools } from '../../support/talk.ts'
import { imports, linesOf } from '../../support/transcripts.ts'
import { Readable } from 'node:stream'

const secret = 'XQZSECRETXQZ'

const session = (more: JsonObject[] = []) =>
  linesOf([
    { type: 'session', version: 3, id: 'pi', timestamp: '2026-01-01T00:00:00.000Z', cwd: '/w' },
    ...[null, 'u1', 'a2', 'u3'].map((parentId, i) => ({
      ...{
        type: 'message',
        id: `${i % 2 ? 'a' : 'u'}${i + 1}`,
        parentId,
        timestamp: `2026-01-01T00:00:0${i + 1}.000Z`,
      },
      message: {
        role: i % 2 ? 'assistant' : 'user',
        content: [{ type: 'text', text: i === 2 ? `tell ${secret}` : `text ${i}` }],
      },
    })),
    ...more,
  ])

await onEveryStore('an erasure', (on) => {
  let count = 0
  const alone = (more = {}) => on.scope({ tenant: `erasing ${on.name} ${++count}`, ...more })
  const conversationOf = async (scope: Scope, id: string) => {
    scope.reads.clear()
    return (await scope.reads.conversation(id)) as Conversation
  }
  const isSound = async (scope: Scope, ...ids: string[]) => {
    for (const id of ids) {
      scope.reads.clear()
      const { findings, damage } = await integrity(scope, id)
      assert.deepEqual([id, damage, findings.filter(({ code }) => !['RECORD_PART_LOOSE'].includes(code))], [id, 0, []])
    }
  }

  /** A turn whose words stand in a correction, a fork, a restatement, a summary, annotations, records, a run, the ledger and attachments. */
  const scene = async (scope: Scope) => {
    await claimRun(scope, { conversationId: 'talk', runId: 'r1', settings: { prompt: secret } })
    const { observation } = await say(scope, 'talk', 'u1', `my key is ${secret}`, {
      ...{ idempotencyKey: 'k1', metadata: { note: secret }, runId: 'r1', senderId: secret },
    })
    await suspendRun(scope, { conversationId: 'talk', runId: 'r1', questionId: 'q', request: { ask: secret } })
    await say(scope, 'talk', 'a1', 'noted')
    await say(scope, 'talk', 'u2', 'and now?')
    await say(scope, 'talk', 'u3', 'see', {
      attachments: [{ name: `${secret}.txt`, base64: Buffer.from(`bytes ${secret}`).toString('base64') }],
    })
    await forkConversation(scope, { source: 'talk', newConversationId: 'fork', note: 'plain' })
    await say(scope, 'fork', 'u1', `my key is ${secret}`, { senderId: secret })
    await say(scope, 'talk', 'u1', `my key is ${secret}`, { senderId: secret })
    await amendMessage(scope, { messageId: 'talk:u1', fields: { text: `no, ${secret}` }, note: secret })
    await annotate(scope, { observationId: observation.id, annotations: { says: secret } })
    await putRecords(scope, {
      conversationId: 'talk',
      records: [{ kind: 'k', key: 'a', value: secret, observationId: observation.id }],
    })
    await checkpoint(scope, { conversationId: 'talk', name: 'here' })
    await compact(scope, {
      conversationId: 'fork',
      from: { turn: 1 },
      to: { turn: 2 },
      summary: `They said ${secret}.`,
    })
    return observation
  }

  for (const salted of [false, true])
    it(`takes what a message said out of everything, and leaves the rest sound (${salted ? 'salted' : 'plain'})`, async () => {
      const scope = alone({ salted })
      const observation = await scene(scope)
      assert.ok((await stored(scope)).includes(secret))
      const before = await verifyPath(scope, observation.id)
      scope.reads.clear()
      const dry = await erase(scope, { messageIds: ['talk:u1', 'talk:u3'], reason: 'SECRET_LEAKED', dryRun: true })
      assert.equal(dry.receipt, null)
      const { receipt, affected, residue } = await erase(scope, {
        messageIds: ['talk:u1', 'talk:u3'],
        reason: 'SECRET_LEAKED',
        note: 'leaked',
      })
      assert.deepEqual(affected, dry.affected)
      assert.deepEqual(residue, receipt?.residue)
      assert.deepEqual(
        dry.residue,
        residue.filter((one) => one !== 'STATE_RECORDS'),
      )
      assert.equal(receipt?.state, 'ERASED')
      assert.deepEqual(
        [affected.derived, affected.messages, affected.conversations, affected.forks, affected.attachments],
        [1, 3, 2, 1, 1],
      )
      assert.equal(receipt.residue.includes('PLAIN_DIGEST'), !salted)
      const all = await stored(scope)
      assert.ok(
        !all.includes(secret),
        all.split('\n').find((line) => line.includes(secret)),
      )
      assert.ok(!all.includes(Buffer.from(secret).toString('base64').slice(0, 12)))
      scope.reads.clear()
      const after = await verifyPath(scope, observation.id)
      assert.deepEqual([after.status, after.valid, after.stored], ['ERASED', true, before.stored])
      await isSound(scope, 'talk', 'fork')
      const talk = await conversationOf(scope, 'talk')
      assert.deepEqual([talk.derivedTitle, talk.preview], ['and now?', 'and now?'])
      const raw = await transcriptPage(scope, talk, 'RAW', { first: 10 }, { values: 'CURRENT', includeDeleted: true })
      assert.deepEqual(
        raw.entries.map(({ entry }) => [entry.text, entry.erased]),
        [
          ['', true],
          ['noted', false],
          ['and now?', false],
          ['', true],
        ],
      )
      const context = await contextOf(scope, talk, null)
      assert.ok(!context.some(({ observation: { erased } }) => erased))
      const found = await search(scope, secret, null, { first: 10 })
      assert.equal(found.items.length, 0)
      const message = await scope.reads.message('talk:u1')
      assert.equal(message?.erased, true)
      assert.equal(await messageSnapshot(scope, message), null)
      for (const command of [
        amendMessage(scope, { messageId: 'talk:u1', fields: { text: 'x' } }),
        restoreMessage(scope, { id: 'talk:u1' }),
      ])
        // prettier-ignore
        await assert.rejects(command, { code: 'ERASED' })
      for (const format of exportNames.filter((name) => name !== 'ORIGINAL'))
        for (const id of ['talk', 'fork'])
          assert.ok(
            !(await buffer(Readable.from(exportConversation(scope, { conversationId: id, format })))).includes(secret),
            format,
          )
      // Nothing erased is said again: it is a version of the turn.
      const again = await say(scope, 'talk', 'u1', `my key is ${secret}`)
      assert.equal(again.restated, false)
      assert.equal((await scope.store.messages(['talk:u1']))[0]?.erased, undefined)
      await isSound(scope, 'talk', 'fork')
    })

  it('gives a receipt that any JOSE library verifies, and that says nothing of the content or of hosts', async () => {
    const scope = alone({ salted: true })
    const observation = await scene(scope)
    const { receipt } = await erase(scope, {
      observationIds: [observation.id],
      messageIds: ['talk:u3'],
      reason: 'OTHER',
      note: 'why',
    })
    const keys = publicKeys(await scope.store.receiptKeys())
    assert.equal(createPublicKey({ key: keys.keys[0] as never, format: 'jwk' }).asymmetricKeyType, 'ed25519')
    const { payload } = await compactVerify(receipt?.signature ?? '', createLocalJWKSet(keys as never))
    const text = new TextDecoder().decode(payload)
    const said = JSON.parse(text) as {
      id: string
      observations: { id: string; pathHash: string }[]
      saltsDestroyed: boolean
    }
    assert.equal(said.id, receipt?.id)
    assert.equal(said.saltsDestroyed, true)
    assert.ok(
      said.observations.some(({ id, pathHash }) => id === observation.id && pathHash === observation.place?.pathHash),
    )
    for (const word of [secret, 'talk', 'u1', 'why'])
      assert.ok(!text.includes(`"${word}`) && !text.includes(secret), word)
  })

  it('is done once a key, and what is erased is no error', async () => {
    const scope = alone()
    await say(scope, 'c', 'u1', secret)
    const input = { messageIds: ['c:u1'], reason: 'OTHER', idempotencyKey: 'e1' } as const
    const first = await erase(scope, input)
    const again = await erase(scope, input)
    assert.deepEqual([again.replayed, again.receipt?.id], [true, first.receipt?.id])
    const other = await erase(scope, { ...input, idempotencyKey: 'e2' })
    assert.deepEqual([other.affected.observations, other.receipt?.state], [0, 'ERASED'])
    await assert.rejects(erase(scope, { messageIds: ['c:nothing'], reason: 'OTHER' }), { code: 'NOT_FOUND' })
    await assert.rejects(erase(scope, { reason: 'OTHER' }), { code: 'BAD_INPUT' })
  })

  it('says that state records are left which may repeat it, until they or their conversation go', async () => {
    const scope = alone()
    for (const id of ['c', 'd']) await say(scope, id, 'u1', secret)
    await putRecords(scope, { conversationId: 'c', records: [{ kind: 'k', key: 'a', value: { said: secret } }] })
    const residueOf = async (input: { messageIds: string[] } | { conversationIds: string[] }) =>
      (await erase(scope, { ...input, reason: 'OTHER' })).receipt?.residue.includes('STATE_RECORDS')
    assert.deepEqual(
      [await residueOf({ messageIds: ['d:u1'] }), await residueOf({ messageIds: ['c:u1'] })],
      [false, true],
    )
    assert.equal(await residueOf({ conversationIds: ['c'] }), false)
    assert.ok(!(await stored(scope)).includes(secret))
  })

  it('counts the calls of a turn as they were stored once their correction is erased', async () => {
    const scope = alone()
    await say(scope, 'c', 'u1')
    for (const n of [1, 2]) for (const role of ['a', 't']) await tools(scope, 'c', `${role}${n}`, [`c${n}`])
    await amendMessage(scope, { messageId: 'c:a1', fields: { text: secret } })
    await amendMessage(scope, { messageId: 'c:a2', fields: { content: null } })
    await isSound(scope, 'c')
    await erase(scope, { conversationIds: ['c'], reason: 'OTHER' })
    await isSound(scope, 'c')
    assert.ok(!(await stored(scope)).includes(secret))
  })

  it('leaves what is counted of a message as it is shown, where its correction or its newest version goes alone', async () => {
    const scope = alone()
    await say(scope, 'c', 'u1')
    for (const role of ['a', 't']) await tools(scope, 'c', `${role}1`, ['c1'])
    const { observation } = await amendMessage(scope, {
      messageId: 'c:a1',
      fields: { text: secret, usage: { inputTokens: 5 } },
    })
    const newer = await say(scope, 'c', 'a1', 'another version', { usage: { inputTokens: 7 } })
    for (const id of [newer.observation.id, observation?.id ?? '']) {
      await erase(scope, { observationIds: [id], reason: 'OTHER' })
      await isSound(scope, 'c')
    }
    scope.reads.clear()
    const message = await scope.reads.message('c:a1')
    assert.equal((message && ((await messageSnapshot(scope, message))?.fields['content'] as unknown[]))?.length, 1)
  })

  it('derives the preview of a fork anew that remembers the head which it inherits', async () => {
    const scope = alone()
    await say(scope, 'c', 'u1', secret)
    await forkConversation(scope, { source: 'c', newConversationId: 'fork' })
    await say(scope, 'fork', 'u1', secret)
    await erase(scope, { messageIds: ['c:u1'], reason: 'OTHER' })
    assert.deepEqual(
      [(await conversationOf(scope, 'fork')).preview, (await stored(scope)).includes(secret)],
      ['', false],
    )
  })

  it('takes a summary of a summary along with what both sum up', async () => {
    const scope = alone()
    for (const turn of ['u1', 'a1', 'u2', 'a2', 'u3', 'a3']) await say(scope, 'c', turn)
    const points = (from: number, to: number) => ({ conversationId: 'c', from: { turn: from }, to: { turn: to } })
    await compact(scope, { ...points(1, 2), summary: `First ${secret}.` })
    for (const turn of ['u4', 'a4']) await say(scope, 'c', turn)
    await compact(scope, { ...points(5, 8), summary: `Then ${secret}.` })
    const { affected } = await erase(scope, { messageIds: ['c:u1'], reason: 'OTHER' })
    assert.deepEqual([affected.observations, affected.derived], [3, 2])
    assert.ok(!(await stored(scope)).includes(secret))
    await isSound(scope, 'c')
  })

  it('leaves out a call with its whole tool group', async () => {
    const scope = alone()
    await say(scope, 'c', 'u1')
    await tools(scope, 'c', 'a1', ['c1', 'c2'])
    await tools(scope, 'c', 't1', ['c1'])
    await tools(scope, 'c', 't2', ['c2'])
    await say(scope, 'c', 'a2', 'done')
    await erase(scope, { messageIds: ['c:t1'], reason: 'OTHER' })
    const context = await contextOf(scope, await conversationOf(scope, 'c'), null)
    assert.deepEqual(
      context.map(({ text }) => text),
      ['u1', 'done'],
    )
    await isSound(scope, 'c')
  })

  it('shows what is left of a message of which one version is erased', async () => {
    const scope = alone()
    await say(scope, 'c', 'u1', 'first', { metadata: { a: 1 } })
    const { observation } = await say(scope, 'c', 'u1', secret)
    await erase(scope, { observationIds: [observation.id], reason: 'OTHER' })
    scope.reads.clear()
    const message = await scope.reads.message('c:u1')
    assert.equal(message && (await messageSnapshot(scope, message))?.fields['text'], 'first')
    assert.ok(!(await stored(scope)).includes(secret))
    await isSound(scope, 'c')
  })

  it('empties conversations of everything that there is, and a backup carries what is left', async () => {
    const scope = alone()
    await everything(scope)
    const ids: string[] = []
    for (let after: string | null = null; ;) {
      const page: { items: readonly Conversation[]; next: string | null } = await scope.store.walk('conversations', {
        after,
        limit: 100,
      })
      ids.push(...page.items.map(({ id }) => id))
      after = page.next
      if (after === null) break
    }
    await isSound(scope, ...ids)
    const some = ids.filter((_, i) => i % 2 === 0)
    await erase(scope, { conversationIds: some, reason: 'CONSENT_WITHDRAWN' })
    await isSound(scope, ...ids)
    const bytes = await backedUp(scope)
    const copy = on.scope({ tenant: `copy ${on.name} ${count}` })
    await restored(copy, bytes)
    await isSound(copy, ...ids)
    assert.equal(
      (await backedUp(copy)).toString().split('\n').slice(3, -2).join('\n'),
      bytes.toString().split('\n').slice(3, -2).join('\n'),
    )
    await erase(scope, { conversationIds: ids, reason: 'CONSENT_WITHDRAWN' })
    await isSound(scope, ...ids)
    const left = await stored(scope)
    for (const word of [
      'hello',
      'more, again',
      'another way',
      'so far',
      'to be rated',
      'a \\"title\\"',
      'text 2',
      'n.txt',
      'elsewhere',
    ])
      assert.ok(
        !left.includes(word),
        left.split('\n').find((line) => line.includes(word)),
      )
  })

  it('keeps erased lines out when their file is imported again, or goes on', async () => {
    const scope = alone()
    await imports(scope, session())
    const { items } = await scope.store.walk('observations', { after: null, limit: 100 })
    const observation = items.find(({ blocks }) => JSON.stringify(blocks).includes(secret))
    await erase(scope, { observationIds: [observation?.id ?? ''], reason: 'OTHER' })
    assert.ok(!(await stored(scope)).includes(secret))
    const again = await imports(scope, session())
    assert.equal(again.report.added, 0)
    const more = {
      type: 'message',
      id: 'u5',
      parentId: 'a4',
      timestamp: '2026-01-01T00:00:09.000Z',
      message: { role: 'user', content: [{ type: 'text', text: 'on' }] },
    }
    const longer = await imports(scope, session([more]))
    assert.equal(longer.report.added, 1)
    assert.ok(
      longer.report.findings.some(({ code, line }) => code === 'ERASED' && line === 4),
      JSON.stringify(longer.report.findings),
    )
    assert.ok(!(await stored(scope)).includes(secret))
    await isSound(scope, 'pi')
  })
})
