import assert from 'node:assert/strict'
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { builtinModules } from 'node:module'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, describe, it } from 'node:test'
import type { Metafile } from 'esbuild'
import { bundleProduct, external, peers } from '../../scripts/bundle/bundle.ts'
import { browserEntries, entries, threadEntries } from '../../scripts/bundle/entries.ts'
import { bundledPackages, packageFolders, writeInventory } from '../../scripts/bundle/inventory.ts'
import { packedManifest, type Manifest } from '../../scripts/bundle/manifest.ts'
import { root } from '../../scripts/root.ts'

const manifest = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as Manifest
const builtIn = new Set(builtinModules)

describe('the bundle', () => {
  const folder = mkdtempSync(join(tmpdir(), 'turngraph-bundle-'))
  let metafiles: readonly Metafile[]
  const inputs = () => metafiles.flatMap((each) => Object.keys(each.inputs))
  before(async () => {
    metafiles = await bundleProduct(folder)
  })
  after(() => rmSync(folder, { recursive: true, force: true }))

  it('has a file for each entry, all in one folder', () => {
    for (const name of Object.keys({ ...entries, ...threadEntries, ...browserEntries }))
      assert.ok(existsSync(join(folder, `${name}.js`)), name)
  })

  it('has one graphql, in ES modules, and one language of zod', () => {
    assert.deepEqual(
      inputs().filter((path) => /\/graphql\/.+\.js$/.test(path) && path.startsWith('node_modules/graphql/')),
      [],
    )
    const languages = inputs().filter((path) => /zod\/v4\/locales\/(?!index)\w+(?:-\w+)?\.js$/.test(path))
    assert.deepEqual(languages, ['node_modules/zod/v4/locales/en.js'])
  })

  it('leaves nothing outside but the binding, what Node has, and what users of an adapter have', () => {
    const outside = metafiles.flatMap(({ outputs }) =>
      Object.values(outputs).flatMap(({ imports }) => imports.filter((each) => each.external).map(({ path }) => path)),
    )
    const packages = outside
      .filter((path) => !path.startsWith('node:') && !builtIn.has(path))
      .map((path) => /^(@[^/]+\/)?[^/]+/.exec(path)?.[0] ?? path)
    assert.deepEqual([...new Set(packages)].sort(), [...external, ...peers, 'bufferutil', 'utf-8-validate'].sort())
  })

  it('says the licence of each package that is in it, and lists it with its version', () => {
    const folders = packageFolders(metafiles)
    writeInventory(folder, folders)
    const licences = readFileSync(join(folder, 'licenses.txt'), 'utf8')
    const { components } = JSON.parse(readFileSync(join(folder, 'sbom.json'), 'utf8')) as {
      components: readonly { readonly name: string; readonly version: string; readonly purl: string }[]
    }
    const inBundle = new Set(
      inputs().flatMap((path) => /^.*node_modules\/((?:@[^/]+\/)?[^@/][^/]*)\//.exec(path)?.[1] ?? []),
    )
    assert.ok(inBundle.size > 50, `${inBundle.size}`)
    for (const name of inBundle) {
      const component = components.find((each) => each.name === name) ?? assert.fail(`${name} is not listed.`)
      assert.ok(licences.includes(`${name} ${component.version} (`), name)
    }
    assert.ok(bundledPackages(folders).every(({ text }) => text.length > 0))
  })

  it('is packed with a manifest that depends on what is outside alone', () => {
    const { dependencies, devDependencies, scripts, bin } = packedManifest(manifest)
    const { '@photostructure/sqlite': sqlite, '@parcel/watcher': watcher } = manifest.dependencies
    assert.deepEqual(dependencies, { '@photostructure/sqlite': sqlite, '@parcel/watcher': watcher })
    assert.deepEqual([devDependencies, scripts], [undefined, undefined])
    assert.deepEqual(bin, manifest['bin'])
  })

  it('refuses a manifest without a package that is outside', () => {
    assert.throws(() => packedManifest({ dependencies: {} }), /does not depend on @photostructure\/sqlite/)
  })
})
