import { identityOf, type LoadBatch } from '../../domain/contents.ts'
import type { TenantRecord } from '../../domain/access/requester.ts'
import { Refusal } from '../../domain/refusals.ts'
import { damaged, type Header, type BackupLine } from '../../formats/ndjson/lines.ts'
import { checkedLines } from '../../formats/ndjson/readLines.ts'
import { faultOf } from '../../formats/ndjson/schema.ts'
import { isContentKind } from '../../formats/ndjson/values.ts'
import type { Scratch } from '../../formats/scratch.ts'
import { consecutiveOf } from '../../runtime/consecutive.ts'
import type { ReceiptKey, TenantBatch } from '../../storage/graphStore.ts'
import type { Scope } from '../scope.ts'
import type { StoreParts } from './backup.ts'
import { BackupCheck } from './checks/backupCheck.ts'
import { loadBatches } from './fillings.ts'
import { nameKeysOf, type NameKeys } from './nameKeys.ts'
import { createOlderStates } from './olderStates.ts'
import { placesIn, severalTenants, type Places, type RestoreChoice, type Target } from './restorePlaces.ts'
import type { OpenSorter, Sorter } from './sorter.ts'
import { rememberIn, standingOf, type Against } from './standing.ts'
import { sumsIn, type Sums } from './wrongSums.ts'

export interface RestoreOptions {
  /** Reads the file from its beginning, again each time. */
  readonly open: () => AsyncIterable<Uint8Array>
  /** Into tenants that hold something, where nothing conflicts. */
  readonly merge: boolean
  readonly openSorter: OpenSorter
  readonly openScratch: () => Scratch
  /** Bytes of attachments that lie beside the file; null where there are none of that id. */
  readonly beside?: ((id: string) => Promise<AsyncIterable<Uint8Array> | null>) | undefined
  readonly onProgress?: ((lines: number) => void) | undefined
}

/** What came of a tenant of a file. */
export interface RestoredTenant {
  /** As the file names it. */
  readonly name: string
  readonly into: string
  /** Lines of the file that hold something. */
  readonly lines: number
  /** Values that were not there before. */
  readonly added: number
  readonly unchanged: number
  /** API keys that were not there before; null: the file has none, or they stay out of another tenant. */
  readonly apiKeys: number | null
}

export interface Restored extends Omit<RestoredTenant, 'name' | 'into' | 'apiKeys'> {
  readonly header: Header
  readonly tenants: readonly RestoredTenant[]
  /** Ids of attachments whose bytes are neither in the file nor beside it, nor in the store. */
  readonly missing: readonly string[]
  /** Nodes whose sums of token usage did not follow from their path: computed again, or with `merge` taken as they are. */
  readonly wrongSums: number
  /** Numbers of lines whose content was erased here: it does not come back. */
  readonly erased: readonly number[]
}

/** Restores the file of one tenant into the scope's tenant, whatever that is called, without API keys. As `restoreStore` else. */
export function restore(scope: Scope, options: RestoreOptions): Promise<Restored> {
  const target: Target = { scope, isNew: false, apiKeys: null, refuse: () => undefined, adopt: () => Promise.resolve() }
  return restoreAll(options, {
    targetOf(_, header) {
      if ((header.tenants ?? []).length > 1) throw severalTenants(header)
      return Promise.resolve(target)
    },
    load: (loads) => scope.store.load(batchesOf(loads)),
    finish: () => Promise.resolve(),
  })
}

async function* batchesOf(loads: AsyncIterable<TenantBatch>): AsyncGenerator<LoadBatch> {
  for await (const { batch } of loads) yield batch
}

/**
 * Puts all that a backup holds into the store, each tenant where the file says. The whole file is read and checked before
 * anything is written: one that was cut off or altered is refused, naming the line, and so is one of which a tenant holds
 * something here, unless they are to merge.
 */
export function restoreStore(parts: StoreParts, choice: RestoreChoice, options: RestoreOptions): Promise<Restored> {
  return restoreAll(options, placesIn(parts, choice))
}

