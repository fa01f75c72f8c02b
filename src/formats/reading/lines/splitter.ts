import { longestRecord } from '../../amount.ts'

/** A JSON value of a file: an element of an array at its top, or a value that stands there by itself. */
export interface RawRecord {
  /** Of the line on which it begins, from 1. */
  readonly line: number
  readonly offset: number
  /** Null: it is too long to be read. */
  readonly bytes: Uint8Array | null
  readonly length: number
  /** The file ends before it does. */
  readonly torn: boolean
  /** Which of the arrays at the top it is an element of, from 1; 0: of none. */
  readonly array: number
}

const [quote, backslash, newline, comma] = [0x22, 0x5c, 0x0a, 0x2c]
const [openBrace, closeBrace, openBracket, closeBracket] = [0x7b, 0x7d, 0x5b, 0x5d]
const byteOrderMark = [0xef, 0xbb, 0xbf]
const isBlank = (byte: number) => byte === 0x20 || byte === newline || byte === 0x0d || byte === 0x09
const opens = (byte: number) => byte === openBrace || byte === openBracket
const closes = (byte: number) => byte === closeBrace || byte === closeBracket

/** What cuts the pieces of a file into records. */
export interface Splitter {
  next(piece: Uint8Array): RawRecord[]
  end(): RawRecord[]
}

/**
 * Returns a splitter. It knows where values begin and end, and nothing else of JSON: what is inside is read by
 * `JSON.parse`, once it is there in one piece. An array at the top is taken apart; so are several, one after the other.
 */
export function splitter(): Splitter {
  return new Splitting()
}

interface Begun {
  readonly line: number
  readonly offset: number
  /** An object or an array; else a bare word or a text. */
  readonly isContainer: boolean
}

class Splitting implements Splitter {
  private offset = 0
  private line = 1
  /** Brackets that are open inside the record. */
  private depth = 0
  /** Which array at the top is open; 0: none. */
  private array = 0
  private arrays = 0
  private inText = false
  private escaped = false
  private begun: Begun | null = null
  private held: Uint8Array[] = []
  private heldBytes = 0
  private records: RawRecord[] = []

  next(piece: Uint8Array): RawRecord[] {
    let from = 0
    for (let at = 0; at < piece.length; at++) {
      if (this.inText) at = this.endOfText(piece, at)
      const byte = piece[at]
      if (byte === undefined) break
      if (byte === newline) this.line++
      if (this.begun === null) {
        if (this.begins(byte, at)) from = at
      } else if (this.ends(byte, this.begun)) {
        const { isContainer } = this.begun
        this.close(piece.subarray(from, isContainer ? at + 1 : at), false)
        // What ended a bare word stands between records itself.
        if (!isContainer && !isBlank(byte)) at--
      }
    }
    if (this.begun !== null) this.hold(piece.slice(from))
    this.offset += piece.length
    return this.taken()
  }

  end(): RawRecord[] {
    if (this.begun) this.close(new Uint8Array(), this.begun.isContainer || this.inText)
    return this.taken()
  }

  private taken(): RawRecord[] {
    const { records: rawRecords } = this
    this.records = []
    return rawRecords
  }

  /** Where the open text ends: its quote, or the end of the piece. */
  private endOfText(piece: Uint8Array, from: number): number {
    for (let at = from; at < piece.length; at++) {
      const byte = piece[at]
      if (this.escaped) this.escaped = false
      else if (byte === backslash) this.escaped = true
      else if (byte === quote) {
        this.inText = false
        return at + 1
      } else if (byte === newline) this.line++
    }
    return piece.length
  }

  /** Says whether a record begins with this byte, which stands between records. */
  private begins(byte: number, at: number): boolean {
    if (isBlank(byte) || byte === comma || this.isMark(byte, at)) return false
    if (closes(byte) || (byte === openBracket && this.array === 0)) {
      this.array = opens(byte) ? ++this.arrays : 0
      return false
    }
    this.begun = { line: this.line, offset: this.offset + at, isContainer: opens(byte) }
    this.inText = byte === quote
    this.depth = opens(byte) ? 1 : 0
    return true
  }

  private isMark(byte: number, at: number): boolean {
    return byteOrderMark[this.offset + at] === byte
  }

  /** Says whether the open record ends: a container with this byte, anything else before it. */
  private ends(byte: number, { isContainer }: Begun): boolean {
    if (byte === quote) this.inText = true
    else if (!isContainer) return byte === comma || closes(byte) || opens(byte) || isBlank(byte)
    else if (opens(byte)) this.depth++
    else if (closes(byte)) return --this.depth === 0
    return false
  }

  private hold(part: Uint8Array): void {
    this.heldBytes += part.length
    if (this.heldBytes <= longestRecord) this.held.push(part)
  }

  private close(last: Uint8Array, torn: boolean): void {
    this.hold(last)
    const { begun, held, heldBytes, array } = this
    if (begun) {
      const { line, offset } = begun
      const tooLong = heldBytes > longestRecord
      const bytes = tooLong ? null : Buffer.concat(held)
      this.records.push({ line, offset, bytes, length: heldBytes, torn, array })
    }
    this.begun = null
    this.held = []
    this.heldBytes = 0
  }
}
