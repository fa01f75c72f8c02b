import { build, type BuildOptions, type Metafile, type Plugin } from 'esbuild'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { root } from '../root.ts'
import { browserEntries, entries, threadEntries } from './entries.ts'

/** Packages that stay outside: a binding brings files for each system, and is found by them. */
export const external = ['@photostructure/sqlite', '@parcel/watcher'] as const

/** The SDKs that adapters are for: they are their users', and classes of two copies are not the same. */
export const peers = [
  '@anthropic-ai/claude-agent-sdk',
  '@langchain/core',
  '@langchain/langgraph-checkpoint',
  '@openai/agents-core',
] as const

/** What `ws` would use if a user installed it. */
const optional = ['bufferutil', 'utf-8-validate']

/** Packages in CommonJS ask for these, which ESM does not have. */
const banner = `import { createRequire as bundleRequire } from 'node:module'
import { fileURLToPath as bundlePath } from 'node:url'
const require = bundleRequire(import.meta.url), __filename = bundlePath(import.meta.url), __dirname = bundlePath(new URL('.', import.meta.url))`

const onNode: BuildOptions = {
  absWorkingDir: root,
  bundle: true,
  metafile: true,
  platform: 'node',
  // ES modules of a package, where it has both: esbuild cannot name what a lazily loaded CommonJS module exports.
  mainFields: ['module', 'main'],
  format: 'esm',
  target: 'node20',
  external: [...external, ...peers, ...optional],
  chunkNames: 'chunk-[hash]',
  // Names stay, and lines stay short: so a stack from somebody else's machine can be read without a map.
  minifyWhitespace: true,
  minifySyntax: true,
  lineLimit: 160,
  banner: { js: banner },
  sourcemap: 'linked',
  sourcesContent: false,
  legalComments: 'none',
  logLevel: 'warning',
}

/** Writes the product's scripts flat into a folder, and returns what they were made of. */
export async function bundleProduct(outdir: string): Promise<Metafile[]> {
  const programs = { ...onNode, entryPoints: inSources(entries), splitting: true, plugins: [oneGraphql, oneLocale] }
  const threads = { ...onNode, entryPoints: inSources(threadEntries) }
  const inBrowsers: BuildOptions = { platform: 'browser', target: 'es2022', banner: {} }
  const browsers = { ...onNode, ...inBrowsers, entryPoints: inSources(browserEntries) }
  const results = await Promise.all([programs, threads, browsers].map((options) => build({ ...options, outdir })))
  return results.flatMap(({ metafile }) => metafile ?? [])
}

const inSources = (paths: Readonly<Record<string, string>>): Record<string, string> =>
  Object.fromEntries(Object.entries(paths).map(([name, path]) => [name, join(root, 'src', path)]))

/** Takes the ES modules of graphql for each who asks: two copies would not know each other's types. */
const oneGraphql: Plugin = {
  name: 'one graphql',
  setup: (build) =>
    build.onResolve({ filter: /^graphql(\/|$)/ }, ({ path }) => {
      const file = path === 'graphql' ? 'index' : path.slice('graphql/'.length).replace(/\.m?js$/, '')
      const own = join(root, 'node_modules/graphql', file)
      return { path: existsSync(`${own}.mjs`) ? `${own}.mjs` : join(own, 'index.mjs') }
    }),
}

/** Of zod's forty languages, ours. */
const oneLocale: Plugin = {
  name: 'one locale',
  setup: (build) =>
    build.onLoad({ filter: /zod\/v4\/locales\/index\.js$/ }, () => ({
      contents: "export { default as en } from './en.js'",
    })),
}
