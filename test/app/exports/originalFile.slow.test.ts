import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { erase } from '../../../src/app/erasures/erase.ts'
import { openExport } from '../../../src/app/exports/exportConversation.ts'
import { forkConversation } from '../../../src/app/forks/forkConversation.ts'
import { rewindConversation } from '../../../src/app/heads/rewindConversation.ts'
import type { Scope } from '../../../src/app/scope.ts'
import { deleteMessage } from '../../../src/app/turns/deleteMessage.ts'
import { restoreMessage } from '../../../src/app/turns/restoreMessage.ts'
import { Refusal } from '../../../src/domain/refusals.ts'
import { readableNames } from '../../../src/formats/index.ts'
import { onEveryStore, type TestStore } from '../../support/scopes.ts'
import { noSharedFiles, realFiles } from '../../support/sharedFiles.ts'
import { say } from '../../support/talk.ts'
import { entries, imports, linesOf, pathOf } from '../../support/transcripts.ts'

let count = 0
const alone = (on: TestStore): Scope => on.scope({ tenant: `original-${++count}` })

async function original(scope: Scope, conversationId: string, format: string | null = 'ORIGINAL') {
  scope.reads.clear()
  const { format: of, pieces } = await openExport(scope, { conversationId, format })
  const found: Uint8Array[] = []
  for await (const piece of pieces) found.push(piece)
  return { format: of.name, bytes: Buffer.concat(found) }
}
const isBadInput = (thrown: unknown) => thrown instanceof Refusal && thrown.code === 'BAD_INPUT'
/** Of a format that is only read. */
const talk = JSON.stringify(
  [
    {
      conversations: [
        { from: 'human', value: 'a' },
        { from: 'gpt', value: 'b' },
      ],
    },
  ],
  null,
  1,
)

const at = '2026-06-12T10:00:01.123456789Z'
/** What the shared files do not show: other formats, odd spaces, bytes that are no text, values that end too soon. */
const drawn: Readonly<Record<string, string>> = {
  'c.json': `{"conversation_id":"c","title":"T","turns":[{"role":"user","text":"a \\u003c b","intent_id":"i","ts":"${at}"}],"updated":"${at}"}`,
  'd.jsonl': `{"role":"user","text":"a","ts":"${at}"}\n{"role":"oracle","text":"b","x":1.0,"ts":"${at}"}`,
  'plain.jsonl': `{"role":"user","content":"a"}\r\n\n  {"content":"b", "role":"assistant"}\n`,
  'spaces.json': `\ufeff \n[ {"role":"user","content":"a"},\n {"role":"tool","tool_call_id":"x","content":"b"} ]\n\n`,
  'anthropic.json': `{"system":"s","messages":[{"role":"user","content":[{"type":"text","text":"a"}]}]}\n`,
  'cline.json': `[{"role":"user","content":"a","ts":1},\n {"role":"assistant", "content":[{"type":"text","text":"b"}],"ts":2}]\n`,
  'tavern.jsonl': `{"user_name":"Me", "character_name":"Ada","chat_metadata":{}}\r\n{"name":"Ada","is_user":false,"mes":"a","swipe_id":0,"swipes":["a","b"]}\n{"mes":"c","is_user":true, "x":1.0}`,
  'opencode.json': `{ "info": {"id":"ses_1"}, "messages": [{"info":{"id":"msg_1","role":"user"},"parts":[{"type":"text","text":"a"}]}] }\n`,
  'talk.conversation.json': `{ "name":"T", "createdAt":1750000000000,"messages":[{"versions":[{"type":"singleStep","role":"user","content":[{"type":"text","text":"a"}]}],"currentlySelected":0}] }\n`,
  'stream.jsonl': `{"type":"system", "subtype":"init","session_id":"s","uuid":"i"}\r\n{"type":"assistant","session_id":"s","uuid":"a","message":{"role":"assistant","content":[{"type":"text","text":"a"}]},"x":1.0}`,
  'torn.jsonl': `{"role":"user","content":"a"}\n{"role":"assistant","content":"b`,
}

