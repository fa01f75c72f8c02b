import assert from 'node:assert/strict'
import { it } from 'node:test'
import fc from '../../support/properties.ts'
import { integrity } from '../../../src/app/integrity/integrity.ts'
import type { Scope } from '../../../src/app/scope.ts'
import { wholeOr } from '../../support/rounds.ts'
import { onEveryStore, type TestStore } from '../../support/scopes.ts'
import { entries, exported, idsOf, imports, linesOf, type Entry } from '../../support/transcripts.ts'

let count = 0
const alone = (on: TestStore): Scope => on.scope({ tenant: `woven-${++count}` })
const woven = (drawing: string): Entry[] =>
  drawing.split(/\s+/).flatMap((word) => entries(word.slice(2), word.slice(0, 1)))
const fileName = 'A.jsonl'
const forthAndBack = woven('A:u1 A:a1<u1 B:u2<a1 B:a2<u2 A:u3<a2 A:a3<u3 B:u4<a3 B:a4<u4 A:u5<a4')

async function whole(scope: Scope, id: string): Promise<void> {
  scope.reads.clear()
  const { ok, findings } = await integrity(scope, id)
  assert.ok(ok, JSON.stringify(findings))
}

await onEveryStore('a file whose sessions are woven', (on) => {
  it('is one conversation in which each line keeps its session', async () => {
    const scope = alone(on)
    const file = linesOf(forthAndBack)
    const { report, conversations } = await imports(scope, file, { fileName })
    assert.deepEqual([report.added, report.reachable, report.roots], [9, 1, 1])
    assert.deepEqual(
      conversations.map(({ id, shape }) => [id, shape.nodes, shape.leaves]),
      [['A', 9, 1]],
    )
    assert.equal(await idsOf(scope, 'A'), 'u1 a1 u2 a2 u3 a3 u4 a4 u5')
    assert.equal(await scope.reads.conversation('B'), null)
    const sessions = await scope.store.lists([
      { list: 'observationsOfConversation', owner: 'A', after: null, limit: 20 },
    ])
    assert.equal(sessions[0]?.filter(({ fields }) => fields['sessionId'] === 'B').length, 4)
    assert.equal((await exported(scope, 'A')).toString(), file)
    assert.equal((await imports(scope, file, { fileName })).report.added, 0)
    await whole(scope, 'A')
  })

  it('is one also where shorter states of it were imported before', async () => {
    for (const name of ['A.jsonl', 'B.jsonl']) {
      const scope = alone(on)
      for (const length of [4, 6, 9]) await imports(scope, linesOf(forthAndBack.slice(0, length)), { fileName: name })
      const id = name.slice(0, 1)
      assert.equal(await idsOf(scope, id), 'u1 a1 u2 a2 u3 a3 u4 a4 u5')
      assert.equal((await imports(scope, linesOf(forthAndBack), { fileName: name })).report.added, 0)
      assert.equal((await exported(scope, id)).toString(), linesOf(forthAndBack))
      for (const one of ['A', 'B']) await whole(scope, one)
    }
  })

  it("is one also where a session's own file was imported before", async () => {
    const scope = alone(on)
    const own = linesOf(
      woven('B:u2 B:a2<u2').map((line, at) => ({
        ...line,
        ...forthAndBack[at + 2],
        parentUuid: at === 0 ? null : 'u2',
      })),
    )
    await imports(scope, own, { fileName: 'B.jsonl' })
    await imports(scope, linesOf(forthAndBack), { fileName })
    assert.equal(await idsOf(scope, 'A'), 'u1 a1 u2 a2 u3 a3 u4 a4 u5')
    assert.equal((await imports(scope, linesOf(forthAndBack), { fileName })).report.added, 0)
    assert.equal((await exported(scope, 'B')).toString(), own)
    for (const one of ['A', 'B']) await whole(scope, one)
  })

  it("adds nothing again where an entry of a sub-agent, without its session's name, goes on from another session's", async () => {
    const scope = alone(on)
    const agent = { isSidechain: true, agentId: 'x' }
    const [u1, u2, a1] = woven('A:u1 B:u2 A:a1<u1') as [Entry, Entry, Entry]
    const ofAgent: Entry = { ...a1, ...agent }
    const { sessionId: _none, ...nameless } = ofAgent
    const file = linesOf([{ ...u1, ...agent }, u2, nameless])
    assert.equal((await imports(scope, file)).report.added, 3)
    assert.equal((await imports(scope, file)).report.added, 0)
    for (const id of ['A.agent-x', 'B.agent-x', 'B']) await whole(scope, id)
  })

  it('comes through whatever its tree and its sessions are', { timeout: 240_000 }, async () => {
    const line = fc.record({ session: fc.constantFrom('A', 'B', 'C'), up: fc.integer({ min: 1, max: 3 }) })
    const lines = fc.array(line, { minLength: 3, maxLength: 25 })
    const runs = on.name.includes('SQLite') ? wholeOr(60, 15) : 8
    await fc.assert(
      fc.asyncProperty(lines, async (drawn) => {
        const scope = alone(on)
        const nameOf = (at: number) => `${at % 2 === 0 ? 'u' : 'a'}${at}`
        const words = drawn.map(({ session, up }, at) => {
          const parent = Math.max(0, at - (up % 2 === 1 ? up : 1))
          return at === 0 ? `A:${nameOf(0)}` : `${session}:${nameOf(at)}<${nameOf(parent)}`
        })
        const file = linesOf(woven(words.join(' ')))
        const { report, conversations } = await imports(scope, file, { fileName })
        assert.equal(report.added, drawn.length)
        assert.equal((await imports(scope, file, { fileName })).report.added, 0)
        for (const { id } of conversations) {
          scope.reads.clear()
          assert.equal((await integrity(scope, id)).damage, 0)
        }
        if (conversations.length > 1) return
        assert.equal(report.reachable, 1)
        assert.equal((await exported(scope, 'A', true)).toString(), file)
      }),
      { numRuns: runs },
    )
  })
})
