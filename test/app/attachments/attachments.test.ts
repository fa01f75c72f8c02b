import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { buffer } from 'node:stream/consumers'
import { it } from 'node:test'
import fc from '../../support/properties.ts'
import type { Scope } from '../../../src/app/scope.ts'
import { putAttachment, attachmentsOf, embeddingMessages } from '../../../src/app/attachments/attachments.ts'
import { deleteConversation } from '../../../src/app/conversations/deleteConversation.ts'
import { forkConversation } from '../../../src/app/forks/forkConversation.ts'
import type { StoreTurn } from '../../../src/app/turns/turnInput.ts'
import type { AttachmentInput } from '../../../src/app/attachments/attaching.ts'
import { verifyPath } from '../../../src/app/integrity/verifyPath.ts'
import { storeTurns } from '../../../src/app/turns/storeTurns.ts'
import { amendMessage } from '../../../src/app/turns/amendMessage.ts'
import type { Attachment } from '../../../src/domain/records/attachment.ts'
import type { Observation } from '../../../src/domain/model.ts'
import { Refusal, type RefusalCode } from '../../../src/domain/refusals.ts'
import { onEveryStore } from '../../support/scopes.ts'
import { say } from '../../support/talk.ts'

const hashOf = (bytes: Uint8Array | string) => createHash('sha256').update(bytes).digest('hex')
const inline = (text: string, more: Partial<AttachmentInput> = {}): AttachmentInput => ({
  base64: Buffer.from(text).toString('base64'),
  ...more,
})
const refused = (code: RefusalCode, about?: RegExp) => (thrown: unknown) =>
  thrown instanceof Refusal && thrown.code === code && (about?.test(thrown.message) ?? true)

async function* streamOf(text: string) {
  yield await Promise.resolve(Buffer.from(text))
}
const put = (
  scope: Scope,
  text: string,
  mediaType: string | null = null,
  fileName: string | null = null,
): Promise<Attachment> => putAttachment(scope, { bytes: streamOf(text), mediaType, fileName, expected: null })
const bytesOf = async (scope: Scope, id: string) => {
  const stream = await scope.attachmentBytes.get(scope.tenant, id, null)
  return stream && String(await buffer(stream))
}
const names = async (scope: Scope, attachment: Attachment) =>
  (await embeddingMessages(scope, attachment, {})).items.map(({ item }) => item.id)

