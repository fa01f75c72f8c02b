import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { Act } from '../../src/app/act.ts'
import { deleteMessage } from '../../src/app/deleteMessage.ts'
import { forkConversation } from '../../src/app/forkConversation.ts'
import { restoreMessage } from '../../src/app/restoreMessage.ts'
import { rewindConversation } from '../../src/app/rewindConversation.ts'
import type { JsonObject } from '../../src/domain/model.ts'
import { Refusal } from '../../src/domain/refusals.ts'
import { onEveryStore, type TestStore } from '../support/acts.ts'
import { say, tools } from '../support/talk.ts'
import {
  entries,
  example,
  exported,
  imports,
  linesOf,
  noSharedData,
  pathOf,
  sessions,
  sharedTranscripts,
} from '../support/transcripts.ts'

let count = 0
const alone = (on: TestStore): Act => on.act({ tenant: `export-${++count}` })
const parse = (bytes: Buffer): JsonObject[] => bytes.toString().trim().split('\n').map((line) => JSON.parse(line) as JsonObject) // prettier-ignore

/** Fails unless the lines are one session's, each below the one before, no result without its call above it. */
function resumes(lines: readonly JsonObject[], session: string): void {
  const calls = new Set<unknown>()
  lines.forEach((line, i) => {
    assert.equal(line['sessionId'], session)
    assert.equal(line['parentUuid'] ?? line['logicalParentUuid'] ?? null, lines[i - 1]?.['uuid'] ?? null)
    const content = (line['message'] as JsonObject | undefined)?.['content']
    for (const block of (Array.isArray(content) ? content : []) as JsonObject[]) {
      if (block['type'] === 'tool_use') calls.add(block['id'])
      if (block['type'] === 'tool_result') assert.ok(calls.has(block['tool_use_id']))
    }
  })
  assert.equal(new Set(lines.map((line) => line['uuid'])).size, lines.length)
}

/** Fails unless importing the export into an empty tenant gives the same talk. */
async function sameTalk(on: TestStore, act: Act, id: string): Promise<void> {
  const elsewhere = alone(on)
  const { conversations } = await imports(elsewhere, await exported(act, id))
  const hashes = async (of: Act, one: string) => (await pathOf(of, one)).map(({ contentHash }) => contentHash)
  assert.deepEqual(await hashes(elsewhere, conversations[0]?.id ?? ''), await hashes(act, id))
}

