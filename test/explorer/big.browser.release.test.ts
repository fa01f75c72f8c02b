// Beyond a landing: a tree of 100,000 nodes in a browser.
import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import type { Page } from 'playwright-core'
import { startApi, type Api } from '../graphql/support/api.ts'
import { storeShape } from './support/bigTalks.ts'
import { noBrowser, useBrowser } from './support/browser.ts'

/** Trees of this size take their time on a machine that does much besides: what is waited for is an event, not a time. */
const slow = 240_000

describe('the explorer on big conversations', { skip: noBrowser }, () => {
  const visit = useBrowser()
  let api: Api
  before(async () => {
    api = await startApi()
  })
  after(() => api.close())

  /** Whatever is stored, no more is drawn than there is room for. */
  async function assertFew(page: Page): Promise<void> {
    const count = await page.evaluate<number>("document.querySelectorAll('*').length")
    assert.ok(count < 2_500, `${count} elements`)
  }
  const entries = (page: Page) => page.getByRole('combobox', { name: 'Rows to show' }).selectOption('ENTRIES')
  const row = (page: Page, name: RegExp) => page.getByRole('tree').getByRole('treeitem', { name })

  it('opens 100,000 turns at their end, in their middle, and as a tree', async () => {
    await storeShape(api.app.scope, 'line', { trunk: 100_000, branches: 0, perBranch: 0 })
    const { page, faults } = await visit(`${api.url}/c/line`)
    page.setDefaultTimeout(slow)
    await page.getByRole('article', { name: 'Turn 100000, ASSISTANT' }).waitFor()
    await assertFew(page)
    const { message } = await api.ask('{ message(id: "line:t50000") { observations(first: 1) { nodes { id } } } }')
    await page.goto(`${api.url}/c/line?at=${message.observations.nodes[0].id}`)
    await page.getByRole('article', { name: 'Turn 50000, ASSISTANT' }).waitFor()
    // Older ones come in as it is scrolled.
    await page.locator('.feed').hover()
    for (let at = 0; at < 1_000 && (await page.getByRole('article', { name: 'Turn 49930,' }).count()) === 0; at += 1) {
      await page.mouse.wheel(0, -600)
      await page.evaluate('new Promise((done) => requestAnimationFrame(() => setTimeout(done, 20)))')
    }
    await page.getByRole('article', { name: 'Turn 49930,' }).waitFor()
    await entries(page)
    await row(page, /100000 ASSISTANT.*current end/).waitFor()
    await row(page, /99998 more/).click()
    await row(page, /99948 more/).waitFor()
    await row(page, /99950 ASSISTANT/).click()
    await page.getByRole('article', { name: 'Turn 99950, ASSISTANT' }).waitFor()
    await page.getByRole('link', { name: 'The whole tree' }).click()
    await page.getByRole('button', { name: 'Map', exact: true }).click()
    await page.locator('.map[data-stretches="1"]').waitFor()
    await assertFew(page)
    assert.deepEqual(faults, [])
  })

  it('opens 20,000 branches at the head, whose rows are loaded where their end comes into sight, and all as a map', async () => {
    await storeShape(api.app.scope, 'comb', { trunk: 2_500, branches: 20_000, perBranch: 1 })
    const { page, faults } = await visit(`${api.url}/c/comb`)
    page.setDefaultTimeout(slow)
    await page.getByRole('article', { name: 'Turn 2501, USER' }).getByText('of branch 19999').waitFor()
    await entries(page)
    await page.getByText('22,500 entries', { exact: true }).waitFor()
    await row(page, /2501 USER.*branch 19999.*current end/).waitFor()
    await assertFew(page)
    await row(page, /2501 USER.*branch 19999.*current end/).click()
    await page.keyboard.press('Home')
    await row(page, /^Fold 1 USER/).waitFor()
    await page.keyboard.press('End')
    await row(page, /2501 USER.*branch 19999.*current end/).waitFor()
    await assertFew(page)
    await page.keyboard.press('Escape')
    await page.locator('article').first().focus()
    await page.keyboard.press(']')
    await page.getByRole('article', { name: 'Turn 2501, USER' }).getByText('of branch 19998').waitFor()
    await page.getByRole('button', { name: 'Fold all' }).click()
    await page.getByRole('button', { name: 'Unfold all' }).waitFor()
    await assertFew(page)
    await page.getByRole('link', { name: 'The whole tree' }).click()
    await page.getByRole('button', { name: 'Map', exact: true }).click()
    await page.locator('.map[data-stretches="22500"]').waitFor()
    await page.locator('.map').getByText('◆ current end').waitFor()
    await assertFew(page)
    assert.deepEqual(faults, [])
  })
})
