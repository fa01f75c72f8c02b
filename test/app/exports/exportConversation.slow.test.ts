import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { Scope } from '../../../src/app/scope.ts'
import { openExport } from '../../../src/app/exports/exportConversation.ts'
import { amendMessage } from '../../../src/app/turns/amendMessage.ts'
import { deleteMessage } from '../../../src/app/turns/deleteMessage.ts'
import { cancelMarker } from '../../../src/app/markers/cancelMarker.ts'
import { compact } from '../../../src/app/markers/compact.ts'
import { dropSpan } from '../../../src/app/markers/dropSpan.ts'
import { forkConversation } from '../../../src/app/forks/forkConversation.ts'
import { restoreMessage } from '../../../src/app/turns/restoreMessage.ts'
import { rewindConversation } from '../../../src/app/heads/rewindConversation.ts'
import type { JsonObject } from '../../../src/domain/model.ts'
import { Refusal } from '../../../src/domain/refusals.ts'
import { ReadTooLarge, type GraphStore } from '../../../src/storage/graphStore.ts'
import { intercept } from '../../../src/storage/intercept.ts'
import fc from '../../support/properties.ts'
import { context } from '../../../src/app/transcripts/context.ts'
import { wholeOr } from '../../support/rounds.ts'
import { perform, steps } from '../../support/histories.ts'
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
const kinds: Readonly<Record<string, string>> = { tool_use: 'toolCall', tool_result: 'toolResult' }
/** The kinds of a line's blocks, or its text where it is a summary. */
const kindsIn = ({ type, message }: JsonObject) => {
  const content = type === 'system' ? '' : (message as JsonObject)['content']
  if (typeof content === 'string') return content.startsWith('in place of') ? content : ['text']
  return (content as JsonObject[]).map((block) => kinds[block['type'] as string] ?? block['type'])
}
const textIn = ({ message }: JsonObject) => {
  const content = (message as JsonObject)['content']
  return typeof content === 'string' ? content : ((content as JsonObject[])[0]?.['text'] ?? null)
}
/** The store, as if no more than so many observations fitted into memory. */
const narrowStore = (store: GraphStore, most: number): GraphStore =>
  intercept(store, async (_, call) => {
    const answer = await call()
    if (observationsIn(answer) > most) throw new ReadTooLarge('too large')
    return answer
  })
function observationsIn(answer: unknown): number {
  if (Array.isArray(answer)) return answer.reduce<number>((sum, one) => sum + observationsIn(one), 0)
  return typeof answer === 'object' && answer !== null && 'blocks' in answer && 'place' in answer ? 1 : 0
}
const alone = (on: TestStore): Scope => on.scope({ tenant: `export-${++count}` })
async function textOf(pieces: AsyncIterable<Uint8Array>): Promise<string> {
  const found: Uint8Array[] = []
  for await (const piece of pieces) found.push(piece)
  return Buffer.concat(found).toString()
}
const parse = (bytes: Buffer): JsonObject[] =>
  bytes
    .toString()
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as JsonObject)

/** Fails unless the lines are one session's, each below the one before, no result without its call above it. */
function resumes(lines: readonly JsonObject[], session: string): void {
  chained(lines, session)
  paired(lines)
}

function chained(lines: readonly JsonObject[], session: string): void {
  lines.forEach((line, i) => {
    assert.equal(line['sessionId'], session)
    assert.equal(line['parentUuid'] ?? line['logicalParentUuid'] ?? null, lines[i - 1]?.['uuid'] ?? null)
  })
  assert.equal(new Set(lines.map((line) => line['uuid'])).size, lines.length)
}

