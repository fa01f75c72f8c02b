import { external } from './bundle.ts'

/** What a package.json has, as far as it matters here. */
export interface Manifest {
  readonly [member: string]: unknown
  readonly dependencies: Readonly<Record<string, string>>
}

/** Members of the repository's manifest that say nothing to who installs the package. */
const ofRepository = new Set(['scripts', 'devDependencies', 'overrides', 'allowScripts', 'private'])

/** Returns the manifest of the packed product: of the dependencies it keeps those that are not in the bundles. */
export function packedManifest(manifest: Manifest): Manifest {
  const kept = Object.entries(manifest).filter(([member]) => !ofRepository.has(member))
  const dependencies = Object.fromEntries(external.map((name) => [name, manifest.dependencies[name] ?? missing(name)]))
  return { ...Object.fromEntries(kept), dependencies }
}

function missing(name: string): never {
  throw new Error(`package.json does not depend on ${name}, which the bundles leave outside.`)
}
