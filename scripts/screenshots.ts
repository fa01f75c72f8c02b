/** `npm run screenshots`: pictures of the explorer for the documentation, made from the examples. `-- tree` makes those of that name alone. */
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { root } from './root.ts'
import { smaller } from './screenshots/smaller.ts'
import { takePictures } from './screenshots/take.ts'

const folder = join(root, 'docs/pictures')

mkdirSync(folder, { recursive: true })
const faults = await takePictures(process.argv.slice(2), async (browser, file, png) => {
  const picture = await smaller(browser, png)
  writeFileSync(join(folder, `${file}.webp`), picture)
  console.log(`${file}: ${Math.round(picture.length / 1024)} kB`)
})
for (const fault of faults) console.error(fault)
if (faults.length > 0) process.exitCode = 1
