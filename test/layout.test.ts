import assert from 'node:assert/strict'
import { readFileSync, readdirSync } from 'node:fs'
import { dirname, join, relative } from 'node:path'
import { describe, it } from 'node:test'
import ts from 'typescript'
import { generate } from '../scripts/generate.ts'
import { root } from '../scripts/root.ts'

const source = join(root, 'src')
// The explorer is a page for browsers, a program of its own.
const files = readdirSync(source, { recursive: true, encoding: 'utf8' })
  .filter((file) => /\.tsx?$/.test(file) && !file.startsWith('explorer'))
  .sort()

/** What each room may see of the others, besides itself: whole rooms or single files. */
const seen: Readonly<Record<string, readonly string[]>> = {
  domain: [],
  formats: ['domain'],
  storage: ['domain'],
  app: ['domain', 'formats', 'storage/graphStore.ts', 'storage/attachments/attachmentBytes.ts'],
  graphql: ['domain', 'app', 'storage/graphStore.ts', 'storage/attachments/attachmentBytes.ts'],
  responder: ['domain', 'app'],
  cli: [
    'domain',
    'formats',
    'app',
    'storage/graphStore.ts',
    'storage/errors.ts',
    'config.ts',
    'compose.ts',
    'serve.ts',
  ],
}

/** What lies beside the rooms: `compose.ts` sees everything. */
const doors: Readonly<Record<string, readonly string[]>> = {
  'config.ts': ['app/act.ts', 'app/watching/watches.ts'],
  'fresh.ts': ['domain'],
  'probeKey.ts': [],
  'serve.ts': ['compose.ts', 'config.ts', 'domain', 'storage/graphStore.ts', 'storage/errors.ts'],
  'main.ts': ['serve.ts'],
}

/** The domain is pure: of what was installed or comes with Node it sees hashing alone. */
const domainPackages = ['node:crypto', 'safe-stable-stringify']

/** Files of more than 300 lines, each with its reason. */
const longFiles: Readonly<Record<string, string>> = {
  'domain/model.ts': 'all words of the product in one place, types without behaviour',
  'graphql/generated.ts': 'generated from the schema',
}

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
  const allowed = [...(seen[room] ?? doors[file] ?? []), room]
  return importsOf(file)
    .flatMap((specifier) => target(file, specifier) ?? [])
    .filter((path) => !path.startsWith('../') && !allowed.some((each) => lies(path, each)))
    .map((path) => `src/${file} may not import src/${path}`)
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

  it('has generated types that nobody edited', async () => {
    assert.equal(await generate(true), false)
  })
})
