import type { Metafile } from 'esbuild'
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { root } from '../root.ts'

/** A package of which something is in a bundle. */
export interface BundledPackage {
  readonly name: string
  readonly version: string
  /** As its manifest names it, mostly by SPDX. */
  readonly license: string
  /** The text of its licence and notices, or what its manifest says where it brings none. */
  readonly text: string
}

const packageFolder = /^.*node_modules\/(?:@[^/]+\/)?[^/]+/

/** Returns the folders, from the repository's, of all packages that these bundles were made of. */
export function packageFolders(metafiles: readonly Metafile[]): string[] {
  const read = metafiles.flatMap(({ inputs }) => Object.keys(inputs))
  return [...new Set(read.flatMap((path) => packageFolder.exec(path)?.[0] ?? []))].sort()
}

/** Writes what is in the bundles into a folder: the licences as a text, and a list of the packages as CycloneDX 1.6. */
export function writeInventory(folder: string, packageFolders: readonly string[]): void {
  const packages = bundledPackages(packageFolders)
  writeFileSync(join(folder, 'licenses.txt'), licencesText(packages))
  writeFileSync(join(folder, 'sbom.json'), `${JSON.stringify(billOfMaterials(packages))}\n`)
}

/** Returns these packages by name, each version once. */
export function bundledPackages(packageFolders: readonly string[]): BundledPackage[] {
  const found = packageFolders.map((folder) => readPackage(join(root, folder)))
  const each = new Map(found.map((bundled) => [`${bundled.name}@${bundled.version}`, bundled]))
  return [...each.values()].sort((a, b) => (a.name < b.name ? -1 : 1))
}

interface Manifest {
  readonly name: string
  readonly version: string
  readonly license?: string | { readonly type: string }
  readonly author?: string | { readonly name: string }
}

function readPackage(folder: string): BundledPackage {
  const manifest = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')) as Manifest
  const { name, version, license, author } = manifest
  const named = typeof license === 'string' ? license : license?.type
  if (named === undefined) throw new Error(`${name} ${version} names no licence; it cannot be bundled.`)
  const files = readdirSync(folder).filter((file) => /^(licen[cs]e|copying|notice)/i.test(file) && isFile(folder, file))
  const by = typeof author === 'string' ? author : author?.name
  const text = files.map((file) => readFileSync(join(folder, file), 'utf8').trim()).join('\n\n')
  return {
    name,
    version,
    license: named,
    text: text || `Licensed under ${named}${by === undefined ? '' : ` by ${by}`}.`,
  }
}

const isFile = (folder: string, name: string): boolean =>
  existsSync(join(folder, name)) && !/\.(js|ts|json)$/.test(name)

/** Packages of one licence's text stand above it together: those of one author are many. */
function licencesText(packages: readonly BundledPackage[]): string {
  const byText = new Map<string, BundledPackage[]>()
  for (const each of packages) byText.set(each.text, [...(byText.get(each.text) ?? []), each])
  const sections = [...byText].map(([text, owners]) => {
    const names = owners.map(({ name, version, license }) => `${name} ${version} (${license})`)
    return `${'='.repeat(80)}\n${names.join('\n')}\n\n${text}`
  })
  return `turngraph contains code of the packages below, each under its own licence.\n\n${sections.join('\n\n')}\n`
}

/** CycloneDX 1.6: https://cyclonedx.org/docs/1.6/json/ */
const billOfMaterials = (packages: readonly BundledPackage[]): object => ({
  bomFormat: 'CycloneDX',
  specVersion: '1.6',
  version: 1,
  components: packages.map(({ name, version, license }) => ({
    type: 'library',
    name,
    version,
    purl: `pkg:npm/${name.replace('@', '%40')}@${version}`,
    licenses: [
      /[ ()]/.test(license) ? { expression: license.replace(/^\(|\)$/g, '') } : { license: { name: license } },
    ],
  })),
})
