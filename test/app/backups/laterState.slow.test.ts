// Takes long: random stores, each backed up and merged at every call.
import assert from 'node:assert/strict'
import { it } from 'node:test'
import fc from '../../support/properties.ts'
import { openExport } from '../../../src/app/exports/exportConversation.ts'
import { restoreConversation } from '../../../src/app/backups/conversation/restoreConversation.ts'
import { integrity } from '../../../src/app/integrity/integrity.ts'
import type { Scope } from '../../../src/app/scope.ts'
import { Refusal } from '../../../src/domain/refusals.ts'
import { intercept } from '../../../src/storage/intercept.ts'
import { memoryScratch } from '../../../src/formats/scratch.ts'
import { altered, changeIn, signed, within } from '../../support/alteredLines.ts'
import { act, actNames, importSession } from '../../support/growing.ts'
import { wholeOr } from '../../support/rounds.ts'
import { onEveryStore } from '../../support/scopes.ts'
import { say } from '../../support/talk.ts'
import { imports } from '../../support/transcripts.ts'

const isBadInput = (about: RegExp) => (thrown: unknown) =>
  thrown instanceof Refusal && thrown.code === 'BAD_INPUT' && about.test(thrown.message)

async function exported(scope: Scope): Promise<Buffer> {
  scope.reads.clear()
  const { pieces } = await openExport(scope, { conversationId: 'talk', format: 'NDJSON' })
  const found: Uint8Array[] = []
  for await (const piece of pieces) found.push(piece)
  return Buffer.concat(found)
}

