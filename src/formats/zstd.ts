/** Reads zstd (RFC 8878), frame by frame: what a frame asks for is known before any of it is unpacked. */
import { setImmediate as breath } from 'node:timers/promises'
import zlib from 'node:zlib'
import { through } from './through.ts'

type Pieces = AsyncIterable<Uint8Array>

/** Node has it from 22.15 on. */
const native = zlib as {
  readonly createZstdDecompress?: (options: { readonly finishFlush?: number | undefined }) => NodeJS.ReadWriteStream
  readonly constants: { readonly ZSTD_e_flush?: number }
}

/** What every reader must take (RFC 8878, 3.1.1.1.2), and this one takes no more: so much memory is taken for each frame. */
const mostWindow = 8 * 1024 * 1024
const mostBlock = 128 * 1024
/** So many bytes are scanned between two breaths of the process. */
const portion = 64 * 1024
/** Our own reader moves its window at each block. So many bytes are moved between two breaths, and so many at most beside those unpacked. */
const movedAtOnce = 64 * 1024 * 1024
const mostMoved = 4 * 1024 * 1024 * 1024
const movedPerByte = 1024

/** Bytes that are no zstd, are damaged, or ask for more than is given. */
export class ZstdRefused extends Error {
  override readonly name = 'ZstdRefused'
}

/**
 * Yields what zstd holds, in any number of frames; rejects where it is damaged, or a frame asks for too large a window. What was cut off is
 * refused too, or is read as far as it came where that is wanted.
 */
export function zstdUnpacked(pieces: Pieces, { mayBeCutOff = false } = {}): Pieces {
  if (!native.createZstdDecompress) return unpackedHere(pieces, mayBeCutOff)
  const finishFlush = mayBeCutOff ? native.constants.ZSTD_e_flush : undefined
  return through(checked(pieces), native.createZstdDecompress({ finishFlush }))
}

async function* checked(pieces: Pieces): Pieces {
  const frames = new Frames()
  for await (const part of portions(pieces)) {
    for (const _ of frames.split(part));
    yield part
  }
}

async function* unpackedHere(pieces: Pieces, mayBeCutOff: boolean): Pieces {
  const { Decompress } = await import('fzstd')
  const frames = new Frames()
  const results: Uint8Array[] = []
  let unpacked = 0
  const stream = new Decompress((piece) => {
    unpacked += piece.length
    results.push(piece)
  })
  const pushed = (part: Uint8Array, isLast = false): Uint8Array[] => {
    try {
      stream.push(part, isLast)
    } catch (cause) {
      throw new ZstdRefused(cause instanceof Error ? cause.message : 'it is damaged', { cause })
    }
    return results.splice(0)
  }
  let rest = movedAtOnce
  for await (const piece of portions(pieces))
    for (const part of frames.split(piece)) {
      if (frames.moved > mostMoved + movedPerByte * unpacked)
        throw new ZstdRefused('it has too many blocks for so large a window')
      if (frames.moved > rest) {
        rest = frames.moved + movedAtOnce
        await breath()
      }
      yield* pushed(part)
    }
  if (!mayBeCutOff || !frames.isOpen) yield* pushed(new Uint8Array(0), true)
}

async function* portions(pieces: Pieces): Pieces {
  let rest = portion
  for await (const piece of pieces)
    for (let at = 0; at < piece.length; at += portion) {
      const part = piece.subarray(at, at + portion)
      yield part
      rest -= part.length
      if (rest > 0) continue
      rest = portion
      await breath()
    }
}

/** Walks through frames by their heads and those of their blocks, and looks at nothing else. */
class Frames {
  /** How much a reader takes for windows, and moves in them. */
  moved = 0
  private head: number[] = []
  /** Bytes up to the next head. */
  private skip = 0
  private isInFrame = false
  private hasSum = false
  private window = 0

  /** Whether a frame has not come to its end. */
  get isOpen(): boolean {
    return this.isInFrame || this.skip > 0 || this.head.length > 0
  }

  /** Yields a piece in parts that end where a block or a frame does. */
  *split(piece: Uint8Array): Generator<Uint8Array> {
    let begin = 0
    for (let at = 0; at < piece.length;) {
      if (this.skip === 0) {
        this.head.push(piece[at++] ?? 0)
        if (this.isInFrame) this.readBlockHead()
        else this.readFrameHead()
      } else {
        const taken = Math.min(this.skip, piece.length - at)
        this.skip -= taken
        at += taken
      }
      if (this.skip > 0 || this.head.length > 0) continue
      yield piece.subarray(begin, at)
      begin = at
    }
    if (begin < piece.length) yield piece.subarray(begin)
  }

  private readFrameHead(): void {
    const { head } = this
    if (head.length < 4) return
    const magic = little(head, 0, 4)
    if (magic >= 0x184d2a50 && magic <= 0x184d2a5f) {
      if (head.length === 8) this.go(little(head, 4, 4))
      return
    }
    if (magic !== 0xfd2fb528) throw new ZstdRefused('it is no zstd')
    const flags = head[4]
    if (flags === undefined) return
    const isSingle = (flags & 32) !== 0
    const sizeAt = 5 + (isSingle ? 0 : 1) + ([0, 1, 2, 4][flags & 3] ?? 0)
    const size = [isSingle ? 1 : 0, 2, 4, 8][flags >> 6] ?? 0
    if (head.length < sizeAt + size) return
    this.window = isSingle ? little(head, sizeAt, size) + (size === 2 ? 256 : 0) : windowOf(head[5] ?? 0)
    if (this.window > mostWindow)
      throw new ZstdRefused(`a frame asks for a window of ${this.window} bytes, and ${mostWindow} are the most`)
    this.hasSum = (flags & 4) !== 0
    this.isInFrame = true
    this.go(0)
  }

  private readBlockHead(): void {
    if (this.head.length < 3) return
    const head = little(this.head, 0, 3)
    const [isLast, kind, size] = [(head & 1) === 1, (head >> 1) & 3, head >> 3]
    if (kind === 3 || size > mostBlock) throw new ZstdRefused('a block is damaged')
    this.isInFrame = !isLast
    this.go((kind === 1 ? 1 : size) + (isLast && this.hasSum ? 4 : 0))
  }

  /** A head is read: the next one stands so many bytes behind it. */
  private go(skip: number): void {
    this.skip = skip
    this.head = []
    this.moved += Math.max(this.window, portion)
  }
}

const little = (bytes: readonly number[], at: number, length: number): number =>
  bytes.slice(at, at + length).reduceRight((all, byte) => all * 256 + byte, 0)

function windowOf(byte: number): number {
  const base = 2 ** (10 + (byte >> 3))
  return base + (base / 8) * (byte & 7)
}
