import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import fc from 'fast-check'
import type { Act } from '../../src/app/act.ts'
import { forkConversation } from '../../src/app/forkConversation.ts'
import { integrity } from '../../src/app/integrity.ts'
import type { Conversation } from '../../src/domain/model.ts'
import { Refusal } from '../../src/domain/refusals.ts'
import type { GraphStore } from '../../src/storage/graphStore.ts'
import { onEveryStore, type TestStore } from '../support/acts.ts'
import { say } from '../support/talk.ts'
import {
  entries,
  example,
  exported,
  idsOf,
  imports,
  imprint,
  linesOf,
  noSharedData,
  pathOf,
  sessions,
  sharedTranscripts,
} from '../support/transcripts.ts'

let count = 0
/** A tenant of its own for each test, so that none sees what another imported. */
const alone = (on: TestStore): Act => on.act({ tenant: `import-${++count}` })

async function conversation(act: Act, id: string): Promise<Conversation> {
  act.reads.clear()
  const found = await act.reads.conversation(id)
  assert.ok(found, `there is no conversation ${id}`)
  return found
}

/** Fails when anything that is derived is not what the recorded observations make of it. */
async function sound(act: Act, ...ids: readonly string[]): Promise<void> {
  for (const id of ids) {
    act.reads.clear()
    const { damage, findings } = await integrity(act, id)
    assert.equal(damage, 0, JSON.stringify(findings))
  }
}

/** A store that breaks down after so many writes. */
function failingAfter(store: GraphStore, writes: number): GraphStore {
  let left = writes
  const write: GraphStore['write'] = async (tenant, changes) => {
    if (left-- <= 0) throw new Error('crash')
    return store.write(tenant, changes)
  }
  return { ...store, write }
}

/** Everything in the store that belongs to one tenant is what a tenant of its own would have. */
const rows = async (act: Act) => JSON.stringify(await act.store.rowCounts())

