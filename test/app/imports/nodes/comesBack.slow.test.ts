import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { exportConversation } from '../../../../src/app/exports/exportConversation.ts'
import { integrity } from '../../../../src/app/integrity/integrity.ts'
import { forkConversation } from '../../../../src/app/forks/forkConversation.ts'
import type { Scope } from '../../../../src/app/scope.ts'
import { amendMessage } from '../../../../src/app/turns/amendMessage.ts'
import { deleteMessage } from '../../../../src/app/turns/deleteMessage.ts'
import { textOf } from '../../../../src/domain/messages/blocks.ts'
import type { JsonObject } from '../../../../src/domain/model.ts'
import { onEveryStore, type TestStore } from '../../../support/scopes.ts'
import { say, tools } from '../../../support/talk.ts'
import { exported, imports, linesOf, pathOf } from '../../../support/transcripts.ts'

let count = 0
const alone = (on: TestStore): Scope => on.scope({ tenant: `back-${++count}` })
const texts = async (scope: Scope, id: string) => (await pathOf(scope, id)).map(({ blocks }) => textOf(blocks) ?? '')

interface Thread {
  conversation_id: string
  title?: string
  turns: JsonObject[]
  updated: string
}
const time = (n: number) => new Date(Date.UTC(2026, 5, 12) + n * 1000).toISOString()

async function written(scope: Scope, id: string, format = 'NEO_JSON', part?: string): Promise<string> {
  scope.reads.clear()
  const pieces: Uint8Array[] = []
  for await (const piece of exportConversation(scope, {
    conversationId: id,
    format,
    ...(part !== undefined && { part }),
  }))
    pieces.push(piece)
  return Buffer.concat(pieces).toString()
}
const threadOf = async (scope: Scope, id: string) => JSON.parse(await written(scope, id)) as Thread
const takes = (scope: Scope, thread: Thread) =>
  imports(scope, JSON.stringify(thread), { fileName: `${thread.conversation_id}.json` })

