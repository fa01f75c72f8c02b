import { cpSync, existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { packedManifest, type Manifest } from './bundle/manifest.ts'
import { root } from './root.ts'

const manifest = join(root, 'package.json')
/** The repository's manifest, as long as npm packs the other one. */
const kept = join(root, 'node_modules/.cache/turngraph/package.json')

const [command] = process.argv.slice(2)
if (command === '--begin') begin()
else if (command === '--end') end()
else throw new Error('Usage: pack.ts --begin | --end')

/** npm packs the package.json that it finds: the repository's stands aside until it is done. */
function begin(): void {
  // An earlier one may have been stopped in between.
  end()
  mkdirSync(join(kept, '..'), { recursive: true })
  cpSync(manifest, kept)
  const packed = packedManifest(JSON.parse(readFileSync(manifest, 'utf8')) as Manifest)
  writeFileSync(manifest, `${JSON.stringify(packed, null, 2)}\n`)
}

function end(): void {
  if (existsSync(kept)) renameSync(kept, manifest)
}
