import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { after, before, describe, it } from 'node:test'
import { compactVerify, createLocalJWKSet, type JSONWebKeySet } from 'jose'
import type { Page } from 'playwright-core'
import { createKey } from '../../src/app/access/keys.ts'
import { createTenant } from '../../src/app/access/tenants.ts'
import type { AccessScope } from '../../src/domain/access/principal.ts'
import { startApi, type Api } from '../graphql/support/api.ts'
import { storeTurn } from '../graphql/support/talk.ts'
import { chooseMore, choose, turn } from './support/acts.ts'
import { assertAccessible, noBrowser, until, useBrowser } from './support/browser.ts'

const secret = 'XQ-a-key-that-leaked-ZQ'

const dialogOf = (page: Page) => page.getByRole('dialog')

/** Fills in what the dialog asks, and confirms it. */
async function confirm(page: Page, reason: string): Promise<void> {
  const dialog = dialogOf(page)
  await dialog.getByRole('combobox', { name: 'Reason' }).selectOption({ label: reason })
  await dialog.getByRole('textbox', { name: /^Type/ }).fill('erase')
  await dialog.getByRole('button', { name: 'Erase for good' }).click()
  await page.getByRole('dialog', { name: 'Erased' }).waitFor()
}

describe('erasing, in the explorer', { skip: noBrowser }, () => {
  const visit = useBrowser()
  let api: Api
  before(async () => {
    api = await startApi()
    for (const id of ['talk', 'whole', 'versions', 'calls']) await seed(id)
  })
  after(() => api.close())

  async function seed(id: string): Promise<void> {
    const say = (turnId: string, role: string, more: object) =>
      storeTurn(api, { conversationId: id, turnId, role, ...more })
    await say('1', 'USER', { text: `My key is ${secret}` })
    await say('2', 'ASSISTANT', { text: `I never repeat ${secret}.` })
    await say('3', 'USER', { text: 'Run it.' })
    await say('4', 'ASSISTANT', {
      content: [{ toolCall: { callId: 'c', name: 'bash', input: { command: `echo ${secret}` } } }],
    })
    await say('5', 'TOOL', { content: [{ toolResult: { callId: 'c', content: secret } }] })
    await say('6', 'ASSISTANT', { text: 'It ran.' })
    if (id === 'versions') await say('3', 'USER', { text: 'Run it twice.' })
  }

  it('says first what would go and what is left, wants a word typed, and gives the receipt', async () => {
    const { page, faults } = await visit(`${api.url}/c/talk`)
    await choose(page, /^Turn 1, USER/, 'Erase …')
    const dialog = page.getByRole('dialog', { name: 'Erase turn 1' })
    await dialog.getByText('Hashes without a salt').waitFor()
    await dialog.getByText('Turns of which nothing is left').waitFor()
    await dialog.getByText('Backups, snapshots').waitFor()
    await assertAccessible(page)
    const button = dialog.getByRole('button', { name: 'Erase for good' })
    assert.ok(await button.isDisabled())
    await dialog.getByRole('textbox', { name: /^Type/ }).fill('yes')
    await dialog.getByRole('combobox', { name: 'Reason' }).selectOption({ label: 'A secret leaked' })
    assert.ok(await button.isDisabled())
    await dialog.getByRole('textbox', { name: 'Note' }).fill('Ticket 7')
    await confirm(page, 'A secret leaked')
    await assertAccessible(page)
    const saved = page.waitForEvent('download')
    await dialogOf(page).getByRole('button', { name: 'Save the receipt' }).click()
    const file = JSON.parse(readFileSync(await (await saved).path(), 'utf8')) as Saved
    const { payload } = await compactVerify(file.receipt, createLocalJWKSet(file.publicKeys))
    assert.deepEqual(JSON.parse(Buffer.from(payload).toString()), file.signed)
    assert.equal(file.signed.reason, 'SECRET_LEAKED')
    assert.deepEqual(file.notSigned, { note: 'Ticket 7', state: 'ERASED' })
    await dialogOf(page).getByRole('button', { name: 'Close' }).click()
    await turn(page, 'Turn 1, USER')
      .getByText(/^Erased on .*: a secret leaked\./)
      .waitFor()
    assert.equal(await page.getByRole('main').getByText(secret).count(), 1, 'turn 2 stays')
    // What is erased is not mended, deleted or erased.
    await turn(page, 'Turn 1, USER').getByRole('button', { name: 'Turn actions' }).click()
    await page.getByRole('menuitem', { name: 'Fork here' }).waitFor()
    for (const name of ['Fix a typo', 'Delete', 'Erase …'])
      assert.equal(await page.getByRole('menuitem', { name, exact: true }).count(), 0, name)
    assert.deepEqual(faults, [])
  })

  it('of a conversation takes all that was said in it, which rows, tree, map, entries and history say', async () => {
    const { page, faults } = await visit(`${api.url}/c/whole`)
    await turn(page, 'Turn 1, USER').waitFor()
    await chooseMore(page, 'Erase …')
    await page.getByRole('dialog', { name: 'Erase conversation' }).getByText('Conversations it stands in').waitFor()
    await confirm(page, 'A person asked for it')
    await page.keyboard.press('Escape')
    await turn(page, 'Turn 2, ASSISTANT').getByText('Erased on').waitFor()
    await turn(page, 'Turn 6, ASSISTANT').getByText('Erased on').waitFor()
    const loop = page.getByRole('button', { name: /1 tool call/ })
    if ((await loop.getAttribute('aria-expanded')) !== 'true') await loop.click()
    await page.getByRole('button', { name: /^bash.*erased/ }).click()
    await page.getByText('What it was given was erased on').waitFor()
    await page.getByText('What came of it was erased on').waitFor()
    await page.getByRole('treeitem', { name: /^Erased.*The answer was erased/ }).waitFor()
    await assertAccessible(page)
    await page.goto(`${api.url}/c/whole?view=RAW`)
    await turn(page, 'Turn 5, TOOL').getByText('Erased on').waitFor()
    await page.goto(`${api.url}/m/whole%3A1`)
    await page.getByText('all that was stored of it was erased').waitFor()
    await page.getByRole('listitem').getByText('Erased on').waitFor()
    assert.equal(await page.getByRole('button', { name: 'Delete' }).count(), 0)
    await page.goto(`${api.url}/compare/whole...calls`)
    await page.getByText('Erased on').first().waitFor()
    await page.goto(`${api.url}/activity`)
    await page
      .getByRole('link', { name: /^Receipt: You erased content for good/ })
      .first()
      .click()
    await page.getByRole('heading', { name: /^Erased on/ }).waitFor()
    await page.getByText('A person asked for it').waitFor()
    await assertAccessible(page)
    assert.deepEqual(faults, [])
  })

  it('of a version can leave the others', async () => {
    const { page, faults } = await visit(`${api.url}/c/versions`)
    await choose(page, /^Turn 3, USER/, 'Erase …')
    const dialog = dialogOf(page)
    await dialog.getByRole('radio', { name: /This version alone/ }).check()
    await until(page, `document.querySelector('[role="dialog"] .coming')?.getAttribute('aria-busy') === 'false'`)
    await confirm(page, 'Another reason')
    await dialog.getByRole('button', { name: 'Close' }).click()
    await turn(page, 'Turn 3, USER').getByText('Erased on').waitFor()
    await turn(page, 'Turn 3, USER').getByRole('button', { name: 'Previous version' }).click()
    await turn(page, 'Turn 3, USER').getByText('Run it.').waitFor()
    assert.deepEqual(faults, [])
  })

  it('of a file alone is said in its turn', async () => {
    const attachments = [{ name: 'list.txt', base64: Buffer.from(secret).toString('base64') }]
    const more = { conversationId: 'file', role: 'USER', content: [{ text: 'See the list.' }], attachments }
    const { observation } = await storeTurn(api, more)
    const asked = 'query ($id: ID!) { observation(id: $id) { attachments { id } } }'
    const found = (await api.ask(asked, { id: observation.id })).observation
    const erase =
      'mutation ($id: ID!) { erase(input: { attachmentIds: [$id], reason: OTHER }) { userErrors { code } } }'
    await api.ask(erase, { id: found.attachments[0].id })
    const { page, faults } = await visit(`${api.url}/c/file`)
    await turn(page, 'Turn 1, USER').getByText('See the list.').waitFor()
    await turn(page, 'Turn 1, USER').getByText('A file was erased.').waitFor()
    assert.deepEqual(faults, [])
  })

  it('shows how long a conversation and the tenant keep, and sets it', async () => {
    await storeTurn(api, { conversationId: 'kept', turnId: '1', role: 'USER', text: 'Keep this.' })
    const { page, faults } = await visit(`${api.url}/c/kept`)
    await turn(page, 'Turn 1, USER').waitFor()
    await chooseMore(page, 'Retention …')
    const dialog = page.getByRole('dialog', { name: 'Retention' })
    await dialog.getByText('Nothing goes.').waitFor()
    await dialog.getByRole('radio', { name: /^For some days/ }).check()
    await dialog.getByRole('spinbutton', { name: 'Days' }).fill('30')
    await dialog.getByText('Nothing goes yet').waitFor()
    await assertAccessible(page)
    await dialog.getByRole('button', { name: 'Set' }).click()
    await page.getByText('It is set how long this is kept.').waitFor()
    await page.goto(`${api.url}/c/kept`)
    await page.getByText('Kept for 30 days').waitFor()
    await page.goto(`${api.url}/settings`)
    await page.getByText('Content is kept forever, unless its conversation says otherwise').waitFor()
    await assertAccessible(page)
    assert.deepEqual(faults, [])
  })

  it('lists what was erased, and on a phone everything has room', async () => {
    const { page } = await visit(`${api.url}/settings`, { viewport: { width: 390, height: 844 } })
    await page.getByRole('link', { name: 'Show them' }).click()
    await page.getByRole('region', { name: 'Table of erasures' }).getByRole('link').first().waitFor()
    await assertAccessible(page)
    await page.getByRole('region', { name: 'Table of erasures' }).getByRole('link').last().click()
    await page.getByText('Ticket 7').waitFor()
    await page.goto(`${api.url}/c/calls`)
    await choose(page, /^Turn 1, USER/, 'Erase …')
    await dialogOf(page).getByText('Backups, snapshots').waitFor()
    await assertAccessible(page)
    assert.ok((await page.evaluate<number>('document.documentElement.scrollWidth - innerWidth')) <= 0)
    await page.keyboard.press('Escape')
    await dialogOf(page).waitFor({ state: 'detached' })
    await page.goto(`${api.url}/erasures/no-such`)
    await page.getByText('There is no erasure of that id here').waitFor()
  })
})