/** What the other program does: it reads the file, appends to its turns and writes it again. */
const appended = (thread: Thread, n: number, ...said: string[]): Thread => ({
  ...thread,
  turns: [...thread.turns, ...said.map((text, i) => ({ role: i % 2 ? 'assistant' : 'user', text, ts: time(n + i) }))],
  updated: time(n + said.length),
})
await onEveryStore('a file that comes back', (on) => {
  describe('a thread that a Neo store and we go on with', () => {
    it('of 16 threads keeps 315 of 315 turns, and each ends with the last one of the other, round after round', async () => {
      const scope = alone(on)
      let [wanted, stored, shown] = [0, 0, 0]
      for (let n = 1; n <= 16; n++) {
        const id = `thread-${n}`
        const before = Array.from({ length: (n % 9) * 3 - (n <= 5 ? 1 : 0) }, (_, i) => `t${i % 3}`)
        let thread: Thread = appended({ conversation_id: id, turns: [], updated: time(0) }, n, ...before)
        if (thread.turns.length > 0) await takes(scope, thread)
        let said = thread.turns.map((turn) => turn['text'])
        for (const round of [1, 2]) {
          await say(scope, id, `u-${round}`, `ours ${round}`)
          thread = appended(await threadOf(scope, id), 100 * round, `theirs ${round}`, 'ok', 'ok')
          said = [...said, `ours ${round}`, `theirs ${round}`, 'ok', 'ok']
          const { report } = await takes(scope, thread)
          assert.equal(report.added, 3, JSON.stringify(report.findings))
          assert.deepEqual(await texts(scope, id), said)
          assert.equal((await takes(scope, thread)).report.added, 0)
          assert.equal(await written(scope, id), JSON.stringify(thread), 'nothing of ours since: as it came')
        }
        wanted += said.length
        const [conversation] = await scope.store.conversations([id])
        stored += conversation?.shape.nodes ?? 0
        shown += conversation?.turnCount ?? 0
        assert.equal((await texts(scope, id)).at(-1), 'ok')
        assert.equal((await integrity(scope, id)).damage, 0)
      }
      assert.deepEqual({ wanted, stored, shown }, { wanted: 315, stored: 315, shown: 315 })
    })
    it('is no news as it was exported, whoever stored its turns', async () => {
      const scope = alone(on)
      for (const [i, text] of ['a', 'b', 'a', 'a'].entries()) await say(scope, 'c', `u${i}`, text)
      for (let i = 0; i < 2; i++) {
        const { report } = await takes(scope, await threadOf(scope, 'c'))
        assert.deepEqual([report.added, report.unchanged], [0, 4])
      }
      const { report } = await takes(scope, appended(await threadOf(scope, 'c'), 0, 'a'))
      assert.deepEqual([report.added, await texts(scope, 'c')], [1, ['a', 'b', 'a', 'a', 'a']])
    })
    it('passes over what a Neo store has no place for, and goes on behind it', async () => {
      const scope = alone(on)
      await say(scope, 'c', 'u1')
      await tools(scope, 'c', 'a1', ['call'])
      await tools(scope, 'c', 't1', ['call'])
      await say(scope, 'c', 'a2', 'done')
      await tools(scope, 'c', 'a3', ['more'])
      await tools(scope, 'c', 't3', ['more'])
      const thread = await threadOf(scope, 'c')
      assert.deepEqual(
        thread.turns.map(({ text }) => text),
        ['u1', 'done'],
      )
      const { report } = await takes(scope, appended(thread, 0, 'theirs'))
      assert.equal(report.added, 1)
      assert.deepEqual(await texts(scope, 'c'), ['u1', '', '', 'done', '', '', 'theirs'])
      assert.equal((await takes(scope, appended(thread, 0, 'theirs'))).report.added, 0)
    })
    it('is known with words as they were stored and as they were corrected, and with turns that are deleted since', async () => {
      const scope = alone(on)
      for (const turn of ['u1', 'u2', 'u3']) await say(scope, 'c', turn)
      const before = await threadOf(scope, 'c')
      await amendMessage(scope, { messageId: 'c:u1', fields: { text: 'better' } })
      const corrected = {
        ...before,
        turns: before.turns.map((turn, i) => (i === 0 ? { ...turn, text: 'better' } : turn)),
      }
      await deleteMessage(scope, { id: 'c:u2' })
      for (const thread of [before, corrected, await threadOf(scope, 'c')])
        assert.equal((await takes(scope, thread)).report.added, 0)
      assert.equal((await takes(scope, appended(await threadOf(scope, 'c'), 0, 'theirs'))).report.added, 1)
      assert.deepEqual(await texts(scope, 'c'), ['u1', 'u2', 'u3', 'theirs'])
    })
    it('makes versions where both went on, names that, and leaves the head', async () => {
      const scope = alone(on)
      await say(scope, 'c', 'u1')
      const thread = appended(await threadOf(scope, 'c'), 0, 'theirs')
      await say(scope, 'c', 'u2', 'ours')
      const { report } = await takes(scope, thread)
      assert.deepEqual([report.added, report.findings.map(({ code }) => code)], [1, ['HEAD_KEPT']])
      assert.deepEqual(await texts(scope, 'c'), ['u1', 'ours'])
      scope.reads.clear()
      assert.equal((await scope.reads.conversation('c'))?.shape.branchPoints, 1)
      assert.equal((await takes(scope, thread)).report.added, 0)
      const more = await takes(scope, appended(thread, 99_999_999, 'theirs again'))
      assert.deepEqual(
        more.report.findings.map(({ code }) => code),
        ['HEAD_KEPT'],
      )
      assert.deepEqual(await texts(scope, 'c'), ['u1', 'ours'])
    })
    it('is met on the way that it was exported from, when we stand on another since', async () => {
      const scope = alone(on)
      for (const turn of ['u1', 'u2', 'u3']) await say(scope, 'c', turn)
      const before = await threadOf(scope, 'c')
      await say(scope, 'c', 'u2', 'edited')
      assert.equal((await takes(scope, before)).report.added, 0)
      const after = appended(await threadOf(scope, 'c'), 0, 'theirs')
      assert.equal((await takes(scope, after)).report.added, 1)
      assert.deepEqual(await texts(scope, 'c'), ['u1', 'edited', 'theirs'])
    })
    it('holds for what a fork inherited, and leaves the source as it is', async () => {
      const scope = alone(on)
      for (const turn of ['u1', 'u2', 'u3']) await say(scope, 'c', turn)
      await forkConversation(scope, { source: 'c', at: { messageId: 'c:u2' }, newConversationId: 'f' })
      assert.equal((await takes(scope, await threadOf(scope, 'f'))).report.added, 0)
      await say(scope, 'f', 'u4', 'ours')
      const { report } = await takes(scope, appended(await threadOf(scope, 'f'), 0, 'theirs'))
      assert.equal(report.added, 1)
      assert.deepEqual(
        [await texts(scope, 'f'), await texts(scope, 'c')],
        [
          ['u1', 'u2', 'ours', 'theirs'],
          ['u1', 'u2', 'u3'],
        ],
      )
      for (const id of ['f', 'c']) assert.equal((await integrity(scope, id)).damage, 0)
    })
    it('survives a store that writes half characters anew, and turns without a time', async () => {
      const scope = alone(on)
      await takes(scope, {
        conversation_id: 'c',
        turns: [
          { role: 'user', text: 'x', ts: '0001-01-01T00:00:00Z' },
          { role: 'oracle', text: 'y', ts: time(1) },
        ],
        updated: time(2),
      })
      await say(scope, 'c', 'u1', 'half \ud83d')
      const thread = JSON.parse(
        Buffer.from(await written(scope, 'c'))
          .toString()
          .replace('\\ud83d', '\ufffd'),
      ) as Thread
      assert.equal(thread.turns[2]?.['text'], 'half \ufffd')
      assert.equal((await takes(scope, thread)).report.added, 0)
    })
    it('is the same in lines, whose sidecar comes after', async () => {
      const scope = alone(on)
      await takes(scope, {
        conversation_id: 'c',
        turns: [{ role: 'user', text: 'old', ts: time(0) }],
        updated: time(0),
      })
      await say(scope, 'c', 'u1', 'ours')
      const line = JSON.stringify({ role: 'user', text: 'theirs', ts: time(9) })
      const hot = `${await written(scope, 'c', 'NEO_JSONL')}${line}\n`
      assert.equal((await imports(scope, hot, { fileName: 'c.jsonl' })).report.added, 1)
      // The archive has what the hot file has not: never a turn of ours that came back in it.
      const archived = await written(scope, 'c', 'NEO_JSONL', 'ARCHIVE')
      assert.deepEqual([archived.includes('ours'), archived.includes('old')], [false, !hot.includes('old')])
      assert.equal((await imports(scope, '{"project":"P"}', { fileName: 'c.meta.json' })).report.added, 0)
      assert.deepEqual(await texts(scope, 'c'), ['old', 'ours', 'theirs'])
    })
  })
  it('is known in any format whose turns have no ids, by role, content and time as that tells it', async () => {
    const scope = alone(on)
    for (const [turn, at] of [
      ['u1', '2026-06-12T10:00:00.123456000Z'],
      ['a1', '2026-06-12T10:00:01.000000000Z'],
    ] as const)
      await say(scope, 'c', turn, turn, { observedAt: at })
    const lines = (...more: JsonObject[]) =>
      linesOf([
        { role: 'user', content: 'u1', timestamp: '2026-06-12T10:00:00.123Z' },
        { role: 'assistant', content: 'a1', timestamp: '2026-06-12T10:00:01Z' },
        ...more,
      ])
    const first = await imports(scope, lines(), { conversationId: 'c' })
    assert.deepEqual([first.report.format, first.report.added], ['PLAIN', 0])
    const { report } = await imports(scope, lines({ role: 'user', content: 'u1' }), { conversationId: 'c' })
    assert.deepEqual([report.added, await texts(scope, 'c')], [1, ['u1', 'a1', 'u1']])
    const messages = JSON.stringify(
      ['u1', 'a1', 'u1', 'x'].map((content, i) => ({ role: i % 2 ? 'assistant' : 'user', content })),
    )
    assert.equal((await imports(scope, messages, { conversationId: 'c', format: 'OPENAI' })).report.added, 1)
    assert.deepEqual(await texts(scope, 'c'), ['u1', 'a1', 'u1', 'x'])
  })
  it('is known by its ids where it has some, and the head follows what goes on from it', async () => {
    const scope = alone(on)
    const id = '5e0b0f00-0000-4000-8000-0000000bac0c'
    for (const turn of ['u1', 'a1']) await say(scope, id, turn)
    for (const round of [1, 2]) {
      await say(scope, id, `u-${round}`)
      const file = (await exported(scope, id)).toString()
      assert.equal((await imports(scope, file)).report.added, 0)
      const lines = file
        .trim()
        .split('\n')
        .map((line) => JSON.parse(line) as JsonObject)
      const last = lines.findLast(({ uuid }) => uuid !== undefined)
      const more = {
        ...last,
        type: 'assistant',
        uuid: `theirs-${round}`,
        parentUuid: last?.['uuid'] ?? null,
        message: { role: 'assistant', content: [{ type: 'text', text: 'theirs' }] },
      }
      const { report } = await imports(scope, file + linesOf([more]))
      assert.deepEqual([report.added, report.findings], [1, []])
      assert.equal((await texts(scope, id)).at(-1), 'theirs')
    }
    assert.deepEqual(await texts(scope, id), ['u1', 'a1', 'u-1', 'theirs', 'u-2', 'theirs'])
  })
})
