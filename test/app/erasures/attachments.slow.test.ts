/** Attachments are erased whatever embeds them, and the rest of what does is as it was. */
import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { it } from 'node:test'
import { putAttachment } from '../../../src/app/attachments/attachments.ts'
import { erase } from '../../../src/app/erasures/erase.ts'
import { covers } from '../../../src/app/erasures/erasures.ts'
import { openExport } from '../../../src/app/exports/exportConversation.ts'
import { forkConversation } from '../../../src/app/forks/forkConversation.ts'
import { integrity } from '../../../src/app/integrity/integrity.ts'
import { verifyPath } from '../../../src/app/integrity/verifyPath.ts'
import { relate } from '../../../src/app/relationships/relate.ts'
import { reread } from '../../../src/app/rereads/reread.ts'
import type { Scope } from '../../../src/app/scope.ts'
import { search } from '../../../src/app/search/search.ts'
import { amendMessage } from '../../../src/app/turns/amendMessage.ts'
import { messageSnapshot } from '../../../src/app/turns/snapshots.ts'
import type { Changes } from '../../../src/domain/changes.ts'
import type { JsonObject } from '../../../src/domain/model.ts'
import type { AttachmentBytes } from '../../../src/storage/attachments/attachmentBytes.ts'
import { intercept } from '../../../src/storage/intercept.ts'
import { backedUp, contentOf, restored } from '../../support/backups.ts'
import { onEveryStore, type TestStore } from '../../support/scopes.ts'
import { storedText } from '../../support/storedText.ts'
import { say } from '../../support/talk.ts'
import { imports, linesOf, pathOf } from '../../support/transcripts.ts'

const secret = 'XQZSECRETXQZ'
const bytes = Buffer.from(`the bytes of ${secret}, all of them`)
const base64 = bytes.toString('base64')
const hashOf = (text: string | Buffer) => createHash('sha256').update(text).digest('hex')
const id = hashOf(bytes)
const uri = `https://example.org/${secret}`
const fileName = `${secret}.txt`

/** Two turns that embed the same bytes, by a name each, a fork, a correction, an edge, and a URI. */
async function scene(scope: Scope): Promise<void> {
  await say(scope, 'talk', 'u1', 'look at this', {
    attachments: [
      { name: fileName, base64 },
      { uri, name: `uri ${fileName}` },
    ],
  })
  await say(scope, 'talk', 'u2', 'and again', { attachments: [{ name: `other ${fileName}`, base64 }] })
  await say(scope, 'talk', 'u3', 'nothing')
  await forkConversation(scope, { source: 'talk', newConversationId: 'fork', at: { turn: 1 } })
  await say(scope, 'fork', 'f1', 'here too', { attachments: [{ base64 }] })
  await amendMessage(scope, { messageId: 'talk:u3', fields: { content: [{ text: 'see' }, { attachmentId: id }] } })
  await putAttachment(scope, {
    bytes: Readable.from([bytes]),
    mediaType: 'text/plain',
    fileName: `late ${fileName}`,
    expected: null,
  })
  await relate(scope, {
    type: 'REFERS_TO',
    source: { conversationId: 'talk' },
    target: { attachmentId: id },
    metadata: { as: secret },
  })
}

/** A session whose program writes the bytes and the name of a file into its lines. */
const session = (name: string, more: JsonObject[] = []) => {
  const event = (id: string, parentId: string | null, type: string, data: JsonObject): JsonObject => ({
    type,
    data,
    id,
    parentId,
    timestamp: '2026-07-19T23:12:34.849Z',
  })
  const attachment = { type: 'blob', data: base64, displayName: fileName, mimeType: 'text/plain' }
  return linesOf([
    event('s', null, 'session.start', { sessionId: name, version: 1, context: { cwd: '/w' } }),
    event('u', 's', 'user.message', { content: 'what is it?', attachments: [attachment] }),
    event('q', 'u', 'hook.end', {}),
    event('a', 'q', 'assistant.message', { content: 'a text', model: 'm' }),
    ...more,
  ])
}

