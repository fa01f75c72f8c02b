import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { startApi, type Api } from '../graphql/support/api.ts'
import { storeTurn } from '../graphql/support/talk.ts'
import { undo } from './support/acts.ts'
import { assertAccessible, noBrowser, useBrowser } from './support/browser.ts'

describe('what answers cost, in the explorer', { skip: noBrowser }, () => {
  const visit = useBrowser()
  let api: Api
  before(async () => {
    api = await startApi()
    await storeTurn(api, { conversationId: 'c', role: 'USER', text: 'Count to three.' })
    const answer = (model: string, usage: object) =>
      storeTurn(api, { conversationId: 'c', role: 'ASSISTANT', text: 'One.', model, usage })
    await answer('large-1', { inputTokens: 1_000_000, outputTokens: 100_000 })
    await answer('large-1', { inputTokens: 10, costUsd: 2 })
    await answer('small', { inputTokens: 10 })
  })
  after(() => api.close())

  it('is stated, estimated by a price that is set here, or unknown; and Undo takes the price back', async () => {
    const { page, faults } = await visit(`${api.url}/c/c`)
    await page.getByText('$2.00 stated for 1 answer').waitFor()
    await page.getByText('2 unknown').waitFor()
    await page.goto(`${api.url}/settings`)
    await page.getByRole('button', { name: 'Add a price for large-1' }).click()
    const dialog = page.getByRole('dialog', { name: 'Add a price' })
    await dialog.getByRole('textbox', { name: 'Model' }).fill('large*')
    await dialog.getByRole('spinbutton', { name: 'Input' }).fill('3')
    await assertAccessible(page)
    await dialog.getByRole('spinbutton', { name: 'Output' }).fill('15')
    await dialog.getByRole('button', { name: 'Save' }).click()
    await page.getByRole('status').getByText('The prices are set.').waitFor()
    await page.getByRole('button', { name: 'Change large*' }).waitFor()
    await page.getByText('1 answer without a price.').waitFor()
    await assertAccessible(page)
    await page.goto(`${api.url}/c/c`)
    await page.getByText('$2.00 stated for 1 answer, about $4.50 more by your prices for 1').waitFor()
    await page.getByText('1 unknown').waitFor()
    await page.goto(`${api.url}/stats`)
    await page.getByRole('region', { name: 'Cost' }).getByText('about $4.50 more by your prices for 1').waitFor()
    await page.getByRole('link', { name: '1 without a price' }).click()
    await page.getByRole('button', { name: 'Change large*' }).click()
    await page.getByRole('dialog', { name: 'Change a price' }).getByRole('button', { name: 'Remove' }).click()
    await page.getByRole('button', { name: 'Add a price for large-1' }).waitFor()
    await undo(page).click()
    await page.getByRole('button', { name: 'Change large*' }).waitFor()
    assert.deepEqual(faults, [])
  })

  it('takes a file with prices, and says what is wrong with one', async () => {
    const { page } = await visit(`${api.url}/settings`)
    const choose = async (text: string) => {
      const chooser = page.waitForEvent('filechooser')
      await page.getByRole('button', { name: 'prices.json' }).click()
      await (await chooser).setFiles({ name: 'prices.json', mimeType: 'application/json', buffer: Buffer.from(text) })
    }
    await choose('{}')
    await page.getByText('prices.json is not a price table').waitFor()
    await choose('[{ "model": "small", "from": "2026-01-01", "input": -1 }]')
    await page.getByText('A price is a number from 0').waitFor()
    await choose('[{ "model": "small", "from": "2020-01-01", "input": 1, "per": 1000 }]')
    await page.getByRole('cell', { name: '1,000', exact: true }).waitFor()
    assert.equal((await api.ask<{ prices: unknown[] }>('{ prices { model } }')).prices.length, 1)
  })
})
