import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { forkConversation } from '../../../src/app/forks/forkConversation.ts'
import { integrity } from '../../../src/app/integrity/integrity.ts'
import { abortRun } from '../../../src/app/runs/abortRun.ts'
import { claimRun } from '../../../src/app/runs/claimRun.ts'
import type { Scope } from '../../../src/app/scope.ts'
import type { JsonObject } from '../../../src/domain/model.ts'
import { onEveryStore, type TestStore } from '../../support/scopes.ts'
import {
  entries,
  exported,
  idsOf,
  imports,
  imprint,
  linesOf,
  noSharedData,
  sharedTranscripts,
} from '../../support/transcripts.ts'

let count = 0
const alone = (on: TestStore): Scope => on.scope({ tenant: `runs-${++count}` })
const small = { batchSize: { nodes: 2, bytes: 1e6 } }

async function sound(scope: Scope, ...ids: readonly string[]): Promise<void> {
  scope.reads.clear()
  for (const id of ids) {
    const { damage, findings } = await integrity(scope, id)
    assert.equal(damage, 0, JSON.stringify(findings))
  }
}
async function runsOf(scope: Scope, id: string) {
  scope.reads.clear()
  const found = await scope.reads.list({ list: 'runsOfConversation', owner: id, after: null, limit: 100 })
  return found.reverse()
}
/** Each run with its state, its place in the order of completion, and the depth at which it ends. */
const told = async (scope: Scope, id = 's') =>
  (await runsOf(scope, id)).map(({ runId, state, completionSeq, end }) =>
    [runId, state, completionSeq ?? '-', end?.depth ?? '-'].join(' '),
  )

const interrupted: JsonObject = { message: { role: 'user', content: '[Request interrupted by user]' } }

