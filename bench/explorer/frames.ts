import type { Browser, Page } from 'playwright-core'
import { median, percentile, perStretch } from '../support/measure.ts'
import { ms, rangeOf, type Figure } from '../support/table.ts'

const frames = 120
/** A frame of 60 a second, as browsers count it, and the longest of 95 of 100. */
const [bar, longest] = [17, 34]

/** Times the frames of the Map of a conversation while it is dragged and zoomed, and when all of it is drawn anew. */
export async function measureMap(browser: Browser, url: string, id: string): Promise<Figure[]> {
  const page = await opened(browser, `${url}/c/${id}/tree`, 'treeitem')
  await page.getByRole('button', { name: 'Map', exact: true }).click()
  await page.locator('.map[data-stretches]').waitFor()
  const box = await page.locator('canvas').boundingBox()
  if (!box) throw new Error('The map is not there.')
  const [x, y] = [box.x + box.width / 2, box.y + box.height / 2]
  await page.mouse.move(x, y)
  const zoom = await during(page, async (at) => page.mouse.wheel(0, at % 60 < 30 ? -240 : 240))
  await page.mouse.wheel(0, -2_000)
  await page.mouse.down()
  const pan = await during(page, async (at) => page.mouse.move(x + Math.sin(at / 9) * 150, y + Math.cos(at / 9) * 100))
  await page.mouse.up()
  const whole = page.getByRole('button', { name: 'Whole tree' })
  const anew = await during(page, async () => whole.dispatchEvent('click'))
  await page.context().close()
  return [
    figure(`map of "${id}", zoomed`, zoom),
    figure(`map of "${id}", dragged`, pan),
    figure(`map of "${id}", all of it drawn anew`, anew),
  ]
}

/** Times the frames of a transcript and of the rows of a tree while they are scrolled. */
export async function measureScrolling(browser: Browser, url: string, id: string): Promise<Figure[]> {
  const page = await opened(browser, `${url}/c/${id}`, 'article')
  await page.getByRole('treeitem').first().waitFor()
  const scroll = async (selector: string, by: number): Promise<number[]> => {
    await page.locator(selector).hover()
    return during(page, async () => page.mouse.wheel(0, by))
  }
  const feed = await scroll('.feed', -200)
  const log = await scroll('.rows, .log', 200)
  await page.context().close()
  return [figure(`transcript of "${id}", scrolled`, feed), figure(`rows of "${id}", scrolled`, log)]
}

async function opened(browser: Browser, url: string, first: 'article' | 'treeitem'): Promise<Page> {
  const context = await browser.newContext({ viewport: { width: 1280, height: 800 } })
  const page = await context.newPage()
  await page.goto(url)
  await page.getByRole(first).first().waitFor()
  return page
}

/** Returns how long the page's frames took while something was done again and again. */
async function during(page: Page, act: (at: number) => Promise<unknown>): Promise<number[]> {
  const over = new AbortController()
  const times = page
    .evaluate<number[]>(
      `new Promise((done) => {
        const times = []
        let last = 0
        const frame = (now) => {
          if (last > 0) times.push(now - last)
          last = now
          if (times.length < ${frames}) requestAnimationFrame(frame)
          else done(times)
        }
        requestAnimationFrame(frame)
      })`,
    )
    .finally(() => over.abort())
  for (let at = 0; !over.signal.aborted; at += 1) await act(at)
  return times
}

function figure(what: string, times: readonly number[]): Figure {
  const found = median(times)
  const most = percentile(times, 0.95)
  return {
    what: `${what}, a frame`,
    store: 'SQLite',
    product: `${found.toFixed(1)} ms`,
    beside: `${most.toFixed(1)} ms`,
    ratio: null,
    spread: rangeOf(
      perStretch([times], ([part]) => median(part)),
      ms,
    ),
    bar: `${bar} ms, ${longest} ms`,
    holds: found <= bar && most <= longest,
  }
}
