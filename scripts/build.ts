import { build as bundle } from 'esbuild'
import { copyFileSync, existsSync, mkdirSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { sourcesHash } from '../bin/ensureBuilt.js'
import { writeDeclarations } from './declarations.ts'
import { bundleExplorer } from './explorer.ts'
import { generate } from './generate.ts'
import { root } from './root.ts'
import { runNode, tool } from './run.ts'

const dist = join(root, 'dist')

/** What threads run, below src/. */
const threads = ['storage/sqlite/threads/worker.ts', 'search/sqlite/worker.ts', 'gates/jsonSchemaThread.ts']

await build()

/** Makes dist/ from the sources: types from the schema, compiled code, the schema, the explorer. */
async function build(): Promise<void> {
  await generate()
  const hash = sourcesHash()
  mkdirSync(dist, { recursive: true })
  rmSync(join(dist, '.built'), { force: true })
  const explorer = bundleExplorer(join(dist, 'explorer'))
  const status = runNode(tool('tsc', ['--project', 'tsconfig.build.json'], 'typescript'))
  await explorer
  if (status !== 0) process.exit(status)
  await bundleThreads()
  removeOrphans()
  writeDeclarations(dist)
  copyFileSync(join(root, 'schema.graphql'), join(dist, 'schema.graphql'))
  writeFileSync(join(dist, '.built'), hash)
}

/** Makes one file of all that a thread loads: of forty it would take them a tenth of a second more to start. */
async function bundleThreads(): Promise<void> {
  await bundle({
    entryPoints: threads.map((path) => join(root, 'src', path)),
    outbase: join(root, 'src'),
    outdir: dist,
    allowOverwrite: true,
    bundle: true,
    packages: 'external',
    platform: 'node',
    format: 'esm',
    target: 'node20',
    sourcemap: 'linked',
  })
}

/** Removes compiled files whose source is gone. */
function removeOrphans(): void {
  for (const entry of readdirSync(dist, { recursive: true, encoding: 'utf8' })) {
    const source = /^(?!explorer[/])(.+)\.js(\.map)?$/.exec(entry)?.[1]
    if (source !== undefined && !existsSync(join(root, 'src', `${source}.ts`))) rmSync(join(dist, entry))
  }
}
