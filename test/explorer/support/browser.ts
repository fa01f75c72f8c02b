import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { after, afterEach } from 'node:test'
import type { Browser, BrowserContext, BrowserContextOptions, Page } from 'playwright-core'
import { chromiumPath, launchBrowser } from '../../../scripts/browser.ts'
import { waitFor } from '../../support/waitFor.ts'

/** Why tests in a browser are left out here; `false` where they run. In CI they must run. */
export const noBrowser: string | false =
  chromiumPath === undefined && process.env['CI'] === undefined
    ? 'there is no Chromium here: install it, or name it by CHROMIUM'
    : false

const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')

/** A page of a browser, and what went wrong in it. */
export interface Visit {
  readonly page: Page
  /** Requests to any other origin, faults that were thrown, and what the page's policy refused. */
  readonly faults: readonly string[]
}

let launched: Promise<Browser> | undefined
// Of the process: its files share one.
after(async () => (await launched)?.close())

/** Returns what opens a page in a context of its own, which is closed at the end of the test that opened it. */
export function useBrowser(): (url: string, options?: BrowserContextOptions) => Promise<Visit> {
  const open: BrowserContext[] = []
  // A page that nobody looks at any more would go on listening and drawing.
  afterEach(() => Promise.all(open.splice(0).map((context) => context.close())))
  return async (url, options = {}) => {
    const browser = await (launched ??= launchBrowser())
    const context = await browser.newContext({ viewport: { width: 1280, height: 800 }, ...options })
    open.push(context)
    context.setDefaultTimeout(20_000)
    const page = await context.newPage()
    const faults: string[] = []
    const { origin } = new URL(url)
    page.on('request', (request) => {
      const asked = new URL(request.url())
      if (!['data:', 'blob:'].includes(asked.protocol) && asked.origin !== origin) faults.push(`asked ${asked.href}`)
    })
    page.on('pageerror', (thrown) => faults.push(String(thrown)))
    page.on('console', (message) => {
      if (/Content Security Policy/.test(message.text())) faults.push(message.text())
    })
    await page.goto(url)
    return { page, faults }
  }
}

/**
 * Returns what an expression comes to in the page, once that is true. Playwright's own `waitForFunction` asks again by `eval`, which
 * the page's policy forbids.
 */
export function until<T>(page: Page, expression: string): Promise<T> {
  return waitFor(() => page.evaluate<T>(expression), { limit: 20_000, every: 16, told: () => expression })
}

/** Rules of axe-core that are not on by themselves. */
type Rules = Readonly<Record<string, { readonly enabled: boolean }>>

/** Holds a page, in both themes, to what axe-core knows of access for everybody, and to further rules of it. */
export async function assertAccessible(page: Page, rules: Rules = {}): Promise<void> {
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
    // The page's own policy forbids a script from elsewhere, not one of the debugger's.
    await page.evaluate(axe)
    const found = await page.evaluate(async (rules) => {
      const { violations } = await (globalThis as unknown as Axe).axe.run({ rules })
      return violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html.slice(0, 200)).join(' | ')}`)
    }, rules)
    assert.deepEqual(found, [], colorScheme)
  }
}

interface Axe {
  readonly axe: {
    run(options: {
      readonly rules: Rules
    }): Promise<{ violations: { readonly id: string; readonly nodes: readonly { readonly html: string }[] }[] }>
  }
}
