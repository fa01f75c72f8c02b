import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import type { Locator, Page } from 'playwright-core'
import { createKey } from '../../src/app/access/keys.ts'
import { createTenant } from '../../src/app/access/tenants.ts'
import type { Tenant } from '../../src/domain/access/tenant.ts'
import { startApi, type Api } from '../graphql/support/api.ts'
import { storeTurn } from '../graphql/support/talk.ts'
import { assertAccessible, noBrowser, useBrowser } from './support/browser.ts'

const phone = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true }

/** Fails where a part of the page lies beyond its left or right edge. */
async function assertWithin(page: Page, part: Locator): Promise<void> {
  const box = await part.boundingBox()
  const { width } = page.viewportSize() ?? phone.viewport
  assert.ok(box && box.x >= 0 && box.x + box.width <= width, JSON.stringify(box))
}

describe('the explorer on a phone', { skip: noBrowser }, () => {
  const visit = useBrowser()
  let api: Api
  before(async () => {
    api = await startApi()
  })
  after(() => api.close())

  it('says what to do first, in place of a list that is empty, and lists what came then', async () => {
    const { page, faults } = await visit(api.url, phone)
    await page.getByRole('heading', { name: 'See where your conversations went' }).waitFor()
    await assertWithin(page, page.getByRole('button', { name: 'Choose files' }).last())
    await assertAccessible(page)
    await page.getByRole('button', { name: 'Open the sample' }).click()
    await page.getByRole('article').first().waitFor()
    await page.getByRole('link', { name: 'List', exact: true }).click()
    await page
      .getByRole('link', { name: /Lisbon/ })
      .first()
      .waitFor()
    assert.ok(!(await page.getByRole('button', { name: 'Open the sample' }).isVisible()))
    assert.deepEqual(faults, [])
  })

  it('lists a conversation that another program stores while it says what to do first', async () => {
    const other = await startApi()
    const { page } = await visit(other.url, phone)
    await page.getByRole('button', { name: 'Open the sample' }).waitFor()
    await storeTurn(other, { conversationId: 'new', role: 'USER', text: 'From elsewhere' })
    await page
      .getByRole('navigation', { name: 'Conversations' })
      .getByRole('link', { name: /From elsewhere/ })
      .click()
    await page.getByRole('article', { name: 'Turn 1, USER' }).waitFor()
    await other.close()
  })

  it('opens its menus from below, as wide as the page', async () => {
    await storeTurn(api, { conversationId: 'menus', role: 'USER', text: 'Hello' })
    const { page } = await visit(`${api.url}/c/menus`, phone)
    await page.getByRole('button', { name: 'More', exact: true }).click()
    const box = await page.getByRole('menu').boundingBox()
    assert.deepEqual([box?.x, box?.width, (box?.y ?? 0) + (box?.height ?? 0)], [0, 390, 844])
    await assertAccessible(page)
    await page.touchscreen.tap(200, 60)
    await page.getByRole('menu').waitFor({ state: 'detached' })
  })
})

describe('a server that wants a key, on a phone', { skip: noBrowser }, () => {
  const visit = useBrowser()

  it('asks for it within the page, and says beside the tools that a key may only read', async () => {
    const api = await startApi({ AUTH: 'keys' })
    const { registry } = api.app.store
    await createTenant(registry, api.app.fresh, 'acme', false)
    const key = { tenant: 'acme' as Tenant, scopes: ['READ'] as const, label: 'reading', milliseconds: null }
    const { text } = await createKey(registry, api.app.fresh, key)
    const { page, faults } = await visit(api.url, phone)
    await assertWithin(page, page.getByRole('form', { name: 'Access' }))
    await page.getByRole('textbox', { name: 'API key' }).fill(text)
    await page.getByRole('button', { name: 'Continue' }).click()
    const said = await page.getByText('Read only', { exact: true }).boundingBox()
    const first = await page.getByRole('link', { name: 'Activity' }).boundingBox()
    assert.ok(said && first && said.x + said.width <= first.x)
    assert.deepEqual(faults, [])
    await api.close()
  })
})
