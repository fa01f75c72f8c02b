import assert from 'node:assert/strict'
import { it } from 'node:test'
import { importTranscript } from '../../../../src/app/imports/job/importTranscript.ts'
import { createRetry } from '../../../../src/app/imports/job/retry.ts'
import { createLanes } from '../../../../src/app/write/lanes/lanes.ts'
import { StoreUnavailable, type GraphStore } from '../../../../src/storage/graphStore.ts'
import { bytesSource } from '../../../../src/formats/importSource.ts'
import { intercept } from '../../../../src/storage/intercept.ts'
import { randomFrom } from '../../../support/random.ts'
import { onEveryStore, type TestStore } from '../../../support/scopes.ts'
import { entries, imports, imprint, linesOf } from '../../../support/transcripts.ts'

const small = { nodes: 2, bytes: 1e6 }
const quick = { limitMs: 20_000, pauseMs: 1, longestMs: 2 }
/** Two sessions, one begun from the other, a title, and a root whose parent comes later. */
const talk = entries('u1 a1<u1 u2<a1 a2<u2 u3<a2 a3<u3 u4<a1 a4<u4')
const before = linesOf(entries('u9<u8 a9<u9'))
const file = linesOf([
  ...talk,
  ...entries('u5<a3 a5<u5', 'forked'),
  ...entries('u8<a4'),
  { type: 'summary', summary: 'A title', leafUuid: 'a4' },
])

/** Returns the store with every so manieth call failing, a write now and then after it was done. */
function shaky(store: GraphStore, seed: number): { readonly store: GraphStore; readonly failed: () => number } {
  const { below } = randomFrom(seed)
  let failed = 0
  const away = (uncertain: boolean) => {
    failed++
    return new StoreUnavailable('It is away.', { uncertain })
  }
  return {
    store: intercept(store, async (method, call) => {
      const fate = below(6)
      if (fate === 0) throw away(false)
      const answer = await call()
      if (fate === 1 && method === 'write') throw away(true)
      return answer
    }),
    failed: () => failed,
  }
}

const scopeOf = (on: TestStore, tenant: string, store = on.store()) => ({
  ...on.scope({ tenant, store }),
  lanes: createLanes(store),
})

async function importBoth(on: TestStore, tenant: string, store?: GraphStore) {
  await imports(scopeOf(on, tenant), before)
  const source = bytesSource(null, Buffer.from(file))
  const how = { batchSize: small, retry: quick }
  const { report } = await importTranscript(scopeOf(on, tenant, store), { source, ...how })
  const ids = ['s', 'forked']
  return { report, conversations: await Promise.all(ids.map((id) => imprint(scopeOf(on, tenant), id))) }
}

await onEveryStore('an import into a store that is away now and then', (on) => {
  it('stores and tells what it would have without that', async () => {
    const expected = await importBoth(on, `calm-${on.name}`)
    let failures = 0
    for (let seed = 1; seed <= 8; seed++) {
      const { store, failed } = shaky(on.store(), seed)
      assert.deepEqual(await importBoth(on, `shaky-${seed}-${on.name}`, store), expected)
      failures += failed()
    }
    assert.ok(failures > 20, `only ${failures} calls failed`)
  })

  it('gives up once nothing was answered for too long, and says what the store said', async () => {
    const gone = new StoreUnavailable('It is gone.')
    const store = intercept(on.store(), () => Promise.reject(gone))
    const waits: unknown[] = []
    const patience = { ...quick, limitMs: 50, onWait: (thrown: unknown) => void waits.push(thrown) }
    const scope = scopeOf(on, `gone-${on.name}`, store)
    await assert.rejects(imports(scope, file, { retry: patience }), gone)
    assert.deepEqual(waits, [gone])
  })
})

it('patience is for what passes by itself alone', async () => {
  for (const thrown of [new Error('a fault'), new StoreUnavailable('The store is closed.', { isLasting: true })]) {
    let asked = 0
    const ask = () => Promise.reject((asked++, thrown))
    await assert.rejects(createRetry(quick)(ask), thrown)
    assert.equal(asked, 1)
  }
})

it('an import that waits for the store ends with its signal', async () => {
  const signal = AbortSignal.abort()
  const ask = () => Promise.reject(new StoreUnavailable('It is away.'))
  await assert.rejects(createRetry({ ...quick, signal })(ask), { name: 'AbortError' })
})

it('the pauses of an import that waits for the store grow', async () => {
  const times: number[] = []
  const ask = () => {
    times.push(performance.now())
    return times.length < 6 ? Promise.reject(new StoreUnavailable('It is away.')) : Promise.resolve('here')
  }
  assert.equal(await createRetry({ pauseMs: 8, longestMs: 1000 })(ask), 'here')
  const pauses = times.slice(1).map((time, at) => time - (times[at] ?? 0))
  // A timer may be late, and up to a millisecond early.
  const least = pauses.map((_, at) => 0.75 * 8 * 2 ** at - 1)
  assert.ok(
    pauses.every((time, at) => time >= (least[at] ?? 0)),
    `pauses of ${pauses.join(', ')} ms`,
  )
})
