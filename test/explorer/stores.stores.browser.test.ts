import assert from 'node:assert/strict'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, describe, it } from 'node:test'
import type { Page } from 'playwright-core'
import { startApi, type Api } from '../graphql/support/api.ts'
import { storeTurn, talk } from '../graphql/support/talk.ts'
import { everyStore } from '../support/storeSettings.ts'
import { noBrowser, useBrowser } from './support/browser.ts'

for (const { name, skip, settings } of await everyStore())
  describe(`the explorer on ${name}`, { skip: skip || noBrowser }, () => {
    const visit = useBrowser()
    const data = mkdtempSync(join(tmpdir(), 'turngraph-explorer-'))
    let api: Api
    before(async () => {
      api = await startApi({ DATA: data, ...(await settings()) })
    })
    after(async () => {
      await api.close()
      rmSync(data, { recursive: true, force: true })
    })
    const turn = (page: Page, named: string) => page.getByRole('article', { name: named })
    async function choose(page: Page, named: string, item: string): Promise<void> {
      await turn(page, named).getByRole('button', { name: 'Turn actions' }).click()
      await page.getByRole('menuitem', { name: item, exact: true }).click()
    }

    it('is read, changed, searched, compared and counted', async () => {
      await talk(api, 'main', 'Plan a weekend', 'By train or by plane?', 'By train', 'Leave on Friday')
      const { page, faults } = await visit(`${api.url}/c/main`)
      // A database that was just started plans each query anew.
      page.setDefaultTimeout(120_000)
      await page.getByTitle('Changes arrive as they happen').waitFor()
      await storeTurn(api, { conversationId: 'main', turnId: 't3', role: 'USER', text: 'By plane' })
      await turn(page, 'Turn 3, USER').getByText('2/2').waitFor()
      await page.getByRole('treeitem', { name: /By plane.*current end/ }).waitFor()
      await turn(page, 'Turn 3, USER').getByRole('button', { name: 'Previous version' }).click()
      await turn(page, 'Turn 4, ASSISTANT').getByText('Leave on Friday').waitFor()
      await page.getByRole('button', { name: 'Go on from here' }).click()
      await page.getByRole('status').getByText('The conversation continues from here.').waitFor()
      await page.getByRole('status').getByRole('button', { name: 'Undo' }).click()
      await turn(page, 'Turn 3, USER').getByText('By plane').waitFor()
      await choose(page, 'Turn 2, ASSISTANT', 'Fork here')
      await page.getByRole('status').getByText('It shares 2 turns.').waitFor()
      await page.waitForURL((url) => !url.pathname.startsWith('/c/main'))
      await turn(page, 'Turn 2, ASSISTANT').waitFor()
      const fork = decodeURIComponent(new URL(page.url()).pathname.split('/')[2] ?? '')
      await choose(page, 'Turn 2, ASSISTANT', 'Fix a typo')
      await page.getByRole('textbox', { name: 'Fix a typo' }).fill('By train, by plane or by boat?')
      await page.getByRole('button', { name: 'Save' }).click()
      await turn(page, 'Turn 2, ASSISTANT').getByText('or by boat?').waitFor()
      await storeTurn(api, { conversationId: fork, role: 'USER', text: 'By boat' })
      await turn(page, 'Turn 3, USER').getByText('By boat').waitFor()
      await page.getByRole('link', { name: 'Compare with its source' }).click()
      await page.getByText('They differ after turn 2').waitFor()
      await page.getByRole('main').getByRole('paragraph').filter({ hasText: 'By boat' }).waitFor()
      await page.getByRole('link', { name: 'Search' }).click()
      await page.getByRole('searchbox', { name: 'Search' }).fill('Friday')
      await page.keyboard.press('Enter')
      await page.locator('mark').first().waitFor()
      await page.getByRole('link', { name: /turn 4/ }).click()
      await turn(page, 'Turn 4, ASSISTANT').getByText('Leave on Friday').waitFor()
      await page.getByRole('link', { name: 'Statistics' }).click()
      await page.getByRole('region', { name: 'Conversations' }).getByText('2', { exact: true }).waitFor()
      assert.deepEqual(faults, [])
    })
  })
