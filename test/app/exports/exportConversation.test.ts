import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { Scope } from '../../../src/app/scope.ts'
import { deleteMessage } from '../../../src/app/turns/deleteMessage.ts'
import { cancelMarker } from '../../../src/app/markers/cancelMarker.ts'
import { compact } from '../../../src/app/markers/compact.ts'
import { forkConversation } from '../../../src/app/forks/forkConversation.ts'
import { restoreMessage } from '../../../src/app/turns/restoreMessage.ts'
import { rewindConversation } from '../../../src/app/heads/rewindConversation.ts'
import type { JsonObject } from '../../../src/domain/model.ts'
import { Refusal } from '../../../src/domain/refusals.ts'
import { onEveryStore, type TestStore } from '../../support/scopes.ts'
import { say, tools } from '../../support/talk.ts'
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
} from '../../support/transcripts.ts'

let count = 0
const alone = (on: TestStore): Scope => on.scope({ tenant: `export-${++count}` })
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
async function sameTalk(on: TestStore, scope: Scope, id: string): Promise<void> {
  const elsewhere = alone(on)
  const { conversations } = await imports(elsewhere, await exported(scope, id))
  const hashes = async (of: Scope, one: string) => (await pathOf(of, one)).map(({ contentHash }) => contentHash)
  assert.deepEqual(await hashes(elsewhere, conversations[0]?.id ?? ''), await hashes(scope, id))
}

