import { existsSync, readFileSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import type { Scope } from '../../src/app/scope.ts'
import { importTranscript, type ImportReport } from '../../src/app/imports/job/importTranscript.ts'
import { integrity } from '../../src/app/integrity/integrity.ts'
import { conversationsPage } from '../../src/app/read/lists.ts'
import type { Conversation } from '../../src/domain/model.ts'
import { Refusal } from '../../src/domain/refusals.ts'
import { createFindings } from '../../src/formats/findings.ts'
import { bytesSource } from '../../src/formats/importSource.ts'
import { formats } from '../../src/formats/index.ts'
import { candidates } from '../../src/formats/recognise.ts'
import { memoryScratch } from '../../src/formats/scratch.ts'
import { root } from '../../scripts/root.ts'
import { drawnTranscripts } from './drawnTranscripts.ts'
import { isWhole, mutated } from './mutations.ts'
import { randomFrom, type Random } from './random.ts'
import { formatOfFolder, noSharedFiles, sharedFolders } from './sharedFiles.ts'

/** A file that did not come through as it should. */
export class FuzzFailed extends Error {
  override readonly name = 'FuzzFailed'
  readonly bytes: Buffer
  constructor(what: string, bytes: Buffer, cause?: unknown) {
    super(what, { cause })
    this.bytes = bytes
  }
}

export interface Fuzz {
  readonly scope: () => Scope
  readonly files: readonly Buffer[]
  readonly seed: number
  readonly count: number
  /** About how many bytes are taken of a file. */
  readonly mostBytes: number
  /** Every how many-th file is imported; of the others each is read through, and nothing stored. All unless given. */
  readonly importEvery?: number | undefined
  /** Every how many-th of those is imported twice; every third unless given. */
  readonly againEvery?: number | undefined
  readonly onFile?: ((number: number) => void) | undefined
}
interface Case {
  readonly bytes: Buffer
  readonly name: string
  readonly given: { readonly fileName: string | null; readonly conversationId: string | null }
}

/** How long the import of one mutated file may take before it counts as hanging. */
const patienceMs = 60_000
const betweenVerifications = 100
const mostAttached = 50 * 1024 ** 2

/**
 * Imports mutated files into one store, one after the other, or reads them through. Each comes through or is refused, and what was
 * imported adds nothing when it comes again; after each hundred imports nothing that they changed is damaged, and in the end
 * nothing in the store. Answers how many came through.
 */
export async function fuzzImports(fuzz: Fuzz): Promise<number> {
  const { scope, files, seed, count, mostBytes, importEvery = 1, againEvery = 3, onFile } = fuzz
  let through = 0
  const sound = new Map<string, number>()
  for (let number = 1; number <= count; number++) {
    const one = caseOf(randomFrom(seed * 1_000_003 + number), files, mostBytes, `file ${number} of seed ${seed}`)
    const isImported = number % importEvery === 0
    const came = isImported ? (await importOne(scope, one)) !== null : await readOne(one)
    if (came) through++
    if (isImported && came && (number / importEvery) % againEvery === 0) await importAgain(scope, one)
    onFile?.(number)
    if (number === count) sound.clear()
    if (number % (betweenVerifications * importEvery) === 0 || number === count) await verifyChanged(scope, one, sound)
  }
  return through
}

function caseOf(random: Random, files: readonly Buffer[], mostBytes: number, name: string): Case {
  const one = () => stretchOf(random, random.pick(files), mostBytes)
  const { bytes, how } = mutated(random, one(), one())
  const given = {
    fileName: random.below(4) === 0 ? random.pick(['a.jsonl', 'b/c.jsonl', '\0', '%', '.jsonl']) : null,
    conversationId: random.below(8) === 0 ? random.pick(['given', 'Given', 'given:1', '%']) : null,
  }
  return { bytes, given, name: `${name} (${how.join(', ')})` }
}

/** Of a file that is one value a stretch is none, so of such a one more is taken: all of it, where it is that long. */
const mostWhole = 70_000

/** A stretch of whole lines: the file's beginning three times of four. */
function stretchOf(random: Random, file: Buffer, most: number): Buffer {
  if (file.length <= most || (file.length <= mostWhole && isWhole(file))) return file
  const from = random.below(4) > 0 ? 0 : file.indexOf('\n', random.below(file.length)) + 1
  const end = file.lastIndexOf('\n', from + most)
  return file.subarray(from, end > from ? end + 1 : from + most)
}

/** Reads a file through as an import does before it stores anything; answers whether a format had something of it. */
async function readOne({ bytes, given, name }: Case): Promise<boolean> {
  const source = bytesSource(given.fileName, bytes)
  const { conversationId } = given
  const [seal, stored] = [(hash: string) => hash, () => Promise.resolve([])]
  const signal = AbortSignal.timeout(patienceMs)
  try {
    for (const { read } of (await candidates(source, null, formats)).formats) {
      const options = { scratch: memoryScratch(), findings: createFindings(), conversationId, seal, stored }
      const reading = await read?.(source, { ...options, archive: null, attachmentBytes: mostAttached })
      if (!reading) continue
      for (const _owner of reading.lineOwners()) signal.throwIfAborted()
      for await (const _line of reading.ownedLines()) signal.throwIfAborted()
      for await (const _items of reading.items()) signal.throwIfAborted()
      return true
    }
    return false
  } catch (thrown) {
    if (thrown instanceof Refusal) return false
    throw new FuzzFailed(`${name}: ${String(thrown)}`, bytes, thrown)
  }
}

async function importOne(scope: () => Scope, { bytes, given, name }: Case): Promise<ImportReport | null> {
  const signal = AbortSignal.timeout(patienceMs)
  try {
    return (await importTranscript({ ...scope(), signal }, { ...given, source: bytesSource(null, bytes) })).report
  } catch (thrown) {
    if (thrown instanceof Refusal) return null
    throw new FuzzFailed(`${name}: ${String(thrown)}`, bytes, thrown)
  }
}

async function importAgain(scope: () => Scope, one: Case): Promise<void> {
  const report = await importOne(scope, one)
  if (report?.added !== 0) throw new FuzzFailed(`${one.name}: again it added ${report?.added} nodes.`, one.bytes)
}

/** Verifies the conversations that are not known to be sound in the version that they have. */
async function verifyChanged(scope: () => Scope, { name, bytes }: Case, sound: Map<string, number>): Promise<void> {
  for await (const { id, version } of conversations(scope)) {
    if (sound.get(id) === version) continue
    const { damage, findings } = await integrity(scope(), id)
    if (damage > 0) throw new FuzzFailed(`After ${name}: ${id} is damaged: ${JSON.stringify(findings)}`, bytes)
    sound.set(id, version)
  }
}

async function* conversations(scope: () => Scope): AsyncGenerator<Conversation> {
  for (let after: string | null = null; ;) {
    const page = await conversationsPage(scope(), {}, { first: 100, after })
    for (const { item } of page.items) yield item
    after = page.items.at(-1)?.cursor ?? null
    if (!page.hasNextPage || after === null) return
  }
}

/** The formats of which transcripts to mutate are here, as their folders are called. */
export const foldersOfFormats: readonly string[] = [
  ...new Set([...(noSharedFiles === false ? Object.keys(formatOfFolder) : []), ...Object.keys(drawnTranscripts)]),
]

/** Returns the transcripts of a format that are here: our examples, drawn ones, and real ones where they lie beside the repository. */
export function transcriptsOf(format: string): Buffer[] {
  const places = [join(root, 'examples'), ...sharedFolders]
  const folders = places.map((place) => join(place, format)).filter((one) => existsSync(one))
  const drawn = (drawnTranscripts[format] ?? []).map((text) => Buffer.from(text))
  const real = folders.flatMap((folder) =>
    readdirSync(folder, { recursive: true, encoding: 'utf8' })
      .filter((name) => /\.jsonl?$/.test(name))
      .sort()
      .map((name) => readFileSync(join(folder, name))),
  )
  const files = [...drawn, ...real]
  if (files.length === 0) throw new Error(`There is no file to mutate by the name "${format}".`)
  return files
}