await onEveryStore('importing Claude Code transcripts', (on) => {
  describe('one file', () => {
    it('becomes a conversation whose head is the newest line', async () => {
      const act = alone(on)
      const { report, conversations } = await imports(act, example(`${sessions.fork}.jsonl`), { fileName: 'f.jsonl' })
      assert.deepEqual(
        [
          report.nodes,
          report.added,
          report.unchanged,
          report.roots,
          report.leaves,
          report.branchPoints,
          report.reachable,
        ],
        [12, 12, 0, 1, 2, 1, 1],
      )
      assert.deepEqual(conversations.map(({ id, title, cwd, origin, turnCount }) => [id, title, cwd, origin, turnCount]), [[sessions.fork, 'Rye bread, two ways', '/home/ada/bakery', 'IMPORT', 9]]) // prettier-ignore
      const path = await pathOf(act, sessions.fork)
      assert.deepEqual(path.map(({ role }) => role), ['USER', 'ASSISTANT', 'ASSISTANT', 'ASSISTANT', 'TOOL', 'TOOL', 'ASSISTANT', null, 'USER', 'ASSISTANT']) // prettier-ignore
      assert.equal(path.at(-1)?.messageId, `${sessions.fork}:f0a1f0a1-0000-4000-8000-000000000012`)
      await sound(act, sessions.fork)
    })
    it('gives a compaction a marker that hides what was before it', async () => {
      const act = alone(on)
      await imports(act, example(`${sessions.compaction}.jsonl`))
      const path = await pathOf(act, sessions.compaction)
      const marker = path[4]
      assert.deepEqual(
        [path.length, marker?.kind, marker?.marker?.span, path[5]?.role],
        [8, 'COMPACTION', { from: 0, to: 3 }, 'USER'],
      )
      await sound(act, sessions.compaction)
    })
    it('counts usage once per answer, by its id', async () => {
      const act = alone(on)
      await imports(act, linesOf(entries('u1 c1:x/m<u1 c2:y/m<c1 r1:x<c1 r2:y<c2')))
      assert.deepEqual((await pathOf(act, 's')).map(({ usage }) => usage?.answerId ?? null), [null, 'msg_m', 'msg_m', null, null]) // prettier-ignore
    })
    it('goes under the id that was given', async () => {
      const act = alone(on)
      const { conversations } = await imports(act, linesOf(entries('u1 a1<u1')), { conversationId: 'mine' })
      assert.deepEqual(conversations.map(({ id }) => id), ['mine']) // prettier-ignore
      assert.equal(await idsOf(act, 'mine'), 'u1 a1')
      assert.equal(await act.reads.conversation('s'), null)
    })
    it('is refused with nothing written when nothing in it is known', async () => {
      const act = alone(on)
      const before = await rows(act)
      for (const text of ['', 'hello', '{"a":1}\n', Buffer.from([0, 1, 2, 255])])
        await assert.rejects(imports(act, text), (thrown) => thrown instanceof Refusal && thrown.code === 'BAD_INPUT')
      await assert.rejects(imports(act, linesOf(entries('u1')), { format: 'FAX' }), /FAX/)
      assert.equal(await rows(act), before)
    })
    it('survives content that is nested as deep as it gets', async () => {
      const act = alone(on)
      const deep = `${'['.repeat(20_000)}${']'.repeat(20_000)}`
      const file = linesOf(entries('u1 a1<u1')).replace('"says u1"', `[${deep}]`)
      const { report } = await imports(act, file)
      assert.equal(report.added, 2)
      assert.equal((await exported(act, 's')).toString(), file)
      await sound(act, 's')
    })
    it('keeps a dangling node as a flagged root', async () => {
      const act = alone(on)
      const { report } = await imports(act, linesOf(entries('u1<gone a1<u1')))
      assert.equal(report.danglingParents, 1)
      const [root] = await pathOf(act, 's')
      assert.equal(root?.fields['danglingParent'], 'gone')
      await sound(act, 's')
    })
    it('holds two sessions apart, the later one a fork of the earlier', async () => {
      const act = alone(on)
      await imports(act, linesOf([...entries('u1 a1<u1', 's'), ...entries('u2<a1 a2<u2', 't')]))
      assert.equal(await idsOf(act, 's'), 'u1 a1')
      assert.equal(await idsOf(act, 't'), 'u1 a1 u2 a2')
      assert.equal((await conversation(act, 't')).forkedFrom?.conversationId, 's')
      await sound(act, 's', 't')
    })
  })

  describe('the same file again', () => {
    const file = linesOf(
      entries('u1 a1<u1 c1:x/m<a1 c2:y/m<c1 n1<c1 r1:x<c1 r2:y<c2 a2<r2 u2<a2 u3<a2 a3<u3 n2<r1 u4<n2'),
    )
    const cut = (lines: number) =>
      file
        .split(/(?<=\n)/)
        .slice(0, lines)
        .join('')
    it('adds nothing at all', async () => {
      const act = alone(on)
      await imports(act, file)
      const before = await rows(act)
      const { report } = await imports(act, file)
      assert.deepEqual([report.added, report.unchanged], [0, 13])
      assert.equal(await rows(act), before)
    })
    it('adds nothing when it is an earlier state', async () => {
      const act = alone(on)
      await imports(act, file)
      const [before, was] = [await rows(act), await imprint(act, 's')]
      await imports(act, cut(6))
      assert.equal(await rows(act), before)
      assert.deepEqual(await imprint(act, 's'), was)
    })
    it('gives the same whatever the batches and the states before', async () => {
      const whole = alone(on)
      await imports(whole, file)
      const expected = await imprint(whole, 's')
      const state = fc.record({ lines: fc.integer({ min: 1, max: 13 }), nodes: fc.integer({ min: 1, max: 5 }) })
      await fc.assert(
        fc.asyncProperty(fc.array(state, { maxLength: 3 }), fc.integer({ min: 1, max: 14 }), async (states, nodes) => {
          const act = alone(on)
          for (const { lines, nodes: size } of states)
            await imports(act, cut(lines), { batchSize: { nodes: size, bytes: 1e6 } })
          await imports(act, file, { batchSize: { nodes, bytes: 1e6 } })
          assert.deepEqual(await imprint(act, 's'), expected)
          assert.equal((await exported(act, 's')).toString(), file)
        }),
        { numRuns: on.name.includes('SQLite') ? 25 : 4 },
      )
    })
    it('is completed after a crash between any two writes', async () => {
      const whole = alone(on)
      await imports(whole, file)
      const expected = await imprint(whole, 's')
      for (let writes = 0; writes < 5; writes++) {
        const act = alone(on)
        const crashing = on.act({ tenant: act.tenant, process: 100 + count, store: failingAfter(on.store(), writes) })
        await assert.rejects(imports(crashing, file, { batchSize: { nodes: 2, bytes: 1e6 } }), /crash/)
        const held = await act.reads.conversation('s')
        if (held) await sound(act, 's')
        await imports(act, file)
        assert.deepEqual(await imprint(act, 's'), expected)
        assert.equal((await exported(act, 's')).toString(), file)
      }
    })
    it('mends a last line that was cut off', async () => {
      const act = alone(on)
      await imports(act, file.slice(0, -20))
      assert.equal((await exported(act, 's')).toString(), file.slice(0, -20))
      await imports(act, file)
      assert.equal((await exported(act, 's')).toString(), file)
      assert.equal((await act.store.rawSources(act.tenant, 's')).length, 1)
    })
    it('leaves the head where a host has put it', async () => {
      const act = alone(on)
      await imports(act, cut(8))
      await say(act, 's', 'u9', 'Something else')
      await imports(act, file)
      assert.equal((await pathOf(act, 's')).at(-1)?.messageId, 's:u9')
      await sound(act, 's')
    })
  })

  describe('several files', () => {
    it('makes a session that repeats another one a fork of it', async () => {
      const act = alone(on)
      await imports(act, linesOf(entries('u1 a1<u1 u2<a1 a2<u2', 's')))
      const { report } = await imports(act, linesOf([...entries('u1 a1<u1', 't'), ...entries('u3<a1 a3<u3', 't')]))
      assert.deepEqual([report.added, report.unchanged], [2, 2])
      const fork = await conversation(act, 't')
      assert.deepEqual([fork.forkedFrom?.conversationId, fork.forkedFrom?.turn, fork.turnCount], ['s', 2, 4])
      assert.equal(await idsOf(act, 't'), 'u1 a1 u3 a3')
      const kinds = await act.store.lists(act.tenant, [{ list: 'events', owner: 's', after: null, limit: 9 }])
      assert.ok(kinds[0]?.some(({ kind }) => kind === 'FORK'))
      await sound(act, 's', 't')
    })
    it('makes a session that only repeats another one a fork at its last line', async () => {
      const act = alone(on)
      await imports(act, linesOf(entries('u1 a1<u1 u2<a1', 's')))
      await imports(act, linesOf(entries('u1 a1<u1', 't')), { batchSize: { nodes: 1, bytes: 1e6 } })
      assert.equal(await idsOf(act, 't'), 'u1 a1')
      assert.equal(await idsOf(act, 's'), 'u1 a1 u2')
      await sound(act, 's', 't')
    })
    it('makes the origin of copied lines a conversation that a later import fills', async () => {
      const act = alone(on)
      const copied = entries('u1 a1<u1', 't').map((entry) => ({
        ...entry,
        forkedFrom: { sessionId: 's', messageUuid: entry.uuid ?? '' },
      }))
      await imports(act, linesOf([...copied, ...entries('u3<a1', 't')]))
      assert.equal(await idsOf(act, 't'), 'u1 a1 u3')
      assert.equal((await conversation(act, 't')).forkedFrom?.conversationId, 's')
      const original = linesOf(entries('u1 a1<u1 u2<a1', 's'))
      const { report } = await imports(act, original)
      assert.deepEqual([report.added, report.unchanged], [1, 2])
      assert.equal(await idsOf(act, 's'), 'u1 a1 u2')
      assert.equal((await exported(act, 's')).toString(), original)
      await sound(act, 's', 't')
    })
    it('stores again where it belongs what came before its parent, the flagged root staying', async () => {
      const act = alone(on)
      const all = entries('u1 a1<u1 u2<a1 a2<u2 u3<a2')
      await imports(act, linesOf(all.slice(2, 4)))
      const { report } = await imports(act, linesOf(all))
      assert.equal(report.added, 5)
      assert.equal(await idsOf(act, 's'), 'u1 a1 u2 a2 u3')
      const copies = (await pathOf(act, 's')).map(({ copyOf }) => copyOf !== null)
      assert.deepEqual(copies, [false, false, true, true, false])
      assert.equal((await conversation(act, 's')).shape.roots, 2)
      const before = await rows(act)
      await imports(act, linesOf(all))
      await imports(act, linesOf(all.slice(2, 4)))
      assert.equal(await rows(act), before)
      await sound(act, 's')
    })
    it('stores again what a file with the parent alone does not hold', async () => {
      const act = alone(on)
      const all = entries('u1 a1<u1 u2<a1 a2<u2 u3<u2')
      await imports(act, linesOf(all.slice(2)))
      await say(act, 's', 'u9', 'Stored by a host')
      await imports(act, linesOf(all.slice(0, 2)))
      const { shape } = await conversation(act, 's')
      assert.deepEqual([shape.roots, shape.nodes, shape.leaves], [2, 10, 4])
      const again = await imports(act, linesOf(all.slice(0, 2)))
      assert.equal(again.report.added, 0)
      assert.equal((await conversation(act, 's')).shape.nodes, 10)
      await sound(act, 's')
    })
    it('moves a head that it left below a flagged root with what is stored again', async () => {
      const act = alone(on)
      const all = entries('u1 a1<u1 u2<a1 a2<u2')
      await imports(act, linesOf(all.slice(2)))
      await imports(act, linesOf(all.slice(0, 2)))
      assert.equal(await idsOf(act, 's'), 'u1 a1 u2 a2')
      await sound(act, 's')
    })
    for (const order of [
      ['main', 'agent'],
      ['agent', 'main'],
    ] as const)
      it(`ties a sub-agent to its call, ${order[0]} file first`, async () => {
        const act = alone(on)
        const files = {
          main: `${sessions.agent}.jsonl`,
          agent: `${sessions.agent}/subagents/agent-a0c0ffee00000001a.jsonl`,
        }
        for (const one of order) await imports(act, example(files[one]), { fileName: files[one] })
        const agent = await conversation(act, `${sessions.agent}.agent-a0c0ffee00000001a`)
        assert.equal(agent.spawnedBy, `${sessions.agent}:a6e7a6e7-0000-4000-8000-000000000002`)
        assert.equal(agent.sidechainOf, sessions.agent)
        assert.equal((await conversation(act, sessions.agent)).shape.sidechains, 1)
        const before = await rows(act)
        for (const one of order) await imports(act, example(files[one]), { fileName: files[one] })
        assert.equal(await rows(act), before)
        await sound(act, sessions.agent, agent.id)
      })
    it('ties side chains in the file by equal prompt', async () => {
      const act = alone(on)
      const call = entries('c1:x<u1').map((entry) => ({
        ...entry,
        message: {
          id: 'm',
          role: 'assistant',
          content: [{ type: 'tool_use', id: 'x', name: 'Task', input: { prompt: 'says u9' } }],
        },
      }))
      await imports(
        act,
        linesOf([...entries('u1'), ...call, ...entries('u9 a9<u9', 's', { isSidechain: true }), ...entries('r1:x<c1')]),
      )
      assert.equal((await conversation(act, 's.agent-u9')).spawnedBy, 's:c1')
      assert.equal((await conversation(act, 's')).shape.sidechains, 1)
      assert.equal(await idsOf(act, 's'), 'u1 c1 r1')
      await sound(act, 's', 's.agent-u9')
    })
    it('makes a session imported again under another id a fork of itself', async () => {
      const act = alone(on)
      const file = linesOf(entries('u1 a1<u1'))
      await imports(act, file)
      const { report } = await imports(act, file, { conversationId: 'mine' })
      assert.deepEqual([report.added, report.unchanged], [0, 2])
      assert.equal((await conversation(act, 'mine')).forkedFrom?.conversationId, 's')
      assert.equal((await exported(act, 'mine')).toString(), file)
      await sound(act, 's', 'mine')
    })
    it('joins states of a session that share only a part', async () => {
      const act = alone(on)
      const all = entries('u1 a1<u1 u2<a1 a2<u2 u3<a2 a3<u3')
      await imports(act, linesOf(all.slice(0, 4)))
      await imports(act, linesOf(all.slice(2)))
      assert.equal(await idsOf(act, 's'), 'u1 a1 u2 a2 u3 a3')
      assert.equal((await exported(act, 's')).toString(), linesOf(all))
      assert.equal((await conversation(act, 's')).shape.roots, 1)
      await sound(act, 's')
    })
    it('lets a fork made here go on while its source is imported further', async () => {
      const act = alone(on)
      const file = linesOf(entries('u1 a1<u1 u2<a1 a2<u2'))
      await imports(act, file.split(/(?<=\n)/).slice(0, 2).join('')) // prettier-ignore
      await forkConversation(act, { source: 's', newConversationId: 'f' })
      await say(act, 'f', 'u9')
      await imports(act, file)
      assert.equal(await idsOf(act, 's'), 'u1 a1 u2 a2')
      assert.equal(await idsOf(act, 'f'), 'u1 a1 ?')
      await sound(act, 's', 'f')
    })
  })

  describe('real transcripts', { skip: noSharedData }, () => {
    it('are all imported soundly, twice, and come back byte for byte', async () => {
      const act = alone(on)
      const files = sharedTranscripts()
      for (const { name, bytes, facts } of files) {
        const { report, conversations } = await imports(act, bytes, {
          fileName: name,
          batchSize: { nodes: 40, bytes: 1e6 },
        })
        assert.equal(report.added + report.unchanged, facts['nodes'], name)
        await sound(act, ...conversations.map(({ id }) => id))
        const [first] = conversations
        // The earlier of two states of one session comes after the later one and adds nothing.
        if (!name.includes('9f-e3cfdef74d')) assert.ok((await exported(act, first?.id ?? '')).equals(bytes), name)
      }
      const before = await rows(act)
      for (const { name, bytes } of files) await imports(act, bytes, { fileName: name })
      assert.equal(await rows(act), before)
    })
    it('give the same in either order of files and of states', async () => {
      const [a, b] = [alone(on), alone(on)]
      const files = sharedTranscripts()
      for (const { name, bytes } of files) await imports(a, bytes, { fileName: name })
      const later = files.filter(({ name }) => !name.includes('fork-copy')).reverse()
      const copies = files.filter(({ name }) => name.includes('fork-copy'))
      for (const { name, bytes } of [...later, ...copies]) await imports(b, bytes, { fileName: name })
      for (const id of [
        'ef958aa1-0e93-49f0-bb71-150f63befcd1',
        'ef958aa1-0e93-49f0-bb71-150f63befcd1.agent-a36efb2a1231c41e2',
      ])
        assert.deepEqual(await imprint(b, id), await imprint(a, id))
    })
  })
})
