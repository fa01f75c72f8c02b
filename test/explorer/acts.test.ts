import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import type { Page } from 'playwright-core'
import { startApi, type Api } from '../graphql/support/api.ts'
import { storeTurn, talk } from '../graphql/support/talk.ts'
import { assertAccessible, noBrowser, useBrowser } from './support/browser.ts'

describe('what can be done at a turn', { skip: noBrowser }, () => {
  const visit = useBrowser()
  let api: Api
  before(async () => {
    api = await startApi()
  })
  after(() => api.close())

  /** Opens a conversation of its own of four turns. */
  async function open(id: string, ...texts: string[]): Promise<Page> {
    await talk(api, id, ...(texts.length === 0 ? ['One', 'Two', 'Three', 'Four'] : texts))
    const { page } = await visit(`${api.url}/c/${id}`)
    await page.getByTitle('Changes arrive as they happen').waitFor()
    return page
  }
  const turn = (page: Page, name: string) => page.getByRole('article', { name })
  async function choose(page: Page, name: string, item: string): Promise<void> {
    await turn(page, name).getByRole('button', { name: 'Turn actions' }).click()
    await page.getByRole('menuitem', { name: item, exact: true }).click()
  }
  const undo = (page: Page) => page.getByRole('status').getByRole('button', { name: 'Undo' })
  const turnCount = async (id: string): Promise<number> =>
    (await api.ask(`{ conversation(id: ${JSON.stringify(id)}) { turnCount } }`)).conversation.turnCount

  it('fork, and take it back', async () => {
    const page = await open('forked')
    await choose(page, 'Turn 2, ASSISTANT', 'Fork here')
    await page.getByRole('status').getByText('It shares 2 turns.').waitFor()
    await page.waitForURL((url) => !url.pathname.endsWith('/forked'))
    await turn(page, 'Turn 2, ASSISTANT').waitFor()
    assert.equal(await page.getByRole('article').count(), 2)
    const fork = decodeURIComponent(new URL(page.url()).pathname.split('/')[2] ?? '')
    assert.equal(await turnCount(fork), 2)
    await undo(page).click()
    await page.getByRole('status').getByText('The conversation is deleted.').waitFor()
    await turn(page, 'Turn 4, ASSISTANT').waitFor()
    assert.match(page.url(), /\/c\/forked$/)
  })

  it('rewind, and take it back', async () => {
    const page = await open('rewound')
    await choose(page, 'Turn 2, ASSISTANT', 'Rewind to here')
    await turn(page, 'Turn 3, USER').waitFor({ state: 'detached' })
    assert.equal(await turnCount('rewound'), 2)
    await undo(page).click()
    await turn(page, 'Turn 4, ASSISTANT').waitFor()
    assert.equal(await turnCount('rewound'), 4)
  })

  it('a new version, a correction and a deletion, each taken back', async () => {
    const page = await open('edited')
    await choose(page, 'Turn 3, USER', 'New version')
    await page.getByRole('textbox', { name: 'New version' }).fill('Three, again')
    await page.getByRole('button', { name: 'Save' }).click()
    await turn(page, 'Turn 3, USER').getByText('2/2').waitFor()
    await undo(page).last().click()
    await turn(page, 'Turn 4, ASSISTANT').waitFor()
    await choose(page, 'Turn 4, ASSISTANT', 'Correct')
    await page.getByRole('textbox', { name: 'Correct' }).fill('Five')
    await assertAccessible(page)
    await page.keyboard.press('Control+Enter')
    await turn(page, 'Turn 4, ASSISTANT').getByText('Five').waitFor()
    await undo(page).last().click()
    await turn(page, 'Turn 4, ASSISTANT').getByText('Four').waitFor()
    await choose(page, 'Turn 1, USER', 'Delete')
    await turn(page, 'Turn 1, USER').getByText('This message was deleted.').waitFor()
    await undo(page).last().click()
    await turn(page, 'Turn 1, USER').getByText('One').waitFor()
  })

  it('compact, and cancel what was compacted', async () => {
    const page = await open('compacted')
    await choose(page, 'Turn 3, USER', 'Compact from here')
    await page.getByRole('textbox', { name: 'Compact from here' }).fill('In short')
    await page.getByRole('button', { name: 'Save' }).click()
    await page
      .getByRole('article', { name: /^Compaction/ })
      .getByText('In short')
      .waitFor()
    const context = async () =>
      (await api.ask(`{ context(conversationId: "compacted") { text } }`)).context.map(({ text }) => text)
    assert.deepEqual(await context(), ['One', 'Two', 'In short'])
    await undo(page).click()
    await page.getByRole('article', { name: /^Cancelled/ }).waitFor()
    assert.deepEqual(await context(), ['One', 'Two', 'Three', 'Four'])
  })

  it('mark a turn, name a place, and go on from another branch', async () => {
    const page = await open('marked')
    await choose(page, 'Turn 2, ASSISTANT', 'Mark')
    await undo(page).waitFor()
    await choose(page, 'Turn 2, ASSISTANT', 'Checkpoint')
    await page.getByRole('textbox', { name: 'Checkpoint' }).fill('good')
    await page.getByRole('button', { name: 'Save' }).click()
    await page.getByText('The place has a name now.').waitFor()
    await choose(page, 'Turn 2, ASSISTANT', 'Label')
    await page.getByRole('textbox', { name: 'Label' }).fill('the good answer')
    await page.getByRole('button', { name: 'Save' }).click()
    await turn(page, 'Turn 2, ASSISTANT').getByText('★ the good answer, mark').waitFor()
    await storeTurn(api, { conversationId: 'marked', turnId: 't3', role: 'USER', text: 'Else' })
    await turn(page, 'Turn 3, USER').getByRole('button', { name: 'Previous version' }).click()
    await page.getByRole('button', { name: 'Switch to here' }).click()
    await page.getByText('The conversation stands here now.').waitFor()
    await turn(page, 'Turn 4, ASSISTANT').waitFor()
    assert.equal(await turnCount('marked'), 4)
    const [node] = (
      await api.ask(`{ conversation(id: "marked") { recentTurns(n: 3) { observation { annotations } } } }`)
    ).conversation.recentTurns
    assert.deepEqual(node.observation.annotations, { label: 'the good answer', mark: true })
  })

  it('offers a choice where somebody else has moved the head', async () => {
    const page = await open('moved')
    await turn(page, 'Turn 4, ASSISTANT').getByRole('button', { name: 'Turn actions' }).click()
    await page.getByRole('menuitem', { name: 'New version', exact: true }).click()
    await page.getByRole('textbox', { name: 'New version' }).fill('Mine')
    // Somebody else is faster, between this page's decision and its request.
    let isFirst = true
    await page.route('**/graphql', async (route) => {
      if (isFirst && route.request().postData()?.includes('mutation') === true) {
        isFirst = false
        await storeTurn(api, { conversationId: 'moved', role: 'USER', text: 'Theirs' })
      }
      await route.continue()
    })
    await page.getByRole('button', { name: 'Save' }).click()
    await page
      .getByRole('status')
      .getByText(/The head of "moved" is/)
      .waitFor()
    await page.getByRole('button', { name: 'Do it all the same' }).click()
    await turn(page, 'Turn 4, ASSISTANT').getByText('Mine').waitFor()
  })

  it('offers the nearest places where a fork would part a call from its result', async () => {
    const conversationId = 'calls'
    await talk(api, conversationId, 'Test it')
    const call = [{ toolCall: { callId: 'c', name: 'bash', input: {} } }]
    await storeTurn(api, { conversationId, role: 'ASSISTANT', content: call })
    await storeTurn(api, { conversationId, role: 'TOOL', content: [{ toolResult: { callId: 'c', content: 'ok' } }] })
    const { page } = await visit(`${api.url}/c/calls`)
    await choose(page, 'Turn 2, ASSISTANT', 'Fork here')
    await page.getByRole('button', { name: 'At the nearest place after' }).click()
    await page.getByRole('status').getByText('It shares 3 turns.').waitFor()
  })
})
