import type { Browser, Page } from 'playwright-core'
import { median, percentile, perStretch } from '../support/measure.ts'
import { ms, rangeOf, type Figure } from '../support/table.ts'

/** Times the first paint, the list and a transcript opened from it, each round in a browser that has nothing of it yet. */
export async function measureOpening(browser: Browser, url: string, rounds: number): Promise<Figure[]> {
  const times: Record<'paint' | 'list' | 'transcript', number[]> = { paint: [], list: [], transcript: [] }
  // The first one compresses the files.
  for (let round = -1; round < rounds; round += 1) {
    const context = await browser.newContext({ viewport: { width: 1280, height: 800 } })
    const page = await context.newPage()
    await page.goto(url)
    const list = await whenThere(page, 'nav[aria-label="Conversations"] a[href$="/c/short"]')
    const paint = await page.evaluate<number>(`performance.getEntriesByName('first-contentful-paint')[0].startTime`)
    const clicked = await page.evaluate<number>(`(() => {
      document.querySelector('nav[aria-label="Conversations"] a[href$="/c/short"]').click()
      return performance.now()
    })()`)
    const shown = await whenThere(page, '.prompt article .prose')
    await context.close()
    if (round < 0) continue
    times.paint.push(paint)
    times.list.push(list)
    times.transcript.push(shown - clicked)
  }
  return [
    figure('first contentful paint', times.paint, 800),
    figure('the list is shown', times.list, 1_200),
    figure('a transcript is shown, from the click on', times.transcript, 400),
  ]
}

/** Returns when an element was there, by the page's own clock. */
export function whenThere(page: Page, selector: string): Promise<number> {
  return page.evaluate<number>(`new Promise((done, failed) => {
    const look = () => {
      if (document.querySelector(${JSON.stringify(selector)})) done(performance.now())
      else if (performance.now() > 60_000) failed(new Error('It is not shown: ' + ${JSON.stringify(selector)}))
      else requestAnimationFrame(look)
    }
    look()
  })`)
}

/** Returns the line of some times. */
export function figure(what: string, times: readonly number[], bar: number): Figure {
  const found = median(times)
  return {
    what,
    store: 'SQLite',
    product: ms(found),
    beside: ms(percentile(times, 0.95)),
    ratio: null,
    spread: rangeOf(
      perStretch([times], ([part]) => median(part)),
      ms,
    ),
    bar: ms(bar),
    holds: found <= bar,
  }
}
