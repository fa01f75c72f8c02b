import assert from 'node:assert/strict'
import { readFileSync, readdirSync } from 'node:fs'
import { dirname, join, relative } from 'node:path'
import { describe, it } from 'node:test'
import ts from 'typescript'
import { generate, generatedFiles } from '../scripts/generate.ts'
import { root } from '../scripts/root.ts'
import { filesBelow } from '../scripts/testing/files.ts'

const source = join(root, 'src')
// The explorer is a page for browsers, a program of its own.
const files = readdirSync(source, { recursive: true, encoding: 'utf8' })
  .filter((file) => /\.tsx?$/.test(file) && !file.startsWith('explorer'))
  .sort()

const port = [
  'search/searchIndex.ts',
  'storage/graphStore.ts',
  'storage/kinds.ts',
  'storage/peers.ts',
  'storage/causality.ts',
  'storage/storeFull.ts',
  'storage/tenantStore.ts',
  'storage/attachments/attachmentBytes.ts',
]

/** What the domain and the page see as well: files that import nothing, and know of no process. */
const leaves = ['runtime/own.ts', 'runtime/idInPath.ts', 'formats/writing/headers.ts']

/** What every room but the domain may see: what a process has, which knows nothing of conversations. */
const runtime = 'runtime'

/** What each room may see of the others, besides itself: whole rooms or single files. */
const seen: Readonly<Record<string, readonly string[]>> = {
  runtime: [],
  // Names and limits as values, so that nothing runs back.
  config: [],
  domain: [],
  formats: ['domain'],
  storage: ['domain'],
  search: ['domain', 'storage'],
  app: ['config/defaults.ts', 'domain', 'formats', 'storage/intercept.ts', ...port],
  logs: ['config/config.ts', 'domain', 'storage/graphStore.ts'],
  graphql: ['domain', 'app', ...port],
  http: [
    ...['config', 'domain', 'app', 'formats', 'graphql', 'storage/intercept.ts', ...port],
    // A protocol of others on the same operations; it is loaded by its first request.
    ...['client/clientOf.ts', 'adapters/mcp/http.ts', 'adapters/mcp/route.ts', 'adapters/proxy/route.ts'],
  ],
  gates: ['domain', 'app', 'config/config.ts'],
  responder: ['domain', 'app'],
  client: [
    'domain',
    'formats',
    'app',
    // What a server answers, without a server.
    'graphql/operations.ts',
    'storage/graphStore.ts',
    'storage/storeFull.ts',
    'storage/tenantStore.ts',
    'storage/errors.ts',
    'config/config.ts',
    'compose.ts',
  ],
  // A protocol of others is served through the door that programs have; what it needs besides, the command gives it.
  adapters: ['client'],
  watch: ['domain', 'formats', 'app', 'client', 'config/config.ts', 'config/ownMachine.ts', ...port],
  cli: [
    'domain',
    'formats',
    'app',
    'client',
    'watch',
    'adapters',
    'responder',
    'config/config.ts',
    'config/proxy.ts',
    'compose.ts',
    'config/misspelt.ts',
    'serve.ts',
  ],
}

/** What some folders and files may see beside what their room may. */
const seenBeside: Readonly<Record<string, readonly string[]>> = {
  // It stores what passes through as routes do, and reads the wires by the readers of files.
  'adapters/proxy': ['app', 'domain', 'formats'],
  // What the configuration names is opened, or told to others.
  'storage/openStore.ts': ['config/config.ts'],
  'storage/attachments/openAttachmentBytes.ts': ['config/config.ts'],
  'search/openSearch.ts': ['config/config.ts'],
  'app/servers/peer.ts': ['config/config.ts'],
}

