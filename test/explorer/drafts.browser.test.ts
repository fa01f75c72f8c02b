import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import type { Page, Route } from 'playwright-core'
import { startApi, type Api } from '../graphql/support/api.ts'
import { storeTurn, talk } from '../graphql/support/talk.ts'
import { choose, chooseMore, told, turn } from './support/acts.ts'
import { assertAccessible, noBrowser, useBrowser } from './support/browser.ts'

describe('what is written in a field or a dialog', { skip: noBrowser }, () => {
  const visit = useBrowser()
  let api: Api
  before(async () => {
    api = await startApi()
  })
  after(() => api.close())

  async function open(id: string): Promise<Page> {
    await talk(api, id, 'One', 'Two')
    const { page } = await visit(`${api.url}/c/${id}`)
    await page.getByTitle('Changes arrive as they happen').waitFor()
    return page
  }
  const turnCount = async (id: string): Promise<number> =>
    (await api.ask(`{ conversation(id: ${JSON.stringify(id)}) { turnCount } }`)).conversation.turnCount

  /** Meets each mutation of a page before its server does. */
  const onMutation = (page: Page, meet: (route: Route) => Promise<void>) =>
    page.route('**/graphql', (route) => {
      const { query } = route.request().postDataJSON() as { readonly query: string }
      return /^\s*(#.*\n\s*)?mutation\b/.test(query) ? meet(route) : route.continue()
    })
  const lose = (page: Page) => onMutation(page, (route) => route.abort())

  it('is sent once where it is submitted twice on a slow line, and stays until the server has answered', async () => {
    const page = await open('slow')
    const field = page.getByRole('textbox', { name: 'Next turn' })
    let release = (): void => undefined
    const held = new Promise<void>((done) => (release = done))
    const asked: string[] = []
    await onMutation(page, async (route) => {
      asked.push(route.request().postData() ?? '')
      await held
      await route.continue()
    })
    await field.fill('Only once')
    await field.press('Control+Enter')
    await page.locator('form.compose[aria-busy="true"]').waitFor()
    await field.press('Control+Enter')
    assert.equal(await field.inputValue(), 'Only once')
    release()
    await turn(page, 'Turn 3, USER').getByText('Only once').waitFor()
    await page.locator('form.compose[aria-busy="false"]').waitFor()
    assert.deepEqual([await field.inputValue(), asked.length, await turnCount('slow')], ['', 1, 3])
  })

  it('stays in the editor of a turn where its answer is lost, and is stored once when it is saved again', async () => {
    const page = await open('lost')
    await choose(page, 'Turn 1, USER', 'New version')
    const field = page.getByRole('textbox', { name: 'New version' })
    await field.fill('One, in other words')
    await lose(page)
    await page.getByRole('button', { name: 'Save' }).click()
    await told(page, /not known whether this was done/).waitFor()
    assert.equal(await field.inputValue(), 'One, in other words')
    await page.unroute('**/graphql')
    await page.getByRole('button', { name: 'Save' }).click()
    await field.waitFor({ state: 'detached' })
    await turn(page, 'Turn 1, USER').getByText('One, in other words').waitFor()
  })

  it('stays in the field of the title, and in the dialogs, where its answer is lost', async () => {
    const page = await open('named')
    await page.getByRole('heading', { level: 1 }).dblclick()
    const title = page.getByRole('textbox', { name: 'Title' })
    await title.fill('A better title')
    await lose(page)
    await title.press('Enter')
    await told(page, /not known whether this was done/).waitFor()
    assert.equal(await title.inputValue(), 'A better title')
    await title.press('Escape')
    await page.getByRole('button', { name: 'Dismiss' }).click()
    await chooseMore(page, 'Retention …')
    const dialog = page.getByRole('dialog', { name: 'Retention' })
    await dialog.getByRole('radio', { name: /^For some days/ }).check()
    await dialog.getByRole('spinbutton', { name: 'Days' }).fill('31')
    await dialog.getByRole('button', { name: 'Set' }).click()
    await dialog
      .getByRole('alert')
      .getByText(/not known whether this was done/)
      .waitFor()
    assert.equal(await dialog.getByRole('spinbutton', { name: 'Days' }).inputValue(), '31')
    await assertAccessible(page)
    await page.unroute('**/graphql')
    // Above the dialog, and not of it.
    await page.locator('.toast button', { hasText: 'Try again' }).last().click()
    await dialog.waitFor({ state: 'detached' })
    const { conversation } = await api.ask('{ conversation(id: "named") { retainDays } }')
    assert.equal(conversation.retainDays, 31)
  })

  it('continues the turn that somebody else was faster with, so that both are on the current path', async () => {
    const page = await open('faster')
    let isFirst = true
    await onMutation(page, async (route) => {
      if (isFirst) await storeTurn(api, { conversationId: 'faster', role: 'USER', text: 'Theirs' })
      isFirst = false
      await route.continue()
    })
    const field = page.getByRole('textbox', { name: 'Next turn' })
    await field.fill('Mine')
    await field.press('Control+Enter')
    await told(page, /The conversation changed meanwhile/).waitFor()
    assert.equal(await field.inputValue(), 'Mine')
    await page.getByRole('button', { name: 'Add after it' }).click()
    await turn(page, 'Turn 4, USER').getByText('Mine').waitFor()
    await turn(page, 'Turn 3, USER').getByText('Theirs').waitFor()
    assert.deepEqual([await field.inputValue(), await turnCount('faster')], ['', 4])
  })
})
