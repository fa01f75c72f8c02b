import type { Page } from 'playwright-core'

/** A picture of the documentation: the address that it is taken at, and what is done before. */
export interface Picture {
  readonly name: string
  readonly path: string
  readonly look?: 'light' | 'dark'
  readonly act: (page: Page) => Promise<void>
}

const lastTurn = (page: Page): Promise<void> =>
  page
    .getByRole('article', { name: /^Turn 6/ })
    .getByText('180')
    .waitFor()

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
    name: 'menu',
    path: '/c/trip',
    look: 'dark',
    act: async (page) => {
      await lastTurn(page)
      await page
        .getByRole('article', { name: /^Turn 4/ })
        .getByRole('button', { name: 'Turn actions' })
        .click()
      await page.getByRole('menuitem', { name: 'Rewind to here' }).hover()
    },
  },
  {
    name: 'compare',
    path: '/compare/trip...trip-plane',
    act: async (page) => page.getByText('They differ after turn 2').waitFor(),
  },
  {
    name: 'tools',
    path: '/',
    act: async (page) => {
      await page
        .getByRole('navigation')
        .getByRole('link', { name: /Rye bread/ })
        .click()
      const loop = page.getByRole('button', { name: /tool call/ }).first()
      if ((await loop.getAttribute('aria-expanded')) !== 'true') await loop.click()
      await page.getByRole('list', { name: 'Tool calls' }).first().waitFor()
      await page.locator('button.call').first().click()
    },
  },
]
