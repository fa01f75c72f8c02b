import { cpSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { root } from '../root.ts'
import { packedManifest, type Manifest } from './manifest.ts'

/** What npm packs besides what the manifest names. */
const always = ['README.md', 'LICENSE']

/** Puts the built product into a folder as npm packs it: `npm pack` there makes the package without a touch of the repository. */
export function stagePackage(folder: string): void {
  const manifest = packedManifest(JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as Manifest)
  writeFileSync(join(folder, 'package.json'), `${JSON.stringify(manifest, null, 2)}\n`)
  for (const name of ['bin', 'dist', 'schema.graphql', ...always])
    cpSync(join(root, name), join(folder, name), { recursive: true })
}