/** What each concept of `app` may see of the others, besides `read` and `write`. */
const concepts: Readonly<Record<string, readonly string[]>> = {
  read: [],
  write: ['read'],
  access: [],
  analytics: ['prices', 'trees'],
  answers: ['forks', 'probes', 'runs', 'subscriptions', 'transcripts', 'turns'],
  attachments: ['relationships'],
  backups: ['access', 'erasures', 'stateRecords'],
  conversations: ['access'],
  annotations: ['entities'],
  diffs: ['conversations', 'prices', 'transcripts', 'trees'],
  entities: ['relationships'],
  erasures: ['access', 'relationships'],
  exports: ['backups', 'conversations', 'imports', 'transcripts', 'trees'],
  extracts: ['analytics', 'conversations', 'prices'],
  forks: ['runs', 'stateRecords'],
  heads: ['forks', 'runs', 'trees'],
  integrity: ['analytics', 'entities', 'stateRecords', 'transcripts', 'turns'],
  imports: ['backups', 'erasures', 'runs', 'secrets', 'stateRecords', 'subscriptions', 'turns'],
  markers: ['forks', 'transcripts'],
  merges: ['relationships'],
  probes: ['forks', 'runs', 'transcripts', 'turns'],
  prices: [],
  // What is stored of an entity is listed as for its erasure.
  secrets: ['erasures'],
  prompts: ['forks', 'markers', 'prices', 'runs', 'transcripts', 'trees'],
  relationships: [],
  repairs: ['integrity', 'runs', 'stateRecords'],
  // Corrects, as a person would, what imports have left.
  rereads: ['imports', 'turns'],
  sourceTrees: ['exports', 'imports', 'markers'],
  runs: [],
  resume: ['exports', 'forks', 'transcripts'],
  search: ['conversations', 'forks', 'prompts'],
  // Servers compare whether they keep what was erased out by one key.
  servers: ['erasures'],
  stateRecords: [],
  subscriptions: ['conversations'],
  transcripts: ['forks', 'prices'],
  trees: ['conversations', 'markers', 'transcripts'],
  turns: ['attachments', 'forks', 'relationships', 'runs', 'stateRecords'],
}

/** What lies beside the rooms, where the process is put together and begins: `compose.ts` sees everything. */
const doors: Readonly<Record<string, readonly string[]>> = {
  'serve.ts': [
    'app/access/keys.ts',
    'compose.ts',
    'config/config.ts',
    'domain',
    'config/misspelt.ts',
    'storage/graphStore.ts',
    'storage/errors.ts',
  ],
  'main.ts': ['serve.ts'],
}

/** The domain is pure: of what was installed or comes with Node it sees hashing alone. */
const domainPackages = ['node:crypto', 'safe-stable-stringify']

/** Files of more than 300 lines, each with its reason. */
const longFiles: Readonly<Record<string, string>> = {
  'graphql/generated.ts': 'generated from the schema',
  'client/documents/generated.ts': 'generated from the operations beside it',
  'client/schema/generated.ts': 'generated from the schema',
  'domain/model.ts': 'all words of the product in one place, types without behaviour',
  'app/imports/placing.ts': 'one decision, where a node goes, with all that it asks',
  'formats/reading/tree/planner.ts': 'one pass over the steps of a file, whose state all of them share',
  'storage/graphStore.ts': 'the whole port in one place, with what each method means',
}

/** Returns the names of the types that a file exports. */
function exportedTypesOf(file: string): string[] {
  const text = readFileSync(join(source, file), 'utf8')
  return ts.createSourceFile(file, text, ts.ScriptTarget.Latest, true).statements.flatMap((node) => {
    const isType = ts.isInterfaceDeclaration(node) || ts.isTypeAliasDeclaration(node) || ts.isClassDeclaration(node)
    const isExported = isType && (ts.getCombinedModifierFlags(node) & ts.ModifierFlags.Export) !== 0
    return isExported && node.name ? [node.name.text] : []
  })
}

const linesOf = (file: string): number => readFileSync(join(source, file), 'utf8').split('\n').length

function importsOf(file: string): string[] {
  const { importedFiles } = ts.preProcessFile(readFileSync(join(source, file), 'utf8'), true, true)
  return importedFiles.map(({ fileName }) => fileName)
}

/** Returns the file in src/ that an import names, null when it names a package. */
function target(file: string, specifier: string): string | null {
  return specifier.startsWith('.') ? relative(source, join(source, dirname(file), specifier)) : null
}

const roomOf = (file: string): string => file.split('/')[0] ?? ''
const lies = (file: string, within: string): boolean => file === within || file.startsWith(`${within}/`)

function forbidden(file: string): string[] {
  const room = roomOf(file)
  const beside = Object.entries(seenBeside).flatMap(([folder, rooms]) => (lies(file, folder) ? rooms : []))
  const shared = room === runtime ? [] : [...leaves, ...(room === 'domain' ? [] : [runtime])]
  const allowed = [...(seen[room] ?? doors[file] ?? []), ...beside, ...shared, room]
  return importsOf(file)
    .flatMap((specifier) => target(file, specifier) ?? [])
    .filter((path) => !path.startsWith('../') && !allowed.some((each) => lies(path, each)))
    .map((path) => `src/${file} may not import src/${path}`)
}

