import assert from 'node:assert/strict'
import { mkdirSync, readFileSync, readdirSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { after, before, describe, it } from 'node:test'
import { startApi, type Api } from '../graphql/support/api.ts'
import { storeTurn, talk } from '../graphql/support/talk.ts'
import { sessionFaults } from '../support/sessionRules.ts'
import { homeFolder, machineAt } from '../support/watched.ts'
import { choose } from './support/acts.ts'
import { assertAccessible, noBrowser, useBrowser } from './support/browser.ts'

const home = homeFolder()
const work = join(home, 'work')
mkdirSync(work)
const written = (): string[] =>
  readdirSync(home, { recursive: true, encoding: 'utf8' })
    .filter((name) => statSync(join(home, name)).isFile())
    .map((name) => join(home, name))

describe('continuing a turn in an agent', { skip: noBrowser }, () => {
  const visit = useBrowser()
  let [own, other]: [Api, Api] = [undefined as never, undefined as never]
  before(async () => {
    own = await startApi({ WATCH: 'auto' }, { machine: machineAt(home) })
    other = await startApi()
    for (const api of [own, other]) {
      await talk(api, 'c', 'One', 'Two', 'Three')
      const content = [{ thinking: { thinking: 'hm' } }, { text: 'Four' }]
      await storeTurn(api, { conversationId: 'c', turnId: 't4', role: 'ASSISTANT', content })
    }
    await own.app.followSessions()
  })
  after(() => Promise.all([own.close(), other.close()]))

  it('writes the file on the server’s machine and shows the command, what is left out first', async () => {
    const { page, faults } = await visit(`${own.url}/c/c`, { permissions: ['clipboard-read', 'clipboard-write'] })
    await choose(page, 'Turn 2, ASSISTANT', 'Continue in …')
    const dialog = page.getByRole('dialog', { name: 'Continue in …' })
    await dialog.getByRole('radio', { name: /^Codex/ }).check()
    await dialog.getByText('A fork is made here').waitFor()
    await dialog.getByRole('textbox', { name: 'Folder in which it works' }).fill(join(home, 'nowhere'))
    await dialog.getByRole('button', { name: 'Write the session' }).click()
    await dialog.getByText('is not a folder on this machine').waitFor()
    assert.deepEqual(written(), [])
    await assertAccessible(page)
    await dialog.getByRole('textbox', { name: 'Folder in which it works' }).fill(work)
    await dialog.getByRole('button', { name: 'Write the session' }).click()
    await dialog.getByText('Written:').waitFor()
    const [file = ''] = written()
    assert.ok(file.startsWith(join(home, '.codex/sessions/')), file)
    assert.deepEqual(sessionFaults('CODEX', readFileSync(file, 'utf8')), [])
    await dialog.getByText(file).waitFor()
    await dialog.getByRole('button', { name: 'Copy the command' }).click()
    const copied = await page.evaluate<string>('navigator.clipboard.readText()')
    assert.match(copied, new RegExp(`^cd ${work} && codex resume [0-9a-f-]{36}$`))
    assert.equal(await dialog.getByLabel('Command').textContent(), copied)
    await assertAccessible(page)
    await dialog.getByRole('link', { name: 'this conversation' }).click()
    await page.waitForURL((url) => !url.pathname.endsWith('/c/c'))
    assert.deepEqual(faults, [])
  })

  it('saves the file elsewhere, and says where to put it', async () => {
    const before = written()
    const { page } = await visit(`${other.url}/c/c`)
    await choose(page, 'Turn 4, ASSISTANT', 'Continue in …')
    const dialog = page.getByRole('dialog', { name: 'Continue in …' })
    await dialog.getByRole('radio', { name: /^Claude Code/ }).check()
    await dialog.getByText('Claude Code has no place for: 1 thought.').waitFor()
    await dialog.getByRole('textbox', { name: 'Folder in which it works' }).fill('/home/me/a b')
    const saving = page.waitForEvent('download')
    await dialog.getByRole('button', { name: 'Save the session' }).click()
    const saved = await saving
    assert.match(saved.suggestedFilename(), /^[0-9a-f-]{36}\.jsonl$/)
    assert.deepEqual(sessionFaults('CLAUDE_CODE', readFileSync(await saved.path(), 'utf8')), [])
    await dialog.getByText(`~/.claude/projects/-home-me-a-b/${saved.suggestedFilename()}`).waitFor()
    await dialog.getByText(/^cd '\/home\/me\/a b' && claude --resume [0-9a-f-]{36}$/).waitFor()
    assert.deepEqual(written(), before)
  })

  it('is not done for pages of other sites', async () => {
    const before = written()
    const input = `{ conversationId: "c", agent: "codex", cwd: ${JSON.stringify(work)}, putHere: true }`
    const query = `mutation { resumeConversation(input: ${input}) { session { file } userErrors { code } } }`
    const address = `${own.url}/graphql`
    const json = { 'content-type': 'application/json' }
    const body = JSON.stringify({ query })
    for (const headers of [
      { ...json, origin: 'https://evil.example' },
      { ...json, origin: 'null' },
      { ...json, 'sec-fetch-site': 'cross-site' },
      { 'content-type': 'text/plain' },
      { 'content-type': 'application/x-www-form-urlencoded' },
    ]) {
      const { status } = await fetch(address, { method: 'POST', headers, body })
      assert.ok(status >= 400, JSON.stringify(headers))
    }
    const { status } = await fetch(`${address}?query=${encodeURIComponent(query)}`)
    assert.ok(status >= 400)
    // A page of another origin, in a browser: its request is refused, and it hears nothing.
    const { page } = await visit(`${other.url}/c/c`)
    const asked = `fetch(${JSON.stringify(address)}, { method: 'POST', headers: ${JSON.stringify(json)}, body: ${JSON.stringify(body)} }).then((answer) => answer.status, () => 'refused')`
    const simple = `fetch(${JSON.stringify(address)}, { method: 'POST', mode: 'no-cors', body: ${JSON.stringify(body)} }).then(() => 'sent', () => 'refused')`
    assert.equal(await page.evaluate(asked), 'refused')
    await page.evaluate(simple)
    assert.deepEqual(written(), before)
  })
})