function paired(lines: readonly JsonObject[]): void {
  const calls = new Set<unknown>()
  for (const { message } of lines) {
    const content = (message as JsonObject | undefined)?.['content']
    for (const block of (Array.isArray(content) ? content : []) as JsonObject[]) {
      if (block['type'] === 'tool_use') calls.add(block['id'])
      if (block['type'] === 'tool_result') assert.ok(calls.has(block['tool_use_id']))
    }
  }
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
  it('writes what a model reads: dropped exchanges left out, a summary in place of others, and whole tool pairs', async () => {
    const scope = alone(on)
    const file = linesOf(entries('u1 a1<u1 n1<a1 u2<n1 c2:x<u2 r2:x<c2 n2<r2 a2<n2 u3<a2 a3<u3 u4<a3 a4<u4'))
    await imports(scope, file)
    const span = (from: number, to: number) => ({ conversationId: 's', from: { turn: from }, to: { turn: to } })
    const shown = async (id = 's') => {
      const lines = parse(await exported(scope, id))
      resumes(lines, id)
      return lines.map(({ uuid, message }) => ((uuid as string).length < 3 ? uuid : (message as JsonObject)['content']))
    }
    const { marker: drop } = await dropSpan(scope, span(1, 2))
    assert.deepEqual(await shown(), ['u2', 'c2', 'r2', 'n2', 'a2', 'u3', 'a3', 'u4', 'a4'])
    const { marker: sum } = await compact(scope, { ...span(7, 8), summary: 'They went on.' })
    assert.deepEqual(await shown(), ['u2', 'c2', 'r2', 'n2', 'a2', 'They went on.', 'u4', 'a4'])
    await forkConversation(scope, { source: 's', newConversationId: 'branch' })
    assert.deepEqual(await shown('branch'), ['u2', 'c2', 'r2', 'n2', 'a2', 'They went on.', 'u4', 'a4'])
    assert.equal((await exported(scope, 's', true)).toString().startsWith(file), true)
    for (const { id: markerId } of [drop, sum]) await cancelMarker(scope, { conversationId: 's', markerId })
    assert.deepEqual(await shown(), ['u1', 'a1', 'n1', 'u2', 'c2', 'r2', 'n2', 'a2', 'u3', 'a3', 'u4', 'a4'])
    await dropSpan(scope, span(1, 10))
    assert.equal((await exported(scope, 's')).length, 0)

    await say(scope, 'p', 'u1')
    await tools(scope, 'p', 'a1', ['k'])
    await say(scope, 'p', 'u2')
    await tools(scope, 'p', 'a2', ['l', 'm'])
    await say(scope, 'p', 'u3')
    await tools(scope, 'p', 't2', ['l'])
    const lines = parse(await exported(scope, 'p'))
    resumes(lines, 'p')
    const results = lines.flatMap(({ message }) => {
      const content = (message as JsonObject)['content']
      return (Array.isArray(content) ? content : []).map(
        (block) => (block as JsonObject)['tool_use_id'] ?? (block as JsonObject)['id'] ?? null,
      )
    })
    assert.deepEqual(
      results.filter((id) => id !== null),
      ['k', 'k', 'l', 'm', 'l', 'm'],
    )
  })
  it('writes what was before the last boundary as it stands, and what a model reads behind it', async () => {
    const scope = alone(on)
    for (const turn of ['u1', 'a1', 'u2', 'a2']) await say(scope, 'b', turn)
    await dropSpan(scope, { conversationId: 'b', from: { turn: 1 }, to: { turn: 2 } })
    await compact(scope, { conversationId: 'b', from: { turn: 1 }, to: { turn: 4 }, summary: 'So far.' })
    for (const turn of ['u3', 'a3', 'u4', 'a4']) await say(scope, 'b', turn)
    const { marker } = await dropSpan(scope, { conversationId: 'b', from: { turn: 5 }, to: { turn: 6 } })
    const said = async () => {
      const lines = parse(await exported(scope, 'b'))
      resumes(lines, 'b')
      return lines.map((line) => line['subtype'] ?? textIn(line))
    }
    assert.deepEqual(await said(), ['u1', 'a1', 'u2', 'a2', 'compact_boundary', 'So far.', 'u4', 'a4'])
    await cancelMarker(scope, { conversationId: 'b', markerId: marker.id })
    assert.deepEqual(await said(), ['u1', 'a1', 'u2', 'a2', 'compact_boundary', 'So far.', 'u3', 'a3', 'u4', 'a4'])
    await compact(scope, { conversationId: 'b', from: { turn: 1 }, to: { turn: 6 }, summary: 'All but the last.' })
    assert.deepEqual(await said(), ['All but the last.', 'u4', 'a4'])
  })
  it('writes the context behind the last boundary line by line, whatever was stored and marked', async () => {
    const scope = alone(on)
    let run = 0
    const property = fc.asyncProperty(steps, async (history) => {
      let turns = 0
      const talks = [`any${run++}`]
      for (const step of history) await perform(scope, talks, step, () => `n${turns++}`)
      for (const id of talks) {
        if ((await scope.reads.conversation(id)) === null) continue
        const text = (await exported(scope, id)).toString()
        const lines = text === '' ? [] : parse(Buffer.from(text))
        chained(lines, id)
        const last = lines.findLastIndex((line) => line['subtype'] === 'compact_boundary')
        paired(lines.slice(last + 1))
        const shown = await context(scope, id, null)
        // A system's turns before the talk stand before the boundary, too.
        const begin = last < 0 ? 0 : shown.findIndex(({ observation }) => observation.kind !== 'TURN')
        const wanted = shown
          .slice(begin)
          .map(({ observation, text: said, blocks }) =>
            observation.kind === 'TURN' ? blocks.map(({ type }) => type) : said,
          )
        const found = lines.slice(last + 1).map(kindsIn)
        // Calls and results of one answer stand in the file as they came; CONTEXT has the calls first.
        assert.deepEqual(found.map(String).sort(), wanted.map(String).sort())
      }
    })
    await fc.assert(property, { numRuns: on.name.includes('SQLite') ? wholeOr(40, 10) : 2 })
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
    assert.deepEqual(
      (await pathOf(elsewhere, 'c')).map(({ messageId }) => messageId),
      ['c:u1', `c:${id}`],
    )
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
    assert.deepEqual(
      parse(await exported(scope, 's')).map(({ message }) => (message as JsonObject)['content']).length,
      3,
    )
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
      assert.deepEqual(
        lines.map(({ uuid }) => uuid),
        ['u1', 'a1', 'a2'],
      )
    }
    assert.equal((await exported(scope, 's', true)).toString(), file)
    await restoreMessage(scope, { id: 's:u2' })
    assert.equal((await exported(scope, 's')).toString(), file)
    await say(scope, 'c', 'u1')
    await tools(scope, 'c', 'a1', ['k', 'l'])
    await tools(scope, 'c', 't1', ['k'])
    await tools(scope, 'c', 't2', ['l'])
    await deleteMessage(scope, { id: 'c:t1' })
    const paired = parse(await exported(scope, 'c'))
    resumes(paired, 'c')
    assert.deepEqual(paired.length, 3)
    assert.doesNotMatch(JSON.stringify(paired), /"k"/)
  })
  it('writes corrected turns anew, in the path and in the whole tree, and all other lines byte for byte', async () => {
    const scope = alone(on)
    const file = linesOf(entries('u1 a1<u1 u2<a1 a2<u2'))
    const { conversations } = await imports(scope, file)
    const id = conversations[0]?.id ?? ''
    const raw = file.split(/(?<=\n)/)
    const message = (await pathOf(scope, id))[1]?.messageId ?? ''
    await amendMessage(scope, { messageId: message, fields: { text: 'what was meant' } })
    for (const wholeTree of [false, true]) {
      scope.reads.clear()
      const lines = (await exported(scope, id, wholeTree)).toString().split(/(?<=\n)/)
      assert.deepEqual([lines[0], ...lines.slice(2)], [raw[0], ...raw.slice(2)])
      const written = JSON.parse(lines[1] ?? '') as JsonObject
      assert.deepEqual(written, {
        ...(JSON.parse(raw[1] ?? '') as JsonObject),
        message: {
          ...(JSON.parse(raw[1] ?? '') as { message: JsonObject }).message,
          content: [{ type: 'text', text: 'what was meant' }],
        },
      })
    }
    for (const values of ['AS_STORED', null] as const) {
      const { pieces } = await openExport(scope, { conversationId: id, format: values && 'CLAUDE_CODE', values })
      assert.equal(await textOf(pieces), file, 'ORIGINAL is what came in')
    }
    const { pieces } = await openExport(scope, { conversationId: id, format: 'MARKDOWN' })
    assert.match(await textOf(pieces), /what was meant/)
  })
  it('writes the side chain of a file as that file had it', async () => {
    const scope = alone(on)
    const side = linesOf(entries('u9 a9<u9', 's', { isSidechain: true }))
    await imports(scope, `${linesOf(entries('u1'))}${side}`)
    assert.equal((await exported(scope, 's.agent-u9')).toString(), side)
  })
  it('writes the same in every format where the store brings only a few rows at once', async () => {
    const scope = alone(on)
    for (let n = 1; n <= 7; n++) {
      await say(scope, 'large', `u${n}`)
      if (n === 3)
        await compact(scope, { conversationId: 'large', from: { turn: 1 }, to: { turn: 3 }, summary: 'So far.' })
      if (n === 5) await dropSpan(scope, { conversationId: 'large', from: { turn: 4 }, to: { turn: 4 } })
    }
    const narrow = on.scope({ tenant: scope.tenant, store: narrowStore(on.store(), 3) })
    for (const format of [
      'NDJSON',
      'OPENAI',
      'ANTHROPIC',
      'MARKDOWN',
      'HTML',
      'CLAUDE_CODE',
      'CODEX',
      'PI',
      'NEO_JSON',
    ]) {
      const written = async (by: Scope) => {
        const { pieces } = await openExport(by, { conversationId: 'large', format })
        return (await textOf(pieces)).replace(/"madeAt":"[^"]*"/, '')
      }
      assert.equal(await written(narrow), await written(scope), format)
    }
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
