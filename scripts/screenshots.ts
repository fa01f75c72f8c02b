/** `npm run screenshots`: pictures of the explorer for the documentation, made from the examples. */
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pino from 'pino'
import { compose } from '../src/compose.ts'
import { readConfig } from '../src/config/config.ts'
import { launchBrowser } from './browser.ts'
import { bundleExplorer } from './explorer.ts'
import { root } from './root.ts'
import { seedExamples } from './screenshots/examples.ts'
import { smaller } from './screenshots/smaller.ts'
import { pictures } from './screenshots/pictures.ts'

const folder = join(root, 'docs/pictures')
const viewport = { width: 1440, height: 860 }

await bundleExplorer(join(root, 'dist/explorer'))
const data = mkdtempSync(join(tmpdir(), 'turngraph-pictures-'))
const app = await compose(readConfig({ DATA: data }), { log: pino({ level: 'silent' }) })
const browser = await launchBrowser()
try {
  const url = await app.server.listen({ host: '127.0.0.1', port: 0 })
  await seedExamples(url)
  mkdirSync(folder, { recursive: true })
  for (const { name, path, look, act } of pictures) {
    const context = await browser.newContext({ viewport, colorScheme: look ?? 'light', reducedMotion: 'reduce' })
    const page = await context.newPage()
    await page.goto(`${url}${path}`)
    await act(page)
    const picture = await smaller(browser, await page.screenshot())
    await context.close()
    writeFileSync(join(folder, `${name}.webp`), picture)
    console.log(`${name}: ${Math.round(picture.length / 1024)} kB`)
  }
} finally {
  await browser.close()
  await app.close()
  rmSync(data, { recursive: true, force: true })
}
