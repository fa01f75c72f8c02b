import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { startApi, type Api } from '../graphql/support/api.ts'
import { mutate, storeTurn, talk } from '../graphql/support/talk.ts'
import { assertAccessible, noBrowser, until, useBrowser, type Visit } from './support/browser.ts'

describe('the tree beside the text, entry by entry', { skip: noBrowser }, () => {
  const visit = useBrowser()
  let api: Api
  before(async () => {
    api = await startApi()
    await talk(api, 'trip', ...Array.from({ length: 12 }, (_, i) => `Text ${i + 1}`))
    await storeTurn(api, { conversationId: 'trip', turnId: 't9', role: 'USER', text: 'Another ninth' })
    await storeTurn(api, { conversationId: 'trip', role: 'ASSISTANT', text: 'Another tenth' })
    await api.ask(
      `mutation { forkConversation(input: { source: "trip", at: { turn: 2 }, title: "By boat" }) { copied } }`,
    )
    await api.ask(
      `mutation { checkpoint(input: { conversationId: "trip", at: { turn: 4 }, name: "good" }) { replayed } }`,
    )
  })
  after(() => api.close())

  /** Opens a conversation with all entries of its tree beside it. */
  async function open(id: string): Promise<Visit> {
    const seen = await visit(`${api.url}/c/${id}`)
    await seen.page.getByRole('combobox', { name: 'Rows to show' }).selectOption('ENTRIES')
    return seen
  }

  it('shows branches as rows, and any node beside them', async () => {
    const { page, faults } = await open('trip')
    const tree = page.getByRole('tree', { name: 'Tree' })
    const row = (name: RegExp) => tree.getByRole('treeitem', { name })
    await row(/10 ASSISTANT.*Another tenth.*current end/).waitFor()
    // What has a name is a row of its own: a fork's point, a checkpoint.
    await row(/2 ASSISTANT.*⎇ By boat/).waitFor()
    await row(/4 ASSISTANT.*⚑ good/).waitFor()
    await row(/1 more/).waitFor()
    await row(/3 more/).waitFor()
    assert.equal(await tree.getByRole('treeitem').count(), 11)
    assert.equal(await row(/12 ASSISTANT.*Text 12.*end of a branch/).getAttribute('aria-level'), '2')
    assert.equal(await row(/8 ASSISTANT/).getAttribute('aria-expanded'), 'true')
    await assertAccessible(page)
    await row(/12 ASSISTANT/).click()
    await page.getByRole('article', { name: 'Turn 12, ASSISTANT' }).waitFor()
    assert.match(page.url(), /\/c\/trip\?at=/)
    await row(/3 more/).click()
    await row(/5 USER.*Text 5/).waitFor()
    assert.equal(await tree.getByRole('treeitem').count(), 13)
    await row(/9 USER version/)
      .first()
      .click()
    await page.getByRole('button', { name: 'Only from here' }).click()
    await row(/1 USER/).waitFor({ state: 'detached' })
    await page.keyboard.press('z')
    await row(/1 USER/)
      .first()
      .waitFor()
    await page.getByText('Checkpoints and forks').click()
    await page.getByRole('button', { name: 'good' }).click()
    await page.getByRole('article', { name: 'Turn 12, ASSISTANT' }).waitFor({ state: 'detached' })
    await page.getByRole('article', { name: 'Turn 4, ASSISTANT' }).waitFor()
    await page.getByRole('link', { name: 'By boat' }).first().waitFor()
    assert.deepEqual(faults, [])
  })

  it('has its family: its source and its forks, what they share once, each in a colour with its title', async () => {
    const { fork } = await api.ask<{ fork: { conversation: { id: string } } }>(
      'mutation { fork: forkConversation(input: { source: "trip", at: { turn: 4 }, title: "By balloon" }) { conversation { id } } }',
    )
    const { id } = fork.conversation
    await storeTurn(api, { conversationId: id, role: 'USER', text: 'By balloon, then.' })
    const { page, faults } = await visit(`${api.url}/c/trip/tree`)
    const rows = page.getByRole('tree', { name: 'Tree' }).getByRole('treeitem')
    await rows.first().waitFor()
    assert.equal(await rows.filter({ hasText: 'By balloon, then.' }).count(), 0)
    await page.getByRole('button', { name: 'Family' }).click()
    await page.waitForURL('**/c/trip/tree?family=1')
    const other = rows.filter({ hasText: 'By balloon, then.' })
    await other.getByText('By balloon', { exact: true }).waitFor()
    assert.equal(await rows.filter({ hasText: /^Text 1\s*Text 2/ }).count(), 1)
    await page.getByText('2 conversations').waitFor()
    await assertAccessible(page)
    await other.click()
    await page.waitForURL(`**/c/${id}`)
    await page.getByRole('article', { name: 'Turn 5, USER' }).getByText('By balloon, then.').waitFor()
    await page.goto(`${api.url}/c/${id}/tree?family=1`)
    // A side branch of more than three prompts is one row, also where it is the source's.
    const source = rows.filter({ hasText: /^Text 5/ })
    await source.getByText('prompts').waitFor()
    await page.getByRole('button', { name: 'Family', pressed: true }).click()
    await source.waitFor({ state: 'detached' })
    await api.ask(`mutation { deleteConversation(input: { id: "${id}" }) { userErrors { code } } }`)
    assert.deepEqual(faults, [])
  })

  it('is walked and folded by keys alone', async () => {
    const { page } = await open('trip')
    const tree = page.getByRole('tree', { name: 'Tree' })
    const focused = () => page.evaluate<string>('document.activeElement.textContent')
    await tree
      .getByRole('treeitem', { name: /1 USER/ })
      .first()
      .focus()
    for (let at = 0; at < 5; at += 1) await page.keyboard.press('ArrowDown')
    await page.keyboard.press('ArrowLeft')
    await tree.getByRole('treeitem', { name: /folded/ }).waitFor()
    assert.equal(await tree.getByRole('treeitem').count(), 8)
    assert.match(await focused(), /8 ASSISTANT/)
    await page.keyboard.press('ArrowRight')
    await page.keyboard.press('ArrowDown')
    await until(page, '/9 USER/.test(document.activeElement.textContent)')
    await page.keyboard.press('Enter')
    await page.getByRole('article', { name: 'Turn 9, USER' }).waitFor()
    await page.keyboard.press('End')
    await until(page, '/current end/.test(document.activeElement.textContent)')
    await page.keyboard.press('Enter')
    await page.getByRole('article', { name: 'Turn 10, ASSISTANT' }).getByText('Another tenth').waitFor()
  })

  it('shows what is chosen though the transcript was scrolled, on a narrow screen too', async () => {
    const texts = Array.from({ length: 60 }, (_, i) => `Text ${i + 1}. ${'And on it goes. '.repeat(20)}`)
    await talk(api, 'scrolled', ...texts)
    const { page } = await open('scrolled')
    await page.getByRole('article', { name: 'Turn 60, ASSISTANT' }).waitFor()
    await page.getByRole('treeitem', { name: /58 more/ }).click()
    await page.evaluate("document.querySelector('.feed').scrollTo(0, 0)")
    await page.getByRole('treeitem', { name: /15 USER/ }).click()
    await page.getByRole('article', { name: 'Turn 15, USER' }).getByText('Text 15.').waitFor()
    await page.setViewportSize({ width: 400, height: 700 })
    await page.getByRole('treeitem').first().waitFor({ state: 'detached' })
    assert.equal(await page.getByRole('navigation', { name: 'Conversations' }).count(), 0)
    await page.getByRole('navigation', { name: 'Screens' }).getByRole('link', { name: 'Tree' }).click()
    await page.getByRole('treeitem', { name: /60 ASSISTANT.*current end/ }).waitFor()
    await assertAccessible(page)
    const isWide = await page.evaluate('document.documentElement.scrollWidth > innerWidth')
    assert.equal(isWide, false)
    await page.goto(`${api.url}/c/scrolled`)
    await page.getByRole('article', { name: 'Turn 60, ASSISTANT' }).waitFor()
    assert.equal(await page.getByRole('navigation', { name: 'Conversations' }).count(), 0)
    await assertAccessible(page)
  })

  it('draws what is marked, as rows and on the map, keeps it while it grows, and shows some of it', async () => {
    const conversationId = 'signs'
    const results = await talk(api, conversationId, ...Array.from({ length: 8 }, (_, i) => `Said ${i + 1}`))
    const idOf = (turn: number): string => results[turn - 1]!.observation.id
    await storeTurn(api, { conversationId, turnId: 't5', role: 'USER', text: 'Fifth, again' })
    await mutate(api, 'undo', { conversationId }, '')
    const fork = { source: conversationId, at: { turn: 2 }, newConversationId: 'other', title: 'Other' }
    await mutate(api, 'forkConversation', fork, '')
    await storeTurn(api, { conversationId: 'other', role: 'USER', text: 'Learnt', metadata: { insight: true } })
    await mutate(api, 'checkpoint', { conversationId, at: { turn: 3 }, name: 'good' }, '')
    await mutate(api, 'annotate', { observationId: idOf(4), annotations: { label: 'fine' } }, '')
    await mutate(api, 'rewindConversation', { conversationId, to: { turn: 6 } }, '')
    await storeTurn(api, { conversationId, role: 'USER', text: 'Seventh, anew' })
    await mutate(api, 'compact', { conversationId, from: { turn: 3 }, to: { turn: 4 }, summary: 'In short' }, '')
    const merge = { into: conversationId, from: ['other'], strategy: 'INSIGHTS' }
    const { userErrors } = await mutate(api, 'mergeConversations', merge, '')
    assert.deepEqual(userErrors, [])
    const { page, faults } = await open('signs')
    await page.getByTitle('Changes arrive as they happen').waitFor()
    const row = (name: RegExp) => page.getByRole('tree').getByRole('treeitem', { name })
    const signs = [
      /2 ASSISTANT.*⎇ Other/,
      /3 USER.*⚑ good/,
      /4 ASSISTANT.*★ fine/,
      /5 USER version.*again.*end of a branch/,
    ]
    for (const each of [...signs, /8 ASSISTANT.*rewound/, /summary/, /merged.*current end/]) await row(each).waitFor()
    await page.getByText('Checkpoints and forks').click()
    await page.getByText(/from turn 2 3 turns: /).waitFor()
    await storeTurn(api, { conversationId, role: 'USER', text: 'And on' })
    await mutate(api, 'annotate', { observationId: idOf(6), annotations: { mark: true } }, '')
    for (const each of [...signs, /6 ASSISTANT.*★ starred/, /8 ASSISTANT.*rewound/, /And on.*current end/])
      await row(each).waitFor()
    await page.getByRole('combobox', { name: 'Entries to show' }).selectOption('prompts only')
    await row(/2 ASSISTANT/).waitFor({ state: 'detached' })
    await row(/3 USER.*⚑ good/).waitFor()
    await page.getByRole('combobox', { name: 'Entries to show' }).selectOption('what is marked')
    await row(/2 ASSISTANT.*⎇ Other/).waitFor()
    await row(/5 USER version.*again/).waitFor({ state: 'detached' })
    await page.getByRole('link', { name: 'The whole tree' }).click()
    await page.getByRole('button', { name: 'Map', exact: true }).click()
    const words =
      '◆ current end · ⚑ checkpoint · ○ fork · ■ summary or left out · ▶ merge · ◁ rewound · ▾ star or label · green: a version begins'
    await page.locator('.map').getByText(words, { exact: true }).waitFor()
    assert.deepEqual(faults, [])
  })

  it('grows with the conversation', async () => {
    await talk(api, 'grows', 'One', 'Two')
    const { page } = await open('grows')
    await page.getByTitle('Changes arrive as they happen').waitFor()
    await page.getByRole('treeitem', { name: /2 ASSISTANT.*current end/ }).waitFor()
    await storeTurn(api, { conversationId: 'grows', turnId: 't1', role: 'USER', text: 'Edited' })
    await page.getByRole('treeitem', { name: /1 USER version Edited.*current end/ }).waitFor()
  })

  it('has a map of 100,000 nodes that is dragged and zoomed', async () => {
    const { page, faults } = await visit(`${api.url}/c/trip`)
    const { stretches } = (await api.ask(`{ conversation(id: "trip") { stretches { nodes { first { id } } } } }`))
      .conversation
    const known = stretches.nodes.map(({ first }) => first.id)
    const count = 2_000
    const column = <T>(value: (at: number) => T): T[] => Array.from({ length: count }, (_, at) => value(at))
    const line = JSON.stringify({
      first: column((at) => known[at] ?? `none ${at}`),
      after: column((at) => (at === 0 ? null : at % 3 === 0 ? Math.floor(at / 2) : at - 1)),
      length: column(() => 50),
      kind: column(() => 'BRANCH'),
      flags: column((at) => (at < 2 ? 1 : 0)),
      alike: column(() => 0),
      next: null,
    })
    await page.route('**/tree/trip', (route) =>
      route.fulfill({ contentType: 'application/x-ndjson', body: `${line}\n` }),
    )
    await page.getByRole('link', { name: 'The whole tree' }).click()
    await page.getByRole('combobox', { name: 'Rows to show' }).selectOption('ENTRIES')
    await page.getByRole('button', { name: 'Map', exact: true }).click()
    await page.locator('.map[data-stretches="2000"]').waitFor()
    const inked = () =>
      until(
        page,
        `(() => { const c = document.querySelector('canvas'); const d = c.getContext('2d').getImageData(0, 0, c.width, c.height).data;
          return new Set(new Uint32Array(d.buffer)).size > 2 })()`,
      )
    await inked()
    const canvas = page.locator('canvas')
    const box = await canvas.boundingBox()
    assert.ok(box)
    await page.mouse.move(box.x + 100, box.y + 60)
    for (let i = 0; i < 30; i += 1) await page.mouse.wheel(0, -120)
    await page.mouse.down()
    await page.mouse.move(box.x + 160, box.y + 90, { steps: 5 })
    await page.mouse.up()
    await page.getByRole('button', { name: 'Zoom out' }).click()
    await page.getByRole('button', { name: 'Whole tree' }).click()
    await inked()
    for (let i = 0; i < 4; i += 1) await page.getByRole('button', { name: 'Zoom in' }).click()
    await page.getByRole('button', { name: 'Whole tree' }).click()
    assert.equal(await canvas.getAttribute('aria-hidden'), 'true')
    await assertAccessible(page)
    assert.deepEqual(faults, [])
  })
})
