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
import type { JsonObject } from '../../../src/domain/model.ts'
import { backedUp, contentOf, restored } from '../../support/backups.ts'
import { onEveryStore } from '../../support/scopes.ts'
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
  await say(scope, 'talk', 'u1', 'look at this', { attachments: [{ name: fileName, base64 }, { uri, name: `uri ${fileName}` }] }) // prettier-ignore
  await say(scope, 'talk', 'u2', 'and again', { attachments: [{ name: `other ${fileName}`, base64 }] })
  await say(scope, 'talk', 'u3', 'nothing')
  await forkConversation(scope, { source: 'talk', newConversationId: 'fork', at: { turn: 1 } })
  await say(scope, 'fork', 'f1', 'here too', { attachments: [{ base64 }] })
  await amendMessage(scope, { messageId: 'talk:u3', fields: { content: [{ text: 'see' }, { attachmentId: id }] } })
  await putAttachment(scope, { bytes: Readable.from([bytes]), mediaType: 'text/plain', fileName: `late ${fileName}`, expected: null }) // prettier-ignore
  await relate(scope, { type: 'REFERS_TO', source: { conversationId: 'talk' }, target: { attachmentId: id }, metadata: { as: secret } }) // prettier-ignore
}

/** A session whose program writes the bytes and the name of a file into its lines. */
const session = (name: string, more: JsonObject[] = []) => {
  const event = (id: string, parentId: string | null, type: string, data: JsonObject): JsonObject => ({ type, data, id, parentId, timestamp: '2026-07-19T23:12:34.849Z' }) // prettier-ignore
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
    assert.deepEqual(first?.blocks.slice(1), [id, hashOf(uri)].map((attachmentId) => ({ type: 'attachment', attachmentId }))) // prettier-ignore
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
    for (const [asked, attachmentIds] of [[scope, [hashOf('x')]], [alone(), [id]]] as const)
      await assert.rejects(erase(asked, { attachmentIds, reason: 'OTHER' }), { code: 'NOT_FOUND', facts: { kind: 'Attachment', id: attachmentIds[0] } }) // prettier-ignore
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
      assert.deepEqual([again.report.added, again.report.findings.map(({ code, line }) => [code, line])], [0, [['ERASED', 2]]]) // prettier-ignore
      const more = { type: 'user.message', data: { content: 'on' }, id: 'u2', parentId: 'a', timestamp: '2026-07-19T23:13:34.849Z' } // prettier-ignore
      assert.equal((await imports(scope, session('S', [more]))).report.added, 1)
      const other = await imports(scope, session('T').replaceAll('"id":"', '"id":"t').replaceAll('"parentId":"', '"parentId":"t')) // prettier-ignore
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
    for (const file of files) assert.ok((await imports(scope, file)).report.findings.some(({ code }) => code === 'ERASED')) // prettier-ignore
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
