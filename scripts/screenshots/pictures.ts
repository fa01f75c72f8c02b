import { join } from 'node:path'
import type { Page, WebSocketRoute } from 'playwright-core'
import { root } from '../root.ts'

/** Servers that have nothing yet, what went through their proxy, or the sessions that they follow. */
export type PictureServer = 'EMPTY' | 'RECORDED' | 'FOLLOWED'

/** A screen of the documentation: the address that it is taken at, and what is done before. */
export interface Picture {
  readonly name: string
  readonly path: string
  /** What is on the server: all examples unless it is said. */
  readonly from?: PictureServer
  /** Whether a phone shows nothing of it. */
  readonly isWideOnly?: boolean
  readonly act: (page: Page, isPhone: boolean) => Promise<void>
}

/** Returns the names of the files that a screen is drawn to: both themes in a wide window, and a phone. */
export const filesOf = ({ name, isWideOnly = false }: Picture): readonly string[] => [
  name,
  `${name}-dark`,
  ...(isWideOnly ? [] : [`${name}-phone`]),
]

const session = '5e0b0f00-0000-4000-8000-0000000'
const long = `/c/${session}0109f`
const examples = (...names: readonly string[]): string[] => names.map((name) => join(root, 'examples', name))

const lastTurn = (page: Page): Promise<void> =>
  page
    .getByRole('article', { name: /^Turn 6/ })
    .getByText('180')
    .waitFor()

/** Opens a menu of the conversation's head. */
async function more(page: Page, item: string): Promise<void> {
  await page.getByRole('button', { name: 'More', exact: true }).click()
  await page.getByRole('menuitem', { name: item }).click()
}

async function openLoop(page: Page, name: RegExp): Promise<void> {
  const loop = page.getByRole('button', { name }).last()
  await loop.waitFor()
  if ((await loop.getAttribute('aria-expanded')) !== 'true') await loop.click()
}

/** Opens the menu of the last turn that is not among calls. */
async function openActions(page: Page): Promise<void> {
  await page.getByRole('article').getByRole('button', { name: 'Turn actions' }).last().click()
}

/** Loads the page once more by a connection that can be broken, and returns what breaks it for good. */
async function breakable(page: Page): Promise<() => Promise<void>> {
  const sockets: WebSocketRoute[] = []
  let isBroken = false
  await page.routeWebSocket('**/graphql', (socket) => {
    if (isBroken) return void socket.close()
    socket.connectToServer()
    sockets.push(socket)
  })
  await page.reload()
  return async () => {
    isBroken = true
    await page.route('**/graphql', (route) => route.abort())
    for (const socket of sockets) await socket.close()
  }
}

