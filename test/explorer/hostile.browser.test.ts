import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import type { Page } from 'playwright-core'
import { startApi, type Api } from '../graphql/support/api.ts'
import { mutate, storeTurn, talk } from '../graphql/support/talk.ts'
import { chooseMore } from './support/acts.ts'
import { assertAccessible, noBrowser, useBrowser, type Visit } from './support/browser.ts'

const html = '<img src=x onerror="document.title=\'broken\'"><script>document.title="broken"</script>'
const elsewhere = '![p](https://evil.example/p.png) [go](javascript:alert(1)) <b>bold</b> https://evil.example/'
const signs =
  'bell \u0007, over \u202Egnirts\u202C, isolate \u2066abc, null sign \u2400, escape \u001b[31mred, lone \u200f\u061c'
const long = `${'word '.repeat(800_000)}end`
/** What looks like HTML, turns the direction, and has control characters: in one name. */
const name = `${html} \u202Eeman\u0007`

describe('hostile content, in every screen and theme, wide and narrow', { skip: noBrowser }, () => {
  const visit = useBrowser()
  let api: Api
  let first = ''
  before(async () => {
    api = await startApi()
    const results = await talk(api, 'hostile', html, elsewhere, signs, 'Say it.')
    first = results[0].observation.id
    const content = [
      { text: name },
      { thinking: { thinking: html } },
      { toolCall: { callId: 'c', name, input: { command: html } } },
    ]
    const usage = { inputTokens: 10, outputTokens: 10, costUsd: 1 }
    const conversationId = 'hostile'
    await storeTurn(api, { conversationId, role: 'ASSISTANT', content, model: name, usage })
    const result = [{ toolResult: { callId: 'c', content: html, isError: true } }]
    await storeTurn(api, { conversationId, role: 'TOOL', content: result })
    const picture = `<svg xmlns="http://www.w3.org/2000/svg"><script>parent.document.title="broken"</script></svg>`
    const attachments = [{ name, mediaType: 'image/svg+xml', base64: btoa(picture) }]
    await storeTurn(api, { conversationId, role: 'USER', text: html, attachments })
    await storeTurn(api, { conversationId, turnId: 't1', role: 'USER', text: `${html} again` })
    await storeTurn(api, { conversationId, turnId: 'long', role: 'ASSISTANT', text: long })
    await mutate(api, 'annotate', { observationId: first, annotations: { label: name, [html]: html } }, '')
    const { userErrors } = await mutate(api, 'checkpoint', { conversationId, name: html, note: name }, '')
    assert.deepEqual(userErrors, [])
    const fork = {
      source: conversationId,
      at: { observationId: first },
      newConversationId: 'fork',
      title: name,
      note: html,
    }
    await mutate(api, 'forkConversation', fork, '')
    await mutate(api, 'amendMessage', { messageId: 'hostile:t2', fields: { text: name, [html]: html } }, '')
    await mutate(api, 'compact', { conversationId, from: { turn: 1 }, to: { turn: 2 }, summary: name }, '')
  })
  after(() => api.close())

  /** Nothing of it became an element, a script, a request or a fault, and nothing stands out of the page. */
  async function assertHarmless({ page, faults }: Visit): Promise<void> {
    await assertAccessible(page)
    const made = '[onerror], img[src="x"], a[href^="javascript"], main b:has(+ script), body script'
    assert.equal(await page.locator(made).count(), 0)
    assert.notEqual(await page.title(), 'broken')
    assert.deepEqual(faults, [])
    const elements = await page.evaluate<number>("document.querySelectorAll('*').length")
    assert.ok(elements < 2_500, `${elements} elements`)
    await page.setViewportSize({ width: 400, height: 700 })
    await assertAccessible(page)
    assert.equal(await page.evaluate('document.documentElement.scrollWidth > innerWidth'), false)
    await page.setViewportSize({ width: 1280, height: 800 })
  }
  const open = async (path: string): Promise<Visit> => visit(`${api.url}${path}`)

  it('a transcript with all that opens in it', async () => {
    const seen = await open('/c/hostile?at=' + encodeURIComponent(await leafOf('hostile:t4')))
    const { page } = seen
    await page.getByRole('article', { name: 'Turn 1, USER' }).getByText('onerror').first().waitFor()
    await page.getByRole('article', { name: 'Turn 2, ASSISTANT' }).getByText('onerror').first().waitFor()
    await page.getByRole('button', { name: 'Filter' }).click()
    await page
      .getByRole('button', { name: /tool call/ })
      .first()
      .click()
    await chooseMore(page, 'Activity')
    await page.getByRole('list', { name: 'What was done' }).getByText('You set the checkpoint').waitFor()
    await assertHarmless(seen)
  })

  it('a line of four megabytes, and a tree as rows and as a map', async () => {
    const seen = await open('/c/hostile')
    const { page } = seen
    await page.getByRole('button', { name: 'Show all (3.8\u202fMB)' }).waitFor()
    await page.goto(`${api.url}/c/hostile/tree`)
    await page.getByRole('combobox', { name: 'Rows to show' }).selectOption('ENTRIES')
    await page.getByText('Checkpoints and forks').click()
    await page
      .getByRole('treeitem', { name: /onerror/ })
      .first()
      .waitFor()
    await page
      .getByRole('treeitem', { name: /word word/ })
      .first()
      .waitFor()
    await assertHarmless(seen)
    await page.getByRole('button', { name: 'Map', exact: true }).click()
    await page.locator('.map').getByText('⚑ checkpoint').waitFor()
    await assertHarmless(seen)
  })

  it('a comparison', async () => {
    const seen = await open('/compare/fork...hostile')
    await seen.page.getByText('again').first().waitFor()
    await assertHarmless(seen)
  })

  it('a message, what was found, what was counted, and the list', async () => {
    const message = await open('/m/hostile%3At2')
    await message.page.getByText('Fixed a typo').waitFor()
    await assertHarmless(message)
    const { page } = message
    const go = async (path: string, words: string): Promise<void> => {
      await page.goto(`${api.url}${path}`)
      await page.getByText(words).first().waitFor()
      await assertHarmless(message)
    }
    await go('/search?q=onerror', 'hits')
    await go('/stats', 'Tools that fail')
    await page.getByRole('figure', { name: 'Tokens by model' }).getByText('onerror').first().waitFor()
    await go('/', 'onerror')
    await page.goto(`${api.url}/m/hostile%3Along`)
    await page.getByRole('button', { name: 'Show all' }).first().waitFor()
    assert.equal(await page.evaluate('document.body.textContent.length < 200_000'), true)
  })

  /** The leaf of the branch that a message stands on. */
  async function leafOf(id: string): Promise<string> {
    const query =
      'query ($id: ID!) { message(id: $id) { observations(first: 1) { nodes { leaves(first: 1) { nodes { id } } } } } }'
    const { message } = await api.ask(query, { id })
    return message.observations.nodes[0].leaves.nodes[0].id
  }

  /** Whoever reads by keys alone comes to everything that can be pressed, in the order in which it is seen. */
  async function stops(page: Page, most: number): Promise<readonly string[]> {
    const found: string[] = []
    for (let at = 0; at < most; at += 1) {
      await page.keyboard.press('Tab')
      found.push(
        await page.evaluate<string>(
          "(() => { const e = document.activeElement; return e.getAttribute('aria-label') ?? e.labels?.[0]?.textContent ?? e.textContent })()",
        ),
      )
    }
    return found
  }

  it('is passed by the tab key, in every screen, to all that can be pressed', async () => {
    const { page } = await open('/compare/fork...hostile')
    // The list beside it holds the same words, and is there before.
    for (const words of ['Merge …', 'Add to the left']) await page.getByText(words).first().waitFor()
    const compared = await stops(page, 40)
    for (const wanted of ['Search', 'Statistics', 'Keyboard shortcuts', 'Merge …', 'Add to the left', 'Swap the sides'])
      assert.ok(
        compared.some((each) => each.includes(wanted)),
        `${wanted}: ${compared.join(' | ').slice(0, 600)}`,
      )
  })
})
