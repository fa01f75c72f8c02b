// Beyond a landing: every screen is looked at in both themes, at three widths.
import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import type { Page } from 'playwright-core'
import { seedExamples } from '../../scripts/screenshots/examples.ts'
import { startApi, type Api } from '../graphql/support/api.ts'
import { assertAccessible, noBrowser, useBrowser } from './support/browser.ts'

const session = '5e0b0f00-0000-4000-8000-00000000109f'
const widths = [390, 1024, 1440]

/** Each screen with words that stand there once it is drawn. */
const screens: Readonly<Record<string, RegExp>> = {
  '/': /Rye bread, two ways/,
  [`/c/${session}`]: /Write a short note for the team/,
  '/c/running': /npm test -- till window/,
  '/c/trip': /And what does that cost/,
  '/c/trip?view=RAW': /And what does that cost/,
  '/c/trip?asOf=2100-01-01T00:00:00.000Z': /Nothing can be changed here/,
  [`/c/${session}/tree`]: /Measure it against the old one/,
  '/compare/trip...trip-plane': /They differ after turn 2/,
  '/m/trip%3A6': /Fixed a typo/,
  '/search?q=Saturday': /1 conversation/,
  '/stats': /Tokens by model/,
  '/settings': /How it looks/,
  '/activity': /You set the checkpoint/,
  '/erasures': /What was erased/,
  '/erasures?in=trip': /What was erased/,
  '/c/deploy': /a secret leaked/,
  '/import': /Drop files anywhere/,
  '/new': /What you write first/,
  '/c/of-another-server': /There is no conversation of that id here/,
  '/nowhere': /There is nothing at this address/,
}

describe('every screen of the explorer', { skip: noBrowser }, () => {
  const visit = useBrowser()
  let api: Api
  before(async () => {
    api = await startApi()
    await seedExamples(api.url)
  })
  after(() => api.close())

  for (const [path, words] of Object.entries(screens))
    it(`can be used by everybody, and never scrolls sideways: ${path}`, async () => {
      const { page, faults } = await visit(`${api.url}${path}`)
      await page.locator('body', { hasText: words }).waitFor()
      for (const width of widths) {
        await page.setViewportSize({ width, height: 900 })
        // Each visible label is part of its accessible name, too.
        await assertAccessible(page, { 'label-content-name-mismatch': { enabled: true } })
      }
      for (const width of [320, 768]) {
        await page.setViewportSize({ width, height: 640 })
        const sideways = await page.evaluate<number>('document.documentElement.scrollWidth - innerWidth')
        assert.ok(sideways <= 0, `${path} is ${sideways} px too wide at ${width}`)
      }
      assert.deepEqual(faults, [])
    })

  for (const [path, words] of Object.entries(screens))
    it(`never scrolls sideways with its text at 200 %: ${path}`, async () => {
      const { page } = await visit(`${api.url}${path}`)
      await page.locator('body', { hasText: words }).waitFor()
      await page.evaluate(doubleText)
      assert.equal(await page.evaluate('getComputedStyle(document.body).fontSize'), '28px')
      for (const width of [320, 390, 768, 1024, 1440]) {
        await page.setViewportSize({ width, height: 900 })
        const sideways = await page.evaluate<number>('document.documentElement.scrollWidth - innerWidth')
        assert.ok(sideways <= 0, `${path} is ${sideways} px too wide at ${width}`)
        const hidden = await page.evaluate<string[]>(cutOff)
        assert.deepEqual(hidden, [], `${path} at ${width}`)
      }
    })
})

/** What is opened over a page: each with what opens it. */
const dialogs: Readonly<Record<string, (page: Page) => Promise<void>>> = {
  'Keyboard shortcuts': (page) => page.keyboard.press('?'),
  'Jump anywhere': (page) => page.keyboard.press('Control+k'),
  Rename: (page) => chooseInMenu(page, 'Rename …'),
  Checkpoints: (page) => chooseInMenu(page, 'Checkpoints'),
  Export: (page) => chooseInMenu(page, 'Export …'),
  'Delete conversation': (page) => chooseInMenu(page, 'Delete …'),
  Erase: (page) => chooseInMenu(page, 'Erase …'),
}

async function chooseInMenu(page: Page, name: string): Promise<void> {
  await page.getByRole('button', { name: 'More', exact: true }).click()
  await page.getByRole('menuitem', { name }).click()
}

describe('every dialog of the explorer', { skip: noBrowser }, () => {
  const visit = useBrowser()
  let api: Api
  before(async () => {
    api = await startApi()
    await seedExamples(api.url)
  })
  after(() => api.close())

  for (const [name, open] of Object.entries(dialogs))
    it(`can be used by everybody, has targets that fingers hit, and closes by Escape: ${name}`, async () => {
      const { page, faults } = await visit(`${api.url}/c/trip`)
      await page.locator('body', { hasText: /And what does that cost/ }).waitFor()
      await open(page)
      const dialog = page.getByRole('dialog', { name: new RegExp(`^${name}`) })
      await dialog.waitFor()
      for (const width of widths) {
        await page.setViewportSize({ width, height: 900 })
        await assertAccessible(page, { region: { enabled: false }, 'target-size': { enabled: true } })
        const sideways = await page.evaluate<number>('document.documentElement.scrollWidth - innerWidth')
        assert.ok(sideways <= 0, `${name} is ${sideways} px too wide at ${width}`)
        const hidden = await page.evaluate<string[]>(outOfSight)
        assert.deepEqual(hidden, [], `the buttons of ${name} at ${width}`)
      }
      await page.keyboard.press('Escape')
      await dialog.waitFor({ state: 'detached' })
      assert.deepEqual(faults, [])
    })
})

/** Names the buttons that end a dialog and cannot be seen without scrolling. */
const outOfSight = `[...document.querySelectorAll('.dacts button')]
  .filter((each) => {
    const { left, top, width, height } = each.getBoundingClientRect()
    return !each.contains(document.elementFromPoint(left + width / 2, top + height / 2))
  })
  .map((each) => each.textContent)`

/** Doubles all that is written, as a browser does that is told to zoom text alone. */
const doubleText = `(async () => {
  const sizes = /(^|[;{\\s])(font|font-size|line-height|--read)(\\s*:)([^;}]*)/g
  const doubled = (value) => value.replace(/([\\d.]+)px/g, (_, size) => 2 * size + 'px')
  for (const link of document.querySelectorAll('link[rel="stylesheet"]')) {
    const text = await (await fetch(link.href)).text()
    const style = document.createElement('style')
    style.textContent = text.replace(sizes, (_, before, name, colon, value) => before + name + colon + doubled(value))
    link.replaceWith(style)
  }
})()`

/** Names the buttons, links and fields that lie beyond an edge of the page, where nobody can reach them. */
const cutOff = `[...document.querySelectorAll('button, a[href], input, select, textarea')]
  .filter((each) => each.checkVisibility({ visibilityProperty: true, opacityProperty: true }))
  .filter((each) => !each.closest('.scroll, .seg, pre, table, .vh, canvas'))
  .filter((each) => {
    const { left, right, width } = each.getBoundingClientRect()
    return width > 1 && (left >= innerWidth || right <= 0)
  })
  .map((each) => each.getAttribute('aria-label') ?? each.textContent.trim().slice(0, 40))`
