import type { ImportSource } from '../../importSource.ts'

const [quote, backslash, blank, newline] = [0x22, 0x5c, 0x20, 0x0a]
const [openBrace, closeBrace, openBracket, closeBracket, colon, comma] = [0x7b, 0x7d, 0x5b, 0x5d, 0x3a, 0x2c]

/**
 * Returns a file that is one object as the list that stands in a member of it: what is around the list is blank, so each
 * of its values stands where it does in the file. A file that is no such object has nothing.
 */
export function insideOf(source: ImportSource, member: string): ImportSource {
  return {
    name: source.name,
    async *open() {
      const blanking = new Blanking(member)
      for await (const piece of source.open()) yield blanking.next(piece)
    },
    slice: (offset, length) => source.slice(offset, length),
  }
}

/** Leaves of an object the list in one of its members. It knows where texts and brackets begin and end. */
class Blanking {
  private readonly member: string
  private depth = 0
  private inText = false
  private escaped = false
  /** The text that was read last at the first level, as it stands in the file. */
  private name: number[] = []
  /** The member whose value comes next. */
  private isWanted = false
  /** The list is open, or was. */
  private inside: 'BEFORE' | 'IN' | 'AFTER' = 'BEFORE'

  constructor(member: string) {
    this.member = JSON.stringify(member)
  }

  next(piece: Uint8Array): Uint8Array {
    const copy = Uint8Array.from(piece)
    for (let at = 0; at < piece.length; at++)
      if (!this.shows(piece[at] as number)) copy[at] = piece[at] === newline ? newline : blank
    return copy
  }

  private shows(byte: number): boolean {
    if (this.inText) return this.text(byte)
    if (byte === quote) this.begin()
    else if (byte === openBrace || byte === openBracket) return this.open(byte)
    else if (byte === closeBrace || byte === closeBracket) return this.close()
    else if (byte === colon && this.depth === 1) this.isWanted = Buffer.from(this.name).toString('utf8') === this.member
    else if (byte === comma && this.depth === 1) this.isWanted = false
    return this.inside === 'IN'
  }

  private begin(): void {
    this.inText = true
    this.name = [quote]
  }

  private text(byte: number): boolean {
    if (this.depth === 1 && this.name.length <= 2 * this.member.length) this.name.push(byte)
    if (this.escaped) this.escaped = false
    else if (byte === backslash) this.escaped = true
    else if (byte === quote) this.inText = false
    return this.inside === 'IN'
  }

  private open(byte: number): boolean {
    this.depth++
    if (this.depth === 2 && byte === openBracket && this.isWanted && this.inside === 'BEFORE') this.inside = 'IN'
    return this.inside === 'IN'
  }

  private close(): boolean {
    const was = this.inside === 'IN'
    this.depth--
    if (was && this.depth === 1) this.inside = 'AFTER'
    return was
  }
}
