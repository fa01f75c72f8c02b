// Where a conversation stands after an import (design §7): at its newest turn, never at a note or a marker of a tree of its own.
import assert from 'node:assert/strict'
import { it } from 'node:test'
import type { Scope } from '../../../../src/app/scope.ts'
import { onEveryStore, type TestStore } from '../../../support/scopes.ts'
import { noSharedFiles, realFiles } from '../../../support/sharedFiles.ts'
import { entries, idsOf, imports, imprint, linesOf, sharedTranscripts } from '../../../support/transcripts.ts'

let count = 0
const alone = (on: TestStore): Scope => on.scope({ tenant: `heads-${++count}` })
const talk = 'u1 a1<u1 u2<a1 a2<u2'
const real = sharedTranscripts()
  .filter(({ name, bytes }) => !name.includes('/') && bytes.length < 100_000)
  .slice(0, 6)

/** A line that no turn goes on from: a note, or the boundary of a compaction whose past is not there. */
const rootOf = (kind: 'n' | 'b', session: string) => linesOf(entries(`${kind}9`, session))

/** A real session up to a line with which a tree begins, though turns stand before it: its next line is not written yet. */
interface Cut {
  readonly name: string
  readonly lines: readonly string[]
  readonly at: number
}

function cutsOf(name: string, text: string): Cut[] {
  const lines = text.split('\n').filter((line) => line.trim() !== '')
  const read = lines.map((line) => JSON.parse(line) as Record<string, unknown>)
  const ids = new Set(read.map(({ uuid }) => uuid))
  const firstTurn = read.findIndex(({ type, uuid }) => uuid !== undefined && (type === 'user' || type === 'assistant'))
  return read.flatMap(({ uuid, parentUuid, isSidechain }, at) =>
    uuid !== undefined && at > firstTurn && isSidechain !== true && !ids.has(parentUuid) ? [{ name, lines, at }] : [],
  )
}
const cuts =
  noSharedFiles === false
    ? realFiles('claude-code', 'claude-code-made').flatMap(({ name, bytes }) => cutsOf(name, bytes.toString()))
    : []

async function standing(scope: Scope, id: string) {
  scope.reads.clear()
  const found = await scope.reads.conversation(id)
  return [found?.headId, found?.turnCount, found?.derivedTitle]
}

await onEveryStore('the head of an import', (on) => {
  for (const kind of ['n', 'b'] as const)
    it(`stays at the newest turn when a parentless ${kind === 'n' ? 'note' : 'boundary'} is the last line`, async () => {
      const scope = alone(on)
      const { report } = await imports(scope, linesOf(entries(talk)) + rootOf(kind, 's'))
      assert.equal(await idsOf(scope, 's'), 'u1 a1 u2 a2')
      assert.deepEqual([report.reachable, report.findings.map(({ code }) => code)], [0.8, ['UNREACHABLE']])
    })

  it('goes to a new tree with its first turn, whether that comes at once or later', async () => {
    const [once, later] = [alone(on), alone(on)]
    const whole = linesOf(entries(`${talk} n9 u3<n9 a3<u3`))
    await imports(once, whole)
    await imports(later, linesOf(entries(`${talk} n9`)))
    assert.equal(await idsOf(later, 's'), 'u1 a1 u2 a2')
    await imports(later, whole)
    for (const scope of [once, later]) assert.equal(await idsOf(scope, 's'), 'n9 u3 a3')
  })

  it('is at a fork that a line marks, which is an experiment, and the session stays where it is', async () => {
    const scope = alone(on)
    const mark = { type: 'fork', uuid: 'tried', forkOf: 'a1', sessionId: 's', timestamp: '2026-01-02T00:00:00Z' }
    await imports(scope, linesOf(entries(talk)) + linesOf([mark]))
    const fork = await scope.reads.conversation('tried')
    assert.deepEqual([fork?.origin, fork?.forkedFrom?.conversationId], ['EXPERIMENT', 's'])
    assert.deepEqual([await idsOf(scope, 's'), await idsOf(scope, 'tried')], ['u1 a1 u2 a2', 'u1 a1'])
  })

  for (const { name, bytes } of real)
    it(`of ${name} is where it was with such a line behind it`, { timeout: 120_000 }, async () => {
      const [plain, noted] = [alone(on), alone(on)]
      const id = (await imports(plain, bytes)).conversations[0]?.id ?? ''
      const end = bytes.at(-1) === 0x0a ? '' : '\n'
      await imports(noted, `${bytes.toString()}${end}${rootOf('n', id)}`)
      const [, ...wanted] = await standing(plain, id)
      const [, ...got] = await standing(noted, id)
      assert.deepEqual(got, wanted)
    })
  it(
    'of a real session stays where it was when it is cut at the line with which a tree begins',
    { skip: noSharedFiles, timeout: 120_000 },
    async () => {
      assert.ok(cuts.length > 0)
      for (const { name, lines, at } of cuts) {
        const [before, cut, whole] = [alone(on), alone(on), alone(on)]
        const upTo = (line: number) =>
          lines
            .slice(0, line)
            .map((one) => `${one}\n`)
            .join('')
        const id = (await imports(before, upTo(at))).conversations[0]?.id ?? ''
        await imports(cut, upTo(at + 1))
        const wanted = await standing(before, id)
        assert.ok(Number(wanted[1]) > 0, name)
        assert.deepEqual((await standing(cut, id)).slice(1), wanted.slice(1), `${name}, line ${at + 1}`)
        // The boundary of a compaction goes on from what it compacts.
        assert.ok((await idsOf(cut, id)).startsWith(await idsOf(before, id)), name)
        await imports(cut, upTo(lines.length))
        await imports(whole, upTo(lines.length))
        assert.deepEqual(await imprint(cut, id), await imprint(whole, id), name)
      }
    },
  )
})
