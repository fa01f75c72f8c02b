import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { startApi, type Api } from '../graphql/support/api.ts'
import { mutate, storeTurn, talk } from '../graphql/support/talk.ts'
import { choose, chooseMore, undo } from './support/acts.ts'
import { assertAccessible, noBrowser, until, useBrowser } from './support/browser.ts'

describe('the other screens of the explorer', { skip: noBrowser }, () => {
  const visit = useBrowser()
  let api: Api
  before(async () => {
    api = await startApi()
    await talk(api, 'trip', 'Plan a weekend in Lisbon.', 'By train or by plane?', 'By train.', 'Leave on Friday.')
    await storeTurn(api, { conversationId: 'trip', turnId: 't3', role: 'USER', text: 'By plane, perhaps.' })
    await api.ask(
      `mutation { forkConversation(input: { source: "trip", at: { turn: 2 }, newConversationId: "boat", title: "Boat" }) { copied } }`,
    )
    const usage = { inputTokens: 100, outputTokens: 20, costUsd: 0.5 }
    await storeTurn(api, { conversationId: 'boat', role: 'USER', text: 'By boat, of course.', model: 'opus', usage })
  })
  after(() => api.close())

  it('searches, and a hit opens its own branch', async () => {
    const { page, faults } = await visit(`${api.url}/`)
    await page.getByRole('searchbox', { name: 'Search' }).waitFor()
    await page.keyboard.press('/')
    await page.keyboard.type('train')
    assert.equal(await page.getByRole('searchbox', { name: 'Search' }).inputValue(), 'train')
    await page.keyboard.press('Enter')
    await page.waitForURL('**/search?q=train')
    await page.locator('mark').first().waitFor()
    await assertAccessible(page)
    await page.getByRole('link', { name: /turn 3/ }).click()
    await page.getByRole('article', { name: 'Turn 3, USER' }).getByText('By train.').waitFor()
    assert.match(page.url(), /\/c\/trip\?at=/)
    // In the conversation that is open alone, there on the path to its head, and by whoever said it.
    await chooseMore(page, 'Search in it')
    await page.getByRole('searchbox', { name: 'Search' }).fill('by')
    await page.keyboard.press('Enter')
    await page.waitForURL(/[?&]q=by/)
    const hit = (name: RegExp) => page.locator('.found').getByRole('link', { name })
    await hit(/turn 2/).waitFor()
    assert.equal(await hit(/Boat/).count(), 0)
    await page.getByRole('checkbox', { name: 'Current branch alone' }).check()
    await page.waitForURL(/path=1/)
    await hit(/turn 2/).waitFor()
    await page.getByRole('combobox', { name: 'Said by' }).selectOption('USER')
    await hit(/turn 2/).waitFor({ state: 'detached' })
    await hit(/turn 3/)
      .first()
      .waitFor()
    await page.getByRole('button', { name: 'Search everywhere' }).click()
    await hit(/Boat/).waitFor()
    // The place beside a hit is that of its own branch.
    await page.goto(`${api.url}/search?q=Friday`)
    const place = page.getByRole('region', { name: 'The place of the hit' })
    await place.getByText('Leave on Friday.').waitFor()
    await page.goto(`${api.url}/search?q=nothingofthekind`)
    await page.getByText('“nothingofthekind” is nowhere.').waitFor()
    assert.deepEqual(faults, [])
  })

  it('lands at the call that was found, unfolded and marked, on the current branch without a notice', async () => {
    const calls = Array.from({ length: 15 }, (_, at) => ({ callId: `k${at}`, path: `src/part${at}/a.ts` }))
    await api.ask(`mutation Store($input: StoreTurnsInput!) { storeTurns(input: $input) { userErrors { message } } }`, {
      input: {
        turns: [
          { conversationId: 'calls', turnId: 'u', role: 'USER', text: 'Mend the parts.' },
          ...calls.flatMap(({ callId, path }) => [
            {
              ...{ conversationId: 'calls', turnId: `a ${callId}`, role: 'ASSISTANT' },
              content: [{ toolCall: { callId, name: 'edit', input: { path } } }],
            },
            {
              ...{ conversationId: 'calls', turnId: `t ${callId}`, role: 'TOOL' },
              content: [{ toolResult: { callId, content: `wrote the ${callId} zeppelin` } }],
            },
          ]),
          { conversationId: 'calls', turnId: 'end', role: 'ASSISTANT', text: 'All mended.' },
          ...Array.from({ length: 30 }, (_, at) => ({
            ...{ conversationId: 'calls', turnId: `later ${at}`, role: 'USER', text: `And then ${at}` },
          })),
        ],
      },
    })
    const { page, faults } = await visit(`${api.url}/search?q=path%3Asrc%2Fpart7%2Fa.ts`)
    const found = page.getByRole('region', { name: 'The place of the hit' })
    await found.getByRole('button', { name: /^edit src.part7/, expanded: true }).waitFor()
    await assertAccessible(page)
    await page.getByRole('link', { name: 'Open here' }).click()
    await page.waitForURL('**/c/calls?*')
    const call = page.getByRole('button', { name: /^edit src.part7/, expanded: true })
    await call.waitFor()
    const marked = 'CSS.highlights.get("found")?.size > 0'
    await until(page, marked)
    await until(page, `document.querySelector('[data-found]').getBoundingClientRect().top < innerHeight`)
    assert.equal(await page.getByText('You are reading').count(), 0)
    await page.keyboard.press('Escape')
    assert.equal(await page.evaluate('CSS.highlights.has("found")'), false)
    await page.goto(`${api.url}/search?q=zeppelin`)
    await page
      .getByRole('region', { name: /Mend the parts/ })
      .getByText('15 hits')
      .waitFor()
    await page.getByRole('button', { name: 'Show 12 more here' }).click()
    await page.locator('[data-hit]').nth(14).waitFor()
    await page.locator('[data-hit]').first().focus()
    await page.keyboard.press('ArrowDown')
    assert.equal(await page.evaluate('document.activeElement.getAttribute("aria-current")'), 'true')
    await page.getByRole('combobox', { name: 'Tool calls' }).selectOption('none')
    await page.waitForURL(/calls=none/)
    await page.getByText('nowhere here').waitFor()
    await page.getByRole('combobox', { name: 'Tool calls' }).selectOption('only')
    await page.getByText('15 hits').first().waitFor()
    await page.goto(`${api.url}/search?q=zeppelin+timeuot`)
    await page.getByText('“timeuot” is nowhere.').waitFor()
    assert.deepEqual(faults, [])
  })

  it('imports dropped and chosen files, says what came of each, and takes it back', async () => {
    const { page, faults } = await visit(`${api.url}/`)
    const lines = '{"role":"user","content":"Imported hello"}\n{"role":"assistant","content":"Hi"}\n'
    const file = { name: 'talk.jsonl', mimeType: 'application/x-ndjson', buffer: Buffer.from(lines) }
    const chooser = page.locator('nav input[type=file]').first()
    await chooser.setInputFiles(file)
    await page.getByRole('status').getByText('talk.jsonl: 2 added, 0 unchanged').waitFor()
    await page.getByRole('link', { name: /Imported hello/ }).waitFor()
    const dropped = await page.evaluateHandle(
      `(() => { const data = new DataTransfer(); data.items.add(new File([${JSON.stringify(lines)}], 'again.jsonl')); return data })()`,
    )
    await page.dispatchEvent('body', 'drop', { dataTransfer: dropped })
    await page
      .getByRole('status')
      .getByText(/again.jsonl: \d added, \d unchanged/)
      .waitFor()
    await page.getByRole('button', { name: 'Open' }).last().click()
    await page.getByRole('article', { name: 'Turn 1, USER' }).getByText('Imported hello').waitFor()
    const other = lines.replace('Imported hello', 'Another hello')
    await chooser.setInputFiles([
      { ...file, name: 'other.jsonl', buffer: Buffer.from(other) },
      { ...file, name: 'bad.bin', buffer: Buffer.from([0, 1, 2]) },
    ])
    const told = page.locator('.toast[data-fault="true"]')
    await told.getByText('2 added, 0 unchanged, in 1 conversation. 1 file not read.').waitFor()
    await told.getByRole('button', { name: 'Report' }).click()
    const report = page.getByRole('region', { name: 'Import report' })
    await report.getByRole('link', { name: 'Another hello' }).waitFor()
    await report.getByRole('row', { name: /^bad.bin unknown none/ }).waitFor()
    await assertAccessible(page)
    await report.getByRole('button', { name: 'Undo' }).click()
    await page.getByRole('status').getByText('The conversation is deleted.').waitFor()
    const { conversations } = await api.ask('{ conversations(filter: { title: "Another hello" }) { totalCount } }')
    assert.equal(conversations.totalCount, 0)
    assert.deepEqual(faults, [])
  })

  it('keeps settings in the browser: theme, size, Enter', async () => {
    const { page, faults } = await visit(`${api.url}/settings`)
    await page.getByRole('group', { name: 'Text size' }).getByRole('button', { name: '17' }).click()
    await page.getByRole('group', { name: 'Theme' }).getByRole('button', { name: 'Dark' }).click()
    await page.getByRole('group', { name: 'Enter' }).getByRole('button', { name: 'Enter sends', exact: true }).click()
    await page.getByText('Tenant', { exact: true }).waitFor()
    await page.getByRole('group', { name: 'Theme' }).getByRole('button', { name: 'As the system' }).click()
    await assertAccessible(page)
    await talk(api, 'entered', 'Hello')
    await page.goto(`${api.url}/c/entered`)
    const said = page.getByRole('article', { name: 'Turn 1, USER' })
    await said.waitFor()
    assert.equal(await page.evaluate('getComputedStyle(document.querySelector("article")).fontSize'), '17px')
    await page.getByRole('textbox', { name: 'Next turn' }).fill('Sent by Enter')
    await page.keyboard.press('Enter')
    await page.getByRole('article', { name: 'Turn 2, USER' }).getByText('Sent by Enter').waitFor()
    assert.deepEqual(faults, [])
  })

  it('says at a wrong address that nothing is there, and leads on', async () => {
    const { page, faults } = await visit(`${api.url}/of/no/such/page`)
    await page.getByRole('heading', { name: 'There is nothing at this address' }).waitFor()
    await assertAccessible(page)
    await page.getByRole('link', { name: 'All conversations' }).click()
    await page.getByRole('heading', { name: 'Pick up where you left off' }).waitFor()
    assert.deepEqual(faults, [])
  })

  it('compares branches side by side and word by word', async () => {
    const { page, faults } = await visit(`${api.url}/c/boat`)
    await page.getByRole('link', { name: 'Compare with its source' }).click()
    await page.waitForURL('**/compare/trip...boat')
    await page.getByText('They differ after turn 2').waitFor()
    await page.getByRole('region', { name: 'Plan a weekend in Lisbon' }).waitFor()
    await page.getByRole('region', { name: 'Boat' }).waitFor()
    await page.getByRole('main').getByText('perhaps').waitFor()
    await page.getByRole('main').getByText('of course').waitFor()
    await assertAccessible(page)
    const versions = await api.ask(
      `{ conversation(id: "trip") { transcript { nodes { observation { id } versions { previous { id } } } } } }`,
    )
    const { observation, versions: beside } = versions.conversation.transcript.nodes[2]
    await page.goto(`${api.url}/compare/${beside.previous.id}...${observation.id}`)
    await page.locator('del', { hasText: 'train' }).waitFor()
    await page.locator('ins', { hasText: 'plane' }).waitFor()
    assert.deepEqual(faults, [])
  })

  it('picks a turn of one branch into another', async () => {
    await talk(api, 'into', 'Here')
    await api.ask(`mutation { forkConversation(input: { source: "into", newConversationId: "from" }) { copied } }`)
    await storeTurn(api, { conversationId: 'from', role: 'ASSISTANT', text: 'Worth keeping' })
    const { page } = await visit(`${api.url}/compare/into...from`)
    await page.getByRole('button', { name: 'Add to the left' }).click()
    await page.getByRole('status').getByText('Added to the left.').waitFor()
    const { recentTurns } = (await api.ask(`{ conversation(id: "into") { recentTurns(n: 1) { text } } }`)).conversation
    assert.equal(recentTurns[0].text, 'Worth keeping')
  })

  it('shows all that was stored of a message, and its value at any time', async () => {
    await talk(api, 'fixed', 'Teh word', 'Pardon?')
    const ends = { source: { messageId: 'fixed:t1' }, target: { messageId: 'fixed:t2' } }
    await mutate(api, 'relate', { type: 'REFERS_TO', ...ends }, '')
    await api.ask(
      `mutation { amendMessage(input: { messageId: "fixed:t1", fields: { text: "The word" } }) { replayed } }`,
    )
    const { page, faults } = await visit(`${api.url}/c/fixed`)
    await choose(page, 'Turn 1, USER', 'History')
    await page.waitForURL('**/m/fixed%3At1')
    const now = page.getByRole('region', { name: /^As it read/ })
    await now.getByText('The word', { exact: true }).first().waitFor()
    await page.getByText('Fixed a typo').waitFor()
    await page.getByRole('heading', { name: 'Where it is used' }).waitFor()
    await page.getByText(', turn 1').waitFor()
    await assertAccessible(page)
    // Each field with the line that it comes from: the words are the second one's.
    await now.getByText('from 2').first().waitFor()
    const { observations } = (
      await api.ask('{ message(id: "fixed:t1") { observations(first: 2) { nodes { id kind ingestedAt } } } }')
    ).message
    // What it is related to leads there.
    await page.getByRole('link', { name: 'turn t2' }).click()
    await page.getByRole('heading', { name: 'History of turn 2' }).waitFor()
    await page.goBack()
    await page.getByRole('button', { name: 'Use this text again' }).click()
    await now.getByText('Teh word', { exact: true }).first().waitFor()
    await undo(page).click()
    await now.getByText('The word', { exact: true }).first().waitFor()
    // By the second clock: before the correction was stored; by the first: before anything was said.
    const first = observations.nodes.find(({ kind }) => kind === 'TURN')?.ingestedAt ?? ''
    await page.getByText('Details').click()
    await page.getByLabel('By when it was stored here').fill(first)
    await now.getByText('Teh word', { exact: true }).first().waitFor()
    await page.getByLabel('By when it was stored here').fill('')
    await now.getByText('The word', { exact: true }).first().waitFor()
    await page.getByLabel('As of').fill('2020-01-01')
    await page.getByText('There is nothing: it was deleted by then').waitFor()
    await page.getByRole('button', { name: 'Delete' }).click()
    await page.getByRole('button', { name: 'Restore' }).click()
    await page.getByRole('button', { name: 'Delete' }).waitFor()
    assert.deepEqual(faults, [])
  })

  it('goes back in time, and shows what was done', async () => {
    const { page } = await visit(`${api.url}/c/trip`)
    await chooseMore(page, 'Time travel')
    const slider = page.getByRole('slider', { name: 'Time travel' })
    await until(page, 'document.querySelector("input[type=range]").max > 1')
    await slider.focus()
    await page.keyboard.press('ArrowLeft')
    await page.getByText('Nothing can be changed here').waitFor()
    await page.getByRole('article', { name: 'Turn 3, USER' }).getByText('By train.').waitFor()
    await page.getByRole('article', { name: 'Turn 1, USER' }).getByRole('button', { name: 'Turn actions' }).click()
    assert.equal(await page.getByRole('menuitem', { name: 'Rewind to here' }).count(), 0)
    await page.keyboard.press('Escape')
    await page.getByRole('button', { name: 'Back to now' }).click()
    await page.getByRole('article', { name: 'Turn 3, USER' }).getByText('By plane, perhaps.').waitFor()
    await chooseMore(page, 'Activity')
    const events = page.getByRole('list', { name: 'What was done' })
    await events.getByText('You forked it').waitFor()
    await assertAccessible(page)
    await page.getByRole('combobox', { name: 'What to show' }).selectOption('BRANCHES')
    await events.getByText('You added').first().waitFor({ state: 'detached' })
    await events.getByRole('button', { name: /^Undo: You forked/ }).click()
    await page.getByRole('status').getByText('The conversation is deleted.').waitFor()
    await page.getByRole('status').getByRole('button', { name: 'Undo' }).last().click()
    await page.getByRole('status').getByText('The conversation is there again.').waitFor()
    await page.waitForURL('**/c/boat')
  })

  it('tells what was done to any conversation, takes it back, and follows what comes', async () => {
    const { page, faults } = await visit(`${api.url}/activity`)
    const list = page.getByRole('list', { name: 'What was done' })
    await list.getByRole('listitem').nth(3).waitFor()
    await storeTurn(api, { conversationId: 'told', turnId: 't1', role: 'USER', text: 'Tell it' })
    await list.getByRole('link', { name: 'Tell it' }).first().waitFor()
    await mutate(api, 'deleteConversation', { id: 'told' }, '')
    await list.getByText('You deleted Tell it').waitFor()
    await list
      .getByRole('button', { name: /^Undo: You deleted the conversation/ })
      .first()
      .click()
    await list.getByText('You restored Tell it').waitFor()
    await page.getByRole('combobox', { name: 'What to show' }).selectOption('EDITS')
    await list.getByText('You made').first().waitFor({ state: 'detached' })
    await list.getByText('You restored Tell it').waitFor()
    await assertAccessible(page)
    assert.deepEqual(faults, [])
  })

  it('counts, with a table behind each picture', async () => {
    const { page, faults } = await visit(`${api.url}/stats`)
    const tokens = page.getByRole('figure', { name: 'Tokens a day, by model' })
    await tokens.getByRole('button', { name: 'Show as table' }).click()
    await tokens.getByRole('columnheader', { name: 'opus' }).waitFor()
    const figure = page.getByRole('figure', { name: 'Tokens by model' })
    await figure.getByText('opus').waitFor()
    await figure.getByRole('button', { name: 'Show as table' }).click()
    await figure.getByRole('cell', { name: 'opus' }).waitFor()
    await page.getByRole('combobox', { name: 'Measure' }).selectOption('TURNS')
    await page.getByRole('figure', { name: 'Longest conversations' }).getByRole('link').first().waitFor()
    const saved = page.waitForEvent('download')
    await page.getByRole('button', { name: 'CSV' }).click()
    assert.equal((await saved).suggestedFilename(), 'turngraph-usage.csv')
    await page.getByRole('button', { name: '7 days' }).click()
    await page.getByRole('combobox', { name: 'Model' }).selectOption('opus')
    await assertAccessible(page)
    assert.deepEqual(faults, [])
  })

  it('saves a conversation as a file', async () => {
    const { page } = await visit(`${api.url}/c/trip`)
    await chooseMore(page, 'Export …')
    await page
      .getByRole('dialog', { name: 'Export' })
      .getByRole('radio', { name: /^Markdown/ })
      .check()
    const saved = page.waitForEvent('download')
    await page.getByRole('button', { name: 'Save' }).click()
    assert.match((await saved).suggestedFilename(), /\.md$/)
  })

  it('asks for all branches in a file where its format can hold them', async () => {
    const { page } = await visit(`${api.url}/c/trip`)
    await chooseMore(page, 'Export …')
    const dialog = page.getByRole('dialog', { name: 'Export' })
    const branches = dialog.getByRole('checkbox', { name: /^All branches/ })
    const isOn = async () => [await branches.isChecked(), await branches.isEnabled()]
    assert.deepEqual(await isOn(), [false, false])
    await dialog.getByRole('radio', { name: /^JSON Lines/ }).check()
    assert.deepEqual(await isOn(), [true, false])
    await dialog.getByRole('button', { name: /more formats/ }).click()
    await dialog.getByRole('radio', { name: /^Claude Code/ }).check()
    await branches.check()
    const asked = page.waitForRequest((request) => request.url().includes('format=CLAUDE_CODE'))
    await page.getByRole('button', { name: 'Save' }).click()
    assert.equal(new URL((await asked).url()).searchParams.get('wholeTree'), 'true')
  })

  it('is used by keys alone, and lists them', async () => {
    await talk(api, 'keys', 'One', 'Two', 'Three')
    const { page } = await visit(`${api.url}/c/keys`)
    await page.getByRole('article', { name: 'Turn 3, USER' }).waitFor()
    await page.keyboard.press('?')
    await page.getByRole('dialog', { name: 'Keyboard shortcuts' }).getByText('write the next turn').waitFor()
    await assertAccessible(page)
    await page.keyboard.press('Escape')
    await page.getByRole('dialog').waitFor({ state: 'detached' })
    for (const key of ['j', 'j', 'k', 'J', 'r']) await page.keyboard.press(key)
    await page.getByRole('article', { name: 'Turn 3, USER' }).waitFor({ state: 'detached' })
    await page.keyboard.press('u')
    await page.getByRole('article', { name: 'Turn 3, USER' }).waitFor()
    await storeTurn(api, { conversationId: 'keys', turnId: 't2', role: 'ASSISTANT', text: 'Two, again' })
    const second = page.getByRole('article', { name: 'Turn 2, ASSISTANT' })
    await second.getByText('Two, again').waitFor()
    await page.keyboard.press(']')
    await page.getByRole('article', { name: 'Turn 3, USER' }).waitFor()
    await page.keyboard.press('[')
    await second.getByText('Two, again').waitFor()
    await page.keyboard.press(']')
    await page.getByRole('article', { name: 'Turn 3, USER' }).waitFor()
    await page.keyboard.press('g')
    await page.keyboard.press('h')
    await second.getByText('Two, again').waitFor()
    assert.doesNotMatch(page.url(), /at=/)
    // Wide windows have the tree beside the text: the key takes it away, and brings it back.
    await page.getByRole('tree', { name: 'Tree' }).waitFor()
    await page.keyboard.press('t')
    await page.getByRole('tree', { name: 'Tree' }).waitFor({ state: 'detached' })
    await page.keyboard.press('t')
    await page.getByRole('tree', { name: 'Tree' }).waitFor()
  })

  it('asks for a key where the server wants one, and keeps it in the tab', async () => {
    const { page } = await visit(`${api.url}/`)
    await page.route('**/graphql', (route) =>
      route.request().headers()['authorization'] === 'Bearer secret'
        ? route.continue()
        : route.fulfill({
            status: 401,
            contentType: 'application/json',
            body: '{"errors":[{"message":"A key is needed."}]}',
          }),
    )
    await page.reload()
    await page.getByRole('textbox', { name: 'API key' }).fill('secret')
    await page.getByRole('button', { name: 'Continue' }).click()
    await page
      .getByRole('link', { name: /Plan a weekend/ })
      .first()
      .waitFor()
    assert.equal(await page.getByRole('textbox', { name: 'API key' }).count(), 0)
    assert.equal(await page.evaluate('localStorage.getItem("turngraph.key")'), null)
    assert.doesNotMatch(page.url(), /secret/)
  })

  it('comes back when the server does', async () => {
    await talk(api, 'away', 'Before')
    const { page } = await visit(`${api.url}/c/away`)
    await page.getByTitle('Changes arrive as they happen').waitFor()
    await page.getByRole('button', { name: 'Turn actions' }).click()
    await page.getByRole('menuitem', { name: 'Delete' }).waitFor()
    await page.context().setOffline(true)
    await page.route('**/graphql', (route) => route.abort())
    await page.getByRole('menuitem', { name: 'Delete' }).click()
    await page.getByRole('status').getByText('It is not known whether this was done').waitFor()
    await page.unroute('**/graphql')
    await page.context().setOffline(false)
    await page.getByRole('button', { name: 'Try again' }).click()
    await page.getByText('This turn is deleted.').waitFor()
  })
})
