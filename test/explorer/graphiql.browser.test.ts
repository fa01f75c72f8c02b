/** GraphiQL as a person meets it, in a browser. */
import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { tabs } from '../../src/explorer/graphiql/tabs.ts'
import { startApi, type Api } from '../graphql/support/api.ts'
import { noBrowser, useBrowser } from './support/browser.ts'
import { runUntil } from './support/graphiql.ts'

describe('GraphiQL in a browser', { skip: noBrowser }, () => {
  const visit = useBrowser()
  let api: Api
  before(async () => {
    api = await startApi()
  })
  after(() => api.close())

  it('opens with a tab for each step and one for analytics, runs them, and shows what the schema says of itself', async () => {
    const { page, faults } = await visit(`${api.url}/graphql`)
    // It is four megabytes of script, and machines that test are busy.
    page.setDefaultTimeout(60_000)
    const names = tabs.map(({ query }) => /^(?:query|mutation) (\w+)/m.exec(query)?.[1] ?? '')
    const titles = page.locator('.graphiql-tab-button')
    await titles.nth(names.length - 1).waitFor()
    assert.deepEqual(await titles.allTextContents(), names)
    await runUntil(page, 'storeTurns')
    await titles.last().click()
    await runUntil(page, 'messagesPerDay')
    await page.getByRole('button', { name: 'Show Documentation Explorer' }).click()
    await page.locator('.graphiql-doc-explorer').getByText('version graph').first().waitFor()
    assert.deepEqual(faults, [])
  })
})
