import assert from 'node:assert/strict'
import { it } from 'node:test'
import { forkConversation } from '../../../src/app/forks/forkConversation.ts'
import { rewindConversation } from '../../../src/app/heads/rewindConversation.ts'
import { undo } from '../../../src/app/heads/undo.ts'
import { integrity } from '../../../src/app/integrity/integrity.ts'
import { verifyPath } from '../../../src/app/integrity/verifyPath.ts'
import { cancelMarker } from '../../../src/app/markers/cancelMarker.ts'
import { compact } from '../../../src/app/markers/compact.ts'
import { dropSpan } from '../../../src/app/markers/dropSpan.ts'
import { listPage } from '../../../src/app/read/lists.ts'
import { claimRun } from '../../../src/app/runs/claimRun.ts'
import { completeRun } from '../../../src/app/runs/completeRun.ts'
import type { Scope } from '../../../src/app/scope.ts'
import { context } from '../../../src/app/transcripts/context.ts'
import { transcriptPage } from '../../../src/app/transcripts/transcript.ts'
import type { TranscriptView } from '../../../src/app/transcripts/transcripts.ts'
import type { Conversation } from '../../../src/domain/model.ts'
import type { Refusal } from '../../../src/domain/refusals.ts'
import { onEveryStore } from '../../support/scopes.ts'
import { say, tools } from '../../support/talk.ts'

