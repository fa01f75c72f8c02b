import assert from 'node:assert/strict'
import { buffer } from 'node:stream/consumers'
import { describe, it } from 'node:test'
import { gzipSync } from 'node:zlib'
import { ZipFile } from 'yazl'
import { openExport } from '../../../src/app/exports/exportConversation.ts'
import { integrity } from '../../../src/app/integrity/integrity.ts'
import type { Scope } from '../../../src/app/scope.ts'
import { attachmentIds } from '../../../src/domain/records/attachment.ts'
import type { Block, JsonObject } from '../../../src/domain/model.ts'
import { Refusal } from '../../../src/domain/refusals.ts'
import { onEveryStore, type TestStore } from '../../support/scopes.ts'
import { noSharedFiles, realFiles } from '../../support/sharedFiles.ts'
import { entries, imports, linesOf, pathOf } from '../../support/transcripts.ts'

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
  it('has transcripts whose messages begin behind more than is looked at first', async () => {
    const far = { info: { patch: 'x'.repeat(300 * 1024) } }
    const messages = [
      { role: 'user', content: 'a' },
      { role: 'tool', tool_call_id: 'k', content: 'b' },
    ]
    const files = { 'a.json': { ...far, messages }, 'b.json': far }
    const bytes = Object.entries(files).map(([name, value]) => [name, Buffer.from(JSON.stringify(value))] as const)
    const { report } = await imports(alone(on), await zipped(Object.fromEntries(bytes)))
    assert.deepEqual(
      [report.format, report.nodes, report.findings.map(({ code }) => code)],
      ['OPENAI', 2, ['ORPHAN_RESULT']],
    )
  })

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

  it('is imported as the sessions of OpenCode of which it has the pieces, as the export of one is', async () => {
    const scope = alone(on)
    const [info, said] = [
      { id: 'ses_z', projectID: 'p', title: 'T' },
      { id: 'msg_z', sessionID: 'ses_z', role: 'user' },
    ]
    const part = { id: 'prt_z', sessionID: 'ses_z', messageID: 'msg_z', type: 'text', text: 'hello' }
    const pieces = {
      'storage/part/msg_z/prt_z.json': part,
      'storage/message/ses_z/msg_z.json': said,
      'storage/session/p/ses_z.json': info,
    }
    const files = Object.entries(pieces).map(([name, value]) => [name, Buffer.from(JSON.stringify(value))])
    const { report, conversations } = await imports(
      scope,
      await zipped(Object.fromEntries(files) as Record<string, Buffer>),
    )
    assert.deepEqual([report.format, report.added, conversations.map(({ id }) => id)], ['OPENCODE', 1, ['ses_z']])
    const exported = JSON.stringify({ info, messages: [{ info: said, parts: [part] }] })
    assert.equal((await imports(scope, exported)).report.added, 0)
  })
  it('has copies of Claude Code that name no source read after it, whatever their names and their order are', async () => {
    const talk = entries('u1 a1<u1', 'source')
    const copy = (session: string, more: JsonObject) => talk.map((entry) => ({ ...entry, sessionId: session, ...more }))
    const began = (session: string, at: number) => ({
      type: 'queue-operation',
      operation: 'enqueue',
      timestamp: `2027-01-0${at}T00:00:00Z`,
      sessionId: session,
    })
    const files = {
      'a.jsonl': linesOf([began('second', 2), ...copy('second', {}), ...entries('u2<a1 a2<u2 u4<a2', 'second')]),
      'b.jsonl': linesOf([began('first', 1), ...copy('first', {}), ...entries('u2<a1 a2<u2', 'first')]),
      'c.jsonl': linesOf([
        ...copy('handed', { sessionKind: 'bg' }),
        ...entries('u3<a1', 'handed', { sessionKind: 'bg' }),
      ]),
      'd.jsonl': linesOf(talk),
    }
    const scope = alone(on)
    const packed = Object.entries(files).map(([name, text]) => [name, Buffer.from(text)] as const)
    await imports(scope, await zipped(Object.fromEntries(packed)), { fileName: 'projects.zip' })
    const stored = await scope.store.conversations(['source', 'handed', 'first', 'second'])
    const sources = stored.map((one) => one?.forkedFrom?.conversationId ?? null)
    assert.deepEqual(sources, [null, 'source', 'source', 'first'])
    for (const [, text] of packed) assert.equal((await imports(scope, text)).report.added, 0)
  })
  it('without one is refused, and so is a damaged one and one that is too large, and nothing is stored', async () => {
    const scope = alone(on)
    await assert.rejects(
      imports(scope, await zipped({ 'a.txt': Buffer.from('a') }), {}),
      refused('BAD_INPUT', /a zip archive without a transcript/),
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
      imports(scope, whole, { spool: { limit: 10 } }),
      refused('LIMIT_EXCEEDED', /more than 10 bytes/),
    )
    assert.equal(await scope.reads.conversation('zipped'), null)
  })

  const conversation = (id: string, text: string) => {
    const said = { ...node(`${id}-a`, null, [`${id}-b`], text), ...node(`${id}-b`, `${id}-a`, [], `to ${text}`) }
    return { id, title: `of ${id}`, mapping: said, current_node: `${id}-b` }
  }
  const shard = (...ids: string[]) => Buffer.from(JSON.stringify(ids.map((id) => conversation(id, `says ${id}`))))

  it('whose conversations stand in shards is one import of all of them, by rising number', async () => {
    const scope = alone(on)
    const files = {
      'e/conversations-10.json': shard('ten'),
      'e/conversations-2.json': shard('two-a', 'two-b'),
      'e/conversations-000.json': Buffer.from('[]'),
      'e/user.json': Buffer.from('{"id":"u"}'),
    }
    const first = await imports(scope, await zipped(files), { fileName: 'export.zip' })
    const { format, fileName, entries, nodes, roots, leaves, added, reachable, findings } = first.report
    assert.deepEqual([format, fileName, entries, nodes, roots, leaves, added], ['CHATGPT', 'export.zip', 6, 6, 3, 3, 6])
    assert.deepEqual([reachable, findings], [1, []])
    assert.deepEqual(
      first.conversations.map(({ id }) => id),
      ['two-a', 'two-b', 'ten'],
    )
    const again = await imports(scope, await zipped(files), {})
    assert.deepEqual([again.report.added, again.report.unchanged], [0, 6])
  })

  it('takes the shards that its manifest names, in that order, and tells which are missing', async () => {
    const manifest = (paths: readonly unknown[]) =>
      Buffer.from(JSON.stringify({ logical_files: { 'conversations.json': paths } }))
    const files = { 'part-a.json': shard('a'), 'part-b.json': shard('b') }
    for (const named of [
      ['part-b.json', 'part-a.json', 'part-c.json'],
      [{ path: 'part-b.json' }, { path: 'part-a.json' }, { path: 'part-c.json' }],
    ]) {
      const bytes = await zipped({ ...files, 'export_manifest.json': manifest(named) })
      const { report, conversations } = await imports(alone(on), bytes, {})
      assert.deepEqual(
        conversations.map(({ id }) => id),
        ['b', 'a'],
      )
      assert.deepEqual(
        report.findings.map(({ code }) => code),
        ['MEMBER_MISSING'],
      )
    }
  })

  it('of a folder gives the transcripts of all formats in it, and tells what of it is refused', async () => {
    const scope = alone(on)
    const line = {
      type: 'user',
      uuid: 'u1',
      parentUuid: null,
      sessionId: 'claude',
      timestamp: '2026-01-01T00:00:00Z',
      version: '2.1.0',
      message: { role: 'user', content: 'hello' },
    }
    const session = Buffer.from(`${JSON.stringify(line)}\n`)
    const files = {
      'home/claude.jsonl': session,
      'home/packed.jsonl.gz': gzipSync(
        Buffer.from(`${JSON.stringify({ ...line, uuid: 'u2', sessionId: 'packed' })}\n`),
      ),
      'home/notes.json': Buffer.from('{"any":1}'),
      'web/conversations.json': shard('web'),
      'web/conversations-7.json': Buffer.from('[{"no":"conversation"}]'),
    }
    const { report, conversations } = await imports(scope, await zipped(files), {})
    assert.equal(report.format, 'CLAUDE_CODE, CHATGPT')
    assert.deepEqual(
      conversations.map(({ id }) => id),
      ['claude', 'packed', 'web'],
    )
    assert.deepEqual(
      report.findings.map(({ code }) => code),
      ['MEMBER_REFUSED'],
    )
    assert.match(report.findings[0]?.message ?? '', /^"web\/conversations-7\.json" is not imported: /)
  })

  it('gives the files that messages point at, attach and made their bytes and their names; one that is missing its name alone', async () => {
    const scope = alone(on)
    const png = Buffer.from('iVBORw0KGgoAAAA=', 'base64')
    const said = (
      id: string,
      parent: string | null,
      child: string | null,
      parts: readonly unknown[],
      metadata: object = {},
    ) => ({
      ...{ id, parent, children: child === null ? [] : [child] },
      message: {
        id,
        author: { role: parent === null ? 'user' : 'assistant' },
        content: { content_type: 'multimodal_text', parts },
        metadata,
      },
    })
    const pointer = (to: string) => ({
      content_type: 'image_asset_pointer',
      asset_pointer: to,
      size_bytes: 11,
      width: 1,
      height: 1,
    })
    const attachments = [
      { id: 'file-Old1', name: 'n.txt', mime_type: 'text/plain' },
      { id: 'file_gone', name: 'gone.pdf', mimeType: 'application/pdf' },
    ]
    const nodes = {
      a: said('a', null, 'b', [pointer('sediment://file_0a'), 'look'], { attachments }),
      b: said('b', 'a', 'c', ['[csv](sandbox:/mnt/data/t.csv)']),
      c: said('c', 'b', null, ['[csv](sandbox:/mnt/data/t.csv) of another']),
    }
    const files = {
      'conversations-000.json': Buffer.from(
        JSON.stringify([{ id: 'files', title: 'T', mapping: nodes, current_node: 'c' }]),
      ),
      'conversations-001.json': shard('other'),
      'file_0a.dat': png,
      'file-Old1.dat': Buffer.from('words'),
      'file_made.dat': Buffer.from('1,2'),
      'conversation_asset_file_names.json': Buffer.from(
        JSON.stringify({ 'file_0a.dat': 'cat.png', 'file_made.dat': 't.csv' }),
      ),
      'library_files.json': Buffer.from(
        JSON.stringify([
          { file_id: 'file_made', mime: 'text/csv', origination_message_id: 'b', origination_thread_id: 'files' },
        ]),
      ),
    }
    const { report } = await imports(scope, await zipped(files), {})
    assert.deepEqual([report.added, report.findings], [5, []])
    const [first, second, third] = await pathOf(scope, 'files')
    const shown = async (blocks: readonly Block[]) =>
      Promise.all(
        attachmentIds(blocks).map(async (id) => {
          const { fileName, mediaType, byteSize, uri } = (await scope.reads.attachment(id))!
          const bytes = uri === null ? await buffer((await scope.attachmentBytes.get(scope.tenant, id, null))!) : null
          return [fileName, mediaType, byteSize, uri, bytes?.toString('base64') ?? null]
        }),
      )
    assert.deepEqual(await shown(first?.blocks ?? []), [
      ['cat.png', 'image/png', 11, null, png.toString('base64')],
      ['file-Old1.dat', 'text/plain', 5, null, Buffer.from('words').toString('base64')],
      ['gone.pdf', 'application/pdf', null, 'sediment://file_gone', null],
    ])
    assert.deepEqual(
      (await shown(second?.blocks ?? [])).map(([name, type]) => [name, type]),
      [['t.csv', 'text/csv']],
    )
    assert.deepEqual(attachmentIds(third?.blocks ?? []), [])
    scope.reads.clear()
    assert.equal((await integrity(scope, 'files')).damage, 0)
    const again = await imports(scope, await zipped(files), {})
    assert.deepEqual([again.report.added, again.report.unchanged], [0, 5])
  })

  it('is bounded by what all its transcripts have together', async () => {
    const bytes = await zipped({ 'a.json': shard('a'), 'b.json': shard('b') })
    const limit = shard('a').length + 10
    await assert.rejects(
      imports(alone(on), bytes, { spool: { limit } }),
      refused('LIMIT_EXCEEDED', /The transcripts in the archive have more than/),
    )
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
