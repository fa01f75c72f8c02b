import { Refusal } from '../../../domain/refusals.ts'
import { longestRecord } from '../../amount.ts'

/** One line of a file, byte for byte. */
export interface SourceLine {
  /** Counted from 1. */
  readonly number: number
  /** Where it begins in the file. */
  readonly offset: number
  /** With its terminator, which the last line may lack. */
  readonly bytes: Uint8Array
}

const newline = 0x0a
const carriageReturn = 0x0d

/**
 * Yields the lines of a file, those of a piece at once: its bytes cut after each newline, nothing left out. Refuses one
 * that is longer than can be read.
 */
export async function* lines(
  pieces: AsyncIterable<Uint8Array>,
  longest = longestRecord,
): AsyncIterable<readonly SourceLine[]> {
  const cutter = lineCutter(longest)
  for await (const piece of pieces) yield cutter.next(piece)
  yield cutter.end()
}

/** Returns the lines of a whole file. */
export function linesOf(bytes: Uint8Array): SourceLine[] {
  const cutter = lineCutter(Infinity)
  return [...cutter.next(bytes), ...cutter.end()]
}

/** Returns what cuts pieces, one after the other, into lines; a line that is cut off waits for the next piece. */
function lineCutter(longest: number): { next(piece: Uint8Array): SourceLine[]; end(): SourceLine[] } {
  let number = 0
  let offset = 0
  let held: Uint8Array[] = []
  let heldBytes = 0
  const line = (bytes: Uint8Array): SourceLine => {
    const result = { number: ++number, offset, bytes }
    offset += bytes.length
    held = []
    heldBytes = 0
    return result
  }
  const hold = (part: Uint8Array): void => {
    heldBytes += part.length
    if (heldBytes > longest) throw tooLong(number + 1, longest)
    held.push(part)
  }
  return {
    next(piece) {
      const sourceLines: SourceLine[] = []
      let from = 0
      for (let end = piece.indexOf(newline); end >= 0; end = piece.indexOf(newline, from)) {
        sourceLines.push(line(joined(held, piece.subarray(from, end + 1))))
        from = end + 1
      }
      if (from < piece.length) hold(piece.slice(from))
      return sourceLines
    },
    end: () => (held.length > 0 ? [line(joined(held))] : []),
  }
}

function tooLong(line: number, limit: number): Refusal {
  const most = `${limit / 1024 / 1024} MiB`
  const message = `Line ${line} is longer than ${most}, the most that one may have. Nothing was imported.`
  return new Refusal('LIMIT_EXCEEDED', { line, limit }, message)
}

function joined(held: readonly Uint8Array[], last?: Uint8Array): Uint8Array {
  if (held.length === 0 && last) return last
  return Buffer.concat(last ? [...held, last] : held)
}

/** Says whether the line ends with a newline; only a file's last one may not. */
export function isTerminated(line: SourceLine): boolean {
  return line.bytes.at(-1) === newline
}

/** Says whether the line ends with carriage return and newline. */
export function hasCarriageReturn(line: SourceLine): boolean {
  return isTerminated(line) && line.bytes.at(-2) === carriageReturn
}

/** Returns the line's bytes without its terminator. */
export function contentOf(line: SourceLine): Uint8Array {
  const end = line.bytes.length - (isTerminated(line) ? 1 : 0) - (hasCarriageReturn(line) ? 1 : 0)
  return line.bytes.subarray(0, end)
}
