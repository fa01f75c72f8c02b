import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import type { Page, Request } from 'playwright-core'
import { startApi, type Api } from '../graphql/support/api.ts'
import { storeTurn, talk } from '../graphql/support/talk.ts'
import { choose, chooseMore, told, turn, undo, watchActs } from './support/acts.ts'
import { assertAccessible, noBrowser, useBrowser } from './support/browser.ts'

describe('what can be done at a turn', { skip: noBrowser }, () => {
  const visit = useBrowser()
  let api: Api
  before(async () => {
    api = await startApi()
  })
  after(() => api.close())

  /** Opens a conversation of its own of four turns, or of these. */
  async function open(id: string, ...texts: string[]): Promise<{ page: Page; acts: () => readonly string[] }> {
    await talk(api, id, ...(texts.length === 0 ? ['One', 'Two', 'Three', 'Four'] : texts))
    const { page } = await visit(`${api.url}/c/${id}`)
    await page.getByTitle('Changes arrive as they happen').waitFor()
    return { page, acts: watchActs(page) }
  }
  const turnCount = async (id: string): Promise<number> =>
    (await api.ask(`{ conversation(id: ${JSON.stringify(id)}) { turnCount } }`)).conversation.turnCount
  const context = async (id: string): Promise<string[]> =>
    (await api.ask(`{ context(conversationId: ${JSON.stringify(id)}) { text } }`)).context.map(({ text }) => text)

  it('fork, seen before it is done, and take it back', async () => {
    const { page, acts } = await open('forked')
    await turn(page, 'Turn 2, ASSISTANT').getByRole('button', { name: 'Turn actions' }).click()
    await page.getByRole('menu').getByText('shares 2 turns').waitFor()
    await assertAccessible(page)
    await page.getByRole('menuitem', { name: 'Fork here', exact: true }).click()
    await told(page, 'It shares 2 turns.').waitFor()
    await page.waitForURL((url) => !url.pathname.endsWith('/forked'))
    await turn(page, 'Turn 2, ASSISTANT').waitFor()
    assert.equal(await page.getByRole('article').count(), 2)
    const fork = decodeURIComponent(new URL(page.url()).pathname.split('/')[2] ?? '')
    assert.equal(await turnCount(fork), 2)
    await undo(page).click()
    await told(page, 'The conversation is deleted.').waitFor()
    await turn(page, 'Turn 4, ASSISTANT').waitFor()
    assert.match(page.url(), /\/c\/forked$/)
    assert.deepEqual(acts(), ['Fork', 'DeleteConversation'])
  })

  it('pin, archive and rename a conversation, each taken back', async () => {
    await talk(api, 'older', 'An older one', 'Yes')
    const { page, acts } = await open('shelf', 'On the shelf', 'Yes')
    const list = page.getByRole('navigation', { name: 'Conversations' })
    const row = (title: string) => list.locator('.convrow', { hasText: title })
    const chooseOf = async (title: string, name: string) => {
      await row(title).getByRole('button', { name: 'Conversation actions' }).click()
      await page.getByRole('menuitem', { name, exact: true }).click()
    }
    await chooseOf('An older one', 'Pin')
    await told(page, 'Pinned.').waitFor()
    await list.getByRole('heading', { name: 'Pinned' }).waitFor()
    assert.match((await list.locator('.convrow').first().textContent()) ?? '', /An older one/)
    await undo(page).click()
    await told(page, 'Unpinned.').waitFor()
    await list.getByRole('heading', { name: 'Pinned' }).waitFor({ state: 'detached' })
    await chooseOf('An older one', 'Archive')
    await told(page, 'Archived').waitFor()
    await row('An older one').waitFor({ state: 'detached' })
    await list.getByRole('button', { name: 'Filter' }).click()
    await list.getByRole('checkbox', { name: 'Archived' }).check()
    await row('An older one').waitFor()
    await assertAccessible(page)
    await list.getByRole('button', { name: 'Clear the filter' }).click()
    await undo(page).click()
    await told(page, 'Back in the list.').waitFor()
    await row('An older one').waitFor()
    await page.getByRole('heading', { level: 1, name: 'On the shelf' }).dblclick()
    await page.keyboard.type('By hand')
    await page.keyboard.press('Enter')
    await told(page, 'Renamed.').waitFor()
    await row('By hand').waitFor()
    await undo(page).click()
    await row('On the shelf').waitFor()
    assert.deepEqual(acts(), ['Update', 'Update', 'Update', 'Update', 'Update', 'Update'])
  })

  it('rewind, undo, and take back each of them, wherever the head stood', async () => {
    const { page, acts } = await open('rewound')
    await choose(page, 'Turn 3, USER', 'Rewind to here')
    await turn(page, 'Turn 4, ASSISTANT').waitFor({ state: 'detached' })
    assert.equal(await turnCount('rewound'), 3)
    await undo(page).click()
    await turn(page, 'Turn 4, ASSISTANT').waitFor()
    await undo(page).click()
    await turn(page, 'Turn 4, ASSISTANT').waitFor({ state: 'detached' })
    // From a place that is no leaf to another branch, back by the button, and the same again.
    await storeTurn(api, { conversationId: 'rewound', turnId: 't1', role: 'USER', text: 'Anew' })
    await turn(page, 'Turn 1, USER').getByText('Anew').waitFor()
    await chooseMore(page, 'Undo')
    await turn(page, 'Turn 3, USER').waitFor()
    await undo(page).click()
    await turn(page, 'Turn 1, USER').getByText('Anew').waitFor()
    assert.equal(await turnCount('rewound'), 1)
    await undo(page).click()
    await turn(page, 'Turn 3, USER').waitFor()
    await told(page, 'Back where it was.').waitFor()
    assert.equal(await turnCount('rewound'), 3)
    await chooseMore(page, 'Activity')
    await page
      .getByRole('button', { name: /^Undo: You rewound/ })
      .last()
      .click()
    await turn(page, 'Turn 4, ASSISTANT').waitFor()
    assert.equal(await turnCount('rewound'), 4)
    assert.ok(acts().length >= 8)
  })

  it('are taken back by one key, the newest of the tab first, then the moves of the head', async () => {
    const { page, acts } = await open('keyed')
    await page.getByRole('textbox', { name: 'Next turn' }).press('ArrowUp')
    await page.getByRole('textbox', { name: 'New version' }).press('Escape')
    await turn(page, 'Turn 3, USER').focus()
    await page.keyboard.press('F2')
    await page.getByRole('textbox', { name: 'Title' }).press('Escape')
    await choose(page, 'Turn 3, USER', 'Rewind to here')
    await turn(page, 'Turn 4, ASSISTANT').waitFor({ state: 'detached' })
    await chooseMore(page, 'Pin')
    await told(page, 'Pinned.').waitFor()
    await turn(page, 'Turn 3, USER').focus()
    await page.keyboard.press('u')
    await told(page, 'Unpinned.').waitFor()
    await page.keyboard.press('u')
    await turn(page, 'Turn 4, ASSISTANT').waitFor()
    // Nothing of this tab is left: the last turn that was stored goes next.
    await page.keyboard.press('u')
    await turn(page, 'Turn 4, ASSISTANT').waitFor({ state: 'detached' })
    assert.deepEqual(acts(), ['Rewind', 'Update', 'Update', 'Undo', 'Undo'])
  })

  it('undo all that was said, and take that back', async () => {
    const { page, acts } = await open('emptied')
    await chooseMore(page, 'Undo')
    await page.getByText('Nothing said yet.').waitFor()
    await undo(page).click()
    await turn(page, 'Turn 4, ASSISTANT').waitFor()
    await undo(page).click()
    await page.getByText('Nothing said yet.').waitFor()
    assert.equal(await turnCount('emptied'), 0)
    acts()
  })

  it('a new version, a correction and a deletion, each taken back', async () => {
    const { page, acts } = await open('edited')
    await choose(page, 'Turn 3, USER', 'New version')
    await page.getByRole('textbox', { name: 'New version' }).fill('Three, again')
    await page.getByRole('button', { name: 'Save' }).click()
    await turn(page, 'Turn 3, USER').getByText('2/2').waitFor()
    // An event may show it before the answer comes, with which the button of its own does.
    await told(page, 'The new version is stored.').waitFor()
    await undo(page).click()
    await turn(page, 'Turn 4, ASSISTANT').waitFor()
    await choose(page, 'Turn 4, ASSISTANT', 'Fix a typo')
    await page.getByRole('textbox', { name: 'Fix a typo' }).fill('Five')
    await assertAccessible(page)
    await page.keyboard.press('Control+Enter')
    await turn(page, 'Turn 4, ASSISTANT').getByText('Five').waitFor()
    await told(page, 'The typo is fixed.').waitFor()
    await undo(page).click()
    await turn(page, 'Turn 4, ASSISTANT').getByText('Four').waitFor()
    await choose(page, 'Turn 1, USER', 'Delete')
    await turn(page, 'Turn 1, USER').getByText('This turn is deleted.').waitFor()
    await told(page, 'Deleted.').waitFor()
    await undo(page).click()
    await turn(page, 'Turn 1, USER').getByText('One').waitFor()
    assert.deepEqual(acts(), ['Store', 'Undo', 'Amend', 'Amend', 'DeleteMessage', 'RestoreMessage'])
  })

  it('compact and drop, and cancel what was hidden', async () => {
    const { page, acts } = await open('compacted')
    await choose(page, 'Turn 3, USER', 'Summarise from here …')
    await page.getByRole('textbox', { name: 'Summarise from here' }).fill('In short')
    await page.getByRole('button', { name: 'Save' }).click()
    await page.getByText('The model gets a summary here.').waitFor()
    await page.getByText('In short').waitFor()
    assert.deepEqual(await context('compacted'), ['One', 'Two', 'In short'])
    await undo(page).click()
    await told(page, 'The model reads these turns again.').waitFor()
    assert.deepEqual(await context('compacted'), ['One', 'Two', 'Three', 'Four'])
    // An answer without its question is no exchange: the nearest ones are offered.
    await choose(page, 'Turn 4, ASSISTANT', 'Leave out for the model …')
    await page.getByRole('button', { name: 'At the nearest turn before' }).click()
    await page.getByText('Some turns are left out for the model.').waitFor()
    await told(page, 'The model does not read these turns any more.').waitFor()
    assert.deepEqual(await context('compacted'), ['One', 'Two'])
    await page.getByRole('note').filter({ hasText: 'left out' }).getByRole('button', { name: 'Undo' }).click()
    await told(page, 'The model reads these turns again.').waitFor()
    assert.equal((await context('compacted')).length, 4)
    await undo(page).click()
    await told(page, 'Undone.').waitFor()
    assert.deepEqual(await context('compacted'), ['One', 'Two'])
    await undo(page).click()
    await told(page, 'Back where it was.').waitFor()
    assert.equal((await context('compacted')).length, 4)
    assert.deepEqual(acts().slice(0, 5), [...['Compact', 'CancelMarker', 'DropSpan', 'DropSpan', 'CancelMarker']])
  })

  it('mark a turn, name a place, and go on from another branch', async () => {
    const { page, acts } = await open('marked')
    const second = turn(page, 'Turn 2, ASSISTANT')
    await choose(page, 'Turn 2, ASSISTANT', 'Star')
    await second.getByText('★ starred').waitFor()
    await undo(page).click()
    await second.getByText('★ starred').waitFor({ state: 'detached' })
    await choose(page, 'Turn 2, ASSISTANT', 'Star')
    await choose(page, 'Turn 2, ASSISTANT', 'Checkpoint …')
    await page.getByRole('textbox', { name: 'Checkpoint' }).fill('good')
    await page.getByRole('button', { name: 'Save' }).click()
    const named = page.locator('.toast', { hasText: 'The checkpoint is set.' })
    await named.waitFor()
    assert.equal(await named.getByRole('button', { name: 'Undo' }).count(), 0)
    await choose(page, 'Turn 2, ASSISTANT', 'Label …')
    await page.getByRole('textbox', { name: 'Label' }).fill('the good answer')
    await page.getByRole('button', { name: 'Save' }).click()
    await second.getByText('★ the good answer, starred').waitFor()
    await storeTurn(api, { conversationId: 'marked', turnId: 't3', role: 'USER', text: 'Else' })
    await turn(page, 'Turn 3, USER').getByRole('button', { name: 'Previous version' }).click()
    await page.getByRole('button', { name: 'Go on from here' }).click()
    await told(page, 'The conversation continues from here.').waitFor()
    await turn(page, 'Turn 4, ASSISTANT').waitFor()
    assert.equal(await turnCount('marked'), 4)
    const [node] = (
      await api.ask(`{ conversation(id: "marked") { recentTurns(n: 3) { observation { annotations } } } }`)
    ).conversation.recentTurns
    assert.deepEqual(node.observation.annotations, { label: 'the good answer', mark: true })
    await undo(page).click()
    await turn(page, 'Turn 3, USER').getByText('Else').waitFor()
    assert.deepEqual(acts(), ['Annotate', 'Annotate', 'Annotate', 'Checkpoint', 'Annotate', 'Switch', 'Undo'])
  })

  it('offers a choice where somebody else has moved the head', async () => {
    const { page, acts } = await open('moved')
    await turn(page, 'Turn 4, ASSISTANT').getByRole('button', { name: 'Turn actions' }).click()
    await page.getByRole('menuitem', { name: 'New version', exact: true }).click()
    await page.getByRole('textbox', { name: 'New version' }).fill('Mine')
    // Somebody else is faster, between this page's decision and its request.
    let theirs = ['Theirs', 'Theirs again']
    await page.route('**/graphql', async (route) => {
      const [text, ...others] = theirs
      if (text !== undefined && /Store|Rewind/.test(operationOf(route.request()))) {
        theirs = others
        await storeTurn(api, { conversationId: 'moved', role: 'USER', text })
      }
      await route.continue()
    })
    await page.getByRole('button', { name: 'Save' }).click()
    await told(page, /The conversation changed meanwhile/).waitFor()
    const again = page.getByRole('button', { name: 'Do it all the same' })
    await again.click()
    // They are faster once more: it is not done over what nobody has seen.
    await told(page, /The conversation changed meanwhile/).waitFor()
    await again.click()
    await turn(page, 'Turn 4, ASSISTANT').getByText('Mine').waitFor()
    theirs = ['And again']
    await choose(page, 'Turn 2, ASSISTANT', 'Rewind to here')
    await page.getByRole('button', { name: 'Fork from where you were' }).click()
    await told(page, 'It shares 4 turns.').waitFor()
    await page.waitForURL((url) => !url.pathname.startsWith('/c/moved'))
    await turn(page, 'Turn 4, ASSISTANT').getByText('Mine').waitFor()
    assert.equal(await turnCount('moved'), 5)
    assert.deepEqual(acts(), ['Store', 'Store', 'Store', 'Rewind', 'Fork'])
  })

  it('offers the nearest places where a fork or a rewind would part a call from its result', async () => {
    const conversationId = 'calls'
    await talk(api, conversationId, 'Test it')
    const call = [{ toolCall: { callId: 'c', name: 'bash', input: {} } }]
    await storeTurn(api, { conversationId, role: 'ASSISTANT', content: call })
    await storeTurn(api, { conversationId, role: 'TOOL', content: [{ toolResult: { callId: 'c', content: 'ok' } }] })
    const { page } = await visit(`${api.url}/c/calls?view=RAW`)
    await turn(page, 'Turn 2, ASSISTANT').getByRole('button', { name: 'Turn actions' }).click()
    const fork = page.getByRole('menuitem', { name: 'Fork here', exact: true })
    await page.getByRole('menu').getByText('the nearest place before or after').waitFor()
    await fork.click()
    await page.getByRole('button', { name: 'At the nearest turn before' }).waitFor()
    await page.getByRole('button', { name: 'At the nearest turn after' }).click()
    await told(page, 'It shares 3 turns.').waitFor()
    await page.goBack()
    await choose(page, 'Turn 2, ASSISTANT', 'Rewind to here')
    await page.getByRole('button', { name: 'At the nearest turn before' }).last().click()
    await turn(page, 'Turn 2, ASSISTANT').waitFor({ state: 'detached' })
    assert.equal(await turnCount('calls'), 1)
  })
})

const operationOf = (request: Request): string =>
  (request.postDataJSON() as { readonly operationName?: string } | null)?.operationName ?? ''
