import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import type { Page, Request } from 'playwright-core'
import { createKey, revokeKey } from '../../src/app/access/keys.ts'
import { createTenant } from '../../src/app/access/tenants.ts'
import type { Tenant } from '../../src/domain/access/tenant.ts'
import { startApi, type Api } from '../graphql/support/api.ts'
import { assertAccessible, noBrowser, until, useBrowser } from './support/browser.ts'
import { execute } from './support/graphiql.ts'

const store = `mutation { storeTurn(input: { conversationId: "ours", role: USER, text: "Ours alone" }) { userErrors { code } } }`

describe('the explorer on a server that wants a key', { skip: noBrowser }, () => {
  const visit = useBrowser()
  let api: Api
  const newKey = () =>
    createKey(api.app.store.registry, api.app.fresh, {
      tenant: 'acme' as Tenant,
      scopes: ['READ', 'WRITE'],
      label: 'test',
      milliseconds: null,
    })
  before(async () => {
    api = await startApi({ AUTH: 'keys' }, {}, { recheckMs: 100 })
    await createTenant(api.app.store.registry, api.app.fresh, 'acme', false)
    const { text } = await newKey()
    const { errors } = await api.send(store, {}, { authorization: `Bearer ${text}` })
    assert.deepEqual(errors, [])
  })
  after(() => api.close())

  const field = (page: Page) => page.getByRole('textbox', { name: 'API key' })
  async function give(page: Page, key: string): Promise<void> {
    await field(page).fill(key)
    await page.getByRole('button', { name: 'Continue' }).click()
  }

  it('asks for it, keeps it in the tab alone, and forgets it with the tab', async () => {
    const { text } = await newKey()
    const { page, faults } = await visit(`${api.url}/c/ours`)
    await field(page).waitFor()
    await assertAccessible(page)
    await give(page, 'tg_no_such_key')
    await field(page).waitFor()
    await give(page, text)
    await page.getByRole('article', { name: 'Turn 1, USER' }).getByText('Ours alone').waitFor()
    await page.getByTitle('Changes arrive as they happen').waitFor()
    assert.equal(await field(page).count(), 0)
    await page.reload()
    await page.getByRole('article', { name: 'Turn 1, USER' }).waitFor()
    assert.equal(
      await page.evaluate('JSON.stringify(localStorage) + document.cookie + location.href').then(holds),
      false,
    )
    const other = await page.context().newPage()
    await other.goto(`${api.url}/c/ours`)
    await field(other).waitFor()
    assert.equal(await other.getByText('Ours alone').count(), 0)
    assert.deepEqual(faults, [])

    function holds(kept: unknown): boolean {
      return String(kept).includes(text)
    }
  })

  it('has a GraphiQL that asks for it, too, reads the schema and queries with it, and forgets it with the tab', async () => {
    const { text } = await newKey()
    const { page, faults } = await visit(`${api.url}/graphql`)
    await give(page, 'tg_no_such_key')
    await field(page).waitFor()
    const asked = (what: string) => page.waitForRequest((sent) => sent.postData()?.includes(what) === true)
    const answered = async (request: Promise<Request>): Promise<string> => {
      const answer = await (await request).response()
      assert.equal((await answer?.request().allHeaders())?.['authorization'], `Bearer ${text}`)
      return (await answer?.text()) ?? ''
    }
    const schema = asked('__schema')
    await give(page, text)
    assert.match(await answered(schema), /"__schema"/)
    assert.equal(await field(page).count(), 0)
    const run = asked('storeTurns')
    await execute(page)
    assert.match(await answered(run), /"trip:1"/)
    const kept = await page.evaluate('JSON.stringify(localStorage) + document.cookie + location.href')
    assert.equal(String(kept).includes(text), false)
    const other = await page.context().newPage()
    await other.goto(`${api.url}/graphql`)
    await field(other).waitFor()
    // GraphiQL's editor throws this for work that it gives up itself.
    assert.deepEqual(
      faults.filter((fault) => fault !== 'Canceled: Canceled'),
      [],
    )
  })

  it('asks again when the key is revoked while the page is open, and goes on with another one', async (t) => {
    const [first, second] = [await newKey(), await newKey()]
    const { page } = await visit(`${api.url}/`)
    await give(page, first.text)
    await page
      .getByRole('navigation')
      .getByRole('link', { name: /Ours alone/ })
      .waitFor()
    const now = performance.now.bind(performance)
    let later = 0
    t.mock.method(performance, 'now', () => now() + later)
    let release = (): void => undefined
    const isGiven = new Promise<void>((done) => (release = done))
    let isRevoked = false
    await page.route('**/graphql', async (route) => {
      if (route.request().postData()?.includes('"Talk"') !== true) return route.continue()
      const isOfFirst = (await route.request().headerValue('authorization')) === `Bearer ${first.text}`
      // Not before: told by its socket, the page would no longer ask for this by the first key.
      if (!isRevoked) await revokeKey(api.app.store.registry, api.app.fresh, first.key.id)
      isRevoked = true
      let response = await route.fetch()
      // A server remembers for half a minute that a key is good, and one that was looked up in this moment still was.
      for (let tries = 0; isOfFirst && response.status() !== 401 && tries < 10; tries++) {
        later += 60_000
        response = await route.fetch()
      }
      if (response.status() === 401) await isGiven
      await route.fulfill({ response })
    })
    await page
      .getByRole('navigation')
      .getByRole('link', { name: /Ours alone/ })
      .click()
    await field(page).waitFor()
    await give(page, second.text)
    await page.getByRole('article', { name: 'Turn 1, USER' }).getByText('Ours alone').waitFor()
    // What is refused of an earlier key says nothing of this one.
    const late = page.waitForResponse((response) => response.status() === 401)
    release()
    await (await late).finished()
    assert.equal(await field(page).count(), 0)
    await page.getByRole('article', { name: 'Turn 1, USER' }).getByText('Ours alone').waitFor()
    assert.equal(await until<string>(page, 'sessionStorage.getItem("turngraph.key")'), second.text)
  })
})