describe('secrets, in the explorer', { skip: noBrowser }, () => {
  const visit = useBrowser()
  let api: Api
  // Made up here, so that no file holds one.
  const token = `ghp_${'aB3dE6gH'.repeat(5).slice(0, 36)}`
  before(async () => {
    api = await startApi()
    await storeTurn(api, { conversationId: 'keys', turnId: '1', role: 'USER', text: `Push with ${token}` })
    await storeTurn(api, { conversationId: 'keys', turnId: '2', role: 'ASSISTANT', text: 'Pushed.' })
    await storeTurn(api, { conversationId: 'other', turnId: '1', role: 'USER', text: `Also ${token}` })
    // A title that a turn gives says what the turn says.
    for (const id of ['keys', 'other'])
      await api.ask('mutation ($id: ID!) { updateConversation(input: { id: $id, title: "Named" }) { replayed } }', {
        id,
      })
  })
  after(() => api.close())

  it('are looked for in a conversation or everywhere, chosen and erased', async () => {
    const { page, faults } = await visit(`${api.url}/c/keys`)
    await turn(page, 'Turn 2, ASSISTANT').waitFor()
    await chooseMore(page, 'Look for secrets')
    const secrets = page.getByRole('region', { name: 'Secrets' })
    await secrets.getByRole('button', { name: 'Look for secrets' }).click()
    await secrets.getByText('Looked through 2 entries: found in 1 entry.').waitFor()
    await page.goto(`${api.url}/erasures`)
    await secrets.getByRole('button', { name: 'Look for secrets' }).click()
    await secrets.getByText('found in 2 entries.').waitFor()
    await secrets.getByText('in its text').first().waitFor()
    assert.equal(await page.getByText(token).count(), 0)
    await assertAccessible(page)
    const erase = secrets.getByRole('button', { name: 'Erase chosen …' })
    assert.ok(await erase.isDisabled())
    await secrets.getByRole('checkbox', { name: 'All of them' }).check()
    await erase.click()
    await page.getByRole('dialog', { name: 'Erase 2 entries' }).getByText('Size').waitFor()
    await confirm(page, 'A secret leaked')
    await dialogOf(page).getByRole('button', { name: 'Close' }).click()
    await page.getByRole('region', { name: 'Table of erasures' }).getByRole('link').waitFor()
    await secrets.getByRole('button', { name: 'Look for secrets' }).click()
    await secrets.getByText('nothing found.').waitFor()
    assert.deepEqual(faults, [])
  })
})

