/** The most bytes that are kept of a text. */
const longestText = 1024
/** The most that are kept of a list or a map in a value, by its level there; of deeper ones the last. */
const longestAt = [64 * 1024, 16 * 1024, 4 * 1024] as const

const [quote, backslash, newline, comma, letterU] = [0x22, 0x5c, 0x0a, 0x2c, 0x75]
const [openBrace, closeBrace, openBracket, closeBracket] = [0x7b, 0x7d, 0x5b, 0x5d]

/**
 * Yields shorter JSON of JSON: of long texts, and of long lists and maps in its values, the beginnings are left. So what
 * stands behind something long can be looked at. It is made of the first `most` bytes.
 */
export async function* outlined(pieces: AsyncIterable<Uint8Array>, most: number): AsyncGenerator<Uint8Array> {
  const outline = new Outline()
  let remaining = most
  for await (const piece of pieces) {
    yield outline.next(piece.subarray(0, remaining))
    remaining -= piece.length
    if (remaining <= 0) return
  }
}

/** What is left of JSON that comes in pieces. */
class Outline {
  /** How much was kept before each bracket that is open. */
  private readonly open: number[] = []
  private kept = 0
  /** Whether the values stand in an array; null: none has begun. */
  private isArray: boolean | null = null
  /** Bytes of the text that is open, without end where its rest is left out; null: none is open. */
  private text: number | null = null
  /** Bytes that an escape in it still has. */
  private escape = 0
  /** How many brackets are open around elements that are left out; null: none are. */
  private cutAt: number | null = null

  /** Returns what is left of a further piece. */
  next(piece: Uint8Array): Uint8Array {
    const left = new Uint8Array(piece.length)
    let length = 0
    for (const byte of piece) {
      if (!this.keeps(byte)) continue
      left[length++] = byte
      this.kept++
    }
    return left.subarray(0, length)
  }

  private keeps(byte: number): boolean {
    if (this.text !== null) return this.keepsOfText(byte, this.text)
    if (byte === quote) this.text = 0
    else if (byte === openBrace || byte === openBracket) {
      this.isArray ??= byte === openBracket
      this.open.push(this.kept)
    } else if (byte === closeBrace || byte === closeBracket) {
      if (this.cutAt === this.open.length) this.cutAt = null
      this.open.pop()
    } else if (byte === comma && this.cutAt === null && this.isLong()) this.cutAt = this.open.length
    return this.cutAt === null
  }

  private keepsOfText(byte: number, length: number): boolean {
    if (byte === newline) return this.giveUp()
    if (byte === quote && this.escape === 0) {
      this.text = null
      return this.cutAt === null
    }
    const bytes = length >= longestText && this.escape === 0 ? Infinity : length
    this.text = bytes + 1
    if (this.escape > 0) this.escape = this.escape === 1 && byte === letterU ? 4 : this.escape - 1
    else if (byte === backslash) this.escape = 1
    return this.cutAt === null && bytes !== Infinity
  }

  /** No text goes on over the end of a line: what follows is looked at by itself. */
  private giveUp(): true {
    this.text = null
    this.escape = 0
    this.cutAt = null
    this.open.length = 0
    return true
  }

  private isLong(): boolean {
    const level = this.open.length - (this.isArray === true ? 2 : 1)
    if (level < 1) return false
    const most = longestAt[level - 1] ?? longestAt[2]
    return this.kept - (this.open.at(-1) ?? 0) > most
  }
}