await onEveryStore('the erasure of an attachment', (on) => {
  let count = 0
  const alone = (more = {}) => on.scope({ tenant: `attachments ${on.name} ${++count}`, ...more })
  const isSound = async (scope: Scope, ...ids: string[]) => {
    for (const one of ids) {
      scope.reads.clear()
      const { findings, damage } = await integrity(scope, one, { deep: true })
      assert.deepEqual([one, damage, findings], [one, 0, []])
    }
  }
  const holdsIt = async (scope: Scope) => {
    const text = await storedText(scope)
    return text.includes(secret) || text.includes(base64)
  }

  it('takes bytes, URI and every name, and leaves what was said beside them', async () => {
    const scope = alone()
    await scene(scope)
    const input = { attachmentIds: [id, hashOf(uri)], reason: 'CONSENT_WITHDRAWN' } as const
    const dry = await erase(scope, { ...input, dryRun: true })
    assert.deepEqual([dry.affected.attachments, dry.affected.observations, dry.affected.conversations], [2, 0, 2])
    assert.ok(dry.affected.bytes >= bytes.length && (await holdsIt(scope)))
    const { affected, receipt } = await erase(scope, input)
    assert.deepEqual([affected, receipt?.state], [dry.affected, 'ERASED'])
    assert.ok(receipt && !(await holdsIt(scope)))
    assert.equal(await scope.attachmentBytes.size(scope.tenant, id), null)
    const [attachment] = await scope.store.attachments([id])
    assert.deepEqual([attachment?.erased, attachment?.fileName], [true, null])
    for (const [at, text] of Object.entries(['look at this', 'and again', 'nothing'])) {
      const node = (await pathOf(scope, 'talk'))[Number(at)]
      assert.deepEqual([node?.blocks[0], node?.erased], [{ type: 'text', text }, undefined])
    }
    const [first] = await pathOf(scope, 'talk')
    assert.deepEqual(
      first?.blocks.slice(1),
      [id, hashOf(uri)].map((attachmentId) => ({ type: 'attachment', attachmentId })),
    )
    const message = await scope.reads.message('talk:u3')
    assert.equal(message && (await messageSnapshot(scope, message))?.fields['text'], 'see')
    const { valid, status, erased } = await verifyPath(scope, (await pathOf(scope, 'talk')).at(-1)?.id ?? '')
    assert.deepEqual([valid, status, erased.length], [true, 'ERASED', 2])
    await isSound(scope, 'talk', 'fork')
    const asked = [id, hashOf(uri), hashOf('nothing')].map((attachmentId) => covers(scope, receipt, { attachmentId }))
    assert.deepEqual([await Promise.all(asked), receipt.things.length], [[true, true, false], 2])
    assert.ok(receipt.residue.includes('ATTACHMENT_ID') && !JSON.stringify(receipt.things).includes(id))
    assert.equal((await erase(scope, input)).affected.attachments, 0)
  })

  it('leaves no salt, and no word of a name in the search', async () => {
    const scope = alone({ salted: true })
    await scene(scope)
    const found = async (words: string) => (await search(scope, words, null, { first: 5 })).items.length
    assert.ok((await found('and again')) > 0)
    const { receipt } = await erase(scope, { attachmentIds: [id], reason: 'OTHER' })
    assert.ok(!receipt?.residue.includes('PLAIN_DIGEST'))
    const [first, second, third] = await pathOf(scope, 'talk')
    assert.deepEqual([first?.salt, second?.salt, typeof third?.salt], [null, null, 'string'])
    assert.deepEqual([(await found('and again')) > 0, await found(`other ${fileName}`)], [true, 0])
    await isSound(scope, 'talk', 'fork')
  })

  it('refuses ids that name nothing here', async () => {
    const scope = alone()
    await scene(scope)
    for (const [asked, attachmentIds] of [
      [scope, [hashOf('x')]],
      [alone(), [id]],
    ] as const)
      await assert.rejects(erase(asked, { attachmentIds, reason: 'OTHER' }), {
        code: 'NOT_FOUND',
        facts: { kind: 'Attachment', id: attachmentIds[0] },
      })
  })

  it('is counted by a receipt where it went, and not where something else embeds it still', async () => {
    const scope = alone()
    await say(scope, 'talk', 'u1', 'look', { attachments: [{ base64 }] })
    await say(scope, 'talk', 'u2', 'look', { attachments: [{ base64 }] })
    const [stays, goes] = [
      await erase(scope, { messageIds: ['talk:u1'], reason: 'OTHER' }),
      await erase(scope, { messageIds: ['talk:u2'], reason: 'OTHER' }),
    ].map(({ receipt }) => receipt?.scope)
    assert.deepEqual([stays?.attachments, goes?.attachments], [0, 1])
    assert.equal((goes?.bytes ?? 0) - (stays?.bytes ?? 0), bytes.length)
  })

  it('is there anew where a host sends it again', async () => {
    const scope = alone()
    await scene(scope)
    await erase(scope, { attachmentIds: [id], reason: 'OTHER' })
    await say(scope, 'talk', 'u9', 'once more', { attachments: [{ name: 'new.txt', base64 }] })
    const [attachment] = await scope.store.attachments([id])
    assert.deepEqual([attachment?.erased, attachment?.fileName], [undefined, 'new.txt'])
    assert.equal(await scope.attachmentBytes.size(scope.tenant, id), bytes.length)
    await isSound(scope, 'talk', 'fork')
  })

  it('takes it out of the files that it came with, and no file brings it back', async () => {
    for (const salted of [false, true]) {
      const scope = alone({ salted })
      await imports(scope, session('S'))
      assert.ok(await holdsIt(scope))
      await erase(scope, { attachmentIds: [id], reason: 'OTHER' })
      assert.ok(!(await holdsIt(scope)))
      const again = await imports(scope, session('S'))
      assert.deepEqual(
        [again.report.added, again.report.findings.map(({ code, line }) => [code, line])],
        [0, [['ERASED', 2]]],
      )
      const more = {
        type: 'user.message',
        data: { content: 'on' },
        id: 'u2',
        parentId: 'a',
        timestamp: '2026-07-19T23:13:34.849Z',
      }
      assert.equal((await imports(scope, session('S', [more]))).report.added, 1)
      const other = await imports(
        scope,
        session('T').replaceAll('"id":"', '"id":"t').replaceAll('"parentId":"', '"parentId":"t'),
      )
      assert.ok(other.report.added > 0 && other.report.findings.some(({ code }) => code === 'ERASED'))
      assert.ok(!(await holdsIt(scope)))
      const said = (await pathOf(scope, 'S')).map(({ blocks }) => JSON.stringify(blocks)).join('\n')
      assert.ok(said.includes('what is it?') && said.includes('a text'))
      assert.deepEqual([(await reread(scope)).corrected, await holdsIt(scope)], [0, false])
      await isSound(scope, 'S', 'T')
    }
  })

  it('is not undone by a backup of before, nor by a file of a conversation', async () => {
    const scope = alone()
    await scene(scope)
    await imports(scope, session('S'))
    const before = await backedUp(scope)
    const own = async (conversationId: string) => {
      scope.reads.clear()
      return buffer(Readable.from((await openExport(scope, { conversationId, format: 'NDJSON' })).pieces))
    }
    const files = [await own('talk'), await own('fork'), await own('S')]
    await erase(scope, { attachmentIds: [id, hashOf(uri)], reason: 'OTHER' })
    const { erased } = await restored(scope, before, { merge: true })
    assert.ok(erased.length > 0)
    for (const file of files)
      assert.ok((await imports(scope, file)).report.findings.some(({ code }) => code === 'ERASED'))
    assert.ok(!(await holdsIt(scope)))
    await isSound(scope, 'talk', 'fork', 'S')
    const after = await backedUp(scope)
    const copy = alone()
    await restored(copy, after)
    assert.deepEqual(contentOf(await backedUp(copy)), contentOf(after))
    await isSound(copy, 'talk', 'fork', 'S')
    const empty = alone()
    for (const conversationId of ['talk', 'fork', 'S']) await imports(empty, await own(conversationId))
    assert.ok(!(await holdsIt(empty)))
    await isSound(empty, 'talk', 'fork', 'S')
  })
})