async function restoreAll(options: RestoreOptions, places: Places): Promise<Restored> {
  const known = options.merge ? options.openSorter() : null
  const scratch = options.openScratch()
  try {
    const { header, parts, receiptKeys } = await checkAll(options, { places, known, scratch })
    const wanted = parts.filter((part) => part !== null)
    for (const { target, isEmpty, names } of wanted) {
      if (isEmpty && !target.isNew) await names.adopt()
      await target.adopt(isEmpty)
    }
    const missing: string[] = []
    await places.load(batchesIn(options, parts, missing))
    await places.finish(
      wanted.map(({ target }) => target),
      receiptKeys,
    )
    return { header, ...outcomeOf(wanted), missing }
  } finally {
    scratch.close()
    known?.close()
  }
}

function outcomeOf(parts: readonly RestoredPart[]): Omit<Restored, 'header' | 'missing'> {
  const sum = (of: (part: RestoredPart) => number) => parts.reduce((all, part) => all + of(part), 0)
  return {
    lines: sum(({ counts }) => counts.lines),
    added: sum(({ counts }) => counts.added),
    unchanged: sum(({ counts }) => counts.unchanged),
    wrongSums: sum(({ sums }) => sums.count()),
    erased: parts.flatMap(({ erased }) => erased),
    tenants: parts.map(({ name, target, counts }) => ({
      ...{ name, into: target.scope.tenant, ...counts },
      apiKeys: target.apiKeys === null ? null : target.apiKeys.added(),
    })),
  }
}

/** A tenant of the file, and what its lines are held against and fitted to. */
interface RestoredPart {
  readonly name: string
  readonly target: Target
  /** Nothing of the tenant is here. */
  readonly isEmpty: boolean
  readonly against: () => Against | null
  readonly names: NameKeys
  readonly sums: Sums
  readonly counts: { lines: number; added: number; unchanged: number }
  readonly erased: number[]
}

interface Checking {
  readonly places: Places
  /** What is here, where it is to be merged. */
  readonly known: Sorter | null
  readonly scratch: Scratch
}

/** Returns a tenant of the file; refuses one that holds something here, unless it is to be merged. Null: it is left out. */
async function partOf(
  { merge }: RestoreOptions,
  { places, known, scratch }: Checking,
  { header, line, place }: { readonly header: Header; readonly line: TenantRecord; readonly place: number },
): Promise<RestoredPart | null> {
  const target = await places.targetOf(line, header)
  if (target === null) return null
  const { scope } = target
  const here = known?.part(`${place}`)
  let [hasErasures, isEmpty] = [false, true]
  if (!target.isNew)
    await scope.store.dump((portion) => {
      const { kind, values } = portion
      if (values.length === 0) return
      // The first that is found ends the search.
      if (!here) throw notEmpty(scope.tenant, kind, identityOf(kind, values[0] as never))
      isEmpty = false
      hasErasures ||= kind === 'erasure'
      rememberIn(here, portion)
    })
  const [key] = target.apiKeys?.here ?? []
  if (key !== undefined && !merge) throw notEmpty(scope.tenant, 'API key', key)
  isEmpty &&= key === undefined
  target.refuse(isEmpty)
  return {
    name: line.name,
    target,
    isEmpty,
    against: () => (here ? { known: here, older: hasErasures ? createOlderStates() : null } : null),
    names: await nameKeysOf(scope),
    sums: sumsIn(scratch, merge, place),
    counts: { lines: 0, added: 0, unchanged: 0 },
    erased: [],
  }
}

function notEmpty(tenant: string, kind: string, id: string): Refusal {
  const message = `The tenant "${tenant}" is not empty: it holds the ${kind} "${id}", to begin with`
  return new Refusal(
    'ALREADY_EXISTS',
    { kind: 'Tenant', id: tenant },
    `${message}. Nothing was restored; --merge adds what is not there.`,
  )
}

interface CheckedFile {
  readonly header: Header
  /** By the places of the tenants in the file; null: one that is left out. */
  readonly parts: readonly (RestoredPart | null)[]
  readonly receiptKeys: readonly ReceiptKey[]
}

