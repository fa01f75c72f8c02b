import { mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { sourcesHash } from '../bin/ensureBuilt.js'
import { bundleProduct } from './bundle/bundle.ts'
import { packageFolders, writeInventory } from './bundle/inventory.ts'
import { writeDeclarations } from './declarations.ts'
import { bundleExplorer } from './explorer.ts'
import { generate } from './generate.ts'
import { root } from './root.ts'

const dist = join(root, 'dist')

await build()

/** Makes dist/ from the sources: what is generated, the scripts, the explorer, the client's types, and whose packages are in it. */
async function build(): Promise<void> {
  await generate()
  const hash = sourcesHash()
  rmSync(dist, { recursive: true, force: true })
  mkdirSync(dist, { recursive: true })
  const [product, pages] = await Promise.all([bundleProduct(dist), bundleExplorer(join(dist, 'explorer'))])
  writeInventory(dist, [...packageFolders(product), ...pages])
  writeDeclarations(dist)
  writeFileSync(join(dist, '.built'), hash)
}