await onEveryStore('markers in a conversation', (on) => {
  const scope = on.scope
  const conversation = async (id: string) => (await scope().reads.conversation(id)) as Conversation
  const shown = async (id: string, view: TranscriptView = 'CONTEXT') => {
    const page = await transcriptPage(scope(), await conversation(id), view, { first: 100 })
    return page.entries.map(({ entry }) => entry.text).join(' ')
  }
  /** Exchanges u1 a1, u2 a2 and so on. */
  async function talk(id: string, exchanges: number, first = 1): Promise<void> {
    for (let i = first; i < first + exchanges; i++) {
      await say(scope(), id, `u${i}`)
      await say(scope(), id, `a${i}`)
    }
  }
  const at = (turn: number) => ({ turn })
  const sum = (id: string, from: number, to: number, summary = `[${from}-${to}]`, using: Scope = scope()) =>
    compact(using, { conversationId: id, from: at(from), to: at(to), summary })
  const drop = (id: string, from: number, to: number) =>
    dropSpan(scope(), { conversationId: id, from: at(from), to: at(to) })

  it('put a summary in place of exchanges in CONTEXT, and nowhere else', async () => {
    await talk('sum', 3)
    const { marker, conversation: after, event, replayed } = await sum('sum', 1, 4, 'so far')
    assert.equal(await shown('sum'), 'so far u3 a3')
    assert.equal(await shown('sum', 'MESSAGES'), 'u1 a1 u2 a2 u3 a3')
    assert.equal(await shown('sum', 'RAW'), 'u1 a1 u2 a2 u3 a3 so far')
    assert.deepEqual(
      [after.headId, after.turnCount, replayed, marker.kind, marker.role],
      [...[marker.id, 6, false, 'COMPACTION', null]],
    )
    assert.deepEqual([event.kind, event.head?.to, event.details['markerId']], ['COMPACT', marker.id, marker.id])
    const [summary] = await context(scope(), 'sum', null)
    assert.deepEqual([summary?.observation.id, summary?.role, summary?.synthetic], [marker.id, null, false])
    await talk('sum', 1, 4)
    assert.equal(await shown('sum'), 'so far u3 a3 u4 a4')
    const { valid } = await verifyPath(scope(), (await conversation('sum')).headId ?? '')
    assert.deepEqual([valid, (await integrity(scope(), 'sum')).findings], [true, []])
  })

  it('leave exchanges out, and name what stands first and last', async () => {
    await talk('drop', 3)
    const { marker } = await drop('drop', 3, 4)
    assert.equal(await shown('drop'), 'u1 a1 u3 a3')
    const names = await Promise.all(
      [marker.fields['from'], marker.fields['to']].map((id) => scope().reads.observation(id as string)),
    )
    assert.deepEqual(
      names.map((one) => one?.messageId),
      ['drop:u2', 'drop:a2'],
    )
  })

  it('are part of the path hash by what they say and what they name', async () => {
    const hashes = []
    for (const [id, to, text] of [
      ['hash1', 2, 'one'],
      ['hash2', 2, 'one'],
      ['hash3', 2, 'two'],
      ['hash4', 4, 'one'],
    ] as const) {
      await talk(id, 2)
      hashes.push((await sum(id, 1, to, text)).marker.place?.pathHash)
    }
    assert.equal(hashes[0], hashes[1])
    assert.equal(new Set(hashes).size, 3)
  })

  it('are made of whole exchanges: an end inside one is refused with the nearest legal points', async () => {
    await talk('inside', 3)
    const ids: string[] = []
    const note = async () => {
      const page = await transcriptPage(scope(), await conversation('inside'), 'RAW', {})
      ids.splice(0, ids.length, ...page.entries.map(({ entry }) => entry.observation.id))
    }
    await note()
    const refused = async (from: number, to: number) => {
      const error = await sum('inside', from, to).then(
        () => null,
        (thrown: unknown) => thrown as Refusal<'FORK_POINT_NOT_BOUNDARY'>,
      )
      assert.equal(error?.code, 'FORK_POINT_NOT_BOUNDARY')
      const place = (point: object | null) =>
        point === null ? null : ids.indexOf(Object.values(point)[0] as string) + 1
      return [error.field, place(error.facts.before), place(error.facts.after)]
    }
    assert.deepEqual(await refused(2, 4), [['from'], 1, 3])
    assert.deepEqual(await refused(6, 6), [['from'], 5, null])
    assert.deepEqual(await refused(1, 3), [['to'], 2, 4])
    assert.deepEqual(await refused(1, 1), [['to'], null, 2])
    assert.deepEqual(await refused(1, 5), [['to'], 4, 6])
    await say(scope(), 'inside', 's1')
    await note()
    assert.deepEqual(await refused(5, 6), [['to'], 4, 7])
  })

  it('refuse what is off the path, blank, backward, unknown or of another head, and write nothing', async () => {
    await talk('no', 2)
    const rows = await on.store().rowCounts()
    const ends = { conversationId: 'no', from: at(1), to: at(2) }
    const wrong: [string, () => Promise<unknown>][] = [
      ['FORK_POINT_UNKNOWN', () => sum('no', 0, 2)],
      ['FORK_POINT_UNKNOWN', () => sum('no', 1, 5)],
      ['FORK_POINT_UNKNOWN', () => compact(scope(), { ...ends, to: { messageId: 'drop:a1' }, summary: 's' })],
      ['BAD_INPUT', () => sum('no', 3, 2)],
      ['BAD_INPUT', () => sum('no', 1, 2, ' ')],
      ['NOT_FOUND', () => sum('nobody', 1, 2)],
      ['HEAD_MOVED', () => compact(scope(), { ...ends, summary: 's', expectedHeadId: null })],
      ['HEAD_MOVED', () => dropSpan(scope(), { ...ends, expectedHeadId: 'another' })],
      ['NOT_FOUND', () => cancelMarker(scope(), { conversationId: 'no', markerId: 'nothing' })],
    ]
    for (const [code, act] of wrong) await assert.rejects(act(), { code })
    const head = (await conversation('no')).headId ?? ''
    await assert.rejects(cancelMarker(scope(), { conversationId: 'no', markerId: head }), { code: 'BAD_INPUT' })
    assert.deepEqual(await on.store().rowCounts(), rows)
  })

  it('never part a call from its result', async () => {
    await say(scope(), 'pairs', 'u1')
    await tools(scope(), 'pairs', 'a1', ['k'])
    await assert.rejects(sum('pairs', 1, 2), { code: 'FORK_POINT_NOT_BOUNDARY' })
    await say(scope(), 'pairs', 'u2')
    await tools(scope(), 'pairs', 't1', ['k'])
    await say(scope(), 'pairs', 'a2')
    await assert.rejects(drop('pairs', 1, 2), { code: 'TOOL_PAIR_BROKEN' })
    await assert.rejects(drop('pairs', 3, 5), { code: 'TOOL_PAIR_BROKEN' })
    await drop('pairs', 1, 5)
    assert.equal(await shown('pairs'), '')
  })

  it('nest and never overlap in part; cancelled ones no longer count', async () => {
    await talk('nest', 4)
    const inner = await sum('nest', 3, 4)
    const outer = await sum('nest', 1, 6)
    assert.equal(await shown('nest'), '[1-6] u4 a4')
    await assert.rejects(drop('nest', 5, 8), (error: Refusal) => {
      assert.deepEqual([error.code, (error.facts as { markerId: string }).markerId], ['BAD_INPUT', outer.marker.id])
      return true
    })
    await cancelMarker(scope(), { conversationId: 'nest', markerId: outer.marker.id })
    assert.equal(await shown('nest'), 'u1 a1 [3-4] u3 a3 u4 a4')
    await drop('nest', 5, 8)
    assert.equal(await shown('nest'), 'u1 a1 [3-4]')
    const again = { conversationId: 'nest', markerId: outer.marker.id }
    await assert.rejects(cancelMarker(scope(), again), { code: 'BAD_INPUT' })
    const cancel = await cancelMarker(scope(), { conversationId: 'nest', markerId: inner.marker.id })
    assert.deepEqual([cancel.marker.kind, cancel.event.kind], ['CANCEL', 'CANCEL'])
    assert.equal(await shown('nest'), 'u1 a1 u2 a2')
    await assert.rejects(cancelMarker(scope(), { conversationId: 'nest', markerId: cancel.marker.id }), {
      code: 'BAD_INPUT',
    })
  })

  it('are taken back by undo, and by a rewind to before them', async () => {
    await talk('undo', 2)
    const { marker } = await sum('undo', 1, 2)
    await cancelMarker(scope(), { conversationId: 'undo', markerId: marker.id })
    assert.equal(await shown('undo'), 'u1 a1 u2 a2')
    await undo(scope(), { conversationId: 'undo' })
    assert.equal(await shown('undo'), '[1-2] u2 a2')
    await cancelMarker(scope(), { conversationId: 'undo', markerId: marker.id })
    await talk('undo', 1, 3)
    assert.equal(await shown('undo'), 'u1 a1 u2 a2 u3 a3')
    await rewindConversation(scope(), { conversationId: 'undo', to: { observationId: marker.id } })
    assert.equal(await shown('undo'), '[1-2] u2 a2')
    await talk('undo', 1, 3)
    await rewindConversation(scope(), { conversationId: 'undo', to: at(4) })
    assert.equal(await shown('undo'), 'u1 a1 u2 a2')
    assert.deepEqual((await integrity(scope(), 'undo')).findings, [])
  })

  it('hold in forks from after them, not in those from before; a cancel in a fork stays there', async () => {
    await talk('source', 3)
    const { marker } = await sum('source', 1, 4)
    await talk('source', 1, 4)
    for (const [id, turn] of [
      ['before', 6],
      ['within', 2],
      ['behind', 8],
    ] as const)
      await forkConversation(scope(), { source: 'source', at: at(turn), newConversationId: id })
    assert.equal(await shown('before'), 'u1 a1 u2 a2 u3 a3')
    assert.equal(await shown('within'), 'u1 a1')
    assert.equal(await shown('behind'), '[1-4] u3 a3 u4 a4')
    await cancelMarker(scope(), { conversationId: 'behind', markerId: marker.id })
    assert.equal(await shown('behind'), 'u1 a1 u2 a2 u3 a3 u4 a4')
    assert.equal(await shown('source'), '[1-4] u3 a3 u4 a4')
    await assert.rejects(cancelMarker(scope(), { conversationId: 'before', markerId: marker.id }), {
      code: 'NOT_FOUND',
    })
    await dropSpan(scope(), { conversationId: 'within', from: at(1), to: { messageId: 'source:a1' } })
    assert.equal(await shown('within'), '')
    assert.deepEqual((await integrity(scope(), 'behind')).findings, [])
    const answer = await forkConversation(scope(), { source: 'source', boundary: 'ANSWER', dryRun: true })
    assert.equal(answer.sharedLength, 8)
  })

  it('are made once under an idempotency key, whatever head is expected the second time', async () => {
    await talk('key', 2)
    const input = { conversationId: 'key', from: at(1), to: at(2), summary: 's', idempotencyKey: 'compact once' }
    const first = await compact(scope(), input)
    const second = await compact(scope(), { ...input, expectedHeadId: 'whatever' })
    assert.deepEqual(
      [second.replayed, second.marker.id, second.event.id, second.event.seq],
      [true, first.marker.id, first.event.id, first.event.seq],
    )
    await assert.rejects(compact(scope(), { ...input, summary: 'other' }), { code: 'IDEMPOTENCY_MISMATCH' })
    await assert.rejects(dropSpan(scope(), input), { code: 'IDEMPOTENCY_MISMATCH' })
  })

  it('stand anywhere, also where a run is open and a call waits, and are of no run', async () => {
    await talk('run', 1)
    await claimRun(scope(), { conversationId: 'run', runId: 'r' })
    await say(scope(), 'run', 'u2', 'u2', { runId: 'r' })
    await tools(scope(), 'run', 'a2', ['k'], { runId: 'r' })
    const { marker } = await sum('run', 1, 2)
    assert.equal(marker.runId, null)
    await undo(scope(), { conversationId: 'run' })
    await sum('run', 1, 2, 'again')
    await tools(scope(), 'run', 't2', ['k'], { runId: 'r' })
    await say(scope(), 'run', 'a3', 'a3', { runId: 'r' })
    const roles = (await context(scope(), 'run', null)).map(({ role }) => role)
    assert.deepEqual(roles, [null, 'USER', 'ASSISTANT', 'TOOL', 'ASSISTANT'])
    const moves = await listPage(scope(), 'headMoves', 'run', { first: 10 })
    assert.ok(moves.items.some(({ item }) => item.kind === 'COMPACT'))
  })

  it('begin and end at whole runs where runs are named, once these are completed', async () => {
    await talk('runs', 1)
    await claimRun(scope(), { conversationId: 'runs', runId: 'r' })
    await say(scope(), 'runs', 'u2', 'u2', { runId: 'r' })
    await say(scope(), 'runs', 'a2', 'a2', { runId: 'r' })
    const ends = { conversationId: 'runs', from: { runId: 'r' }, to: { runId: 'r' } }
    await assert.rejects(dropSpan(scope(), ends), { code: 'RUN_NOT_COMPLETED' })
    await completeRun(scope(), { conversationId: 'runs', runId: 'r' })
    await talk('runs', 1, 3)
    await dropSpan(scope(), ends)
    assert.equal(await shown('runs'), 'u1 a1 u3 a3')
  })
})