await onEveryStore('the original of an import', (on) => {
  const tried = new Set<string>()
  describe('of a real file', { skip: noSharedFiles }, () => {
    for (const file of realFiles())
      it(`is what came in: ${file.name}`, async () => {
        const scope = alone(on)
        const { report, conversations } = await imports(scope, file.bytes, { fileName: file.name })
        const own = conversations.filter(({ sidechainOf }) => sidechainOf === null || file.name.includes('agent-'))
        const originals = await Promise.all(own.map(({ id }) => original(scope, id)))
        for (const { format } of originals) assert.equal(format, report.format)
        tried.add(report.format)
        if (originals.length === 1) assert.ok(originals[0]?.bytes.equals(file.bytes))
        // Of several conversations each has its own stretch, in the order of the file.
        let from = 0
        for (const { bytes } of originals) {
          const at = file.bytes.indexOf(bytes, from)
          assert.ok(bytes.length > 0 && at >= from, 'the bytes are not in the file')
          from = at + bytes.length
        }
      })
  })

  describe('of a drawn file', () => {
    for (const [name, text] of Object.entries(drawn))
      it(`is what came in: ${name}`, async () => {
        const scope = alone(on)
        const { report, conversations } = await imports(scope, text, { fileName: name })
        const { format, bytes } = await original(scope, conversations[0]?.id ?? '')
        assert.deepEqual([format, bytes.toString()], [report.format, text])
        tried.add(format)
      })
    it('is its element of an array, and its line of a file of conversations', async () => {
      const each = [1, 2].map((n) =>
        JSON.stringify(
          {
            id: `c${n}`,
            messages: [
              { role: 'user', content: `t${n}` },
              { role: 'tool', content: 'x' },
            ],
          },
          null,
          1,
        ),
      )
      const lines = each.map((one) => `${JSON.stringify(JSON.parse(one))}\n`)
      for (const [file, parts] of [
        [`[ ${each.join(' ,\n')} ]`, each],
        [lines.join(''), lines],
      ] as const) {
        const scope = alone(on)
        await imports(scope, file)
        for (const [i, part] of parts.entries())
          assert.equal((await original(scope, `c${i + 1}`)).bytes.toString().trim(), part.trim())
      }
    })
  })
  it('is tried of every format that is read', { skip: noSharedFiles }, () => {
    // Our own form is no copy of another file: test/app/backups/conversation.slow.test.ts.
    assert.deepEqual([...tried].sort(), readableNames.filter((name) => name !== 'NDJSON').sort())
  })
  it('is the last state of a growing file', async () => {
    const scope = alone(on)
    const file = (...contents: string[]) => JSON.stringify(contents.map((content) => ({ role: 'user', content })))
    for (const text of [file('a'), file('a', 'b'), file('a', 'x')]) {
      const { conversations } = await imports(scope, text, { fileName: 'f.json' })
      assert.equal((await original(scope, conversations[0]?.id ?? '')).bytes.toString(), text)
    }
  })
  it('is refused where talk went on, and the format is only read', async () => {
    const scope = alone(on)
    await imports(scope, talk, { conversationId: 'c' })
    const head = (await pathOf(scope, 'c')).at(-1)
    await say(scope, 'c', 'mine')
    await assert.rejects(original(scope, 'c'), isBadInput)
    await rewindConversation(scope, { conversationId: 'c', to: { observationId: head?.id ?? '' } })
    await assert.rejects(original(scope, 'c'), isBadInput)
  })
  it('comes back when what was deleted is restored', async () => {
    const scope = alone(on)
    await imports(scope, talk, { conversationId: 'c' })
    const id = (await pathOf(scope, 'c'))[0]?.messageId ?? ''
    await deleteMessage(scope, { id })
    await assert.rejects(original(scope, 'c'), isBadInput)
    await restoreMessage(scope, { id })
    assert.equal((await original(scope, 'c')).bytes.toString(), talk)
  })
  it('goes on in the same format where that can be written', async () => {
    const scope = alone(on)
    await imports(scope, linesOf(entries('u1 a1<u1')))
    await say(scope, 's', 'mine')
    const { format, bytes } = await original(scope, 's')
    assert.equal(format, 'CLAUDE_CODE')
    assert.equal(bytes.toString().split('\n').length, 4)
  })
  it('is what is exported without a format, and not there for what was not imported', async () => {
    const scope = alone(on)
    await imports(scope, talk, { conversationId: 'c' })
    assert.equal((await original(scope, 'c', null)).bytes.toString(), talk)
    await forkConversation(scope, { source: 'c', newConversationId: 'f' })
    await say(scope, 'h', 'u1')
    for (const id of ['f', 'h']) {
      await assert.rejects(original(scope, id), isBadInput)
      assert.ok((await original(scope, id, null)).bytes.length > 0)
    }
  })

  it('has the line of an erased turn as it is stored, all others to the byte, and says how many are erased', async () => {
    const scope = alone(on)
    const file = linesOf(entries('u1 a1<u1 c1:k1<a1 r1:k1<c1 a2<r1'))
    await imports(scope, file)
    for (const id of ['u1', 'c1']) await erase(scope, { messageIds: [`s:${id}`], reason: 'OTHER' })
    const [before, after] = [file, (await original(scope, 's')).bytes.toString()].map((text) => text.split('\n'))
    const changed = before?.flatMap((line, i) => (line === after?.[i] ? [] : i))
    assert.deepEqual([after?.length, changed], [before?.length, [0, 2]])
    for (const i of [0, 2]) assert.match(after?.[i] ?? '', /"turngraphErased":/)
    for (const [format, omissions] of [
      ['ORIGINAL', { erased: 2 }],
      ['MARKDOWN', { erased: 2 }],
      ['NDJSON', {}],
    ] as const)
      assert.deepEqual(
        [format, { ...(await openExport(scope, { conversationId: 's', format })).omissions }],
        [format, omissions],
      )
  })
})
