import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { startApi, type Api } from '../graphql/support/api.ts'
import { storeTurn, talk } from '../graphql/support/talk.ts'
import { assertAccessible, noBrowser, until, useBrowser } from './support/browser.ts'

describe('the explorer, read', { skip: noBrowser }, () => {
  const visit = useBrowser()
  let api: Api
  before(async () => {
    api = await startApi()
    await talk(api, 'trip', 'Plan a **weekend** in Lisbon.', 'By train or by plane?', 'By train.', 'Leave on Friday.')
    const parent = { messageId: 'trip:t2' }
    await storeTurn(api, { conversationId: 'trip', turnId: 't3', role: 'USER', text: 'By plane.' })
    await storeTurn(api, { conversationId: 'trip', role: 'USER', text: 'By boat.', parent })
  })
  after(() => api.close())

  it('lists conversations and opens one by its link, for everybody', async () => {
    const { page, faults } = await visit(`${api.url}/`)
    await page
      .getByRole('navigation', { name: 'Conversations' })
      .getByRole('link', { name: /Plan a/ })
      .click()
    await page.getByRole('article', { name: 'Turn 1, USER' }).locator('strong', { hasText: 'weekend' }).waitFor()
    assert.equal(new URL(page.url()).pathname, '/c/trip')
    await assertAccessible(page)
    await page.reload()
    await page.getByRole('article', { name: 'Turn 3, USER' }).getByText('By boat.').waitFor()
    assert.deepEqual(faults, [])
  })

  it('shows other versions by arrows, and leaves the head where it is', async () => {
    const { page, faults } = await visit(`${api.url}/c/trip`)
    const turn = page.getByRole('article', { name: 'Turn 3, USER' })
    await turn.getByText('3/3').waitFor()
    assert.equal(await turn.getByRole('button', { name: 'Next version' }).isDisabled(), true)
    await turn.getByRole('button', { name: 'Previous version' }).click()
    await turn.getByText('By plane.').waitFor()
    await turn.getByText('2/3').waitFor()
    await turn.getByRole('button', { name: 'Previous version' }).click()
    await page.getByRole('article', { name: 'Turn 4, ASSISTANT' }).getByText('Leave on Friday.').waitFor()
    assert.match(page.url(), /\/c\/trip\?at=/)
    await page.reload()
    await turn.getByText('1/3').waitFor()
    await page.getByRole('button', { name: 'Back to the current end' }).click()
    await turn.getByText('By boat.').waitFor()
    assert.deepEqual(faults, [])
  })

  it('copies a link to a turn', async () => {
    const { page } = await visit(`${api.url}/c/trip`, { permissions: ['clipboard-read', 'clipboard-write'] })
    const turn = page.getByRole('article', { name: 'Turn 2, ASSISTANT' })
    await turn.getByRole('button', { name: 'Turn actions' }).click()
    await page.getByRole('menuitem', { name: 'Copy link' }).click()
    await page.goto(await until<string>(page, 'navigator.clipboard.readText()'))
    await turn.getByText('By train or by plane?').waitFor()
    assert.equal(await page.getByRole('article').count(), 2)
  })

  it('shows what happens while it is open', async () => {
    await talk(api, 'live', 'Hello?')
    const { page } = await visit(`${api.url}/c/live`)
    await page.getByTitle('Changes arrive as they happen').waitFor()
    await page.getByRole('article', { name: 'Turn 1, USER' }).waitFor()
    await storeTurn(api, { conversationId: 'live', role: 'ASSISTANT', text: 'Here I am.' })
    await page.getByRole('article', { name: 'Turn 2, ASSISTANT' }).getByText('Here I am.').waitFor()
    await talk(api, 'new', 'A new conversation.')
    await page.getByRole('link', { name: /A new conversation/ }).waitFor()
  })

  it('reads a long conversation from its end, and what is older without a jump', async () => {
    const texts = Array.from({ length: 100 }, (_, i) => `Text ${i + 1}. ${'And on it goes. '.repeat(i % 7)}`)
    await talk(api, 'long', ...texts)
    const { page } = await visit(`${api.url}/c/long`)
    await page.getByRole('article', { name: 'Turn 100, ASSISTANT' }).waitFor()
    assert.ok((await page.getByRole('article').count()) < 50)
    const feed = page.locator('.feed')
    // Up in small steps, as a wheel goes: what is in sight moves by as much as was scrolled, whatever is loaded above.
    let last = await seen(page)
    for (let step = 0; step < 400 && !last.has('Turn 1, USER'); step += 1) {
      const from = await page.evaluate<number>("document.querySelector('.feed').scrollTop")
      await feed.hover()
      await page.mouse.wheel(0, -100)
      await page.evaluate('new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))')
      const now = await seen(page)
      for (const [name, top] of now) {
        const before = last.get(name)
        if (before !== undefined)
          assert.ok(Math.abs(top - before) <= 320, `${name} went from ${before} to ${top} at ${from}`)
      }
      last = now
    }
    assert.ok(last.has('Turn 1, USER'))
  })

  it('lists as many conversations as it is scrolled to, each in its place', async () => {
    const count = 120
    const query =
      'mutation ($turns: [StoreTurnInput!]!) { storeTurns(input: { turns: $turns }) { userErrors { code } } }'
    for (const from of [0, 60]) {
      const turns = Array.from({ length: 60 }, (_, i) => {
        return { conversationId: `item ${from + i}`, turnId: 't1', role: 'USER', text: `Item ${from + i} of many` }
      })
      const { storeTurns } = await api.ask(query, { turns })
      assert.deepEqual(storeTurns.userErrors, [])
    }
    const { page } = await visit(`${api.url}/`)
    const item = (at: number) => page.getByRole('navigation').getByRole('link', { name: `Item ${at} of many` })
    await item(count - 1).waitFor()
    await page.locator('nav .scroll').hover()
    const places = new Map<string, string>()
    for (let step = 0; step < 200 && (await item(0).count()) === 0; step += 1) {
      const seen = await page.evaluate<[string, string][]>(
        `[...document.querySelectorAll('nav li')].map((each) => [each.querySelector('b').textContent, each.getAttribute('aria-posinset')])`,
      )
      for (const [name, place] of seen) {
        assert.equal(places.get(name) ?? place, place, name)
        places.set(name, place)
      }
      await page.mouse.wheel(0, 600)
      await page.evaluate('new Promise((done) => requestAnimationFrame(() => setTimeout(done, 20)))')
    }
    await item(0).waitFor()
    assert.ok((await page.getByRole('navigation').getByRole('link').count()) < 60)
    await page.mouse.wheel(0, -60_000)
    await item(count - 1).waitFor()
    // What is open is in sight: within what is loaded at its place, from beyond it on top.
    const list = page.getByRole('navigation', { name: 'Conversations' })
    await page.goto(`${api.url}/c/item%20${count - 40}`)
    await until(page, `document.querySelector('nav [aria-current]')?.getBoundingClientRect().bottom < innerHeight`)
    assert.equal(await list.getByRole('heading', { name: 'Open' }).count(), 0)
    await page.goto(`${api.url}/c/item%200`)
    await list.getByRole('heading', { name: 'Open' }).waitFor()
    assert.equal(
      await list
        .getByRole('link')
        .and(page.locator('[aria-current]'))
        .innerText()
        .then((text) => text.includes('Item 0 of many')),
      true,
    )
  })

  it('says that there is nothing where no conversation has the id of the address, beside the list', async () => {
    const { page, faults } = await visit(`${api.url}/c/${encodeURIComponent('no/such:one%')}`)
    await page.getByText('There is no conversation of that id here').waitFor()
    await page.getByRole('navigation').getByRole('link', { name: 'Item 119 of many' }).waitFor()
    assert.deepEqual(faults, [])
  })

  /** Where the turns in sight begin. */
  async function seen(page: Awaited<ReturnType<typeof visit>>['page']): Promise<Map<string, number>> {
    const found = await page.evaluate<[string, number][]>(
      `[...document.querySelectorAll('article')].map((each) => [each.getAttribute('aria-label'), each.getBoundingClientRect().top])`,
    )
    return new Map(found.filter(([, top]) => top > 100 && top < 700))
  }
})
