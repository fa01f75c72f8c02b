import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { startApi, type Api } from '../graphql/support/api.ts'
import { storeTurn, talk } from '../graphql/support/talk.ts'
import { chooseMore } from './support/acts.ts'
import { assertAccessible, noBrowser, useBrowser } from './support/browser.ts'

const dot = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=='

describe('the explorer shows what was said', { skip: noBrowser }, () => {
  const visit = useBrowser()
  let api: Api
  before(async () => {
    api = await startApi()
  })
  after(() => api.close())

  it('code, tables, thoughts, pictures, and a call folded with its result', async () => {
    const conversationId = 'work'
    const code = 'Look:\n\n```ts\nconst x: number = 1\n```\n\n| a | b |\n|---|---|\n| 1 | 2 |'
    await storeTurn(api, {
      conversationId,
      role: 'USER',
      text: code,
      attachments: [{ name: 'dot.png', mediaType: 'image/png', base64: dot }],
    })
    const content = [
      { thinking: { thinking: 'one two three' } },
      { toolCall: { callId: 'c1', name: 'bash', input: { command: 'npm test' } } },
    ]
    const usage = { inputTokens: 1200, outputTokens: 340, costUsd: 0.0123 }
    await storeTurn(api, { conversationId, role: 'ASSISTANT', content, model: 'opus', usage })
    const result = [{ toolResult: { callId: 'c1', content: 'exit 1', isError: true } }]
    await storeTurn(api, { conversationId, role: 'TOOL', content: result })
    const { page, faults } = await visit(`${api.url}/c/work?view=RAW`)
    const asked = page.getByRole('article', { name: 'Turn 1, USER' })
    await asked.locator('.hl-keyword', { hasText: 'const' }).waitFor()
    await asked.getByRole('cell', { name: '2' }).waitFor()
    await asked.getByRole('img', { name: 'dot.png' }).waitFor()
    const answer = page.getByRole('article', { name: 'Turn 2, ASSISTANT' })
    await answer.getByText('Thinking, 3 words').waitFor()
    await answer.getByText('1.2k in · 340 out · $0.012').waitFor()
    await answer.getByText('npm test').first().waitFor()
    assert.equal(await answer.getByText('exit 1').isVisible(), false)
    await answer.getByText('✗ failed').click()
    await answer.getByText('exit 1').waitFor()
    await page.getByRole('article', { name: 'Turn 3, TOOL' }).getByText('result of').waitFor()
    await assertAccessible(page)
    assert.deepEqual(faults, [])
  })

  it('markers with what they hide, and what was inherited', async () => {
    await talk(api, 'notes', 'One.', 'Two.', 'Three.', 'Four.')
    const { compact } = await api.ask(
      `mutation { compact(input: { conversationId: "notes", from: { turn: 1 }, to: { turn: 2 }, summary: "In short." }) {
        marker { id } userErrors { message } } }`,
    )
    assert.deepEqual(compact.userErrors, [])
    await api.ask(`mutation { forkConversation(input: { source: "notes", newConversationId: "fork" }) { copied } }`)
    const { page } = await visit(`${api.url}/c/fork`)
    await page.getByText('The model gets a summary here.').waitFor()
    await page.getByText('In short.').first().waitFor()
    await page.getByRole('main').getByText('up to here').waitFor()
    await chooseMore(page, 'What the model sees')
    await page.getByRole('article').getByText('Three.').waitFor()
    await page.getByRole('article', { name: 'Turn 1, USER' }).waitFor({ state: 'detached' })
    const summary = page.getByRole('article').filter({ hasText: 'In short.' })
    await summary.getByRole('link', { name: 'Show the turns' }).click()
    await page.getByRole('article', { name: 'Turn 1, USER' }).waitFor()
    await assertAccessible(page)
  })

  it('hostile content as the text that it is', async () => {
    const html = '<img src=x onerror="document.title=\'broken\'"><script>document.title="broken"</script>'
    const elsewhere = '![p](https://evil.example/p.png) [go](javascript:alert(1)) <b>bold</b> https://evil.example/'
    const signs = 'bell \u0007, over \u202Egnirts\u202C, null sign \u2400, escape \u001b[31mred'
    const long = `${'word '.repeat(800_000)}end`
    await talk(api, 'hostile', html, elsewhere, signs, long)
    const { page, faults } = await visit(`${api.url}/c/hostile`)
    await page.getByRole('button', { name: 'Show all (3.8\u202fMB)' }).waitFor()
    await page.evaluate("document.querySelector('.feed').scrollTo(0, 0)")
    await page.getByRole('article', { name: 'Turn 1, USER' }).getByText('onerror').waitFor()
    const second = page.getByRole('article', { name: 'Turn 2, ASSISTANT' })
    await second.getByRole('link', { name: 'picture: p' }).waitFor()
    await second.getByText('<b>bold</b>').waitFor()
    assert.equal(await page.locator('.feed img, .feed script, .feed [onerror], .feed a[href^="javascript"]').count(), 0)
    assert.match(await page.title(), /turngraph$/)
    assert.deepEqual(faults, [])
  })
})
