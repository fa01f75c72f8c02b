import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { startApi, type Api } from '../graphql/support/api.ts'
import { storeTurn } from '../graphql/support/talk.ts'
import { told, turn, watchActs } from './support/acts.ts'
import { assertAccessible, noBrowser, useBrowser } from './support/browser.ts'

describe('a run that is under way, in the explorer', { skip: noBrowser }, () => {
  const visit = useBrowser()
  let api: Api
  before(async () => {
    api = await startApi()
    await storeTurn(api, { conversationId: 'c', role: 'USER', text: 'Mend the till.' })
    await api.ask('mutation { claimRun(input: { conversationId: "c", runId: "r" }) { userErrors { code } } }')
    await storeTurn(api, {
      conversationId: 'c',
      role: 'ASSISTANT',
      runId: 'r',
      senderId: 'ci-agent',
      text: 'I look at it.',
    })
  })
  after(() => api.close())

  it('is said below what it stored, and stopped from there', async () => {
    const { page, faults } = await visit(`${api.url}/c/c`)
    const acts = watchActs(page)
    await turn(page, 'Turn 2, ASSISTANT').waitFor()
    const notice = page.getByRole('note').filter({ hasText: 'A run is under way since' })
    await notice.getByText('ci-agent').waitFor()
    await assertAccessible(page)
    await page.goto(`${api.url}/c/c?asOf=2100-01-01T00:00:00.000Z`)
    await turn(page, 'Turn 2, ASSISTANT').waitFor()
    assert.equal(await notice.count(), 0)
    await page.goto(`${api.url}/c/c`)
    await notice.getByRole('button', { name: 'Stop the run' }).click()
    await told(page, 'The run is stopped.').waitFor()
    await notice.waitFor({ state: 'detached' })
    // Its turns stay as a branch; the conversation goes on from where the run began.
    await turn(page, 'Turn 2, ASSISTANT').waitFor({ state: 'detached' })
    assert.deepEqual(acts(), ['StopRun'])
    const { conversation } = await api.ask<{ conversation: { activeRun: unknown } }>(
      '{ conversation(id: "c") { activeRun { runId } } }',
    )
    assert.equal(conversation.activeRun, null)
    assert.deepEqual(faults, [])
  })
})
