import type { Page } from 'playwright-core'

/** A screen of the documentation: the address that it is taken at, and what is done before. */
export interface Picture {
  readonly name: string
  readonly path: string
  readonly act: (page: Page) => Promise<void>
}

/** Returns the names of the files that a screen is drawn to, one for each theme. */
export const filesOf = ({ name }: Picture): readonly string[] => [name, `${name}-dark`]

const long = '/c/5e0b0f00-0000-4000-8000-00000000109f'

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
