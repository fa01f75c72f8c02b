/** A server whose store answers when it is told to, and whose clock stands still: nothing here depends on the machine. */
import assert from 'node:assert/strict'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { it } from 'node:test'
import { calm } from '../../src/http/bounds/surge.ts'
import { intercept } from '../../src/storage/intercept.ts'
import { openSqliteStore } from '../../src/storage/sqlite/store.ts'
import { startApi, type Answer } from '../graphql/support/api.ts'
import { describeOnce } from '../support/stores.ts'

const query = '{ conversation(id: "none") { id } }'
interface Asked {
  readonly status: number
  readonly retryAfter: string | null
  readonly errors: Answer['errors']
}

describeOnce('a server that is asked more than it answers', () => {
  it('refuses the rest at once with 503 and Retry-After, and takes all again when it is over', async (t) => {
    const folder = mkdtempSync(join(tmpdir(), 'turngraph-surge-'))
    const held: (() => void)[] = []
    let isHolding = true
    const store = intercept(await openSqliteStore({ path: join(folder, 'store.db') }), async (name, call) => {
      if (name === 'conversations' && isHolding) await new Promise<void>((resolve) => held.push(resolve))
      return call()
    })
    const api = await startApi({}, { store })
    const then = performance.now()
    const clock = t.mock.method(performance, 'now', () => then)
    const ask = async (): Promise<Asked> => {
      const headers = { 'content-type': 'application/json' }
      const answer = await fetch(`${api.url}/graphql`, { method: 'POST', headers, body: JSON.stringify({ query }) })
      const { errors = [] } = (await answer.json()) as { errors?: Answer['errors'] }
      return { status: answer.status, retryAfter: answer.headers.get('retry-after'), errors }
    }
    const answers: Asked[] = []
    const asked: Promise<unknown>[] = []
    const send = (count: number) => {
      for (let n = 0; n < count; n++) asked.push(ask().then((answer) => answers.push(answer)))
    }
    const turn = () => new Promise((resolve) => setTimeout(resolve, 5))
    /** What was sent is with the store, or was answered. */
    const settled = async () => {
      while (held.length + answers.length < asked.length) await turn()
    }
    for (let round = 0; round < 5; round++) {
      send(96)
      await settled()
      for (const release of held.splice(0, 24)) release()
      await settled()
    }
    const refused = answers.filter(({ status }) => status !== 200)
    assert.ok(refused.length >= 96, String(refused.length))
    assert.ok(held.length < 300, String(held.length))
    for (const { status, retryAfter, errors } of refused) {
      assert.deepEqual([status, retryAfter], [503, '1'])
      assert.deepEqual(errors[0]?.extensions, { code: 'OVERLOADED', details: { limit: calm } })
    }
    assert.equal((await fetch(`${api.url}/health/live`)).status, 200)

    isHolding = false
    for (const release of held.splice(0)) release()
    await Promise.all(asked)
    for (const size of [...Array.from({ length: 10 }, () => 16), 100]) {
      const crowd = await Promise.all(Array.from({ length: size }, ask))
      assert.deepEqual(new Set(crowd.map(({ status }) => status)), new Set([200]))
    }
    const told = api.logged.filter((line) => line.includes('requests come'))
    assert.equal(told.length, 1)
    assert.match(told.join(), /"More requests come than can be answered/)

    clock.mock.restore()
    await api.close()
    rmSync(folder, { recursive: true, force: true })
  })
})
