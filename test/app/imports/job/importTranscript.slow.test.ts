import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import fc from '../../../support/properties.ts'
import type { Scope } from '../../../../src/app/scope.ts'
import { forkConversation } from '../../../../src/app/forks/forkConversation.ts'
import { integrity } from '../../../../src/app/integrity/integrity.ts'
import type { Conversation } from '../../../../src/domain/model.ts'
import { Refusal } from '../../../../src/domain/refusals.ts'
import type { GraphStore } from '../../../../src/storage/graphStore.ts'
import { wholeOr } from '../../../support/rounds.ts'
import { onEveryStore, type TestStore } from '../../../support/scopes.ts'
import { say } from '../../../support/talk.ts'
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
} from '../../../support/transcripts.ts'

let count = 0
/** A tenant of its own for each test, so that none sees what another imported. */
const alone = (on: TestStore): Scope => on.scope({ tenant: `import-${++count}` })

async function conversation(scope: Scope, id: string): Promise<Conversation> {
  scope.reads.clear()
  const found = await scope.reads.conversation(id)
  assert.ok(found, `there is no conversation ${id}`)
  return found
}

/** Fails when anything that is derived is not what the recorded observations make of it. */
async function sound(scope: Scope, ...ids: readonly string[]): Promise<void> {
  for (const id of ids) {
    scope.reads.clear()
    const { damage, findings } = await integrity(scope, id)
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
const rows = async (scope: Scope) => JSON.stringify(await scope.store.rowCounts())

await onEveryStore('importing Claude Code transcripts', (on) => {
  describe('one file', () => {
    it('becomes a conversation whose head is the newest line', async () => {
      const scope = alone(on)
      const { report, conversations } = await imports(scope, example(`${sessions.fork}.jsonl`), { fileName: 'f.jsonl' })
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
      assert.deepEqual(
        conversations.map(({ id, title, cwd, origin, turnCount }) => [id, title, cwd, origin, turnCount]),
        [[sessions.fork, 'Rye bread, two ways', '/home/ada/bakery', 'IMPORT', 9]],
      )
      const path = await pathOf(scope, sessions.fork)
      assert.deepEqual(
        path.map(({ role }) => role),
        ['USER', 'ASSISTANT', 'ASSISTANT', 'ASSISTANT', 'TOOL', 'TOOL', 'ASSISTANT', null, 'USER', 'ASSISTANT'],
      )
      assert.equal(path.at(-1)?.messageId, `${sessions.fork}:f0a1f0a1-0000-4000-8000-000000000012`)
      await sound(scope, sessions.fork)
    })
    it('gives a compaction a marker that hides what was before it', async () => {
      const scope = alone(on)
      await imports(scope, example(`${sessions.compaction}.jsonl`))
      const path = await pathOf(scope, sessions.compaction)
      const marker = path[4]
      assert.deepEqual(
        [path.length, marker?.kind, marker?.marker?.span, path[5]?.role],
        [8, 'COMPACTION', { from: 0, to: 3 }, 'USER'],
      )
      await sound(scope, sessions.compaction)
    })
    it('counts usage once per answer, by its id', async () => {
      const scope = alone(on)
      await imports(scope, linesOf(entries('u1 c1:x/m<u1 c2:y/m<c1 r1:x<c1 r2:y<c2')))
      assert.deepEqual(
        (await pathOf(scope, 's')).map(({ usage }) => usage?.answerId ?? null),
        [null, 'msg_m', 'msg_m', null, null],
      )
    })
    it('goes under the id that was given', async () => {
      const scope = alone(on)
      const { conversations } = await imports(scope, linesOf(entries('u1 a1<u1')), { conversationId: 'mine' })
      assert.deepEqual(
        conversations.map(({ id }) => id),
        ['mine'],
      )
      assert.equal(await idsOf(scope, 'mine'), 'u1 a1')
      assert.equal(await scope.reads.conversation('s'), null)
    })
    it('is refused with nothing written when nothing in it is known', async () => {
      const scope = alone(on)
      const before = await rows(scope)
      for (const text of ['', 'hello', '{"a":1}\n', Buffer.from([0, 1, 2, 255])])
        await assert.rejects(imports(scope, text), (thrown) => thrown instanceof Refusal && thrown.code === 'BAD_INPUT')
      await assert.rejects(imports(scope, linesOf(entries('u1')), { format: 'FAX' }), /FAX/)
      assert.equal(await rows(scope), before)
    })
    it('survives content that is nested as deep as it gets', async () => {
      const scope = alone(on)
      const deep = `${'['.repeat(20_000)}${']'.repeat(20_000)}`
      const file = linesOf(entries('u1 a1<u1')).replace('"says u1"', `[${deep}]`)
      const { report } = await imports(scope, file)
      assert.equal(report.added, 2)
      assert.equal((await exported(scope, 's')).toString(), file)
      await sound(scope, 's')
    })
    it('keeps a dangling node as a flagged root', async () => {
      const scope = alone(on)
      const { report } = await imports(scope, linesOf(entries('u1<gone a1<u1')))
      assert.equal(report.danglingParents, 1)
      const [root] = await pathOf(scope, 's')
      assert.equal(root?.fields['danglingParent'], 'gone')
      await sound(scope, 's')
    })
    it('holds two sessions apart, the later one a fork of the earlier', async () => {
      const scope = alone(on)
      await imports(scope, linesOf([...entries('u1 a1<u1', 's'), ...entries('u2<a1 a2<u2', 't')]))
      assert.equal(await idsOf(scope, 's'), 'u1 a1')
      assert.equal(await idsOf(scope, 't'), 'u1 a1 u2 a2')
      assert.equal((await conversation(scope, 't')).forkedFrom?.conversationId, 's')
      await sound(scope, 's', 't')
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
      const scope = alone(on)
      await imports(scope, file)
      const before = await rows(scope)
      const { report } = await imports(scope, file)
      assert.deepEqual([report.added, report.unchanged], [0, 13])
      assert.equal(await rows(scope), before)
    })
    it('adds nothing when it is an earlier state', async () => {
      const scope = alone(on)
      await imports(scope, file)
      const [before, was] = [await rows(scope), await imprint(scope, 's')]
      await imports(scope, cut(6))
      assert.equal(await rows(scope), before)
      assert.deepEqual(await imprint(scope, 's'), was)
    })
    it('gives the same whatever the batches and the states before', async () => {
      const whole = alone(on)
      await imports(whole, file)
      const expected = await imprint(whole, 's')
      const state = fc.record({ lines: fc.integer({ min: 1, max: 13 }), nodes: fc.integer({ min: 1, max: 5 }) })
      await fc.assert(
        fc.asyncProperty(fc.array(state, { maxLength: 3 }), fc.integer({ min: 1, max: 14 }), async (states, nodes) => {
          const scope = alone(on)
          for (const { lines, nodes: size } of states)
            await imports(scope, cut(lines), { batchSize: { nodes: size, bytes: 1e6 } })
          await imports(scope, file, { batchSize: { nodes, bytes: 1e6 } })
          assert.deepEqual(await imprint(scope, 's'), expected)
          assert.equal((await exported(scope, 's')).toString(), file)
        }),
        { numRuns: on.name.includes('SQLite') ? wholeOr(25, 8) : 4 },
      )
    })
    it('is completed after a crash between any two writes', async () => {
      const whole = alone(on)
      await imports(whole, file)
      const expected = await imprint(whole, 's')
      for (let writes = 0; writes < 5; writes++) {
        const scope = alone(on)
        const crashing = on.scope({
          tenant: scope.tenant,
          process: 100 + count,
          store: failingAfter(on.store(), writes),
        })
        await assert.rejects(imports(crashing, file, { batchSize: { nodes: 2, bytes: 1e6 } }), /crash/)
        const held = await scope.reads.conversation('s')
        if (held) await sound(scope, 's')
        await imports(scope, file)
        assert.deepEqual(await imprint(scope, 's'), expected)
        assert.equal((await exported(scope, 's')).toString(), file)
      }
    })
    it('mends a last line that was cut off', async () => {
      const scope = alone(on)
      await imports(scope, file.slice(0, -20))
      assert.equal((await exported(scope, 's')).toString(), file.slice(0, -20))
      await imports(scope, file)
      assert.equal((await exported(scope, 's')).toString(), file)
      assert.equal((await scope.store.rawSources('s')).length, 1)
    })
    it('leaves the head where a host has put it', async () => {
      const scope = alone(on)
      await imports(scope, cut(8))
      await say(scope, 's', 'u9', 'Something else')
      await imports(scope, file)
      assert.equal((await pathOf(scope, 's')).at(-1)?.messageId, 's:u9')
      await sound(scope, 's')
    })
  })

  describe('several files', () => {
    it('makes a session that repeats another one a fork of it', async () => {
      const scope = alone(on)
      await imports(scope, linesOf(entries('u1 a1<u1 u2<a1 a2<u2', 's')))
      const { report } = await imports(scope, linesOf([...entries('u1 a1<u1', 't'), ...entries('u3<a1 a3<u3', 't')]))
      assert.deepEqual([report.added, report.unchanged], [2, 2])
      const fork = await conversation(scope, 't')
      assert.deepEqual([fork.forkedFrom?.conversationId, fork.forkedFrom?.turn, fork.turnCount], ['s', 2, 4])
      assert.equal(await idsOf(scope, 't'), 'u1 a1 u3 a3')
      const kinds = await scope.store.lists([{ list: 'events', owner: 's', after: null, limit: 9 }])
      assert.ok(kinds[0]?.some(({ kind }) => kind === 'FORK'))
      await sound(scope, 's', 't')
    })
    it('makes a session that only repeats another one a fork at its last line', async () => {
      const scope = alone(on)
      await imports(scope, linesOf(entries('u1 a1<u1 u2<a1', 's')))
      await imports(scope, linesOf(entries('u1 a1<u1', 't')), { batchSize: { nodes: 1, bytes: 1e6 } })
      assert.equal(await idsOf(scope, 't'), 'u1 a1')
      assert.equal(await idsOf(scope, 's'), 'u1 a1 u2')
      await sound(scope, 's', 't')
    })
    it('makes the origin of copied lines a conversation that a later import fills', async () => {
      const scope = alone(on)
      const copied = entries('u1 a1<u1', 't').map((entry) => ({
        ...entry,
        forkedFrom: { sessionId: 's', messageUuid: entry.uuid ?? '' },
      }))
      await imports(scope, linesOf([...copied, ...entries('u3<a1', 't')]))
      assert.equal(await idsOf(scope, 't'), 'u1 a1 u3')
      assert.equal((await conversation(scope, 't')).forkedFrom?.conversationId, 's')
      const original = linesOf(entries('u1 a1<u1 u2<a1', 's'))
      const { report } = await imports(scope, original)
      assert.deepEqual([report.added, report.unchanged], [1, 2])
      assert.equal(await idsOf(scope, 's'), 'u1 a1 u2')
      assert.equal((await exported(scope, 's')).toString(), original)
      await sound(scope, 's', 't')
    })
    it('stores again where it belongs what came before its parent, the flagged root staying', async () => {
      const scope = alone(on)
      const all = entries('u1 a1<u1 u2<a1 a2<u2 u3<a2')
      await imports(scope, linesOf(all.slice(2, 4)))
      const { report } = await imports(scope, linesOf(all))
      assert.equal(report.added, 5)
      assert.equal(await idsOf(scope, 's'), 'u1 a1 u2 a2 u3')
      const copies = (await pathOf(scope, 's')).map(({ copyOf }) => copyOf !== null)
      assert.deepEqual(copies, [false, false, true, true, false])
      assert.equal((await conversation(scope, 's')).shape.roots, 2)
      const before = await rows(scope)
      await imports(scope, linesOf(all))
      await imports(scope, linesOf(all.slice(2, 4)))
      assert.equal(await rows(scope), before)
      await sound(scope, 's')
    })
    it('stores again what a file with the parent alone does not hold', async () => {
      const scope = alone(on)
      const all = entries('u1 a1<u1 u2<a1 a2<u2 u3<u2')
      await imports(scope, linesOf(all.slice(2)))
      await say(scope, 's', 'u9', 'Stored by a host')
      await imports(scope, linesOf(all.slice(0, 2)))
      const { shape } = await conversation(scope, 's')
      assert.deepEqual([shape.roots, shape.nodes, shape.leaves], [2, 10, 4])
      const again = await imports(scope, linesOf(all.slice(0, 2)))
      assert.equal(again.report.added, 0)
      assert.equal((await conversation(scope, 's')).shape.nodes, 10)
      await sound(scope, 's')
    })
    it('moves a head that it left below a flagged root with what is stored again', async () => {
      const scope = alone(on)
      const all = entries('u1 a1<u1 u2<a1 a2<u2')
      await imports(scope, linesOf(all.slice(2)))
      await imports(scope, linesOf(all.slice(0, 2)))
      assert.equal(await idsOf(scope, 's'), 'u1 a1 u2 a2')
      await sound(scope, 's')
    })
    for (const order of [
      ['main', 'agent'],
      ['agent', 'main'],
    ] as const)
      it(`ties a sub-agent to its call, ${order[0]} file first`, async () => {
        const scope = alone(on)
        const files = {
          main: `${sessions.agent}.jsonl`,
          agent: `${sessions.agent}/subagents/agent-a0c0ffee00000001a.jsonl`,
        }
        for (const one of order) await imports(scope, example(files[one]), { fileName: files[one] })
        const agent = await conversation(scope, `${sessions.agent}.agent-a0c0ffee00000001a`)
        assert.equal(agent.spawnedBy, `${sessions.agent}:a6e7a6e7-0000-4000-8000-000000000002`)
        assert.equal(agent.sidechainOf, sessions.agent)
        assert.equal((await conversation(scope, sessions.agent)).shape.sidechains, 1)
        const before = await rows(scope)
        for (const one of order) await imports(scope, example(files[one]), { fileName: files[one] })
        assert.equal(await rows(scope), before)
        await sound(scope, sessions.agent, agent.id)
      })
    it('ties side chains in the file by equal prompt', async () => {
      const scope = alone(on)
      const call = entries('c1:x<u1').map((entry) => ({
        ...entry,
        message: {
          id: 'm',
          role: 'assistant',
          content: [{ type: 'tool_use', id: 'x', name: 'Task', input: { prompt: 'says u9' } }],
        },
      }))
      await imports(
        scope,
        linesOf([...entries('u1'), ...call, ...entries('u9 a9<u9', 's', { isSidechain: true }), ...entries('r1:x<c1')]),
      )
      assert.equal((await conversation(scope, 's.agent-u9')).spawnedBy, 's:c1')
      assert.equal((await conversation(scope, 's')).shape.sidechains, 1)
      assert.equal(await idsOf(scope, 's'), 'u1 c1 r1')
      await sound(scope, 's', 's.agent-u9')
    })
    it('makes a session imported again under another id a fork of itself', async () => {
      const scope = alone(on)
      const file = linesOf(entries('u1 a1<u1'))
      await imports(scope, file)
      const { report } = await imports(scope, file, { conversationId: 'mine' })
      assert.deepEqual([report.added, report.unchanged], [0, 2])
      assert.equal((await conversation(scope, 'mine')).forkedFrom?.conversationId, 's')
      assert.equal((await exported(scope, 'mine')).toString(), file)
      await sound(scope, 's', 'mine')
    })
    it('joins states of a session that share only a part', async () => {
      const scope = alone(on)
      const all = entries('u1 a1<u1 u2<a1 a2<u2 u3<a2 a3<u3')
      await imports(scope, linesOf(all.slice(0, 4)))
      await imports(scope, linesOf(all.slice(2)))
      assert.equal(await idsOf(scope, 's'), 'u1 a1 u2 a2 u3 a3')
      assert.equal((await exported(scope, 's')).toString(), linesOf(all))
      assert.equal((await conversation(scope, 's')).shape.roots, 1)
      await sound(scope, 's')
    })
    it('lets a fork made here go on while its source is imported further', async () => {
      const scope = alone(on)
      const file = linesOf(entries('u1 a1<u1 u2<a1 a2<u2'))
      await imports(
        scope,
        file
          .split(/(?<=\n)/)
          .slice(0, 2)
          .join(''),
      )
      await forkConversation(scope, { source: 's', newConversationId: 'f' })
      await say(scope, 'f', 'u9')
      await imports(scope, file)
      assert.equal(await idsOf(scope, 's'), 'u1 a1 u2 a2')
      assert.equal(await idsOf(scope, 'f'), 'u1 a1 ?')
      await sound(scope, 's', 'f')
    })
  })

  describe('real transcripts', { skip: noSharedData }, () => {
    it('are all imported soundly, twice, and come back byte for byte', async () => {
      const scope = alone(on)
      const files = sharedTranscripts()
      for (const { name, bytes, facts } of files) {
        const { report, conversations } = await imports(scope, bytes, {
          fileName: name,
          batchSize: { nodes: 40, bytes: 1e6 },
        })
        assert.equal(report.added + report.unchanged, facts['nodes'], name)
        await sound(scope, ...conversations.map(({ id }) => id))
        const [first] = conversations
        // The earlier of two states of one session comes after the later one and adds nothing.
        if (!name.includes('9f-e3cfdef74d')) assert.ok((await exported(scope, first?.id ?? '')).equals(bytes), name)
      }
      const before = await rows(scope)
      for (const { name, bytes } of files) await imports(scope, bytes, { fileName: name })
      assert.equal(await rows(scope), before)
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