/** Reads the file once, and refuses it where something is wrong with it, or where it says otherwise than the store. */
async function checkAll(options: RestoreOptions, checking: Checking): Promise<CheckedFile> {
  const parts: (RestoredPart | null)[] = []
  const receiptKeys: ReceiptKey[] = []
  let [header, against]: [Header | null, Against | null] = [null, null]
  const check = new BackupCheck({
    openScratch: options.openScratch,
    async begin(line) {
      const part = await partOf(options, checking, { header: header as Header, line, place: parts.length })
      parts.push(part)
      against = part?.against() ?? null
      return { isDerived: false, ...(part && { wrongSums: part.sums }) }
    },
  })
  const onFirst = (first: Header) => {
    header = first
    check.header(first)
  }
  let lines = 0
  try {
    for await (const line of checkedLines(options.open(), onFirst)) {
      checkValue(line)
      if (line.line === 'receiptKey') receiptKeys.push(receiptKeyOf(line))
      await check.take(line)
      const part = parts.at(-1) ?? null
      if (part !== null) takeLine(part, line, against)
      if (++lines % 1000 === 0) options.onProgress?.(lines)
    }
    await check.finish()
    return { header: header as unknown as Header, parts, receiptKeys }
  } finally {
    await check.close()
  }
}

/** Counts a line, and refuses one that says otherwise than the store. */
function takeLine({ names, target, counts, erased }: RestoredPart, read: BackupLine, against: Against | null): void {
  if (names.takes(read)) return
  if (read.line === 'apiKey') {
    target.apiKeys?.take(read)
    return
  }
  const line = names.fit(read)
  counts.lines++
  if (!isContentKind(line.line)) return
  const relation = standingOf(against, line)
  if (relation === null) counts.added++
  else counts.unchanged++
  if (relation === 'erased') erased.push(line.number)
}

function receiptKeyOf({ value }: BackupLine): ReceiptKey {
  const { id, jwk, createdAt } = value as unknown as { id: string; jwk: object; createdAt: string }
  return { id, privateJwk: JSON.stringify(jwk), createdAt }
}

/** Lines that hold no stored value. */
const others: ReadonlySet<string> = new Set(['bytes', 'tenant', 'apiKey', 'receiptKey'])

/** Refuses a line that is not as a backup has it. */
export function checkValue({ line, number, value }: BackupLine): void {
  if (!isContentKind(line) && !others.has(line))
    throw damaged(number, `is of a kind that this turngraph does not know: "${line}"`, { kind: line })
  const fault = faultOf(line as Parameters<typeof faultOf>[0], value)
  if (fault !== null) throw damaged(number, `is no ${line} as a backup has it (${fault})`, { kind: line })
}

/** Yields what of the file is not here, tenant after tenant; bytes of attachments are kept on the way. */
async function* batchesIn(
  { open, openScratch, beside, onProgress }: RestoreOptions,
  parts: CheckedFile['parts'],
  missing: string[],
): AsyncGenerator<TenantBatch> {
  let place = -1
  const placeOf = ({ line }: BackupLine) => {
    if (line === 'tenant') place++
    return line === 'receiptKey' ? -1 : place
  }
  for await (const { key, values: lines } of consecutiveOf(checkedLines(open()), placeOf)) {
    const part = parts[key] ?? null
    if (part === null) continue
    const { target, names, sums } = part
    const against = part.against()
    const scratch = openScratch()
    const fit = (line: BackupLine) =>
      names.takes(line) || line.line === 'apiKey' ? null : sums.corrected(names.fit(line))
    const isKnown = (line: BackupLine) => standingOf(against, line) !== null
    try {
      for await (const batch of loadBatches(target.scope, {
        lines,
        scratch,
        fit,
        isKnown,
        beside,
        missing,
        onProgress,
      }))
        yield { tenant: target.scope.tenant, batch }
    } finally {
      scratch.close()
    }
  }
}