await onEveryStore('runs of imported Claude Code transcripts', (on) => {
  const whole = entries('u1 a1<u1 n1<a1 u2<n1 c2:x<u2 r2:x<c2 a2<r2 n2<a2')

  it('are claimed and completed, and a fork at one carries what it carried', async () => {
    const scope = alone(on)
    const { conversations } = await imports(scope, linesOf(whole), small)
    assert.deepEqual(await told(scope), ['u1 COMPLETED 1 1', 'u2 COMPLETED 2 6'])
    assert.deepEqual(conversations[0]?.runs.open, [])
    const { conversation, warnings } = await forkConversation(scope, { source: 's', at: { runId: 'u1' } })
    const fork = conversation?.id ?? ''
    assert.deepEqual([await idsOf(scope, fork), warnings], ['u1 a1', []])
    await sound(scope, 's', fork)
  })

  it('are the same again, and the file comes back byte for byte', async () => {
    const scope = alone(on)
    await imports(scope, linesOf(whole), small)
    const before = [await imprint(scope, 's'), await runsOf(scope, 's')]
    const { report } = await imports(scope, linesOf(whole))
    assert.equal(report.added, 0)
    assert.deepEqual([await imprint(scope, 's'), await runsOf(scope, 's')], before)
    assert.equal((await exported(scope, 's')).toString(), linesOf(whole))
  })

  it('are what the whole file makes of them, whatever states of it came before', async () => {
    const expected = ['u1 COMPLETED 1 1', 'u2 COMPLETED 2 6']
    const states = [[], ['u1 COMPLETED 1 1'], ['u1 COMPLETED 1 1', 'u2 ABORTED - -'], expected]
    for (const [lines, at] of [
      [1, 0],
      [2, 1],
      [4, 2],
      [5, 2],
      [7, 3],
    ] as const)
      // prettier-ignore
      for (const batch of [{}, small]) {
        const scope = alone(on)
        await imports(scope, linesOf(whole.slice(0, lines)), batch)
        assert.deepEqual(await told(scope), at === 0 ? ['u1 ABORTED - -'] : states[at])
        await imports(scope, linesOf(whole), batch)
        assert.deepEqual(await told(scope), expected)
        await sound(scope, 's')
      }
  })

  it('are aborted by an interrupt, and the head stays at the newest line', async () => {
    const scope = alone(on)
    const lines = entries('u1 c1:x<u1 u2<c1 u3<u2 a3<u3').map((one) =>
      one.uuid === 'u2' ? { ...one, ...interrupted } : one,
    )
    await imports(scope, linesOf(lines))
    assert.deepEqual(await told(scope), ['u1 ABORTED - -', 'u3 COMPLETED 1 4'])
    assert.equal(await idsOf(scope, 's'), 'u1 c1 u2 u3 a3')
    await sound(scope, 's')
  })

  it('stand in each conversation for itself: fork and sub-agent', async () => {
    const scope = alone(on)
    await imports(scope, linesOf(entries('u1 c1:x<u1')))
    const side = entries('u5 a5<u5').map((one) => ({ ...one, isSidechain: true, agentId: 'g' }))
    await imports(scope, linesOf([...entries('u1 c1:x<u1 r1:x<c1 a1<r1 u2<a1 a2<u2', 't'), ...side]))
    assert.deepEqual(await told(scope, 's'), ['u1 ABORTED - -'])
    assert.deepEqual(await told(scope, 't'), ['u1 COMPLETED 1 3', 'u2 COMPLETED 2 5'])
    assert.deepEqual(await told(scope, 's.agent-g'), ['u5 COMPLETED 1 1'])
    await sound(scope, 's', 't', 's.agent-g')
  })

  describe('where the lines were stored as of no run, as imports did before', () => {
    /** Beside a host's exclusive run none is claimed. */
    const before = async (lines: number): Promise<Scope> => {
      const scope = alone(on)
      await claimRun(scope, { conversationId: 's', runId: 'mine', exclusive: true })
      await imports(scope, linesOf(whole.slice(0, lines)))
      await abortRun(scope, { conversationId: 's', runId: 'mine' })
      return scope
    }
    it('the same file changes nothing', async () => {
      const scope = await before(8)
      const found = await imprint(scope, 's')
      const { report } = await imports(scope, linesOf(whole))
      assert.deepEqual([report.added, await imprint(scope, 's')], [0, found])
      assert.deepEqual(await told(scope), ['mine ABORTED - -'])
    })
    it('a longer state brings runs of its own, and leaves none open', async () => {
      for (let lines = 1; lines < whole.length; lines++) {
        const scope = await before(lines)
        await imports(scope, linesOf(whole), lines % 2 === 0 ? small : {})
        const others = (await told(scope)).filter((one) => one !== 'mine ABORTED - -')
        assert.ok(
          others.every((one) => one.includes('COMPLETED')),
          `${lines}: ${others.join(', ')}`,
        )
        assert.deepEqual(
          [await idsOf(scope, 's'), (await exported(scope, 's')).toString()],
          ['u1 a1 n1 u2 c2 r2 a2 n2', linesOf(whole)],
        )
        await sound(scope, 's')
      }
    })
  })

  it('are as many as real files have, none of them open', { skip: noSharedData }, async () => {
    const known: Readonly<Record<string, string>> = {
      'ac-full-session-two.jsonl': 'ABORTED ABORTED COMPLETED COMPLETED',
      'ac-full-session.jsonl': 'COMPLETED ABORTED',
      'ccl-03eb5929.jsonl': 'COMPLETED '.repeat(7).trim(),
      'entire-37-995ebed6e4-0.jsonl': 'COMPLETED COMPLETED COMPLETED',
      'entire-4c-02af2759b6-0.jsonl': 'ABORTED',
      'entire-a6-e4c2a0fbd1-0.jsonl': 'COMPLETED COMPLETED',
    }
    for (const { name, bytes } of sharedTranscripts().filter((file) => file.name in known)) {
      const scope = alone(on)
      const { conversations } = await imports(scope, bytes, { fileName: name })
      const [id = ''] = conversations.map((one) => one.id)
      assert.equal((await runsOf(scope, id)).map(({ state }) => state).join(' '), known[name], name)
      assert.deepEqual(
        conversations.flatMap(({ runs }) => runs.open),
        [],
      )
      await sound(scope, id)
    }
  })
})