await onEveryStore('exporting Claude Code lines', (on) => {
  it('gives an unchanged import back byte for byte, oddities and all', async () => {
    const act = alone(on)
    const [u1, a1, u2] = linesOf(entries('u1 a1<u1 u2<a1')).split(/(?<=\n)/) as [string, string, string]
    const odd = `${u1.trimEnd()}${a1}\r\n\n{"type":"custom-title","customTitle":"T","sessionId":"s"}\nnonsense\n${u2}{"type":"us`
    await imports(act, odd)
    assert.equal((await exported(act, 's')).toString(), odd)
    assert.equal((await exported(act, 's', true)).toString(), odd)
  })
  it('writes the path of a changed conversation as a file that resumes', async () => {
    const act = alone(on)
    await imports(act, example(`${sessions.fork}.jsonl`))
    await say(act, sessions.fork, 'u1', 'And the oven door?')
    await tools(act, sessions.fork, 'a1', ['call-1', 'call-2'])
    await tools(act, sessions.fork, 't1', ['call-1'])
    await tools(act, sessions.fork, 't2', ['call-2'])
    await say(act, sessions.fork, 'a2', 'It closes.')
    const lines = parse(await exported(act, sessions.fork))
    resumes(lines, sessions.fork)
    assert.equal(lines.length, 15)
    await sameTalk(on, act, sessions.fork)
  })
  it('writes a fork with its whole past under its own session id', async () => {
    const act = alone(on)
    await imports(act, example(`${sessions.compaction}.jsonl`))
    await forkConversation(act, { source: sessions.compaction, newConversationId: 'branch' })
    const unused = parse(await exported(act, 'branch'))
    resumes(unused, 'branch')
    await say(act, 'branch', 'u1')
    await say(act, 'branch', 'a1', 'Own answer')
    const lines = parse(await exported(act, 'branch'))
    resumes(lines, 'branch')
    assert.equal(lines.length, unused.length + 2)
    assert.equal(lines[4]?.['subtype'], 'compact_boundary')
    assert.match(lines.at(-1)?.['uuid'] as string, /^[0-9a-f-]{36}$/)
    await sameTalk(on, act, 'branch')
  })
  it('gives a turn whose id is a UUID that id in the file, and other turns their name back on import', async () => {
    const act = alone(on)
    const id = '0e7f4a52-53a5-4c36-9d6f-6a5d3f1c2b11'
    await say(act, 'c', 'u1')
    await say(act, 'c', `a1`, 'x', { turnId: id })
    const bytes = await exported(act, 'c')
    assert.equal(parse(bytes)[1]?.['uuid'], id)
    const elsewhere = alone(on)
    await imports(elsewhere, bytes)
    assert.deepEqual((await pathOf(elsewhere, 'c')).map(({ messageId }) => messageId), ['c:u1', `c:${id}`]) // prettier-ignore
  })
  it('adds nothing when its own export comes back', async () => {
    const act = alone(on)
    await say(act, 'c', 'u1')
    await say(act, 'c', 'a1')
    const { report } = await imports(act, await exported(act, 'c'))
    assert.deepEqual([report.added, report.unchanged], [0, 2])
  })
  it('writes only the path after a rewind, and everything when asked for the whole tree', async () => {
    const act = alone(on)
    const file = linesOf(entries('u1 a1<u1 u2<a1 a2<u2'))
    await imports(act, file)
    await rewindConversation(act, { conversationId: 's', to: { messageId: 's:a1' } })
    await say(act, 's', 'u9')
    assert.deepEqual(parse(await exported(act, 's')).map(({ message }) => (message as JsonObject)['content']).length, 3) // prettier-ignore
    const whole = await exported(act, 's', true)
    assert.ok(whole.toString().startsWith(file))
    assert.equal(parse(whole).at(-1)?.['parentUuid'], 'a1')
    const elsewhere = alone(on)
    const { report } = await imports(elsewhere, whole)
    assert.deepEqual([report.branchPoints, report.nodes], [1, 5])
  })
  it('leaves deleted turns out of the path with tool pairs whole, in a fork as well, and keeps them in the whole tree', async () => {
    const act = alone(on)
    const file = linesOf(entries('u1 a1<u1 u2<a1 a2<u2'))
    await imports(act, file)
    await forkConversation(act, { source: 's', newConversationId: 'fork' })
    await deleteMessage(act, { id: 's:u2' })
    for (const id of ['s', 'fork']) {
      const lines = parse(await exported(act, id))
      resumes(lines, id)
      assert.deepEqual(lines.map(({ uuid }) => uuid), ['u1', 'a1', 'a2']) // prettier-ignore
    }
    assert.equal((await exported(act, 's', true)).toString(), file)
    await restoreMessage(act, { id: 's:u2' })
    assert.equal((await exported(act, 's')).toString(), file)
    await tools(act, 'c', 'a1', ['k', 'l'])
    await tools(act, 'c', 't1', ['k'])
    await tools(act, 'c', 't2', ['l'])
    await deleteMessage(act, { id: 'c:t1' })
    const paired = parse(await exported(act, 'c'))
    resumes(paired, 'c')
    assert.deepEqual(paired.length, 2)
    assert.doesNotMatch(JSON.stringify(paired), /"k"/)
  })
  it('writes the side chain of a file as that file had it', async () => {
    const act = alone(on)
    const side = linesOf(entries('u9 a9<u9', 's', { isSidechain: true }))
    await imports(act, `${linesOf(entries('u1'))}${side}`)
    assert.equal((await exported(act, 's.agent-u9')).toString(), side)
  })
  it('refuses what is not there and formats that it cannot write', async () => {
    const act = alone(on)
    const code = (wanted: string) => (thrown: unknown) => thrown instanceof Refusal && thrown.code === wanted
    await assert.rejects(exported(act, 'nowhere'), code('NOT_FOUND'))
  })
  describe('real transcripts', { skip: noSharedData }, () => {
    it('fork, go on and resume with the same talk', async () => {
      const act = alone(on)
      for (const [i, { name, bytes }] of sharedTranscripts().entries()) {
        const { conversations } = await imports(act, bytes, { fileName: name })
        const fork = `fork-${i}`
        try {
          await forkConversation(act, { source: conversations[0]?.id ?? '', newConversationId: fork })
        } catch (thrown) {
          // Some of them end inside a tool call: no place to fork.
          assert.ok(thrown instanceof Refusal && thrown.code === 'FORK_POINT_NOT_BOUNDARY')
          continue
        }
        await say(act, fork, 'u1')
        await say(act, fork, 'a1')
        const lines = parse(await exported(act, fork)).filter(({ uuid }) => uuid !== undefined)
        assert.ok(
          lines.every(
            (line, k) =>
              line['sessionId'] === fork &&
              (line['parentUuid'] ?? line['logicalParentUuid'] ?? null) === (lines[k - 1]?.['uuid'] ?? null),
          ),
          name,
        )
        await sameTalk(on, act, fork)
      }
    })
  })
})