/** The concept of `app` that a path lies in; null for what is none, as `app/scope.ts`. */
function conceptOf(path: string): string | null {
  const [room, concept, file] = path.split('/')
  return room === 'app' && file !== undefined ? (concept ?? null) : null
}

function unseenConcepts(file: string): string[] {
  const own = conceptOf(file)
  if (own === null) return []
  const shared = own === 'read' ? [] : ['read', ...(own === 'write' ? [] : ['write'])]
  const allowed = [own, ...shared, ...(concepts[own] ?? [])]
  return importsOf(file)
    .flatMap((specifier) => target(file, specifier) ?? [])
    .filter((path) => !allowed.includes(conceptOf(path) ?? own))
    .map((path) => `src/${file} may not import src/${path}`)
}

/** Returns the first circle of imports that is found, file by file; empty when there is none. */
function firstCircle(): string[] {
  const state = new Map<string, 'open' | 'done'>()
  const walk = (file: string, way: readonly string[]): string[] => {
    if (state.get(file) === 'done') return []
    if (state.get(file) === 'open') return [...way.slice(way.indexOf(file)), file]
    state.set(file, 'open')
    const targets = importsOf(file).flatMap((specifier) => target(file, specifier) ?? [])
    for (const next of targets.filter((path) => files.includes(path))) {
      const circle = walk(next, [...way, file])
      if (circle.length > 0) return circle
    }
    state.set(file, 'done')
    return []
  }
  for (const file of files) {
    const circle = walk(file, [])
    if (circle.length > 0) return circle
  }
  return []
}

