import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import type { Page } from 'playwright-core'
import { startApi, type Api } from '../graphql/support/api.ts'
import { mutate, storeTurn, talk, texts } from '../graphql/support/talk.ts'
import { told, turn, undo, watchActs } from './support/acts.ts'
import { assertAccessible, noBrowser, useBrowser } from './support/browser.ts'

const report = {
  base64: btoa('{"passed":true}'),
  mediaType: 'application/json',
  name: 'report.json',
  kind: 'report',
  environment: 'ci',
}

describe('what one branch takes from another', { skip: noBrowser }, () => {
  const visit = useBrowser()
  let api: Api
  before(async () => {
    api = await startApi()
  })
  after(() => api.close())

  /** Opens a conversation beside its fork, which has turns of its own. */
  async function open(id: string, ...turns: object[]): Promise<{ page: Page; acts: () => readonly string[] }> {
    await talk(api, id, 'One', 'Two')
    await mutate(api, 'forkConversation', { source: id, newConversationId: `${id}-fork` }, '')
    for (const each of turns) await storeTurn(api, { conversationId: `${id}-fork`, role: 'USER', ...each })
    const { page } = await visit(`${api.url}/compare/${id}...${id}-fork`)
    await page.getByText('They differ after turn 2').waitFor()
    return { page, acts: watchActs(page) }
  }
  const kinds = async (id: string): Promise<string[]> => {
    const query =
      'query ($id: ID!) { conversation(id: $id) { transcript(view: RAW) { nodes { observation { kind } } } } }'
    const { conversation } = await api.ask(query, { id })
    return conversation.transcript.nodes.map(({ observation: { kind } }) => kind)
  }

  it('turns, by a button, and given back', async () => {
    const { page, acts } = await open('picked', { text: 'Keep this' }, { text: 'And this' })
    const main = page.getByRole('main')
    // A fork is called by what was first asked in it, so its words stand in the head too.
    const pair = (words: string) => main.locator('.pair > div', { hasText: words })
    const add = (words: string) => pair(words).getByRole('button', { name: 'Add to the left' }).click()
    await add('Keep this')
    await told(page, 'Added to the left.').waitFor()
    // What both have is shown of neither.
    await pair('Keep this').waitFor({ state: 'detached' })
    assert.deepEqual((await texts(api, 'picked')).slice(-1), ['Keep this'])
    await undo(page).click()
    await pair('Keep this').waitFor()
    await add('And this')
    await pair('And this').waitFor({ state: 'detached' })
    assert.deepEqual((await texts(api, 'picked')).slice(-1), ['And this'])
    assert.deepEqual(acts(), ['Merge', 'Undo', 'Merge'])
  })

  it('after going from difference to difference, and swapping the sides, by keys', async () => {
    const { page } = await open('stepped', { text: 'Keep this' }, { text: 'And this' })
    const focused = () => page.evaluate('document.activeElement.textContent')
    const step = async (key: string, words: RegExp) => {
      await page.keyboard.press(key)
      assert.match(String(await focused()), words)
    }
    await step('n', /Keep this/)
    await step('n', /And this/)
    await step('p', /Keep this/)
    await page.keyboard.press('x')
    await page.waitForURL(/\/compare\/stepped-fork\.\.\.stepped$/)
    assert.match(await page.title(), /^Compare: .* · turngraph$/)
  })

  it('its insights, and gives them back', async () => {
    const { page, acts } = await open('wise', { text: 'Learnt', metadata: { insight: true } })
    await page.getByRole('button', { name: 'Merge …' }).click()
    await page.getByRole('textbox', { name: 'Reviewer' }).fill('ann')
    await assertAccessible(page)
    await page.getByRole('button', { name: 'Merge', exact: true }).click()
    await told(page, 'Merged.').waitFor()
    assert.deepEqual(await kinds('wise'), ['TURN', 'TURN', 'JOIN'])
    await undo(page).click()
    await told(page, 'Undone.').waitFor()
    assert.deepEqual(await kinds('wise'), ['TURN', 'TURN'])
    await page.goto(`${api.url}/c/wise`)
    await turn(page, 'Turn 2, ASSISTANT').waitFor()
    assert.deepEqual(acts(), ['Merge', 'Undo'])
  })

  it('its evidence, as far as a gate lets it through, and asks anew where the head has moved', async () => {
    const { page } = await open('proven', { text: 'See', attachments: [report] })
    await page.getByRole('button', { name: 'Merge …' }).click()
    await page.getByRole('radio', { name: /The evidence/ }).check()
    const merge = page.getByRole('button', { name: 'Merge', exact: true })
    assert.equal(await merge.isDisabled(), true)
    const judge = page.getByRole('textbox', { name: 'Judged by' })
    await judge.fill('{"required": ["failed"]}')
    await merge.click()
    await told(page, 'Nothing passed the gate: all stays as it was.').waitFor()
    assert.deepEqual(await kinds('proven'), ['TURN', 'TURN'])
    await page.getByRole('button', { name: 'Merge …' }).click()
    await page.getByRole('radio', { name: /The evidence/ }).check()
    await judge.fill('{"required": ["passed"]}')
    await storeTurn(api, { conversationId: 'proven', role: 'USER', text: 'Meanwhile' })
    await merge.click()
    await page
      .getByText(/The conversation changed meanwhile/)
      .first()
      .waitFor()
    await page.getByText('Fork from where you were').waitFor()
    await page.getByText('Do it all the same').click()
    await told(page, 'Merged.').waitFor()
    assert.deepEqual(await kinds('proven'), ['TURN', 'TURN', 'TURN', 'JOIN'])
    await page.goto(`${api.url}/c/proven`)
    await page.getByText('2 branches came together here.').waitFor()
  })
})
