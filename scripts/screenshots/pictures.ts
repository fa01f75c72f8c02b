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
    path: '/c/trip/tree',
    act: async (page) => {
      await lastTurn(page)
      await page.getByRole('treeitem', { name: /left/ }).first().waitFor()
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
    act: async (page) => page.getByText('They part behind turn 2.').waitFor(),
  },
  {
    name: 'tools',
    path: '/',
    act: async (page) => {
      await page.getByRole('link', { name: /Rye bread/ }).click()
      await page.getByRole('link', { name: 'Tree' }).click()
      await page.locator('details.tool summary').first().click()
      await page
        .getByRole('treeitem', { name: /parallel|branch/ })
        .first()
        .waitFor()
    },
  },
]