const asked = 'once more'
/** Says something that embeds the bytes, by a request of another process. */
const saysAgain = (on: TestStore, tenant: string) =>
  say(on.scope({ tenant, process: 2 }), 'other', 'o1', asked, { attachments: [{ name: 'o.txt', base64 }] })

await onEveryStore('an attachment that is stored while the same bytes are erased', (on) => {
  let count = 0
  const tenantOf = () => `meanwhile ${on.name} ${++count}`
  /** Does something once, before or behind a call of the store or of what keeps the bytes. */
  const around = <S extends object>(
    target: S,
    when: (method: string, args: readonly unknown[]) => 'before' | 'behind' | null,
    act: () => Promise<unknown>,
  ): S => {
    // prettier-ignore
    let isDone = false
    return intercept(target, async (method, call, args) => {
      const moment = isDone ? null : when(method, args)
      isDone ||= moment !== null
      if (moment === 'before') await act()
      const result = await call()
      if (moment === 'behind') await act()
      return result
    })
  }
  const emptiesRow = (method: string, [changes]: readonly unknown[]) =>
    method === 'write' && ((changes as Changes).rewrites?.attachments.length ?? 0) > 0
  const isThere = async (scope: Scope) => {
    const [attachment] = await scope.store.attachments([id])
    const { damage } = await integrity(scope, 'other', { deep: true })
    assert.deepEqual(
      [attachment?.erased, await scope.attachmentBytes.size(scope.tenant, id), damage],
      [undefined, bytes.length, 0],
    )
  }

  it('is kept where its turn is stored before the row is emptied', async () => {
    const tenant = tenantOf()
    const scope = on.scope({ tenant })
    await say(scope, 'talk', 'u1', 'look', { attachments: [{ name: fileName, base64 }] })
    const store = around(
      scope.store,
      (...call) => (emptiesRow(...call) ? 'before' : null),
      () => saysAgain(on, tenant),
    )
    await erase({ ...scope, store }, { messageIds: ['talk:u1'], reason: 'OTHER' })
    await isThere(on.scope({ tenant }))
  })

  for (const moment of ['before', 'behind'] as const)
    it(`is kept where its turn is stored ${moment === 'before' ? 'between the row and the bytes' : 'once the bytes are aside'}`, async () => {
      const tenant = tenantOf()
      const scope = on.scope({ tenant })
      await say(scope, 'talk', 'u1', 'look', { attachments: [{ name: fileName, base64 }] })
      const { attachmentBytes } = scope
      const asks = (isGone: () => Promise<boolean>, act: () => Promise<unknown>) => {
        let times = 0
        return async () => {
          const answer = await isGone()
          if (++times === (moment === 'before' ? 1 : 2)) await act()
          return answer
        }
      }
      const slow: AttachmentBytes = {
        ...attachmentBytes,
        remove: (of, one, isGone) =>
          attachmentBytes.remove(
            of,
            one,
            asks(isGone, () => saysAgain(on, tenant)),
          ),
      }
      await erase({ ...scope, attachmentBytes: slow }, { messageIds: ['talk:u1'], reason: 'OTHER' })
      await isThere(on.scope({ tenant }))
    })

  it('is brought again where the bytes go after they came and before its turn is stored', async () => {
    const tenant = tenantOf()
    await say(on.scope({ tenant }), 'talk', 'u1', 'look', { attachments: [{ name: fileName, base64 }] })
    const scope = on.scope({ tenant, process: 2 })
    const erases = () => erase(on.scope({ tenant }), { messageIds: ['talk:u1'], reason: 'OTHER' })
    const store = around(scope.store, (method) => (method === 'write' ? 'before' : null), erases)
    await say({ ...scope, store }, 'other', 'o1', asked, { attachments: [{ base64 }] })
    await isThere(on.scope({ tenant }))
  })

  it('is refused where a turn embeds it by its id alone, also when it is erased while that is written', async () => {
    const tenant = tenantOf()
    const upload = () =>
      putAttachment(on.scope({ tenant }), {
        bytes: Readable.from([bytes]),
        mediaType: 'text/plain',
        fileName: null,
        expected: null,
      })
    const byId = (scope: Scope, turnId: string) =>
      say(scope, 'other', turnId, asked, { blocks: [{ type: 'attachment', attachmentId: id }] })
    const erases = () => erase(on.scope({ tenant }), { messageIds: ['talk:u1'], reason: 'OTHER' })
    const refused = { code: 'ERASED', facts: { attachmentId: id, erasureId: null } }
    await say(on.scope({ tenant }), 'talk', 'u1', 'look', { attachments: [{ name: fileName, base64 }] })
    assert.equal((await upload()).id, id)
    await erases()
    await assert.rejects(byId(on.scope({ tenant }), 'o1'), refused)
    assert.equal((await upload()).erased, undefined)
    await byId(on.scope({ tenant }), 'o1')
    await isThere(on.scope({ tenant }))
    await erase(on.scope({ tenant }), { messageIds: ['other:o1'], reason: 'OTHER' })
    await say(on.scope({ tenant }), 'talk', 'u1', 'look again', { attachments: [{ name: fileName, base64 }] })
    const scope = on.scope({ tenant, process: 2 })
    const store = around(scope.store, (method) => (method === 'write' ? 'before' : null), erases)
    await assert.rejects(byId({ ...scope, store }, 'o2'), refused)
    await assert.rejects(
      amendMessage(on.scope({ tenant }), { messageId: 'other:o1', fields: { content: [{ attachmentId: id }] } }),
      { code: 'ERASED' },
    )
  })

  for (const isKnown of [true, false])
    it(`is not brought back by a file that is imported meanwhile, ${isKnown ? 'where it was there' : 'also where it came and went meanwhile'}`, async () => {
      const tenant = tenantOf()
      const stores = () =>
        say(on.scope({ tenant }), 'talk', 'u1', 'look', { attachments: [{ name: fileName, base64 }] })
      if (isKnown) await stores()
      const act = async () => {
        if (!isKnown) await stores()
        await erase(on.scope({ tenant }), { attachmentIds: [id], reason: 'OTHER' })
      }
      const scope = on.scope({ tenant, process: 2 })
      const stored = (method: string, [changes]: readonly unknown[]) =>
        method === 'write' && (changes as Changes).observations.length > 0 ? 'before' : null
      const { report } = await imports({ ...scope, store: around(scope.store, stored, act) }, session('S'))
      assert.deepEqual(
        report.findings.map(({ code }) => code),
        ['ERASED'],
      )
      assert.equal((await on.scope({ tenant }).store.attachments([id]))[0]?.erased, true)
      const text = await storedText(on.scope({ tenant }))
      assert.deepEqual([text.includes(secret), text.includes(base64)], [false, false])
      const { damage } = await integrity(on.scope({ tenant }), 'S', { deep: true })
      assert.equal(damage, 0)
    })

  it('is to be uploaded again where the bytes went while it was uploaded', async () => {
    const tenant = tenantOf()
    const scope = on.scope({ tenant })
    const attachmentBytes = { ...scope.attachmentBytes, has: () => Promise.resolve(false) }
    const upload = (by: Scope) =>
      putAttachment(by, { bytes: Readable.from([bytes]), mediaType: 'text/plain', fileName, expected: null })
    await assert.rejects(upload({ ...scope, attachmentBytes }), { code: 'ERASED' })
    assert.equal((await on.scope({ tenant }).store.attachments([id]))[0]?.erased, true)
    assert.equal((await upload(on.scope({ tenant }))).erased, undefined)
  })
})
