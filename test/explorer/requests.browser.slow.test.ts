import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import type { Page, Request } from 'playwright-core'
import { startApi, type Api } from '../graphql/support/api.ts'
import { storeTurn } from '../graphql/support/talk.ts'
import { storeShape } from './support/bigTalks.ts'
import { noBrowser, useBrowser } from './support/browser.ts'
import { pause, waitFor } from '../support/waitFor.ts'

const isAsked = (request: Request): boolean => request.method() === 'POST' && request.url().endsWith('/graphql')
const operationOf = (request: Request): string =>
  (request.postDataJSON() as { readonly operationName?: string } | null)?.operationName ?? ''

/** Returns what keeps the names of the GraphQL requests that a page sends from now on. */
function watch(page: Page): string[] {
  const asked: string[] = []
  page.on('request', (request) => {
    if (isAsked(request)) asked.push(operationOf(request))
  })
  return asked
}

// Takes long: a session of 10,000 turns is stored, and a browser reads it.
describe('the requests of the explorer', { skip: noBrowser }, () => {
  const visit = useBrowser()
  let api: Api
  before(async () => {
    api = await startApi()
    await storeShape(api.app.scope, 'long', { trunk: 10_000, branches: 0, perBranch: 0 })
    await storeShape(api.app.scope, 'short', { trunk: 4, branches: 2, perBranch: 2 })
  })
  after(() => api.close())

  /** What a page has asked for that is shown without anything that lies beside it. */
  async function opened(id: string, last: RegExp): Promise<{ page: Page; asked: readonly string[] }> {
    const { page } = await visit(api.url, { viewport: { width: 1200, height: 800 } })
    await page.getByTitle('Changes arrive as they happen').waitFor()
    await page.getByRole('navigation', { name: 'Conversations' }).getByRole('link').nth(2).waitFor()
    await page.waitForLoadState('networkidle')
    const asked = watch(page)
    await page.locator(`a.conv[href$="/c/${id}"]`).click()
    await page.getByRole('article', { name: last }).last().waitFor()
    await page.getByRole('textbox', { name: 'Next turn' }).waitFor()
    return { page, asked }
  }

  it('shows a session of 10,000 turns to its last prompt, with its composer, by one', async () => {
    const { page, asked } = await opened('long', /^Turn 10000, /)
    // The bar beside a long path is read behind it.
    await page.locator('.ticks').waitFor({ state: 'attached' })
    await assertAsked(asked, ['Talk', 'PathPrompts'])
    assert.equal(asked[0], 'Talk')
  })

  it('asks for what lies above, and for another branch, by one more each', async () => {
    const { page, asked } = await opened('short', /^Turn \d+, /)
    await page.locator('article').first().focus()
    await page.keyboard.press(']')
    await page.getByRole('note').getByText('You are reading').waitFor()
    await assertAsked(asked, ['Talk', 'Prompts'])
    await page.getByRole('button', { name: 'Back to the current end' }).click()
    await page.getByRole('note').waitFor({ state: 'detached' })
    await assertAsked(asked, ['Talk', 'Prompts'])
  })

  it('asks once for all of it when somebody has added a turn', async () => {
    const { page, asked } = await opened('short', /^Turn \d+, /)
    // The subscription begins where the ledger ended that was read.
    await storeTurn(api, { conversationId: 'short', role: 'ASSISTANT', text: 'From elsewhere' })
    await page.getByRole('article').getByText('From elsewhere').waitFor()
    await assertAsked(asked, ['Talk', 'Talk'])
  })

  it('moves nothing that is drawn while it opens, by its address or from the list, and has few elements', async () => {
    const { page } = await visit(`${api.url}/c/long`, { viewport: { width: 1440, height: 900 } })
    await page.getByRole('treeitem').first().waitFor()
    await page.waitForLoadState('networkidle')
    await page.evaluate(`document.querySelector('a.conv[href$="/c/short"]').click()`)
    await page.getByRole('heading', { name: /Turn number 1 / }).waitFor()
    await page.waitForLoadState('networkidle')
    const shift = await page.evaluate<number>(shiftOfPage)
    assert.ok(shift <= 0.02, `${shift}`)
    const elements = await page.evaluate<number>("document.querySelectorAll('*').length")
    assert.ok(elements <= 4_000, `${elements}`)
  })

  it('reads the tree behind the text, by one', async () => {
    const { page } = await visit(`${api.url}/c/long`, { viewport: { width: 1440, height: 900 } })
    const asked = watch(page)
    await page.reload()
    await page.getByRole('treeitem').first().waitFor()
    await page.waitForLoadState('networkidle')
    await page.locator('.ticks').waitFor({ state: 'attached' })
    const own = new Set(pageOnly(asked))
    assert.deepEqual([...own], ['Talk', 'PromptTree', 'PathPrompts'])
  })
})

/** Waits until so much has been asked, and holds the page to asking nothing else after it. */
async function assertAsked(asked: readonly string[], expected: readonly string[]): Promise<void> {
  await waitFor(() => pageOnly(asked).length >= expected.length, { limit: 20_000, told: () => pageOnly(asked).join() })
  await pause(500, 'nothing else is asked')
  assert.deepEqual(pageOnly(asked), expected)
}

/** What was asked for the conversation itself: the list is read again when something changes. */
const pageOnly = (asked: readonly string[]): string[] =>
  asked.filter((name) => !['Conversations', 'Pinned'].includes(name))

/** What moved without a click or a key before it, as browsers count it. */
const shiftOfPage = `new Promise((done) => {
  let sum = 0
  new PerformanceObserver((found) => {
    for (const entry of found.getEntries()) if (!entry.hadRecentInput) sum += entry.value
  }).observe({ type: 'layout-shift', buffered: true })
  setTimeout(() => done(sum), 100)
})`