/** All pictures, the README's first. */
export const pictures: readonly Picture[] = [
  {
    name: 'explorer',
    path: '/c/trip',
    act: async (page, isPhone) => {
      await lastTurn(page)
      if (!isPhone) await page.getByRole('treeitem').nth(1).waitFor()
      await page.locator('.hl-attr').first().waitFor()
    },
  },
  {
    name: 'list',
    path: '/',
    act: async (page) => {
      await page
        .getByRole('navigation')
        .getByRole('link', { name: /Lisbon/ })
        .first()
        .waitFor()
      await page.waitForTimeout(400)
    },
  },
  {
    name: 'first',
    path: '/',
    from: 'EMPTY',
    act: async (page) => {
      await page.getByRole('button', { name: 'Open the sample' }).waitFor()
      await page.waitForTimeout(200)
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
    name: 'running',
    path: '/c/running',
    act: async (page) => {
      await page.getByRole('list', { name: 'Tool calls' }).last().waitFor()
      await page.waitForTimeout(400)
    },
  },
  {
    name: 'agents',
    path: `/c/${session}0a6e7`,
    act: async (page) => {
      await openLoop(page, /tool call/)
      await page.getByRole('list', { name: 'Tool calls' }).last().waitFor()
      await page.waitForTimeout(400)
    },
  },
  {
    name: 'recorded',
    path: '/c/bakery',
    from: 'RECORDED',
    isWideOnly: true,
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
    isWideOnly: true,
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
    isWideOnly: true,
    act: async (page) => {
      await openActions(page)
      await page.getByRole('menuitem', { name: 'Continue in …' }).click()
      await page.getByText('Looking at what it can hold').waitFor({ state: 'hidden' })
      await page.getByRole('button', { name: 'Write the session' }).waitFor()
      await page.waitForTimeout(400)
    },
  },
  {
    name: 'tree',
    path: `${long}/tree`,
    act: async (page) => {
      await page.getByRole('treeitem').nth(6).waitFor()
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
    act: async (page, isPhone) => {
      await lastTurn(page)
      if (isPhone) await page.goto(page.url().replace('/c/trip', '/compare/trip...trip-plane'))
      else await page.getByRole('link', { name: 'Compare' }).click()
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
    name: 'history',
    path: '/m/trip%3A6',
    act: async (page) => {
      await page.getByText('Fixed a typo').waitFor()
      await page.waitForTimeout(300)
    },
  },
  {
    name: 'activities',
    path: '/activity',
    act: async (page) => {
      await page.getByRole('list', { name: 'What was done' }).getByRole('listitem').nth(5).waitFor()
      await page.waitForTimeout(300)
    },
  },
  {
    name: 'activity',
    path: '/c/trip',
    act: async (page) => {
      await lastTurn(page)
      await more(page, 'Activity')
      await page.getByRole('list', { name: 'What was done' }).getByRole('listitem').nth(1).waitFor()
      await page.waitForTimeout(300)
    },
  },
  {
    name: 'past',
    path: '/c/trip',
    act: async (page) => {
      await lastTurn(page)
      await more(page, 'Time travel')
      await page.getByRole('slider').focus()
      await page.waitForTimeout(600)
      for (let at = 0; at < 2; at += 1) {
        await page.keyboard.press('ArrowLeft')
        await page.waitForTimeout(300)
      }
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
  {
    name: 'menu',
    path: '/c/trip',
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
    name: 'export',
    path: '/c/trip',
    act: async (page) => {
      await lastTurn(page)
      await more(page, 'Export …')
      await page.getByRole('dialog').waitFor()
      await page.waitForTimeout(300)
    },
  },
  {
    name: 'erase',
    path: '/c/trip',
    act: async (page) => {
      await lastTurn(page)
      const turn = page.getByRole('article', { name: /^Turn 5/ })
      await turn.getByRole('button', { name: 'Turn actions' }).click()
      await page.getByRole('menuitem', { name: 'Erase …' }).click()
      await page.getByText('Backups, snapshots').waitFor()
      await page.waitForTimeout(300)
    },
  },
  {
    name: 'erased',
    path: '/c/deploy',
    act: async (page) => {
      await page.getByText('Erased on').nth(1).waitFor()
      await page.waitForTimeout(400)
    },
  },
  {
    name: 'erasures',
    path: '/erasures',
    act: async (page) =>
      page
        .getByRole('link', { name: /20\d\d/ })
        .nth(1)
        .waitFor(),
  },
  {
    name: 'receipt',
    path: '/erasures',
    act: async (page) => {
      await page
        .getByRole('link', { name: /20\d\d/ })
        .nth(1)
        .click()
      await page.getByText('renewed the same day').waitFor()
      await page.waitForTimeout(200)
    },
  },
  {
    name: 'import',
    path: '/import',
    act: async (page) => {
      const files = examples(`claude-code/${session}0a6e7.jsonl`, `long/${session}0109f.jsonl`)
      await page
        .locator('input[type=file]')
        .first()
        .setInputFiles([...files, join(root, 'package.json')])
      await page.getByRole('region', { name: 'Import report' }).getByText('Last import').waitFor()
      await page.getByRole('button', { name: 'Dismiss' }).click()
    },
  },
  {
    name: 'palette',
    path: '/c/trip',
    act: async (page) => {
      await lastTurn(page)
      await page.keyboard.press('Control+k')
      await page.getByRole('combobox', { name: 'Jump to' }).fill('t')
      await page.waitForTimeout(500)
    },
    isWideOnly: true,
  },
  {
    name: 'key',
    path: '/',
    act: async (page) => {
      const body = '{"errors":[{"message":"A key is needed."}]}'
      await page.route('**/graphql', (route) => route.fulfill({ status: 401, contentType: 'application/json', body }))
      await page.reload()
      await page.getByRole('textbox', { name: 'API key' }).waitFor()
    },
  },
  {
    name: 'keys',
    path: '/c/trip',
    act: async (page) => {
      await lastTurn(page)
      await page.keyboard.press('?')
      await page.getByRole('dialog').waitFor()
    },
    isWideOnly: true,
  },
  {
    name: 'settings',
    path: '/settings',
    act: async (page) => page.getByText('default', { exact: true }).waitFor(),
  },
  { name: 'statistics', path: '/stats', act: async (page) => page.waitForTimeout(1200) },
  {
    name: 'nowhere',
    path: '/c/of-another-server',
    act: async (page) => page.getByRole('heading', { name: /nothing|no conversation/i }).waitFor(),
  },
  {
    name: 'offline',
    path: '/c/trip',
    act: async (page) => {
      const end = await breakable(page)
      await lastTurn(page)
      await end()
      await page.getByText('The server does not answer. What you see may be old').waitFor()
    },
  },
]
