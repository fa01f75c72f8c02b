import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pino from 'pino'
import type { Browser } from 'playwright-core'
import { compose } from '../../src/compose.ts'
import { readConfig } from '../../src/config/config.ts'
import { launchBrowser } from '../browser.ts'
import { bundleExplorer } from '../explorer.ts'
import { root } from '../root.ts'
import { seedExamples } from './examples.ts'
import { pictures, type Picture } from './pictures.ts'

/**
 * Takes the pictures whose names are among `names`, all where there is none, and hands on each as PNG with the name of its file.
 * Returns why some could not be taken.
 */
export async function takePictures(
  names: readonly string[],
  keep: (browser: Browser, file: string, png: Buffer) => Promise<void>,
): Promise<readonly string[]> {
  await bundleExplorer(join(root, 'dist/explorer'))
  const browser = await launchBrowser()
  const server = await start()
  const faults: string[] = []
  try {
    for (const picture of pictures.filter(({ name }) => names.length === 0 || names.includes(name))) {
      const takeOnce = () => take(browser, server.url, picture, (file, png) => keep(browser, file, png))
      // A network of the machine that changes meanwhile takes pages away: each is tried twice.
      await takeOnce()
        .catch(takeOnce)
        .catch((thrown: unknown) => faults.push(`${picture.name}: ${String(thrown)}`))
    }
  } finally {
    await browser.close()
    await server.close()
  }
  return faults
}

/** Draws a screen in one theme, then in the other. */
async function take(
  browser: Browser,
  url: string,
  { name, path, act }: Picture,
  keep: (file: string, png: Buffer) => Promise<void>,
): Promise<void> {
  const context = await browser.newContext({
    viewport: { width: 1440, height: 900 },
    colorScheme: 'light',
    reducedMotion: 'reduce',
    serviceWorkers: 'block',
  })
  try {
    context.setDefaultTimeout(30_000)
    const page = await context.newPage()
    await page.goto(`${url}${path}`)
    await act(page)
    await page.evaluate('document.fonts.ready')
    await keep(name, await page.screenshot())
    await page.emulateMedia({ colorScheme: 'dark' })
    await page.evaluate('new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))')
    await keep(`${name}-dark`, await page.screenshot())
  } finally {
    await context.close()
  }
}

/** A server with the examples, and a store that is thrown away. */
async function start(): Promise<{ url: string; close: () => Promise<void> }> {
  const data = mkdtempSync(join(tmpdir(), 'turngraph-pictures-'))
  const app = await compose(readConfig({ DATA: data }), { log: pino({ level: 'silent' }) })
  const url = await app.server.listen({ host: '127.0.0.1', port: 0 })
  await seedExamples(url)
  return {
    url,
    close: async () => {
      await app.close()
      rmSync(data, { recursive: true, force: true })
    },
  }
}