/** What a file holds but for types of entities, which say nothing of one conversation. */
const told = (file: Buffer) =>
  file
    .toString()
    .split('\n')
    .filter((line) => !/^\{"line":"(entityType|end)"/.test(line))

async function damageOf(scope: Scope): Promise<number> {
  scope.reads.clear()
  return (await integrity(scope, 'talk')).damage
}

await onEveryStore('a later state of a conversation in its own form', (on) => {
  let count = 0
  const alone = () => on.scope({ tenant: `later ${on.name} ${++count}` })
  const onSqlite = on.name.includes('SQLite')

  /** Brings a history in states to a store, and holds it to one that gets the last state alone. */
  async function follow(states: readonly (() => Promise<unknown>)[], from: Scope): Promise<void> {
    const [to, whole] = [alone(), alone()]
    let last: Buffer = Buffer.alloc(0)
    for (const next of states) {
      await next()
      last = await exported(from)
      await imports(to, last)
      assert.deepEqual(told(await exported(to)), told(last))
    }
    await imports(whole, last)
    assert.deepEqual(told(await exported(to)), told(await exported(whole)))
    assert.equal(await damageOf(to), await damageOf(from))
    assert.equal((await imports(to, last)).report.added, 0)
  }

  it('is one, whatever happened between it and the earlier one', async () => {
    const acts = fc.array(fc.constantFrom(...actNames), { minLength: 1, maxLength: 12 })
    await fc.assert(
      fc.asyncProperty(fc.array(acts, { minLength: 2, maxLength: 3 }), async (parts) => {
        const from = alone()
        await say(from, 'talk', 'u0', 'first')
        let k = 0
        const states = parts.map((names) => async () => {
          for (const name of names) await act(from, name, ++k)
        })
        await follow([() => Promise.resolve(), ...states], from)
      }),
      { numRuns: onSqlite ? wholeOr(40, 12) : 3 },
    )
  })
  it('is one act at a time, for each act there is', async () => {
    const from = alone()
    await say(from, 'talk', 'u0', 'first')
    const names = ['user', 'calls', 'failure', 'claim', 'fork', 'branch', 'merge', ...actNames]
    const once = names.map((name, k) => () => act(from, name, k + 1))
    const part = onSqlite ? 1 : 8
    const states = Array.from({ length: Math.ceil(once.length / part) }, (_, i) => async () => {
      for (const one of once.slice(i * part, i * part + part)) await one()
    })
    await follow(states, from)
  })
  it('brings the lines of an imported file, and what waited for its parent is mended', async () => {
    const from = alone()
    await follow(
      [2, 3, 4, 5, 6].map((lines) => () => importSession(from, lines)),
      from,
    )
  })
  it('goes on by itself afterwards as the other does', async () => {
    const [from, to] = [alone(), alone()]
    for (const turn of ['u0', 'a1']) await say(from, 'talk', turn)
    await imports(to, await exported(from))
    for (const turn of ['u2', 'a3']) await say(from, 'talk', turn)
    await imports(to, await exported(from))
    const { observation } = await say(to, 'talk', 'u4')
    assert.equal(observation.place?.turn, 5)
    assert.equal(await damageOf(to), 0)
  })
  it('is refused where the store went on otherwise, and nothing is written', async () => {
    const [from, to] = [alone(), alone()]
    await say(from, 'talk', 'u0')
    await imports(to, await exported(from))
    await say(to, 'talk', 'a1', 'mine')
    for (const turn of ['a1', 'u2', 'a3']) await say(from, 'talk', turn, 'theirs')
    const before = await exported(to)
    await assert.rejects(imports(to, await exported(from)), isBadInput(/conflicts with the store/))
    assert.ok((await exported(to)).equals(before))
  })
  it('is an earlier one where the store has more of it by its ledger alone, and adds nothing', async () => {
    for (const name of ['elsewhere', 'annotate', 'relate']) {
      const [from, to] = [alone(), alone()]
      await say(from, 'talk', 'u0')
      await act(from, 'entity', 1)
      const early = await exported(from)
      await act(from, name, 1)
      const late = await exported(from)
      await imports(to, early)
      await imports(to, late)
      assert.deepEqual(told(await exported(to)), told(late))
      await imports(to, early)
      assert.deepEqual(told(await exported(to)), told(late), name)
    }
  })
  it('is refused whole where it brings more than one write may hold', async () => {
    const [from, to] = [alone(), alone()]
    await say(from, 'talk', 'u0')
    await imports(to, await exported(from))
    await say(from, 'talk', 'a1')
    const [before, file] = [await exported(to), await exported(from)]
    const options = { open: () => [file] as never, openScratch: memoryScratch, conversationId: null }
    const little = restoreConversation(to, { ...options, mostAtOnce: { lines: 3, bytes: 1e6 } })
    await assert.rejects(little, (thrown) => thrown instanceof Refusal && thrown.code === 'LIMIT_EXCEEDED')
    assert.ok((await exported(to)).equals(before))
    assert.equal((await restoreConversation(to, options)).added, 1)
  })
  // What is refused is decided before a store is asked to write, so one store shows it.
  const onOneStore = onSqlite ? it : () => undefined
  void onOneStore('that was written by another hand comes in whole or is refused, and changes no node', async () => {
    const from = alone()
    for (const name of ['user', 'calls', 'entity', 'relate']) await act(from, name, 0)
    const early = await exported(from)
    for (const [k, name] of [...actNames, 'again', 'failure', 'branch'].entries()) await act(from, name, k + 1)
    const lines = within(await exported(from))
    await fc.assert(
      fc.asyncProperty(fc.array(changeIn(lines), { minLength: 1, maxLength: 2 }), async (changes) => {
        const to = alone()
        await imports(to, early)
        try {
          await imports(to, signed(changes.reduce(altered, lines), 'talk'))
        } catch (error) {
          assert.ok(error instanceof Refusal && error.code === 'BAD_INPUT', String(error))
          assert.deepEqual(told(await exported(to)), told(early))
        }
        const now = new Set(told(await exported(to)))
        for (const line of told(early)) if (line.startsWith('{"line":"observation"')) assert.ok(now.has(line), line)
      }),
      { numRuns: wholeOr(60, 20) },
    )
  })
  it('comes in once where two bring it at the same time', async () => {
    const [from, name] = [alone(), `later ${on.name} both`]
    const both = [1, 2].map((process) => on.scope({ tenant: name, process }))
    await say(from, 'talk', 'u0')
    await imports(both[0] as Scope, await exported(from))
    for (const turn of ['a1', 'u2']) await say(from, 'talk', turn)
    const file = await exported(from)
    await Promise.all(both.map((scope) => imports(scope, file)))
    assert.deepEqual(told(await exported(both[1] as Scope)), told(file))
  })
  it('comes in where another brings it between any two of its reads', async () => {
    const from = alone()
    for (const name of ['user', 'entity', 'relate', 'claim']) await act(from, name, 0)
    const early = await exported(from)
    for (const [k, name] of ['answer', 'correct', 'branch', 'annotate', 'complete', 'delete'].entries())
      await act(from, name, k + 1)
    const file = await exported(from)
    let calls = Infinity
    for (let at = 0; at < calls; at += onSqlite ? wholeOr(1, 3) : 9)
      for (const first of at % 2 === 0 ? [early] : [early, null]) {
        const tenant = `later ${on.name} between ${at} ${first === null}`
        const other = on.scope({ tenant, process: 1 })
        if (first) await imports(other, first)
        let count = 0
        const store = intercept(on.store(), async (_, call) => {
          if (count++ === at) await imports(other, file)
          return call()
        })
        await imports(on.scope({ tenant, process: 2, store }), file)
        calls = count
        assert.deepEqual(told(await exported(other)), told(file), `before call ${at}`)
        assert.equal(await damageOf(other), 0)
      }
  })
})
