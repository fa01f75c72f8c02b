import assert from 'node:assert/strict'
import { mkdirSync, writeFileSync } from 'node:fs'
import { dirname } from 'node:path'
import { after, before, describe, it } from 'node:test'
import { startApi, type Api } from '../graphql/support/api.ts'
import { entries, linesOf } from '../support/transcripts.ts'
import { homeFolder, machineAt, placeIn } from '../support/watched.ts'
import { assertAccessible, noBrowser, useBrowser } from './support/browser.ts'

describe('sessions of this machine, in the explorer', { skip: noBrowser }, () => {
  const visit = useBrowser()
  let api: Api
  const home = homeFolder()
  const put = (session: string, text: string) => {
    const path = placeIn(home, '.claude', 'projects', '-app', `${session}.jsonl`)
    mkdirSync(dirname(path), { recursive: true })
    writeFileSync(path, linesOf(entries(text, session)))
  }
  before(async () => {
    put('s1', 'u1 a1<u1')
    put('s2', 'u8 a8<u8')
    api = await startApi({}, { machine: machineAt(home) })
  })
  after(() => api.close())

  it('are the first thing that an empty server offers, and come in with one click', async () => {
    const { page, faults } = await visit(api.url)
    await page.getByRole('heading', { name: 'Bring in agent sessions' }).waitFor()
    await page.getByText('2 sessions are in').waitFor()
    await assertAccessible(page)
    await page.getByRole('button', { name: 'Formats' }).click()
    const formats = page.getByRole('dialog', { name: 'Formats' })
    await formats.getByRole('row', { name: /^Claude Code sessions/ }).waitFor()
    await assertAccessible(page)
    await formats.getByRole('button', { name: 'Close' }).click()
    await page.getByRole('button', { name: 'Import 2 sessions' }).click()
    const report = page.getByRole('region', { name: 'Report of sessions' })
    await report.getByText('4 added, 0 unchanged, in 2 conversations').waitFor()
    await assertAccessible(page)
    // Neither page has the list beside it, which says what the key may do.
    await page.goto(`${api.url}/import`)
    await page.getByText('On this machine: 2 sessions are in').waitFor()
    await page.goto(`${api.url}/settings`)
    await page.getByRole('button', { name: 'Import what is new' }).click()
    await report.getByText('0 added, 4 unchanged').waitFor()
    assert.equal(await report.getByRole('button', { name: 'Undo' }).count(), 0)
    // Undo takes back what this import made alone.
    put('s3', 'u5 a5<u5')
    await page.getByRole('button', { name: 'Import what is new' }).click()
    await report.getByText('2 added, 4 unchanged').waitFor()
    await report.getByRole('button', { name: 'Undo' }).click()
    await page.getByRole('status').getByText('The conversation is deleted.').waitFor()
    const { conversations } = await api.ask<{ conversations: { totalCount: number } }>(
      '{ conversations { totalCount } }',
    )
    assert.equal(conversations.totalCount, 2)
    assert.deepEqual(faults, [])
  })
})
