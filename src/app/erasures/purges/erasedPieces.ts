import { pieceLength } from '../../../domain/erasure/erasure.ts'
import type { Observation } from '../../../domain/model.ts'

/** Of one observation: of its longest text the beginning, the middle and the end. */
const ofOne = 3
/** Pieces that are kept of all erasures together; of what is erased after that none are. */
const most = 60_000

/**
 * What this process remembers of texts that it erased, until the files of the store were searched for them: a few pieces of each, which are
 * written down nowhere.
 */
export interface ErasedPieces {
  add(erasureId: string, observations: readonly Observation[]): void
  /** Returns the pieces of an erasure; none where another process made it. */
  of(erasureId: string): readonly Uint8Array[]
  forget(erasureId: string): void
}

/** Returns a memory of pieces, which is empty at first. */
export function erasedPieces(): ErasedPieces {
  const pieces = new Map<string, Uint8Array[]>()
  let count = 0
  return {
    add: (erasureId, observations) => {
      const own = pieces.get(erasureId) ?? []
      for (const one of observations) if (count + own.length < most) own.push(...piecesOf(one))
      if (own.length > 0) pieces.set(erasureId, own)
      count = [...pieces.values()].reduce((sum, some) => sum + some.length, 0)
    },
    of: (erasureId) => pieces.get(erasureId) ?? [],
    forget: (erasureId) => {
      count -= pieces.get(erasureId)?.length ?? 0
      pieces.delete(erasureId)
    },
  }
}

function piecesOf({ blocks, fields, metadata, marker }: Observation): Uint8Array[] {
  // As it stands in a row, which is JSON.
  const texts = [...textsIn([blocks, fields, metadata, marker])].map((text) =>
    Buffer.from(JSON.stringify(text).slice(1, -1)),
  )
  const longest = texts.reduce((one, other) => (other.length > one.length ? other : one), Buffer.alloc(0))
  const room = longest.length - pieceLength
  if (room < 0) return []
  const places = Array.from({ length: ofOne }, (_, k) => Math.round((room * k) / (ofOne - 1)))
  return [...new Set(places)].map((at) => Uint8Array.from(longest.subarray(at, at + pieceLength)))
}

function* textsIn(value: unknown): Generator<string> {
  if (typeof value === 'string') yield value
  else if (typeof value === 'object' && value !== null)
    for (const member of Object.values(value)) yield* textsIn(member)
}
