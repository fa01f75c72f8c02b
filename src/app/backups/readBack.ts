import { identityOf } from '../../domain/contents.ts'
import type { Seal } from '../../domain/access/keyedDigest.ts'
import type { Json } from '../../domain/model.ts'
import { Refusal } from '../../domain/refusals.ts'
import type { BackupLine, Header } from '../../formats/ndjson/lines.ts'
import { checkedLines } from '../../formats/ndjson/readLines.ts'
import { isContentKind, valueOf } from '../../formats/ndjson/values.ts'
import type { Scratch } from '../../formats/scratch.ts'
import { BackupCheck } from './checks/backupCheck.ts'
import type { WrongSums } from './checks/places.ts'
import type { DifferingThing } from './checks/recordChecks.ts'
import type { RawDifference } from './rawTexts/rawTexts.ts'
import { checkValue } from './restore.ts'

/** What a restore would refuse, and where; or what does not follow from its raw line or from its facts. */
export interface UnreadableLine {
  readonly code: 'ROW_UNREADABLE' | 'RAW_LINES_DIFFER' | 'ENTITY_DIFFERS' | 'RELATIONSHIP_DIFFERS'
  readonly message: string
  readonly details: { readonly [name: string]: Json }
}

/** The most faults reported of one file: what is wrong with one row may be wrong with each. */
const most = 100
/** More than any import takes. */
const mostRaw = 64 * 1024 ** 3

/** A restore takes wrong sums of paths; of a store `verify` names them (PLACE_DIFFERS). */
const wrongSums: WrongSums = { areCorrected: false, on: () => undefined }

/**
 * Reads a backup as a restore reads it before it writes, and returns what that would refuse: every line that is not as a
 * backup has it, and the first whose content contradicts the others. Throws where the file was cut off or altered. With the
 * tenant's seal observations are held against the raw lines that they were read from too, and things against their facts.
 * `onHeader` is called with the first line.
 */
export async function readBack(
  open: () => AsyncIterable<Uint8Array>,
  openScratch: () => Scratch,
  seal: Seal | null = null,
  onHeader?: (header: Header) => void,
): Promise<UnreadableLine[]> {
  const [results, differing]: [UnreadableLine[], UnreadableLine[]] = [[], []]
  const onDifference = (one: RawDifference) => {
    if (differing.length < most) differing.push(unlike(one))
  }
  const texts = seal && { openScratch, seal, limit: mostRaw, onDifference }
  const check = new BackupCheck({
    openScratch,
    begin: () => ({ isDerived: false, wrongSums, ...(texts && { texts }) }),
    onTenant: (content) => {
      if (seal !== null) differing.push(...Array.from(content.differingThings()).slice(0, most).map(unfounded))
    },
  })
  const onFirst = (header: Header) => {
    check.header(header)
    onHeader?.(header)
  }
  try {
    for await (const line of checkedLines(open(), onFirst)) {
      await noting(results, line, () => checkValue(line))
      if (results.length === 0) await noting(results, line, () => check.take(line))
      if (results.length >= most) break
    }
    if (results.length === 0) await noting(results, null, () => check.finish())
    return [...results, ...differing]
  } finally {
    await check.close()
  }
}

function unlike({ observationId, conversationId, source, rawLine }: RawDifference): UnreadableLine {
  return {
    code: 'RAW_LINES_DIFFER',
    message: `Observation "${observationId}" says what raw line ${rawLine} of "${conversationId}" does not.`,
    details: { kind: 'observation', id: observationId, conversationId, source, rawLine },
  }
}

function unfounded({ kind, id, member }: DifferingThing): UnreadableLine {
  return {
    code: kind === 'entity' ? 'ENTITY_DIFFERS' : 'RELATIONSHIP_DIFFERS',
    message: `What is kept of ${kind} "${id}" does not follow from its observations.`,
    details: { kind, id, member },
  }
}

async function noting(
  results: UnreadableLine[],
  line: BackupLine | null,
  check: () => void | Promise<void>,
): Promise<void> {
  try {
    await check()
  } catch (thrown) {
    if (!(thrown instanceof Refusal)) throw thrown
    results.push(unreadable(line, thrown as Refusal))
  }
}

function unreadable(line: BackupLine | null, { message, facts }: Refusal): UnreadableLine {
  const why = message.replace(/ Nothing was stored\.$/, '')
  const row = line && isContentKind(line.line) ? { kind: line.line, id: idOf(line) } : {}
  return {
    code: 'ROW_UNREADABLE',
    message: `A restore of a backup of this store is refused: ${why}`,
    details: { ...facts, ...row },
  }
}

/** What a row is found by, as far as it says so. */
function idOf({ line, value }: BackupLine): Json {
  try {
    return isContentKind(line) ? identityOf(line, valueOf(line, value)) : null
  } catch {
    return null
  }
}
