import { sealOf, type Seal } from '../../../domain/access/keyedDigest.ts'
import { isCutOf } from '../../../domain/erasure/cutLine.ts'
import { isErasedOf } from '../../../domain/erasure/erasedLine.ts'
import { sha256 } from '../../../domain/tree/pathHash.ts'
import type { Reading } from '../../../formats/plan.ts'
import { heldInOrder, type Scratch, type ScratchMap } from '../../../formats/scratch.ts'
import type { Scope } from '../../scope.ts'
import { eachOwner, type OwnerPass } from './eachOwner.ts'
import { leavePossible } from './lineDigests.ts'
import { pagesOf } from '../raw/pagesOf.ts'
import { isBeginning, storedLines } from '../raw/rawLines.ts'

/** Where the raw lines of a conversation in one file belong, and how many of them the store holds already. */
export interface RawSource {
  readonly source: string
  readonly held: number
  /** Of one that grows by pieces: the lines with which new ones are packed, and the number of the first. */
  readonly appendedTo?: { readonly firstLine: number; readonly lines: readonly Uint8Array[] }
}
/** The sources of a file's owners, by their names. */
export type RawSources = Pick<ScratchMap<RawSource>, 'get'>

const ownersAtOnce = 500

/**
 * Returns for each owner of lines the source that this file continues, or a new one where it continues none. A source
 * is one growing file: the same file again, or an earlier or a longer state of it, is the same source.
 */
export async function matchSources(
  scope: Scope,
  reading: Reading,
  format: string,
  scratch: Scratch,
): Promise<RawSources> {
  const identityOf = reading.identityOf ?? (await firstLinesOf(reading, sealOf(scope), scratch))
  const sources = scratch.map<RawSource>('sources', heldInOrder)
  const names = scratch.map<readonly string[]>('storedSources', heldInOrder)
  let areAny = false
  for (const owners of pagesOf(reading.lineOwners(), ownersAtOnce)) {
    const stored = await storedSources(scope, owners)
    for (const [i, owner] of owners.entries()) {
      const base = `${format}:${identityOf(owner).slice(0, 32)}`
      const alike = (stored[i] ?? []).filter((source) => source.split('~')[0] === base)
      sources.set(owner, { source: alike.length === 0 ? base : `${base}~${alike.length + 1}`, held: 0 })
      if (alike.length > 0) names.set(owner, alike)
      areAny ||= alike.length > 0
    }
  }
  if (!areAny) return sources
  await leavePossible(scope, reading, names, scratch)
  await eachOwner(reading, (owner) => {
    const known = names.get(owner) ?? []
    const open = known.map((source) => comparison(scope, owner, source))
    return open.length === 0 ? null : comparing(open, (rawSource) => sources.set(owner, rawSource))
  })
  return sources
}

/** Returns the sources that are stored of conversations; asked only of those that are there. */
async function storedSources(scope: Scope, owners: readonly string[]): Promise<(readonly string[])[]> {
  const conversations = await scope.store.conversations(owners)
  const requests = owners.map(async (owner, i) => (conversations[i] ? scope.store.rawSources(owner) : []))
  return (await Promise.all(requests)).map((sources) => sources.map(({ source }) => source))
}

/** A file of lines is known by its first one. */
async function firstLinesOf(reading: Reading, seal: Seal, scratch: Scratch): Promise<(owner: string) => string> {
  const first = scratch.map<string>('firstLines', heldInOrder)
  let missing = 0
  for (const page of pagesOf(reading.lineOwners(), ownersAtOnce)) missing += page.length
  for await (const { conversationId: owner, bytes } of reading.ownedLines()) {
    if (first.get(owner) !== undefined) continue
    first.set(owner, seal(sha256(bytes)))
    // Of a long conversation that is alone in its file the first line is enough.
    if (--missing === 0) break
  }
  return (owner) => first.get(owner) ?? sha256('')
}

/** Of the sources that hold the file's lines takes the one that holds most of them, the last one of several. */
function comparing(open: readonly Comparison[], take: (rawSource: RawSource) => void): OwnerPass {
  return {
    async next({ bytes }) {
      for (const each of open) await each.next(bytes)
    },
    end() {
      let most = 0
      for (const { source, result } of open) {
        const held = result()
        if (held === null || held < most) continue
        most = held
        take({ source, held })
      }
    },
  }
}

interface Comparison {
  readonly source: string
  next(line: Uint8Array): Promise<void>
  /** How many lines of the file the source holds; null when it is another one. */
  readonly result: () => number | null
}

/** Compares the lines of a file with those of a stored source, line by line. */
function comparison(scope: Scope, owner: string, source: string): Comparison {
  const stored = storedLines(scope, owner, source)[Symbol.asyncIterator]()
  let equal: number | null = 0
  let ended = false
  return {
    source,
    async next(line) {
      if (equal === null || ended) return
      const held = await stored.next()
      if (held.done === true) ended = true
      else if (Buffer.compare(held.value, line) === 0 || isBeginning(line, held.value)) equal++
      else if (isErasedOf(held.value, line) || isCutOf(held.value, line)) equal++
      else if (isBeginning(held.value, line)) ended = true
      else equal = null
    },
    result: () => equal,
  }
}