describe('the layout of src', () => {
  it('has no room and no door that this test does not know', () => {
    const known = [...Object.keys(seen), ...Object.keys(doors), 'compose.ts']
    assert.deepEqual(
      [...new Set(files.map(roomOf))].filter((name) => !known.includes(name)),
      [],
    )
  })

  it('imports in one direction: graphql -> app -> domain <- storage', () => {
    assert.deepEqual(files.filter((file) => file !== 'compose.ts').flatMap(forbidden), [])
  })

  it('lets each concept of the app see only those below it', () => {
    const folders = files.flatMap((file) => conceptOf(file) ?? [])
    assert.deepEqual(
      [...new Set(folders)].filter((concept) => !Object.hasOwn(concepts, concept)),
      [],
    )
    assert.deepEqual(files.flatMap(unseenConcepts), [])
  })

  it('has no circle of imports', () => {
    assert.deepEqual(firstCircle(), [])
  })

  it('has no folder with more than 20 files beside each other', () => {
    const counts = new Map<string, number>()
    for (const file of files) counts.set(dirname(file), (counts.get(dirname(file)) ?? 0) + 1)
    assert.deepEqual(
      [...counts].filter(([, count]) => count > 20),
      [],
    )
  })

  it('declares no exported type more than twice', () => {
    const counts = new Map<string, number>()
    for (const file of files.filter((name) => !name.endsWith('generated.ts')))
      for (const name of exportedTypesOf(file)) counts.set(name, (counts.get(name) ?? 0) + 1)
    assert.deepEqual(
      [...counts].filter(([, count]) => count > 2),
      [],
    )
  })

  it('makes the scope of a request at one place', () => {
    const served = files.filter((file) => ['http', 'graphql'].includes(roomOf(file)))
    const makes = (file: string) => /(?<!caller\.)\bscope\(/.test(readFileSync(join(source, file), 'utf8'))
    assert.deepEqual(served.filter(makes), ['http/admission/caller.ts'])
  })

  it('binds the keys of commands, and answers what is repeated, at one place', () => {
    const [place, writes] = ['app/write/command.ts', 'app/write/lanes/commit.ts']
    const inApp = files.filter((file) => roomOf(file) === 'app')
    const naming = (name: RegExp) => inApp.filter((file) => name.test(readFileSync(join(source, file), 'utf8')))
    assert.deepEqual(naming(/\bKeyUsed\b|\bkeyUsed\b/), [place, writes])
    // Who looks a key up, or makes what a store keeps under it.
    assert.deepEqual(naming(/\bscope\.store\.keys\(|\breads\.key\(|\binputHash\b/), ['app/backups/nameKeys.ts', place])
    // Who reads the key of an input, as no command does that `command` is given the input of.
    assert.deepEqual(
      naming(/\bidempotencyKey\b(?!\?:|'|: \[\])/),
      [
        // Nothing is written under it: two calls with one key are one import.
        'app/imports/local/localImports.ts',
        'app/entities/splitEntity.ts',
        'app/turns/storeTurns.ts',
        place,
      ].sort(),
    )
  })

  it('lets the domain and the page see of the others only files that import nothing', () => {
    assert.deepEqual(leaves.flatMap(importsOf), [])
  })

  it('keeps the domain pure', () => {
    const packages = files
      .filter((file) => roomOf(file) === 'domain')
      .flatMap((file) => importsOf(file).filter((specifier) => target(file, specifier) === null))
    assert.deepEqual(
      [...new Set(packages)].filter((name) => !domainPackages.includes(name)),
      [],
    )
  })

  it('lets one store know nothing of the other', () => {
    const crossings = files.flatMap((file) => {
      const other = file.startsWith('storage/sqlite/') ? 'neo4j' : file.startsWith('storage/neo4j/') ? 'sqlite' : null
      return importsOf(file).filter(
        (specifier) => other !== null && target(file, specifier)?.startsWith(`storage/${other}/`),
      )
    })
    assert.deepEqual(crossings, [])
  })

  it('has the same folders in both stores, threads of SQLite and properties of Neo4j aside', () => {
    const foldersOf = (store: string) =>
      new Set(
        files.filter((file) => file.startsWith(`storage/${store}/`)).map((file) => file.split('/').slice(2, -1)[0]),
      )
    const [sqlite, neo4j] = [foldersOf('sqlite'), foldersOf('neo4j')]
    sqlite.delete('threads')
    neo4j.delete('properties')
    assert.deepEqual([...sqlite].sort(), [...neo4j].sort())
  })

  it('has no file of more than 300 lines without a reason', () => {
    const long = files.filter((file) => readFileSync(join(source, file), 'utf8').split('\n').length > 301)
    assert.deepEqual(
      long.filter((file) => !Object.hasOwn(longFiles, file)),
      [],
    )
    assert.deepEqual(
      Object.keys(longFiles).filter((file) => !long.includes(file)),
      [],
    )
  })

  it('is laid out by Prettier, but for some tables', () => {
    const folders = ['src', 'test', 'scripts', 'bench', 'bin'].flatMap((folder) => filesBelow(join(root, folder)))
    const texts = folders.filter((file) => /\.(ts|tsx|js)$/.test(file)).map((file) => readFileSync(file, 'utf8'))
    const kept = texts.reduce((sum, text) => sum + (text.match(/\/\/ prettier-ignore$/gm) ?? []).length, 0)
    assert.ok(kept <= 80, `${kept} places ask to be left as they are`)
  })

  it('lets the explorer see nothing of the server', () => {
    const pages = readdirSync(source, { recursive: true, encoding: 'utf8' })
      .filter((file) => /\.tsx?$/.test(file) && file.startsWith('explorer/'))
      .sort()
    const outside = pages.flatMap((file) =>
      importsOf(file).filter((specifier) => {
        const imported = target(file, specifier) ?? 'explorer/'
        return !imported.startsWith('explorer/') && !leaves.includes(imported)
      }),
    )
    assert.deepEqual(outside, [])
    const long = pages.filter((file) => !file.endsWith('generated.ts') && linesOf(file) > 200)
    assert.deepEqual(long, [])
    // What is laid out is decided by functions of values, which tests can call without a page.
    const pure = pages.filter((file) => /^explorer\/tree\/[^/]+\.ts$/.test(file))
    const drawing = pure.filter((file) =>
      importsOf(file).some((specifier) => !specifier.startsWith('.') || /x$/.test(specifier)),
    )
    assert.deepEqual(drawing, [])
  })

  it('commits of what is generated the schema of backups alone, and that one fresh', async () => {
    assert.equal(await generate(true), false)
    const ignored = readFileSync(join(source, '../.gitignore'), 'utf8').split('\n')
    assert.deepEqual(
      generatedFiles.filter((file) => !ignored.includes(`/${file}`)),
      [],
    )
  })
})