await onEveryStore('attachments', (on) => {
  const scope = on.scope
  const attach = (conversation: string, turn: string, ...attachments: AttachmentInput[]) =>
    say(scope(), conversation, turn, turn, { attachments })

  it('N-37: are content-addressed, and embedded by the message in the same answer', async () => {
    const given = inline('report', { name: 'r.txt', mediaType: 'Text/Plain', kind: 'evidence', environment: 'linux' })
    const { observation, message } = await attach('inline', 'u1', given)
    const id = hashOf('report')
    assert.deepEqual(observation.blocks, [
      { type: 'text', text: 'u1' },
      { type: 'attachment', attachmentId: id, fileName: 'r.txt', kind: 'evidence', environment: 'linux' },
    ])
    const [attachment] = await attachmentsOf(scope(), observation.blocks)
    assert.deepEqual(
      { ...attachment, createdAt: '' },
      { id, mediaType: 'text/plain', byteSize: 6, uri: null, fileName: 'r.txt', createdAt: '' },
    )
    assert.deepEqual(await names(scope(), attachment!), [message.id])
    assert.equal(await bytesOf(scope(), id), 'report')
    const edge = await scope().reads.relationship(`EMBEDS:inline%3Au1:${id}`)
    assert.deepEqual([edge?.type, edge?.source.id, edge?.target.id], ['EMBEDS', 'inline:u1', id])
  })

  it('leave no bytes in what the graph stores of a message', async () => {
    const secret = 'these very bytes are nowhere in the graph'
    const { observation } = await attach('nowhere', 'u1', inline(secret))
    const [attachment] = await attachmentsOf(scope(), observation.blocks)
    const stored = JSON.stringify([observation, attachment, await scope().reads.message('nowhere:u1')])
    assert.ok(!stored.includes(secret) && !stored.includes(Buffer.from(secret).toString('base64')))
  })

  it('may be URIs, known by the hash of the URI', async () => {
    const uri = 'https://example.org/a?b#c'
    const { observation } = await attach('uri', 'u1', { uri, mediaType: 'text/html' })
    const [attachment] = await attachmentsOf(scope(), observation.blocks)
    assert.deepEqual(
      { ...attachment, createdAt: '' },
      { id: hashOf(uri), mediaType: 'text/html', byteSize: null, uri, fileName: null, createdAt: '' },
    )
    assert.equal(await bytesOf(scope(), hashOf(uri)), null)
  })

  it('that were put before are embedded by their id', async () => {
    const { id } = await put(scope(), 'put before', 'image/png')
    assert.deepEqual(await put(scope(), 'put before', 'text/html'), await scope().reads.attachment(id))
    const blocks = [{ type: 'attachment' as const, attachmentId: id }]
    const { message, observation } = await say(scope(), 'byId', 'u1', '', { blocks })
    const [attachment] = await attachmentsOf(scope(), observation.blocks)
    assert.equal(attachment?.mediaType, 'image/png')
    assert.deepEqual(await names(scope(), attachment), [message.id])
  })

  it('embedded by their id keep the file name that they were last sent with', async () => {
    const { id } = await put(scope(), 'named', 'text/plain', 'first.txt')
    const byId = [{ type: 'attachment' as const, attachmentId: id }]
    const embed = async (turn: string) => (await say(scope(), 'named', turn, '', { blocks: byId })).observation
    const nameOf = ({ blocks: [block] }: Observation) => (block?.type === 'attachment' ? block.fileName : null)
    const first = await embed('u1')
    await put(scope(), 'named', 'text/plain', 'second.txt')
    assert.equal(nameOf(await embed('u2')), 'second.txt')
    await put(scope(), 'named')
    await attach('named', 'a2', inline('named'))
    assert.equal(nameOf(await embed('u3')), 'second.txt')
    await attach('named', 'a3', inline('named', { name: 'third.txt' }))
    assert.equal(nameOf(await embed('u4')), 'third.txt')
    assert.equal(nameOf((await scope().reads.observation(first.id))!), 'first.txt')
    const [sent] = (await attach('sent', 'u4', inline('named', { name: 'third.txt' }))).observation.blocks.slice(1)
    assert.deepEqual((await embed('u4')).blocks, [sent])
  })

  it('embedded by a correction keep their file name as well', async () => {
    const { id } = await put(scope(), 'corrected', 'text/plain', 'mended.txt')
    const { message } = await say(scope(), 'mended', 'u1')
    const { observation } = await amendMessage(scope(), {
      messageId: message.id,
      fields: { content: [{ attachmentId: id }] },
    })
    assert.deepEqual(observation?.blocks, [{ type: 'attachment', attachmentId: id, fileName: 'mended.txt' }])
  })

  it('sent again under another name answer a repeated key as before', async () => {
    const { id } = await put(scope(), 'repeated', null, 'one.txt')
    const more = { blocks: [{ type: 'attachment' as const, attachmentId: id }], idempotencyKey: 'by id' }
    const { observation } = await say(scope(), 'repeated', 'u1', '', more)
    await put(scope(), 'repeated', null, 'two.txt')
    const again = await say(scope(), 'repeated', 'u1', '', more)
    assert.deepEqual([again.replayed, again.observation.blocks], [true, observation.blocks])
  })

  it('that are unknown refuse the turn, and nothing is written', async () => {
    const blocks = [{ type: 'attachment' as const, attachmentId: hashOf('unknown') }]
    await assert.rejects(
      say(scope(), 'unknown', 'u1', '', { blocks }),
      refused('NOT_FOUND', new RegExp(hashOf('unknown'))),
    )
    assert.equal(await scope().reads.conversation('unknown'), null)
  })

  it('are embedded once by a turn that is stored again, and by each message that does', async () => {
    const { observation } = await attach('again', 'u1', inline('twice'))
    await attach('again', 'u1', inline('twice'), inline('twice', { name: 'copy' }))
    await attach('again', 'a1', inline('twice'))
    const [attachment] = await attachmentsOf(scope(), observation.blocks)
    assert.deepEqual(await names(scope(), attachment!), ['again:a1', 'again:u1'])
  })

  it('may be named within one batch before they are stored', async () => {
    const turn = (turnId: string, more: Partial<StoreTurn>): StoreTurn => ({
      ...{ conversationId: 'batch', turnId, role: 'USER', blocks: [] },
      ...more,
    })
    const blocks = [{ type: 'attachment' as const, attachmentId: hashOf('batched') }]
    const turns = [turn('u1', { attachments: [inline('batched', { name: 'b.txt' })] }), turn('u2', { blocks })]
    const { results } = await storeTurns(scope(), { turns })
    assert.equal(results.length, 2)
    const [attachment] = await attachmentsOf(scope(), blocks)
    assert.deepEqual((await names(scope(), attachment!)).sort(), ['batch:u1', 'batch:u2'])
    assert.deepEqual(
      results.map(({ observation }) => observation.blocks),
      [1, 2].map(() => [{ type: 'attachment', attachmentId: hashOf('batched'), fileName: 'b.txt' }]),
    )
  })

  it('count in the content hash by their hash and their use', async () => {
    const hash = async (conversation: string, given: AttachmentInput) =>
      (await attach(conversation, 'u1', given)).observation.contentHash
    const plain = await hash('hash1', inline('h'))
    assert.equal(await hash('hash2', inline('h', { mediaType: 'image/png' })), plain)
    assert.notEqual(await hash('hash3', inline('other')), plain)
    assert.notEqual(await hash('hash4', inline('h', { kind: 'evidence' })), plain)
    const blocks = [
      { type: 'text' as const, text: 'u1' },
      { type: 'attachment' as const, attachmentId: hashOf('h') },
    ]
    assert.equal((await say(scope(), 'hash5', 'u1', '', { blocks })).observation.contentHash, plain)
    const { conversation } = await attach('hash6', 'u1', inline('h'))
    assert.equal((await verifyPath(scope(), conversation.headId as string)).status, 'VALID')
  })

  it('of an inherited message are those of its fork, too, which may name them again', async () => {
    const { observation } = await attach('source', 'u1', inline('shared'))
    await forkConversation(scope(), { source: 'source', newConversationId: 'fork' })
    const own = await say(scope(), 'fork', 'a1')
    const inherited = await scope().reads.observation(own.observation.place?.parentId as string)
    assert.deepEqual(
      await attachmentsOf(scope(), inherited?.blocks ?? []),
      await attachmentsOf(scope(), observation.blocks),
    )
    const blocks = [{ type: 'attachment' as const, attachmentId: hashOf('shared') }]
    await say(scope(), 'fork', 'u2', '', { blocks })
  })

  it('stay reachable through a fork when the source is deleted', async () => {
    const { observation } = await attach('gone', 'u1', inline('outlives its source'))
    await forkConversation(scope(), { source: 'gone', newConversationId: 'left' })
    await deleteConversation(scope(), { id: 'gone' })
    const inherited = await scope().reads.observation((await scope().reads.conversation('left'))?.headId as string)
    assert.equal(inherited?.id, observation.id)
    const [attachment] = await attachmentsOf(scope(), inherited.blocks)
    assert.equal(await bytesOf(scope(), attachment!.id), 'outlives its source')
  })

  it('of the same bytes are two things in two tenants', async () => {
    await attach('mine', 'u1', inline('equal bytes'))
    const other = () => scope({ tenant: 'another' })
    const id = hashOf('equal bytes')
    assert.deepEqual([await other().reads.attachment(id), await bytesOf(other(), id)], [null, null])
    const blocks = [{ type: 'attachment' as const, attachmentId: id }]
    await assert.rejects(say(other(), 'theirs', 'u1', '', { blocks }), refused('NOT_FOUND'))
    await put(other(), 'equal bytes', 'image/png')
    assert.equal((await other().reads.attachment(id))?.mediaType, 'image/png')
    assert.equal((await scope().reads.attachment(id))?.mediaType, 'application/octet-stream')
  })

  it('come once with a message that is stored again under its idempotency key', async () => {
    const keyed = (text: string) =>
      say(scope(), 'keyed', 'u1', 'u1', { idempotencyKey: 'attach', attachments: [inline(text)] })
    const first = await keyed('one')
    const again = await keyed('one')
    assert.deepEqual([again.replayed, again.observation.id], [true, first.observation.id])
    await assert.rejects(keyed('two'), refused('IDEMPOTENCY_MISMATCH'))
  })

  it('that make no sense are refused, and nothing of their message is stored', async () => {
    const bad: AttachmentInput[] = [
      {},
      { base64: 'YQ==', uri: 'https://a' },
      ...['YQ', 'Y Q==', 'a', 'YQ==\n', 'data:;base64,YQ==', '_-8='].map((base64) => ({ base64 })),
      ...['../x', 'a/b', 'a\\b', 'a\u0007', ''].map((name) => inline('x', { name })),
      ...['javascript:alert(1)', 'JavaScript:alert(1)', 'java\nscript:alert(1)', ' javascript:alert(1)'].map((uri) => ({
        uri,
      })),
      ...['vbscript:x', 'data:text/html,x', '\u0000https://a', 'https://a\u202eb', 'a/b', '//host', '', 'x'].map(
        (uri) => ({
          uri,
        }),
      ),
      inline('x', { mediaType: 'html' }),
    ]
    for (const given of bad)
      await assert.rejects(attach('bad', 'u1', given), refused('BAD_INPUT'), JSON.stringify(given))
    assert.equal(await scope().reads.conversation('bad'), null)
  })

  it('whose scheme runs something are refused however it is written', async () => {
    const spellings = fc.tuple(
      fc.constantFrom('javascript:', 'vbscript:', 'data:'),
      fc.array(fc.boolean(), { minLength: 12, maxLength: 12 }),
      fc.constantFrom('', ' ', '\t', '\n', '\u0001'),
      fc.nat(10),
    )
    await fc.assert(
      fc.asyncProperty(spellings, async ([scheme, upper, noise, at]) => {
        const cased = Array.from(scheme, (letter, i) => (upper[i] ? letter.toUpperCase() : letter)).join('')
        const uri = `${cased.slice(0, at)}${noise}${cased.slice(at)}alert(1)`
        await assert.rejects(attach('run', 'u1', { uri }), refused('BAD_INPUT'))
      }),
      { numRuns: 50 },
    )
  })

  it('over the limit are refused, inline too', async () => {
    const small = scope({ limits: { attachmentBytes: 3 } })
    const given = (text: string) => say(small, 'limit', 'u1', 'x', { attachments: [inline(text)] })
    await assert.rejects(given('four'), refused('LIMIT_EXCEEDED'))
    assert.equal(await small.attachmentBytes.has(small.tenant, hashOf('four')), false)
    await given('xyz')
    const many = Array.from({ length: 3 }, () => inline('x'))
    await assert.rejects(
      say(scope({ limits: { list: 2 } }), 'many', 'u1', 'x', { attachments: many }),
      refused('LIMIT_EXCEEDED'),
    )
  })

  it('are no URI and its text as bytes at once', async () => {
    const uri = 'urn:uri:first'
    await attach('both', 'u1', { uri })
    await assert.rejects(attach('both', 'u2', inline(uri)), refused('BAD_INPUT'))
    await put(scope(), 'urn:bytes:first')
    await assert.rejects(attach('both', 'u2', { uri: 'urn:bytes:first' }), refused('BAD_INPUT'))
  })

  it('of a refused turn leave bytes that do no harm', async () => {
    await say(scope(), 'refused', 'u1')
    const turn = { role: 'ASSISTANT' as const, attachments: [inline('orphan')] }
    await assert.rejects(say(scope(), 'refused', 'u1', 'x', turn), refused('ROLE_CONFLICT'))
    assert.equal(await scope().reads.attachment(hashOf('orphan')), null)
    const { observation } = await attach('refused', 'u2', inline('orphan'))
    assert.equal((await attachmentsOf(scope(), observation.blocks)).length, 1)
  })

  it('are one attachment when many turns bring them at once', async () => {
    const turns = Array.from({ length: 8 }, (_, i) => attach(`race${i}`, 'u1', inline('raced')))
    const [first] = await Promise.all(turns)
    const [attachment] = await attachmentsOf(scope(), first!.observation.blocks)
    assert.equal((await names(scope(), attachment!)).length, 8)
  })
})
