/** What `/metrics` says of the search index. */
import assert from 'node:assert/strict'
import { after, before, it } from 'node:test'
import { createMetrics } from '../../src/http/metrics.ts'
import { meteredSearch } from '../../src/http/server.ts'
import { startApi, type Api } from '../graphql/support/api.ts'
import { talk } from '../graphql/support/talk.ts'
import { describeOnce } from '../support/stores.ts'
import { waitFor } from '../support/waitFor.ts'
import { fakeSearch } from '../support/fakes.ts'

const valueOf = (text: string, name: string): number =>
  Number(new RegExp(`^${name} (\\S+)$`, 'm').exec(text)?.[1] ?? assert.fail(`There is no ${name}.`))

describeOnce('metrics of search', () => {
  let api: Api
  before(async () => {
    api = await startApi()
  })
  after(() => api.close())
  const value = async (name: string) => valueOf(await (await fetch(`${api.url}/metrics`)).text(), name)
  const search = async (text: string) => {
    const { errors } = await api.send(`{ search(text: "${text}") { behind nodes { snippet } } }`)
    assert.deepEqual(errors, [])
  }

  it('say how far behind the index is, and how many searches took how long', async () => {
    await talk(api, 'measured', 'one okapi', 'two')
    assert.equal(await value('turngraph_search_seconds_count'), 0)
    await search('okapi')
    const [first, seconds] = [
      await value('turngraph_search_seconds_count'),
      await value('turngraph_search_seconds_sum'),
    ]
    assert.ok(first >= 1)
    assert.ok(seconds > 0)
    await search('okapi')
    assert.ok((await value('turngraph_search_seconds_count')) > first)
    assert.ok((await value('turngraph_search_seconds_sum')) > seconds)
    // NaN where a busy machine has not answered in time.
    await waitFor(async () => (await value('turngraph_search_behind')) === 0)
  })
})

describeOnce('the metrics of an index', () => {
  const behindOf = async (behind: () => Promise<number | null>) => {
    const metrics = createMetrics()
    metrics.follow(behind)
    const text = await metrics.text()
    metrics.close()
    return valueOf(text, 'turngraph_search_behind')
  }

  it('say what it has not seen, and NaN where it does not know, fails or does not answer', async () => {
    assert.equal(await behindOf(() => Promise.resolve(7)), 7)
    assert.equal(await behindOf(() => Promise.resolve(null)), NaN)
    assert.equal(await behindOf(() => Promise.reject(new Error('no index'))), NaN)
    // What waits for an answer keeps no process alive.
    const alive = setInterval(() => undefined, 1_000)
    assert.equal(await behindOf(() => new Promise<number>(() => undefined)), NaN)
    clearInterval(alive)
  })

  it('time a search that fails like any other, and give what it gave', async () => {
    const metrics = createMetrics()
    const index = fakeSearch({ find: () => Promise.reject(new Error('no index')) })
    await assert.rejects((meteredSearch(index, metrics).find as () => Promise<unknown>)(), /no index/)
    assert.equal(valueOf(await metrics.text(), 'turngraph_search_seconds_count'), 1)
    metrics.close()
  })
})
