import { asBroughtIn } from '../../../domain/records/broughtIn.ts'
import type { LoadBatch } from '../../../domain/contents.ts'
import type { Json, NewEvent } from '../../../domain/model.ts'
import { badInput, Refusal } from '../../../domain/refusals.ts'
import { sealOf } from '../../../domain/access/keyedDigest.ts'
import type { BackupLine } from '../../../formats/ndjson/lines.ts'
import { checkedLines } from '../../../formats/ndjson/readLines.ts'
import { valueOf } from '../../../formats/ndjson/values.ts'
import type { WriteOutcome } from '../../../storage/graphStore.ts'
import type { Scratch } from '../../../formats/scratch.ts'
import type { Scope } from '../../scope.ts'
import { loadBatches } from '../fillings.ts'
import { checkFile, type FileContents } from './checkFile.ts'
import { compare, type Compared } from './compare.ts'
import { broughtBy, changesOfLater, type LaterState } from './laterState.ts'
import { createSeen, type Seen } from './seen.ts'

export interface RestoreConversation {
  /** Reads the file from its beginning, each time anew. */
  readonly open: () => AsyncIterable<Uint8Array>
  readonly openScratch: () => Scratch
  /** The one that the file must be of; null: any. */
  readonly conversationId: string | null
  /** Told how many lines are stored. */
  readonly onProgress?: ((lines: number) => void) | undefined
  /** The most bytes that the raw lines of one file may unpack to. */
  readonly mostRaw?: number | undefined
  /** What a later state of what is there may bring at once. */
  readonly mostAtOnce?: LaterState['mostAtOnce']
}

export interface RestoredConversation extends FileContents {
  /** Nodes of the tree that were not there before. */
  readonly added: number
  /** Ids of attachments whose bytes are neither in the file nor in the store. */
  readonly missing: readonly string[]
  /** Numbers of lines whose content was erased here, and did not come back. */
  readonly erased: readonly number[]
}

const written: WriteOutcome = { kind: 'written', seqs: new Map() }

const mostRaw = 4 * 1024 ** 3
/** How often it is compared anew when another process writes meanwhile. */
const attempts = 20

/**
 * Puts a conversation's file into the store: all of it, or what of it is lacking. The whole file is read and checked
 * before anything is written.
 */
export async function restoreConversation(scope: Scope, options: RestoreConversation): Promise<RestoredConversation> {
  const contents = await withScratch(options, (scratch) =>
    checkFile(options.open, scratch, {
      openScratch: options.openScratch,
      seal: sealOf(scope),
      limit: options.mostRaw ?? mostRaw,
    }),
  )
  refuseOther(contents, options)
  let refused = ''
  for (let attempt = 1; ; attempt++) {
    const seen = createSeen()
    try {
      const { result, outcome } = await fillOnce(scope, options, contents, seen)
      if (outcome.kind === 'written') return { ...contents, ...result }
      if (attempt === attempts)
        throw new Error(`The write was refused ${attempt} times, last: ${JSON.stringify(outcome)}`)
    } catch (thrown) {
      // Another process may have written between two reads: a refusal counts when the same store gives it twice.
      const again = thrown instanceof Refusal ? `${thrown.message} ${seen.digest()}` : refused
      if (again === refused || attempt === attempts) throw thrown
      refused = again
    } finally {
      scope.reads.clear()
    }
  }
}

/** In the lanes of its conversations, behind what this process writes to them. */
function fillOnce(scope: Scope, options: RestoreConversation, contents: FileContents, seen: Seen) {
  const { conversationId, conversationIds } = contents
  return scope.lanes.run(scope.tenant, conversationIds, async (turns) => {
    await Promise.all(turns.map(({ settled }) => settled()))
    scope.signal?.throwIfAborted()
    const { write, loaded: filled } = await withScratch(options, (scratch) =>
      fillStore(scope, { ...options, conversationId }, scratch, seen),
    )
    return { write, after: new Map(), result: filled }
  })
}

function refuseOther(contents: FileContents, { conversationId: wanted }: RestoreConversation): void {
  const { conversationId } = contents
  if (wanted === null || wanted === conversationId) return
  const message = `The file holds "${conversationId}" and keeps its ids: it cannot be imported as "${wanted}".`
  throw badInput(message, { conversationId: wanted, found: conversationId }, ['conversationId'])
}

async function withScratch<R>(
  { openScratch }: RestoreConversation,
  work: (scratch: Scratch) => Promise<R>,
): Promise<R> {
  const scratch = openScratch()
  try {
    return await work(scratch)
  } finally {
    scratch.close()
  }
}

interface Filled {
  readonly write: Promise<WriteOutcome>
  readonly loaded: Pick<RestoredConversation, 'added' | 'missing' | 'erased'>
}

/** What is new is put in as it is; a later state of what is there is written as every change is. */
async function fillStore(
  scope: Scope,
  options: RestoreConversation & { readonly conversationId: string },
  scratch: Scratch,
  seen: Seen,
): Promise<Filled> {
  const { open, onProgress, mostAtOnce, conversationId } = options
  const compared = await compare(scope, open, scratch, seen)
  const missing: string[] = []
  const filled = { added: compared.added, missing, erased: compared.erased }
  if (compared.isLater) {
    const changes = await changesOfLater(scope, { conversationId, open, scratch, compared, missing, mostAtOnce })
    return { write: scope.store.write(changes), loaded: filled }
  }
  const isKnown = (line: BackupLine) => compared.isKnown(line)
  const unknown = loadBatches(scope, {
    lines: checkedLines(open()),
    scratch,
    fit: brought,
    isKnown,
    missing,
    onProgress,
  })
  const newEvent = broughtBy(scope, conversationId, { lines: compared.lacking })
  const load = () => scope.store.load(withEvent(unknown, newEvent))
  if (compared.lacking > 0) await loadUnlessThere(scope, open, scratch, load)
  else await bytesAlone(unknown)
  return { write: Promise.resolve(written), loaded: filled }
}

/** An event is nobody's of this store, whatever the file says. */
function brought(line: BackupLine): BackupLine {
  if (line.line !== 'event') return line
  return { ...line, value: asBroughtIn(valueOf('event', line.value)) as unknown as Json }
}

async function* withEvent(unknown: AsyncIterable<LoadBatch>, event: NewEvent): AsyncGenerator<LoadBatch> {
  yield* unknown
  yield { kind: 'event', values: [{ ...event, seq: null }] }
}

/** Another process may have brought the same meanwhile: then there is nothing to do. */
async function loadUnlessThere(
  scope: Scope,
  open: RestoreConversation['open'],
  scratch: Scratch,
  load: () => Promise<void>,
): Promise<void> {
  try {
    await load()
  } catch (error) {
    const now: Compared | null = await compare(scope, open, scratch, createSeen()).catch(() => null)
    if (now?.lacking !== 0) throw error
  }
}

/** Bytes that were gone may come again though everything else is there. */
async function bytesAlone(loadBatches: AsyncIterator<unknown>): Promise<void> {
  while ((await loadBatches.next()).done !== true);
}
