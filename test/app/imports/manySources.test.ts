import assert from 'node:assert/strict'
import { it } from 'node:test'
import { intercept } from '../../../src/storage/intercept.ts'
import { onEveryStore } from '../../support/scopes.ts'
import { entries, imports, linesOf } from '../../support/transcripts.ts'
import { tenantFor } from '../../support/tenants.ts'

const lines = Array.from({ length: 60 }, (_, at) => (at === 0 ? 'u0' : `u${at}<u${at - 1}`)).join(' ')
const talk = entries(lines)
/** The talk with one line that says something else. */
const variant = (line: number, word: string) =>
  linesOf(talk.map((one, at) => (at === line ? { ...one, note: `${word} ${line}` } : one)))

await onEveryStore('files that begin alike', (on) => {
  it('are not all read when one more comes', async () => {
    let reads = 0
    const store = intercept(on.store(), (method, call) => {
      if (method === 'rawChunks') reads++
      return call()
    })
    const tenant = tenantFor(`many-sources-${on.name}`)
    const readsFor = async (file: string) => {
      reads = 0
      const { report } = await imports(on.scope({ tenant, store }), file)
      return { reads, added: report.added }
    }
    for (let line = 1; line < 60; line += 2) await readsFor(variant(line, 'odd'))
    assert.deepEqual(await readsFor(variant(2, 'even')), { reads: 0, added: 0 })
    const again = await readsFor(variant(31, 'odd'))
    assert.ok(again.reads > 0 && again.reads <= 2, `${again.reads} reads`)
    const sources = await on.store().rawSources(tenant, 's')
    assert.equal(sources.length, 31)
  })

  it('are told apart where one is a shorter or a longer state of another', async () => {
    const scope = () => on.scope({ tenant: `states-${on.name}` })
    const all = variant(59, 'last').split('\n')
    const state = (count: number) => all.slice(0, count).join('\n')
    await imports(scope(), variant(50, 'other'))
    for (const count of [10, 30, 20, 45, 61, 5])
      await imports(scope(), count === 61 ? state(count) : `${state(count)}\n`)
    await imports(scope(), state(40))
    const sources = await on.store().rawSources(tenantFor(`states-${on.name}`), 's')
    assert.deepEqual(
      sources.map(({ lineCount }) => lineCount),
      [60, 60],
    )
  })
})
