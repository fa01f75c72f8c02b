import assert from 'node:assert/strict'
import { appendFileSync, writeFileSync } from 'node:fs'
import { after, before, describe, it } from 'node:test'
import { createKey } from '../../../src/app/access/keys.ts'
import { createTenant } from '../../../src/app/access/tenants.ts'
import type { Tenant } from '../../../src/domain/access/tenant.ts'
import { startWatch } from '../../faults/support/processes.ts'
import { startApi, type Api } from '../../graphql/support/api.ts'
import { entries, linesOf } from '../../support/transcripts.ts'
import { homeFolder, placeIn } from '../../support/watched.ts'
import { waitFor } from '../../support/waitFor.ts'

const line = (text: string) => linesOf(entries(text))

describe('turngraph watch, into a server that asks who comes', () => {
  let api: Api
  before(async () => {
    api = await startApi({ AUTH: 'keys', RATE_LIMIT: '0' })
    await createTenant(api.app.store.registry, api.app.fresh, 'acme', true)
  })
  after(() => api.close())

  const keyOf = async (...scopes: ('READ' | 'WRITE')[]) =>
    (
      await createKey(api.app.store.registry, api.app.fresh, {
        tenant: 'acme' as Tenant,
        scopes,
        label: 'test',
        milliseconds: null,
      })
    ).text
  const turns = async (key: string): Promise<number | null> => {
    const query = '{ conversation(id: "s") { turnCount } }'
    const { data } = await api.send(query, {}, { authorization: `Bearer ${key}` })
    return (data as { conversation: { turnCount: number } | null }).conversation?.turnCount ?? null
  }

  it("stores with its key what is there and what is written, in the key's tenant, and ends by a signal", async () => {
    const [home, key] = [homeFolder(), await keyOf('READ', 'WRITE')]
    const path = placeIn(home, '.claude/projects/-w', 's.jsonl')
    writeFileSync(path, line('u1 a1<u1'))
    const watch = startWatch({ HOME: home, TURNGRAPH_KEY: key }, '--url', api.url, '--json')
    await watch.settled
    assert.equal(await turns(key), 2)
    appendFileSync(path, line('u2<a1'))
    await waitFor(async () => (await turns(key)) === 3)
    const { status, stdout } = await watch.stop()
    assert.equal(status, 0)
    const told = stdout
      .trim()
      .split('\n')
      .map((one) => JSON.parse(one) as { readonly added: number })
    assert.deepEqual(
      told.map(({ added }) => added),
      [2, 1],
    )
  })

  it('ends with an error where the key may only read, or is none', async () => {
    for (const [key, words] of [
      [await keyOf('READ'), /scope write/],
      ['tg_nothing', /key/],
    ] as const) {
      const home = homeFolder()
      writeFileSync(placeIn(home, '.claude/projects/-w', 'r.jsonl'), line('u8'))
      const watch = startWatch({ HOME: home, TURNGRAPH_KEY: key }, '--url', api.url)
      const { status, stderr } = await watch.ended
      assert.deepEqual([status, words.test(stderr)], [1, true], stderr)
    }
  })
})
