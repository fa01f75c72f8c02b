/** One line of a file, byte for byte. */
export interface Line {
  /** Counted from 1. */
  readonly number: number
  /** Where it begins in the file. */
  readonly offset: number
  /** With its terminator, which the last line may lack. */
  readonly bytes: Uint8Array
}

const newline = 0x0a
const carriageReturn = 0x0d

/** Yields the lines of a file, those of a piece at once: its bytes cut after each newline, nothing left out. */
export async function* lines(pieces: AsyncIterable<Uint8Array>): AsyncIterable<readonly Line[]> {
  const cutter = lineCutter()
  for await (const piece of pieces) yield cutter.next(piece)
  yield cutter.end()
}

/** Returns the lines of a whole file. */
export function linesOf(bytes: Uint8Array): Line[] {
  const cutter = lineCutter()
  return [...cutter.next(bytes), ...cutter.end()]
}

/** Returns what cuts pieces, one after the other, into lines; a line that is cut off waits for the next piece. */
function lineCutter(): { next(piece: Uint8Array): Line[]; end(): Line[] } {
  let number = 0
  let offset = 0
  let held: Uint8Array[] = []
  const line = (bytes: Uint8Array): Line => {
    const found = { number: ++number, offset, bytes }
    offset += bytes.length
    held = []
    return found
  }
  return {
    next(piece) {
      const found: Line[] = []
      let from = 0
      for (let end = piece.indexOf(newline); end >= 0; end = piece.indexOf(newline, from)) {
        found.push(line(joined(held, piece.subarray(from, end + 1))))
        from = end + 1
      }
      if (from < piece.length) held.push(piece.slice(from))
      return found
    },
    end: () => (held.length > 0 ? [line(joined(held))] : []),
  }
}

function joined(held: readonly Uint8Array[], last?: Uint8Array): Uint8Array {
  if (held.length === 0 && last) return last
  return Buffer.concat(last ? [...held, last] : held)
}

/** Says whether the line ends with a newline; only a file's last one may not. */
export function isTerminated(line: Line): boolean {
  return line.bytes.at(-1) === newline
}

/** Says whether the line ends with carriage return and newline. */
export function hasCarriageReturn(line: Line): boolean {
  return isTerminated(line) && line.bytes.at(-2) === carriageReturn
}

/** Returns the line's bytes without its terminator. */
export function contentOf(line: Line): Uint8Array {
  const end = line.bytes.length - (isTerminated(line) ? 1 : 0) - (hasCarriageReturn(line) ? 1 : 0)
  return line.bytes.subarray(0, end)
}
