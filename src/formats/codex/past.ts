import type { JsonObject } from '../../domain/model.ts'
import type { ReadOptions, StoredFile } from '../plan.ts'
import { jsonIn } from '../reading/lines/jsonIn.ts'
import { lines } from '../reading/lines/lines.ts'
import type { PastRecord } from '../reading/tree/steps.ts'
import { asCount, asObject, asText } from '../reading/values.ts'

/** The past that a rollout does not repeat: so much of another one, or of an earlier page of its own. */
export interface HistoryBase {
  readonly thread: string
  /** The first line, counted through all files of that past, that is none of it. */
  readonly end: number
}

/** Returns the past that a header names; null where the file holds all of it. */
export function historyBase(header: JsonObject): HistoryBase | null {
  const base = asObject(header['history_base'])
  const [thread, end] = [asText(base?.['thread_id']), asCount(base?.['end_ordinal_exclusive'])]
  return thread === null || end === null ? null : { thread, end }
}

/** Threads that one may be a fork of, one of the other. */
const mostThreads = 1000

/** Yields the past that the first line of a rollout names, oldest first, where all of its files are stored: else nothing. */
export async function* pastOf(first: JsonObject, stored: ReadOptions['stored']): AsyncIterable<PastRecord> {
  const base = historyBase(asObject(first['payload']) ?? {})
  if (base !== null && (await isWhole(base, stored))) yield* pastIn(base, stored, mostThreads)
}

async function isWhole(base: HistoryBase, stored: ReadOptions['stored']): Promise<boolean> {
  let { thread } = base
  for (let remaining = mostThreads; remaining > 0; remaining--) {
    const pages = await pagesOf(thread, await stored(thread))
    const [first] = pages
    if (!first || first.from >= base.end) return false
    // A source that is being written while it is forked may be stored up to an earlier line.
    if (thread === base.thread && !(await reaches(pages, base.end))) return false
    if (first.base === null) return true
    if (first.base.thread === thread) return false
    thread = first.base.thread
  }
  return false
}

async function* pastIn(
  { thread, end }: HistoryBase,
  stored: ReadOptions['stored'],
  left: number,
): AsyncIterable<PastRecord> {
  const pages = await pagesOf(thread, await stored(thread))
  const before = pages[0]?.base ?? null
  if (before !== null && before.thread !== thread && left > 0)
    yield* pastIn({ ...before, end: Math.min(before.end, end) }, stored, left - 1)
  for (const [at, page] of pages.entries()) {
    const next = pages[at + 1]
    const until = Math.min(end, next?.base?.end ?? next?.from ?? Infinity)
    for await (const { value, ordinal } of valuesOf(page.file)) {
      if (ordinal >= until) break
      if (value['type'] !== 'session_meta') yield { conversationId: thread, value }
    }
  }
}

/** Says whether pages have the line before that one. */
async function reaches(pages: readonly PastPage[], end: number): Promise<boolean> {
  const page = pages.findLast(({ from }) => from < end)
  if (page) for await (const { ordinal } of valuesOf(page.file)) if (ordinal >= end - 1) return true
  return false
}

interface PastPage {
  readonly file: StoredFile
  /** What its first line is counted as. */
  readonly from: number
  readonly base: HistoryBase | null
}

/** Files of other threads may be stored with it: sessions that agents were given of its conversation. */
async function pagesOf(thread: string, files: readonly StoredFile[]): Promise<PastPage[]> {
  const pages: PastPage[] = []
  for (const file of files) {
    if (!file.source.startsWith('CODEX:')) continue
    for await (const { value, ordinal } of valuesOf(file)) {
      const header = asObject(value['payload']) ?? {}
      if ((asText(header['id']) ?? thread) === thread) pages.push({ file, from: ordinal, base: historyBase(header) })
      break
    }
  }
  return pages.sort((a, b) => a.from - b.from)
}

/** Yields what the lines say; one without a number comes after the line before it. */
async function* valuesOf(file: StoredFile): AsyncIterable<{ readonly value: JsonObject; readonly ordinal: number }> {
  let next = 0
  for await (const some of lines(file.open()))
    for (const { bytes } of some) {
      const value = parsed(bytes)
      if (value === null) continue
      const ordinal = asCount(value['ordinal']) ?? next
      next = ordinal + 1
      yield { value, ordinal }
    }
}

function parsed(bytes: Uint8Array): JsonObject | null {
  return asObject(jsonIn(Buffer.from(bytes).toString('utf8')))
}