await onEveryStore('exporting Claude Code lines', (on) => {
  it('gives an unchanged import back byte for byte, oddities and all', async () => {
    const scope = alone(on)
    const [u1, a1, u2] = linesOf(entries('u1 a1<u1 u2<a1')).split(/(?<=\n)/) as [string, string, string]
    const odd = `${u1.trimEnd()}${a1}\r\n\n{"type":"custom-title","customTitle":"T","sessionId":"s"}\nnonsense\n${u2}{"type":"us`
    await imports(scope, odd)
    assert.equal((await exported(scope, 's')).toString(), odd)
    assert.equal((await exported(scope, 's', true)).toString(), odd)
  })
  it('writes the path of a changed conversation as a file that resumes', async () => {
    const scope = alone(on)
    await imports(scope, example(`${sessions.fork}.jsonl`))
    await say(scope, sessions.fork, 'u1', 'And the oven door?')
    await tools(scope, sessions.fork, 'a1', ['call-1', 'call-2'])
    await tools(scope, sessions.fork, 't1', ['call-1'])
    await tools(scope, sessions.fork, 't2', ['call-2'])
    await say(scope, sessions.fork, 'a2', 'It closes.')
    const lines = parse(await exported(scope, sessions.fork))
    resumes(lines, sessions.fork)
    assert.equal(lines.length, 15)
    await sameTalk(on, scope, sessions.fork)
  })
  it('writes a fork with its whole past under its own session id', async () => {
    const scope = alone(on)
    await imports(scope, example(`${sessions.compaction}.jsonl`))
    await forkConversation(scope, { source: sessions.compaction, newConversationId: 'branch' })
    const unused = parse(await exported(scope, 'branch'))
    resumes(unused, 'branch')
    await say(scope, 'branch', 'u1')
    await say(scope, 'branch', 'a1', 'Own answer')
    const lines = parse(await exported(scope, 'branch'))
    resumes(lines, 'branch')
    assert.equal(lines.length, unused.length + 2)
    assert.equal(lines[4]?.['subtype'], 'compact_boundary')
    assert.match(lines.at(-1)?.['uuid'] as string, /^[0-9a-f-]{36}$/)
    await sameTalk(on, scope, 'branch')
  })
  it('writes a boundary and a summary for a compaction of all talk so far, and for no other', async () => {
    const scope = alone(on)
    const boundaries = async () => {
      const lines = parse(await exported(scope, 'c'))
      return lines.flatMap((line, i) =>
        line['subtype'] === 'compact_boundary' ? [[i, lines[i + 1]?.['isCompactSummary']]] : [],
      )
    }
    for (const turn of ['s1', 'u1', 'a1', 'u2', 'a2']) await say(scope, 'c', turn)
    const sums = (from: number, to: number) =>
      compact(scope, { conversationId: 'c', from: { turn: from }, to: { turn: to }, summary: 'So far.' })
    await sums(1, 2)
    assert.deepEqual(await boundaries(), [])
    const { marker } = await sums(1, 4)
    await say(scope, 'c', 'u3')
    assert.deepEqual(await boundaries(), [[5, true]])
    await cancelMarker(scope, { conversationId: 'c', markerId: marker.id })
    assert.deepEqual(await boundaries(), [])
  })
  it('gives a turn whose id is a UUID that id in the file, and other turns their name back on import', async () => {
    const scope = alone(on)
    const id = '0e7f4a52-53a5-4c36-9d6f-6a5d3f1c2b11'
    await say(scope, 'c', 'u1')
    await say(scope, 'c', `a1`, 'x', { turnId: id })
    const bytes = await exported(scope, 'c')
    assert.equal(parse(bytes)[1]?.['uuid'], id)
    const elsewhere = alone(on)
    await imports(elsewhere, bytes)
    assert.deepEqual((await pathOf(elsewhere, 'c')).map(({ messageId }) => messageId), ['c:u1', `c:${id}`]) // prettier-ignore
  })
  it('adds nothing when its own export comes back', async () => {
    const scope = alone(on)
    await say(scope, 'c', 'u1')
    await say(scope, 'c', 'a1')
    const { report } = await imports(scope, await exported(scope, 'c'))
    assert.deepEqual([report.added, report.unchanged], [0, 2])
  })
  it('writes only the path after a rewind, and everything when asked for the whole tree', async () => {
    const scope = alone(on)
    const file = linesOf(entries('u1 a1<u1 u2<a1 a2<u2'))
    await imports(scope, file)
    await rewindConversation(scope, { conversationId: 's', to: { messageId: 's:a1' } })
    await say(scope, 's', 'u9')
    assert.deepEqual(parse(await exported(scope, 's')).map(({ message }) => (message as JsonObject)['content']).length, 3) // prettier-ignore
    const whole = await exported(scope, 's', true)
    assert.ok(whole.toString().startsWith(file))
    assert.equal(parse(whole).at(-1)?.['parentUuid'], 'a1')
    const elsewhere = alone(on)
    const { report } = await imports(elsewhere, whole)
    assert.deepEqual([report.branchPoints, report.nodes], [1, 5])
  })
  it('leaves deleted turns out of the path with tool pairs whole, in a fork as well, and keeps them in the whole tree', async () => {
    const scope = alone(on)
    const file = linesOf(entries('u1 a1<u1 u2<a1 a2<u2'))
    await imports(scope, file)
    await forkConversation(scope, { source: 's', newConversationId: 'fork' })
    await deleteMessage(scope, { id: 's:u2' })
    for (const id of ['s', 'fork']) {
      const lines = parse(await exported(scope, id))
      resumes(lines, id)
      assert.deepEqual(lines.map(({ uuid }) => uuid), ['u1', 'a1', 'a2']) // prettier-ignore
    }
    assert.equal((await exported(scope, 's', true)).toString(), file)
    await restoreMessage(scope, { id: 's:u2' })
    assert.equal((await exported(scope, 's')).toString(), file)
    await tools(scope, 'c', 'a1', ['k', 'l'])
    await tools(scope, 'c', 't1', ['k'])
    await tools(scope, 'c', 't2', ['l'])
    await deleteMessage(scope, { id: 'c:t1' })
    const paired = parse(await exported(scope, 'c'))
    resumes(paired, 'c')
    assert.deepEqual(paired.length, 2)
    assert.doesNotMatch(JSON.stringify(paired), /"k"/)
  })
  it('writes the side chain of a file as that file had it', async () => {
    const scope = alone(on)
    const side = linesOf(entries('u9 a9<u9', 's', { isSidechain: true }))
    await imports(scope, `${linesOf(entries('u1'))}${side}`)
    assert.equal((await exported(scope, 's.agent-u9')).toString(), side)
  })
  it('refuses what is not there and formats that it cannot write', async () => {
    const scope = alone(on)
    const code = (wanted: string) => (thrown: unknown) => thrown instanceof Refusal && thrown.code === wanted
    await assert.rejects(exported(scope, 'nowhere'), code('NOT_FOUND'))
  })
  describe('real transcripts', { skip: noSharedData }, () => {
    it('fork, go on and resume with the same talk', async () => {
      const scope = alone(on)
      for (const [i, { name, bytes }] of sharedTranscripts().entries()) {
        const { conversations } = await imports(scope, bytes, { fileName: name })
        const fork = `fork-${i}`
        try {
          await forkConversation(scope, { source: conversations[0]?.id ?? '', newConversationId: fork })
        } catch (thrown) {
          // Some of them end inside a tool call: no place to fork.
          assert.ok(thrown instanceof Refusal && thrown.code === 'FORK_POINT_NOT_BOUNDARY')
          continue
        }
        await say(scope, fork, 'u1')
        await say(scope, fork, 'a1')
        const lines = parse(await exported(scope, fork)).filter(({ uuid }) => uuid !== undefined)
        assert.ok(
          lines.every(
            (line, k) =>
              line['sessionId'] === fork &&
              (line['parentUuid'] ?? line['logicalParentUuid'] ?? null) === (lines[k - 1]?.['uuid'] ?? null),
          ),
          name,
        )
        await sameTalk(on, scope, fork)
      }
    })
  })
})
