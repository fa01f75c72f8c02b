import assert from 'node:assert/strict'
import type { Locator, Page } from 'playwright-core'

/** What moves a head is asked with the head that the page shows; null where nothing was said yet. */
const moves = new Set(['Rewind', 'Switch', 'Undo', 'Store', 'Compact', 'DropSpan', 'CancelMarker', 'Merge'])

interface Asked {
  readonly operationName: string
  readonly query: string
  readonly variables: { readonly input: Readonly<Record<string, unknown>> }
}

/** Follows what a page changes; returns what holds each change to a key of its own and to the head that it expects. */
export function watchActs(page: Page): () => readonly string[] {
  const asked: Asked[] = []
  page.on('request', (request) => {
    const body = request.method() === 'POST' ? (JSON.parse(request.postData() ?? '{}') as Partial<Asked>) : {}
    if (/^\s*(#.*\n\s*)?mutation\b/.test(body.query ?? '')) asked.push(body as Asked)
  })
  return () => {
    const done = asked.filter(({ variables: { input } }) => input['dryRun'] !== true)
    // What sets a name or a shelf sets the same again: it takes no key.
    const keyed = done.filter(({ operationName }) => operationName !== 'Update' && operationName !== 'StopRun')
    const keys = keyed.map(({ variables: { input } }) => input['idempotencyKey'])
    assert.ok(keys.every((key) => typeof key === 'string' && key.length >= 16))
    assert.equal(new Set(keys).size, keys.length)
    for (const { operationName, variables } of done)
      assert.equal('expectedHeadId' in variables.input, moves.has(operationName), operationName)
    return done.map(({ operationName }) => operationName)
  }
}

/** A turn of a transcript, by its name. */
export const turn = (page: Page, name: string | RegExp): Locator => page.getByRole('article', { name })

/** Chooses something in the menu of a turn. */
export async function choose(page: Page, name: string | RegExp, item: string): Promise<void> {
  await turn(page, name).getByRole('button', { name: 'Turn actions' }).click()
  await page.getByRole('menuitem', { name: item, exact: true }).click()
}

/** Chooses something in the menu of the conversation that is open. */
export async function chooseMore(page: Page, item: string): Promise<void> {
  await page.getByRole('main').getByRole('button', { name: 'More', exact: true }).click()
  await page
    .getByRole('menuitem', { name: item, exact: true })
    .or(page.getByRole('menuitemradio', { name: item, exact: true }))
    .click()
}

/** The button that takes back what was done last. */
export const undo = (page: Page): Locator => page.getByRole('status').getByRole('button', { name: 'Undo' }).last()

/** What is said of what was done. */
export const told = (page: Page, words: string | RegExp): Locator => page.getByRole('status').getByText(words)