interface Saved {
  readonly receipt: string
  readonly signed: { readonly reason: string }
  readonly notSigned: object
  readonly publicKeys: JSONWebKeySet
}

describe('erasing, with a key', { skip: noBrowser }, () => {
  const visit = useBrowser()
  let api: Api
  before(async () => {
    api = await startApi({ AUTH: 'keys' })
    await createTenant(api.app.store.registry, api.app.fresh, 'acme', false)
  })
  after(() => api.close())

  const keyOf = async (scopes: readonly AccessScope[]): Promise<string> => {
    const { registry } = api.app.store
    const { text } = await createKey(registry, api.app.fresh, {
      tenant: 'acme' as never,
      scopes,
      label: null,
      milliseconds: null,
    })
    return text
  }

  it('is offered to who may erase alone; others see that it is erased, and not why', async () => {
    const [all, reader] = [await keyOf(['READ', 'WRITE', 'ERASE']), await keyOf(['READ', 'WRITE'])]
    const by = { authorization: `Bearer ${all}` }
    const stored = await api.send(
      'mutation { storeTurns(input: { turns: [{ conversationId: "c", turnId: "1", role: USER, text: "One" }, { conversationId: "c", turnId: "2", role: ASSISTANT, text: "Two" }] }) { userErrors { code } } }',
      {},
      by,
    )
    assert.deepEqual(stored.errors, [])
    await api.send('mutation { erase(input: { messageIds: ["c:1"], reason: OTHER }) { userErrors { code } } }', {}, by)
    const opened = async (key: string): Promise<Page> => {
      const { page } = await visit(`${api.url}/c/c`)
      await page.getByRole('textbox', { name: 'API key' }).fill(key)
      await page.getByRole('button', { name: 'Continue' }).click()
      await turn(page, 'Turn 2, ASSISTANT').getByRole('button', { name: 'Turn actions' }).click()
      await page.getByRole('menuitem', { name: 'Delete', exact: true }).waitFor()
      return page
    }
    const mine = await opened(all)
    await mine.getByRole('menuitem', { name: 'Erase …', exact: true }).waitFor()
    await turn(mine, 'Turn 1, USER').getByText('Erased on').waitFor()
    const theirs = await opened(reader)
    assert.equal(await theirs.getByRole('menuitem', { name: 'Erase …', exact: true }).count(), 0)
    await turn(theirs, 'Turn 1, USER').getByText('Erased.', { exact: true }).waitFor()
    await theirs.goto(`${api.url}/erasures`)
    await theirs.getByText('This key may not see what was erased').waitFor()
  })

  it('and without the right to write there is no act, and no place to write', async () => {
    const { page } = await visit(`${api.url}/c/c`)
    await page.getByRole('textbox', { name: 'API key' }).fill(await keyOf(['READ']))
    await page.getByRole('button', { name: 'Continue' }).click()
    await page.getByText('Read only').waitFor()
    await turn(page, 'Turn 2, ASSISTANT').getByRole('button', { name: 'Turn actions' }).click()
    await page.getByRole('menuitem', { name: 'Copy link' }).waitFor()
    for (const name of ['Fork here', 'Rewind to here', 'Delete', 'Star', 'Erase …'])
      assert.equal(await page.getByRole('menuitem', { name, exact: true }).count(), 0, name)
    await page.keyboard.press('Escape')
    assert.equal(await page.getByRole('form', { name: 'Next turn' }).count(), 0)
    assert.equal(await page.getByRole('button', { name: 'Fork', exact: true }).count(), 0)
    await assertAccessible(page)
  })
})
