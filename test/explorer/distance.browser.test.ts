import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import type { Route } from 'playwright-core'
import { startApi, type Api } from '../graphql/support/api.ts'
import { mutate, storeTurn, talk } from '../graphql/support/talk.ts'
import { assertAccessible, noBrowser, useBrowser } from './support/browser.ts'
import { chooseMore } from './support/acts.ts'
import { gateBefore, type Gate } from './support/gate.ts'
import { pause } from '../support/waitFor.ts'

describe('the explorer far from its server, and beside others', { skip: noBrowser }, () => {
  const visit = useBrowser()
  let api: Api
  let gate: Gate
  before(async () => {
    api = await startApi()
    gate = await gateBefore(api.url)
  })
  after(async () => {
    await gate.close()
    await api.close()
  })

  it('says that it waits for a slow server, and shows what comes', async () => {
    await talk(api, 'slow', 'One', 'Two')
    const { page, faults } = await visit(`${api.url}/stats`)
    await page.getByRole('heading', { name: 'Statistics' }).waitFor()
    let release = (): void => undefined
    const held = new Promise<void>((done) => (release = done))
    await page.route('**/graphql', async (route) => {
      await held
      await route.continue()
    })
    await page.goto(`${api.url}/c/slow`)
    await page.getByRole('main').getByText('Loading …').waitFor()
    await page.getByRole('navigation', { name: 'Conversations' }).getByText('Loading …').waitFor()
    await assertAccessible(page)
    release()
    await page.getByRole('article', { name: 'Turn 2, ASSISTANT' }).waitFor()
    await page.getByRole('link', { name: /One/ }).first().waitFor()
    assert.deepEqual(faults, [])
  })

  it('shows the title and what else is known at once while a conversation is read, from the list, a hit or the palette', async () => {
    await mutate(api, 'createConversation', { id: 'known', cwd: '/srv/herons' }, '')
    await storeTurn(api, { conversationId: 'known', role: 'USER', text: 'Where do herons sleep' })
    await storeTurn(api, { conversationId: 'known', role: 'ASSISTANT', text: 'In trees' })
    const { page, faults } = await visit(`${api.url}/stats`)
    let release = (): void => undefined
    let held = Promise.resolve()
    await page.route('**/graphql', async (route) => {
      if (route.request().postData()?.includes('"Talk"') === true) await held
      await route.continue()
    })
    const heading = page.getByRole('heading', { level: 1, name: 'Where do herons sleep' })
    const end = page.getByRole('article', { name: 'Turn 2, ASSISTANT' })
    const ways: readonly (readonly [string, () => Promise<void>])[] = [
      [
        '/',
        () =>
          page
            .getByRole('navigation')
            .getByRole('link', { name: /herons/ })
            .click(),
      ],
      [
        '/search?q=herons',
        () =>
          page
            .getByRole('heading')
            .getByRole('link', { name: /herons/ })
            .click(),
      ],
      [
        '/stats',
        async () => {
          // Keys are listened to once the page is drawn.
          await page.getByRole('heading', { name: 'Statistics' }).waitFor()
          await page.keyboard.press('Control+k')
          await page.getByRole('combobox', { name: 'Jump to' }).fill('herons')
          await page.getByRole('option', { name: /Where do herons/ }).click()
        },
      ],
    ]
    for (const [from, open] of ways) {
      await page.goto(`${api.url}${from}`)
      held = new Promise<void>((done) => (release = done))
      await open()
      await heading.waitFor()
      assert.equal(await page.title(), 'Where do herons sleep · turngraph', from)
      assert.equal(await end.count(), 0, from)
      if (from === '/') {
        await page.getByRole('main').getByTitle('/srv/herons').waitFor()
        await assertAccessible(page)
      }
      release()
      await end.waitFor()
      await heading.waitFor()
    }
    assert.deepEqual(faults, [])
  })

  it('shows what was stored while its first question was answered', async () => {
    await talk(api, 'late', 'One', 'Two')
    const { page } = await visit(`${api.url}/stats`)
    await page.getByRole('heading', { name: 'Statistics' }).waitFor()
    let [release, isAsked] = [() => {}, () => {}]
    const held = new Promise<void>((done) => (release = done))
    const asked = new Promise<void>((done) => (isAsked = done))
    let isFirst = true
    await page.route('**/graphql', async (route) => {
      const isHeld = isFirst && route.request().postData()?.includes('"Talk"') === true
      if (!isHeld) return route.continue()
      isFirst = false
      const response = await route.fetch()
      isAsked()
      await held
      await route.fulfill({ response })
    })
    await page.goto(`${api.url}/c/late`)
    await asked
    await storeTurn(api, { conversationId: 'late', role: 'USER', text: 'Meanwhile' })
    await pause(500, 'longer than news is collected: it is asked again only once the first one is answered')
    release()
    await page.getByRole('article', { name: 'Turn 3, USER' }).getByText('Meanwhile').waitFor()
  })

  it('keeps what is shown where the same is asked again and not answered, or refused for too much to do', async () => {
    await talk(api, 'kept', 'One', 'Two')
    const { page } = await visit(`${api.url}/c/kept`)
    const end = page.getByRole('article', { name: 'Turn 2, ASSISTANT' })
    const undo = page.getByRole('main').getByRole('button', { name: 'More', exact: true })
    await undo.waitFor()
    await page.getByTitle('Changes arrive as they happen').waitFor()
    const fault = page.getByRole('main').locator('.fault')
    const news = (name: string) => mutate(api, 'checkpoint', { conversationId: 'kept', name }, '')
    for (const [words, answer] of [
      ['The server does not answer.', (route: Route) => route.abort()],
      ['Bad Gateway', (route: Route) => route.fulfill({ status: 502, body: 'A proxy says so.' })],
      ['Too much', (route: Route) => route.fulfill({ status: 503, json: { errors: [{ message: 'Too much.' }] } })],
    ] as const) {
      let isDone = (): void => undefined
      const done = new Promise<void>((resolve) => (isDone = resolve))
      await page.route('**/graphql', async (route) => {
        await answer(route)
        if (route.request().postData()?.includes('"Talk"') === true) isDone()
      })
      await news(words)
      await fault.getByText(words).waitFor()
      await done
      await page.evaluate('new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))')
      await end.waitFor()
      await undo.waitFor()
      // Nothing more happens: it is asked again by itself.
      await page.unroute('**/graphql')
      await fault.waitFor({ state: 'detached' })
    }
    await storeTurn(api, { conversationId: 'kept', role: 'USER', text: 'And on' })
    await page.getByRole('article', { name: 'Turn 3, USER' }).getByText('And on').waitFor()
  })

  it('shows a conversation though its tree is more than is answered, by its entries then', async () => {
    await talk(api, 'vast', 'One', 'Two')
    const { page, faults } = await visit(`${api.url}/stats`)
    let isAsked = false
    const errors = [
      { message: 'Too large.', path: ['conversation', 'promptTree'], extensions: { code: 'QUERY_TOO_EXPENSIVE' } },
    ]
    await page.route('**/graphql', async (route) => {
      if (route.request().postData()?.includes('"PromptTree"') !== true) return route.continue()
      isAsked = true
      await route.fulfill({ json: { data: { conversation: null }, errors } })
    })
    await page.goto(`${api.url}/c/vast`)
    await page.getByText('these are its entries').waitFor()
    await page.getByRole('treeitem', { name: /2 ASSISTANT.*current end/ }).waitFor()
    await page.getByRole('article', { name: 'Turn 2, ASSISTANT' }).waitFor()
    await page.getByRole('heading', { name: 'One' }).waitFor()
    assert.deepEqual([isAsked, faults], [true, []])
  })

  it('says of a tree that does not come that the server does not answer, and shows it later', async () => {
    await talk(api, 'late', 'One', 'Two')
    const { page, faults } = await visit(`${api.url}/stats`)
    await page.route('**/graphql', (route) =>
      route.request().postData()?.includes('"PromptTree"') === true ? route.abort() : route.continue(),
    )
    await page.goto(`${api.url}/c/late`)
    const tree = page.getByRole('complementary', { name: 'Tree of prompts' })
    await tree.getByText('The server does not answer.').waitFor()
    assert.equal(await tree.getByText('these are its entries').count(), 0)
    await page.unroute('**/graphql')
    await storeTurn(api, { conversationId: 'late', role: 'USER', text: 'Three' })
    await tree.getByRole('treeitem', { name: /^Three/ }).waitFor()
    assert.deepEqual(faults, [])
  })

  it('shows what was said as it was written where what makes it look well does not come, and asks for that again', async () => {
    await talk(api, 'plain', 'Say **it** well', 'Two')
    const { page } = await visit(`${api.url}/stats`)
    let [isShown, isRefused] = [false, false]
    page.on('request', (request) => {
      isShown ||= request.postData()?.includes('"Talk"') === true
    })
    await page.route('**/explorer/*.js', async (route) => {
      if (!isShown || isRefused) return route.continue()
      isRefused = true
      await route.abort()
    })
    await page.goto(`${api.url}/c/plain`)
    await page.getByRole('article', { name: 'Turn 1, USER' }).locator('strong').getByText('it').waitFor()
    assert.equal(isRefused, true)
  })

  it('goes on when a server that was away is back, with what happened meanwhile', async () => {
    await talk(api, 'away', 'One', 'Two')
    const { page } = await visit(`${gate.url}/c/away`)
    await page.getByTitle('Changes arrive as they happen').waitFor()
    await page.getByRole('article', { name: 'Turn 2, ASSISTANT' }).waitFor()
    gate.shut()
    await page.getByTitle('The server does not answer; trying again').waitFor()
    // What is shown stays, and an act that did not arrive can be asked for again.
    await page.getByRole('article', { name: 'Turn 2, ASSISTANT' }).waitFor()
    await page.keyboard.press('u')
    await page.getByRole('status').getByText('It is not known whether this was done').waitFor()
    await storeTurn(api, { conversationId: 'away', role: 'USER', text: 'While you were away' })
    gate.open()
    await page.getByTitle('Changes arrive as they happen').waitFor()
    await page.getByRole('article', { name: 'Turn 3, USER' }).getByText('While you were away').waitFor()
  })

  it('shows one browser what another one does', async () => {
    await talk(api, 'both', 'One', 'Two', 'Three', 'Four')
    const [{ page: first }, { page: second }] = [
      await visit(`${api.url}/c/both`),
      await visit(`${api.url}/c/both`, { colorScheme: 'dark' }),
    ]
    for (const page of [first, second]) await page.getByTitle('Changes arrive as they happen').waitFor()
    await first.getByRole('treeitem', { name: /Three.*current end/ }).waitFor()
    await second
      .getByRole('article', { name: 'Turn 2, ASSISTANT' })
      .getByRole('button', { name: 'Turn actions' })
      .click()
    await second.getByRole('menuitem', { name: 'Rewind to here' }).click()
    await first.getByRole('article', { name: 'Turn 3, USER' }).waitFor({ state: 'detached' })
    await first.getByRole('treeitem', { name: /One.*current end/ }).waitFor()
    await chooseMore(first, 'Undo')
    await second.getByRole('article', { name: 'Turn 4, ASSISTANT' }).waitFor()
  })

  it('says who moved the head where it was not told of it, and what can be done', async () => {
    await talk(api, 'race', 'One', 'Two', 'Three', 'Four')
    const [{ page: first }, { page: second }] = [await visit(`${api.url}/c/race`), await visit('about:blank')]
    // It hears of nothing.
    await second.routeWebSocket(/graphql/, () => undefined)
    await second.goto(`${api.url}/c/race`)
    await second.getByRole('article', { name: 'Turn 4, ASSISTANT' }).waitFor()
    const menu = (page: typeof first, name: string) =>
      page.getByRole('article', { name }).getByRole('button', { name: 'Turn actions' })
    await menu(first, 'Turn 2, ASSISTANT').click()
    await first.getByRole('menuitem', { name: 'Rewind to here' }).click()
    await first.getByRole('status').getByText('Rewound.').waitFor()
    await menu(second, 'Turn 3, USER').click()
    await second.getByRole('menuitem', { name: 'Rewind to here' }).click()
    const told = second.getByRole('status')
    await told.getByText(/The conversation changed meanwhile/).waitFor()
    await told.getByText(/The last act: rewound/).waitFor()
    for (const name of ['Do it all the same', 'Fork from where you were'])
      await told.getByRole('button', { name }).waitFor()
    await assertAccessible(second)
    await told.getByRole('button', { name: 'Look' }).click()
    await second.getByRole('article', { name: 'Turn 3, USER' }).waitFor({ state: 'detached' })
  })
})
