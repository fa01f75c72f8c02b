import type { Page } from 'playwright-core'

/** Servers that have what went through their proxy, or the sessions that they follow. */
export type PictureServer = 'RECORDED' | 'FOLLOWED'

/** A screen of the documentation: the address that it is taken at, and what is done before. */
export interface Picture {
  readonly name: string
  readonly path: string
  /** What is on the server: all examples unless it is said. */
  readonly from?: PictureServer
  readonly act: (page: Page) => Promise<void>
}

/** Returns the names of the files that a screen is drawn to, one for each theme. */
export const filesOf = ({ name }: Picture): readonly string[] => [name, `${name}-dark`]

const session = '5e0b0f00-0000-4000-8000-0000000'
const long = `/c/${session}0109f`

const lastTurn = (page: Page): Promise<void> =>
  page
    .getByRole('article', { name: /^Turn 6/ })
    .getByText('180')
    .waitFor()

async function openLoop(page: Page, name: RegExp): Promise<void> {
  const loop = page.getByRole('button', { name }).last()
  await loop.waitFor()
  if ((await loop.getAttribute('aria-expanded')) !== 'true') await loop.click()
}

/** Opens the menu of the last turn that is not among calls. */
async function openActions(page: Page): Promise<void> {
  await page.getByRole('article').getByRole('button', { name: 'Turn actions' }).last().click()
}

/** All pictures, the README's first. */
export const pictures: readonly Picture[] = [
  {
    name: 'explorer',
    path: '/c/trip',
    act: async (page) => {
      await lastTurn(page)
      await page.getByRole('treeitem').nth(1).waitFor()
      await page.locator('.hl-attr').first().waitFor()
    },
  },
  {
    name: 'long',
    path: long,
    act: async (page) => {
      await page
        .getByRole('button', { name: /tool calls/ })
        .last()
        .waitFor()
      await page.waitForTimeout(600)
    },
  },
  {
    name: 'tools',
    path: long,
    act: async (page) => {
      await openLoop(page, /tool calls/)
      await page.getByRole('list', { name: 'Tool calls' }).last().waitFor()
      await page.waitForTimeout(600)
    },
  },
  {
    name: 'recorded',
    path: '/c/bakery',
    from: 'RECORDED',
    act: async (page) => {
      await page.getByText('all 12 tests pass').first().waitFor()
      await page.getByRole('treeitem').nth(1).waitFor()
      await page.waitForTimeout(600)
    },
  },
  {
    name: 'live',
    path: `/c/${session}0f0a1`,
    from: 'FOLLOWED',
    act: async (page) => {
      await page.getByTitle('An agent is writing this session').first().waitFor()
      await openActions(page)
      await page.getByRole('menuitem', { name: 'Continue in …' }).hover()
      await page.waitForTimeout(400)
    },
  },
  {
    name: 'continue',
    path: `/c/${session}0f0a1`,
    from: 'FOLLOWED',
    act: async (page) => {
      await openActions(page)
      await page.getByRole('menuitem', { name: 'Continue in …' }).click()
      await page.getByText('Looking at what it can hold').waitFor({ state: 'hidden' })
      await page.getByRole('button', { name: 'Write the session' }).waitFor()
      await page.waitForTimeout(400)
    },
  },
  {
    name: 'map',
    path: `${long}/tree`,
    act: async (page) => {
      await page.getByRole('button', { name: 'Map', exact: true }).click()
      await page.waitForTimeout(800)
    },
  },
  {
    name: 'compare',
    path: '/c/trip',
    act: async (page) => {
      await lastTurn(page)
      await page.getByRole('link', { name: 'Compare' }).click()
      await page.getByText('They differ after').waitFor()
      await page.waitForTimeout(500)
    },
  },
  {
    name: 'search',
    path: '/search?q=timers',
    act: async (page) => {
      await page.locator('mark:visible').first().waitFor()
      await page.waitForTimeout(800)
    },
  },
  {
    name: 'branch',
    path: '/c/trip',
    act: async (page) => {
      await lastTurn(page)
      await page.getByRole('button', { name: 'Previous version' }).first().click()
      await page.getByText('You are reading').waitFor()
      await page.waitForTimeout(400)
    },
  },
  { name: 'statistics', path: '/stats', act: async (page) => page.waitForTimeout(1200) },
]
