import type { Browser, Page } from 'playwright-core'
import { median, percentile, perStretch } from '../support/measure.ts'
import { ms, rangeOf, type Figure } from '../support/table.ts'
import { figure, whenThere } from './opening.ts'

const list = 'nav[aria-label="Conversations"] a.conv'
const keys = 60

/** Measures a session of very many turns: from the click to its last prompt, its requests, shifts, elements, and a key in its composer. */
export async function measureLong(browser: Browser, url: string, id: string, rounds: number): Promise<Figure[]> {
  const times: number[] = []
  const typed: number[] = []
  let [requests, shift, elements] = [0, 0, 0]
  for (let round = -1; round < rounds; round += 1) {
    const context = await browser.newContext({ viewport: { width: 1440, height: 900 } })
    const page = await context.newPage()
    await page.goto(url)
    await whenThere(page, `${list}[href$="/c/${id}"]`)
    await page.waitForLoadState('networkidle')
    const asked = watch(page)
    const clicked = await page.evaluate<number>(`(() => {
      const found = document.querySelector('${list}[href$="/c/${id}"]')
      found.click()
      return performance.now()
    })()`)
    const shown = await whenThere(page, '.prompt article .prose')
    const before = asked.length
    await page.getByRole('treeitem').first().waitFor()
    await page.waitForLoadState('networkidle')
    if (round >= 0) {
      times.push(shown - clicked)
      requests = Math.max(requests, before)
      shift = Math.max(shift, await shiftOf(page))
      elements = Math.max(elements, await page.evaluate<number>("document.querySelectorAll('*').length"))
      typed.push(...(await timeKeys(page)))
    }
    await context.close()
  }
  return [
    figure(`"${id}", from the click to its last prompt`, times, 600),
    plain(`"${id}", GraphQL requests until then`, requests, 1, (value) => `${value}`),
    plain('layout shift of the page, the worst', shift, 0.02, (value) => value.toFixed(3)),
    plain(`elements of the page with "${id}" and its tree`, elements, 4_000, (value) => `${value}`),
    keyFigure(typed),
  ]
}

function watch(page: Page): string[] {
  const asked: string[] = []
  page.on('request', (request) => {
    if (request.method() === 'POST' && request.url().endsWith('/graphql')) asked.push(request.postData() ?? '')
  })
  return asked
}

/** What moved without a click or a key before it, as browsers count it. */
function shiftOf(page: Page): Promise<number> {
  return page.evaluate<number>(`new Promise((done) => {
    let sum = 0
    new PerformanceObserver((found) => {
      for (const entry of found.getEntries()) if (!entry.hadRecentInput) sum += entry.value
    }).observe({ type: 'layout-shift', buffered: true })
    setTimeout(() => done(sum), 100)
  })`)
}

/** Returns how long each of some keys took, from the key until the frame with its letter was drawn. */
async function timeKeys(page: Page): Promise<number[]> {
  await page.getByRole('textbox', { name: 'Next turn' }).focus()
  await page.evaluate(`(() => {
    window.typedMs = []
    document.activeElement.addEventListener('keydown', () => {
      const begun = performance.now()
      const channel = new MessageChannel()
      channel.port1.onmessage = () => window.typedMs.push(performance.now() - begun)
      requestAnimationFrame(() => channel.port2.postMessage(null))
    })
  })()`)
  for (let at = 0; at < keys; at += 1) await page.keyboard.press('a')
  await page.evaluate('new Promise((done) => setTimeout(done, 100))')
  return page.evaluate<number[]>('window.typedMs')
}

function keyFigure(times: readonly number[]): Figure {
  const found = median(times)
  return {
    what: 'a key in the composer, until its letter is drawn',
    store: 'SQLite',
    product: ms(found),
    beside: ms(percentile(times, 0.95)),
    ratio: null,
    spread: rangeOf(
      perStretch([times], ([part]) => median(part)),
      ms,
    ),
    bar: ms(30),
    holds: found <= 30,
  }
}

function plain(what: string, found: number, bar: number, shown: (value: number) => string): Figure {
  return {
    ...{ what, store: 'SQLite', product: shown(found), beside: '', ratio: null, spread: 'none' },
    ...{ bar: shown(bar), holds: found <= bar },
  }
}
