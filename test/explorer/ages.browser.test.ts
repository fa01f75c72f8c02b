import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import type { Page } from 'playwright-core'
import { startApi, type Api } from '../graphql/support/api.ts'
import { storeTurn } from '../graphql/support/talk.ts'
import { noBrowser, useBrowser } from './support/browser.ts'

/** Since when a page asks for something by these operations, from now on. */
function sinceOf(page: Page, ...operations: readonly string[]): string[] {
  const times: string[] = []
  page.on('request', (request) => {
    if (request.method() !== 'POST' || !request.url().endsWith('/graphql')) return
    const { operationName, variables } = request.postDataJSON() as { operationName?: string; variables?: unknown }
    const [, time] = /"(?:from|activeAfter)":"([^"]+)"/.exec(JSON.stringify(variables)) ?? []
    if (time !== undefined && operations.includes(operationName ?? '')) times.push(time)
  })
  return times
}

describe('the last days, in the explorer', { skip: noBrowser }, () => {
  const visit = useBrowser()
  let api: Api
  before(async () => {
    api = await startApi()
    for (let k = 0; k < 12; k++) await storeTurn(api, { conversationId: 'birds', role: 'USER', text: `Heron ${k}` })
  })
  after(() => api.close())

  it('count from when they are chosen, whatever else of the statistics is chosen then', async () => {
    const { page, faults } = await visit(`${api.url}/stats`)
    const times = sinceOf(page, 'Statistics')
    for (const chosen of [page.getByRole('button', { name: '7 days' }), page.getByLabel('Experiments too')]) {
      const answer = page.waitForResponse(
        (response) => response.request().postData()?.includes('"Statistics"') === true,
      )
      await chosen.click()
      await answer
    }
    assert.equal(times.length, 2)
    assert.equal(times[0], times[1])
    assert.deepEqual(faults, [])
  })

  it('are those of the search whose further hits are shown', async () => {
    const { page, faults } = await visit(api.url)
    const times = sinceOf(page, 'Search', 'SearchHere')
    await page.goto(`${api.url}/search?q=heron&days=7`)
    const more = page.getByRole('button', { name: /^Show \d+ more here/ })
    await more.click()
    await more.waitFor({ state: 'detached' })
    assert.equal(times.length, 2)
    assert.equal(times[0], times[1])
    assert.deepEqual(faults, [])
  })
})
