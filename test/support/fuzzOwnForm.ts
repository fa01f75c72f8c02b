import { createHash } from 'node:crypto'
import { buffer } from 'node:stream/consumers'
import { Readable } from 'node:stream'
import { openExport } from '../../src/app/exports/exportConversation.ts'
import { importTranscript } from '../../src/app/imports/job/importTranscript.ts'
import { integrity } from '../../src/app/integrity/integrity.ts'
import type { Scope } from '../../src/app/scope.ts'
import { createClock } from '../../src/app/fresh.ts'
import { Refusal } from '../../src/domain/refusals.ts'
import { bytesSource } from '../../src/formats/importSource.ts'
import { lineOf } from '../../src/formats/ndjson/lines.ts'
import { everything } from './backups.ts'
import { FuzzFailed } from './fuzz.ts'
import { gentle, mutated } from './mutations.ts'
import { randomFrom, type Random } from './random.ts'
import { say } from './talk.ts'

export interface FuzzOwnForm {
  /** Returns a scope on a tenant of that name, which no other test has. */
  readonly scope: (tenant: string) => Scope
  readonly seed: number
  readonly count: number
  readonly onFile?: ((number: number) => void) | undefined
}
interface Case {
  readonly bytes: Buffer
  readonly name: string
  /** Its sums are right: it is what somebody might have written who means harm. */
  readonly isSigned: boolean
  /** The store holds already what the file was made of. */
  readonly isKnown: boolean
}

const patienceMs = 60_000
/** Files that one tenant gets. */
const perTenant = 10
const own = 'there'

/**
 * Imports mutated conversations in turngraph's own form, three of four with sums that are right again. Each comes in
 * or is refused by name, and what was there stays as it was. Answers how many came in.
 */
export async function fuzzOwnForm({ scope, seed, count, onFile }: FuzzOwnForm): Promise<number> {
  const files = await filesOf(scope(`fuzz-source-${seed}`))
  let imported = 0
  let there: { scope: Scope; before: Buffer } | null = null
  for (let number = 1; number <= count; number++) {
    const random = randomFrom(seed * 1_000_003 + number)
    const one = caseOf(random, files, `file ${number} of seed ${seed}`)
    if (there === null || number % perTenant === 0) there = await begin(scope(`fuzz-${seed}-${number}`))
    const to = one.isKnown ? scope(`fuzz-source-${seed}`) : there.scope
    if (await importOne(to, one)) imported++
    if (!(await exported(there.scope, own)).equals(there.before)) throw failed(one, 'changed what was there')
    onFile?.(number)
  }
  return imported
}

async function begin(scope: Scope): Promise<{ scope: Scope; before: Buffer }> {
  for (const turn of ['u1', 'a1']) await say(scope, own, turn)
  return { scope, before: await exported(scope, own) }
}

/** A file of each kind of conversation that the product can store. */
export async function filesOf(scope: Scope): Promise<Buffer[]> {
  await everything({ ...scope, fresh: counting() })
  const files: Buffer[] = []
  for (const id of ['joined', 'talk', 'a fork', 'pi', 'runs', 'marked', 'broken']) files.push(await exported(scope, id))
  return files
}

/** Ids, times and salts that are the same each time: a seed tells the whole of a file. */
function counting(): Scope['fresh'] {
  let count = 0
  const next = () => (++count).toString(16).padStart(12, '0')
  const nanoseconds = () => 1_760_000_000_000_000_000n + BigInt(++count) * 1_000_000n
  return {
    id: () => `01990000-0000-7000-8000-${next()}`,
    segmentId: next,
    salt: () => next().padStart(32, '0'),
    now: createClock(nanoseconds, nanoseconds),
  }
}

async function exported(scope: Scope, conversationId: string): Promise<Buffer> {
  scope.reads.clear()
  const { pieces } = await openExport(scope, { conversationId, format: 'NDJSON' })
  return buffer(Readable.from(pieces))
}

function caseOf(random: Random, files: readonly Buffer[], name: string): Case {
  const [isSigned, isKnown] = [random.below(4) > 0, random.below(3) === 0]
  const ways = isSigned && random.below(4) > 0 ? gentle : undefined
  const { bytes, how } = mutated(random, random.pick(files), random.pick(files), ways)
  const told = [...how, ...(isSigned ? ['signed'] : []), ...(isKnown ? ['known'] : [])]
  return { bytes: isSigned ? signed(bytes) : bytes, isSigned, isKnown, name: `${name} (${told.join(', ')})` }
}

/** Gives every line its check again, and the file its sum. */
export function signed(file: Buffer): Buffer {
  const lines = file
    .toString('utf8')
    .split('\n')
    .filter((line) => line !== '')
  const kept = lines.filter((line) => !line.startsWith('{"line":"end"')).map(checked)
  const body = kept.join('')
  const sha256 = createHash('sha256').update(body).digest('hex')
  return Buffer.from(body + lineOf('end', JSON.stringify({ lines: kept.length, sha256 })))
}

function checked(line: string): string {
  const [, kind, value] = /^\{"line":"([^"]*)","value":(.*),"crc32":"[0-9a-f]{8}"\}\r?$/s.exec(line) ?? []
  return kind === undefined || value === undefined ? `${line}\n` : lineOf(kind, value)
}

const failed = ({ name, bytes }: Case, what: string, cause?: unknown) =>
  new FuzzFailed(`${name}: it ${what}`, bytes, cause)

async function importOne(scope: Scope, one: Case): Promise<boolean> {
  const found = await importing(scope, one)
  if (found === null) return false
  for (const id of found) {
    scope.reads.clear()
    const { damage, findings } = await integrity(scope, id).catch((thrown: unknown) => {
      throw failed(one, `cannot be verified: ${String(thrown)}`, thrown)
    })
    // What was signed may say of itself what is not so: to find that is what verify is for.
    if (damage > 0 && !one.isSigned) throw failed(one, `is damaged: ${JSON.stringify(findings)}`)
  }
  if (!one.isSigned && (await importing(scope, one)) === null) throw failed(one, 'was refused when it came again')
  return true
}

/** Returns the conversations of a file; null where it is refused. */
async function importing(scope: Scope, one: Case): Promise<string[] | null> {
  const signal = AbortSignal.timeout(patienceMs)
  scope.reads.clear()
  try {
    const { conversationIds } = await importTranscript(
      { ...scope, signal },
      { source: bytesSource(null, one.bytes), format: 'NDJSON' },
    )
    return [...conversationIds]
  } catch (thrown) {
    if (thrown instanceof Refusal && thrown.code === 'BAD_INPUT') return null
    throw failed(one, `failed: ${String(thrown)}`, thrown)
  }
}
