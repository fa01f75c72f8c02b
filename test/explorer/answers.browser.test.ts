import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { withPiece } from '../../src/explorer/conversation/answers/answers.ts'
import { startApi, type Api } from '../graphql/support/api.ts'
import { startModel, stepwise, streams, type Model } from '../graphql/support/model.ts'
import { talk } from '../graphql/support/talk.ts'
import { choose } from './support/acts.ts'
import { assertAccessible, noBrowser, useBrowser } from './support/browser.ts'

describe('pieces of an answer', () => {
  it('stand at their places, those that come twice once', () => {
    assert.equal(withPiece('Be', 2, 'cause'), 'Because')
    assert.equal(withPiece('Because', 2, 'cause'), 'Because')
    assert.equal(withPiece('Because', 0, 'Be'), 'Because')
    assert.equal(withPiece('Be', 9, 'lost'), 'Be')
  })
})

describe('a model that is asked in the explorer', { skip: noBrowser }, () => {
  const visit = useBrowser()
  let [model, api]: [Model, Api] = [null as never, null as never]
  before(async () => {
    model = await startModel()
    api = await startApi({ RESPONDER_URL: model.url, RESPONDER_MODEL: 'small', REQUEST_TIMEOUT_MS: '60000' })
  })
  after(async () => {
    await api.close()
    await model.close()
  })

  it('is seen answering in every tab, is stored when it is whole, and answers again beside that', async () => {
    await talk(api, 'asked', 'Hello', 'Hi')
    const answer = stepwise()
    model.does = answer.does
    const { page, faults } = await visit(`${api.url}/c/asked`)
    const other = await visit(`${api.url}/c/asked`)
    await page.getByRole('textbox', { name: 'Next turn' }).fill('Why **so**?')
    await page.getByRole('button', { name: 'Ask the model' }).click()
    await page.getByRole('article', { name: 'Turn 3, USER' }).getByText('Why so?').waitFor()
    await answer.asked
    await answer.say('Be')
    await answer.say('cause **it** is')
    for (const each of [page, other.page]) {
      const coming = each.getByRole('article', { name: 'Turn 4, ASSISTANT' })
      await coming.getByText('Because it is').waitFor()
      assert.equal(await coming.getAttribute('aria-busy'), 'true')
      await coming.getByText('small is answering').waitFor()
    }
    await assertAccessible(page)
    await answer.say('.')
    await answer.end()
    const whole = page.locator('article[aria-label="Turn 4, ASSISTANT"]:not([aria-busy])')
    await whole.getByText('Because it is.').waitFor()
    await page.getByRole('button', { name: 'Stop' }).waitFor({ state: 'detached' })
    model.does = streams(['Another ', 'answer.'])
    await choose(page, 'Turn 4, ASSISTANT', 'Answer again')
    await whole.getByText('Another answer.').waitFor()
    await whole.getByText('2/2').waitFor()
    assert.deepEqual(faults, [])
  })

  it('can be stopped: what came is kept; where none came, the prompt is, and it can be asked again', async () => {
    await talk(api, 'stopped', 'Hello', 'Hi')
    model.does = streams(['Half of '], { hangs: true })
    const { page, faults } = await visit(`${api.url}/c/stopped`)
    await page.getByRole('textbox', { name: 'Next turn' }).fill('Go on')
    await page.keyboard.press('Control+Enter')
    await page.getByRole('article', { name: 'Turn 4, ASSISTANT' }).getByText('Half of').waitFor()
    await page.getByRole('button', { name: 'Stop' }).click()
    const stopped = page.locator('article[aria-label="Turn 4, ASSISTANT"]:not([aria-busy])')
    await stopped.getByText('Half of').waitFor()
    model.does = (_, response) => void response.writeHead(429).end('{"error":{"message":"Too many."}}')
    await page.getByRole('textbox', { name: 'Next turn' }).fill('And now?')
    await page.getByRole('button', { name: 'Ask the model' }).click()
    await page.getByText('The model did not answer:').waitFor()
    await page.getByRole('article', { name: 'Turn 5, USER' }).getByText('And now?').waitFor()
    model.does = streams(['Now.'])
    await page.getByRole('button', { name: 'Try again' }).last().click()
    await page.getByRole('article', { name: 'Turn 6, ASSISTANT' }).getByText('Now.').waitFor()
    assert.deepEqual(faults, [])
  })
})
