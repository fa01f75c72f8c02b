import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import type { Page } from 'playwright-core'
import { startApi, type Api } from '../graphql/support/api.ts'
import { mutate, storeTurn } from '../graphql/support/talk.ts'
import { assertAccessible, noBrowser, useBrowser } from './support/browser.ts'

const project = '/home/ada/cli'
const tree = `${project}/.worktrees/fix`
/** More than a page of directories holds, all with newer activity. */
const others = Array.from({ length: 101 }, (_, k) => `/srv/${k}`)

describe('a project of several folders, in the explorer', { skip: noBrowser }, () => {
  const visit = useBrowser()
  let api: Api
  before(async () => {
    api = await startApi()
    const held: readonly (readonly [string, string])[] = [
      ['main', project],
      ['fix', tree],
      ...others.map((cwd) => [cwd, cwd] as const),
    ]
    for (const [id, cwd] of held) {
      await mutate(api, 'createConversation', { id, cwd }, '')
      await storeTurn(api, { conversationId: id, role: 'USER', text: `Herons of ${id}` })
    }
  })
  after(() => api.close())

  const choose = async (page: Page, value: string): Promise<void> => {
    await page.getByRole('combobox', { name: 'Project' }).selectOption(value)
  }

  it('is listed as a whole, and each work tree alone', async () => {
    const { page, faults } = await visit(api.url)
    await page.getByRole('button', { name: 'Filter' }).click()
    await choose(page, project)
    const list = page.getByRole('navigation', { name: 'Conversations' })
    await list.getByText('2 conversations', { exact: true }).waitFor()
    const links = await list.getByRole('link', { name: /Herons/ }).allTextContents()
    assert.deepEqual(
      links.map((text) => /Herons of (\w+?)(?:\d|$)/.exec(text)?.[1]),
      ['fix', 'main'],
    )
    // What is stored in a work tree is seen as it comes.
    await storeTurn(api, { conversationId: 'fix', role: 'ASSISTANT', text: 'They nest in March' })
    await list.getByText('They nest in March').waitFor()
    await assertAccessible(page)
    await choose(page, tree)
    await list.getByText('1 conversation', { exact: true }).waitFor()
    await list.getByRole('button', { name: 'Clear the filter' }).click()
    await list.getByText('103 conversations', { exact: true }).waitFor()
    assert.deepEqual(faults, [])
  })

  it('is searched as a whole, by its address too', async () => {
    const { page, faults } = await visit(`${api.url}/search?q=herons&project=${encodeURIComponent(project)}`)
    await page.getByText(/^2 hits in 2 conversations/).waitFor()
    assert.equal(await page.getByRole('combobox', { name: 'Project' }).inputValue(), project)
    await choose(page, tree)
    await page.getByText(/^1 hit in 1 conversation/).waitFor()
    await page.getByRole('heading').getByRole('link', { name: 'Herons of fix' }).waitFor()
    assert.deepEqual(faults, [])
  })

  it('is counted as a whole', async () => {
    const { page, faults } = await visit(`${api.url}/stats`)
    const count = page.locator('.tile', { hasText: 'Conversations' })
    await count.getByText('103', { exact: true }).waitFor()
    await choose(page, project)
    await count.getByText('2', { exact: true }).waitFor()
    assert.deepEqual(faults, [])
  })
})
