import type { Json } from '../../../domain/model.ts'
import { jsonIn, type TellLarge } from '../lines/jsonIn.ts'

export const quote = 0x22
export const backslash = 0x5c
export const comma = 0x2c
export const colon = 0x3a
export const openBrace = 0x7b
export const closeBrace = 0x7d
export const openBracket = 0x5b
export const closeBracket = 0x5d

/** Says whether a byte is what JSON takes for blank. */
export function isBlank(byte: number | undefined): boolean {
  return byte === 0x20 || byte === 0x0a || byte === 0x0d || byte === 0x09
}

/** Returns where the next byte stands that is not blank. */
export function behindBlanks(bytes: Uint8Array, from: number): number {
  let at = from
  while (isBlank(bytes[at])) at++
  return at
}

/** Returns where the quote stands that ends the text which begins at `from`; where there is none, a place behind the end. */
export function endOfText(bytes: Uint8Array, from: number): number {
  let at = from + 1
  while (at < bytes.length && bytes[at] !== quote) at += bytes[at] === backslash ? 2 : 1
  return at
}

/**
 * Returns the place behind the value that begins at `from`. Of what is inside, texts and brackets alone are looked at: of
 * JSON that is the value's end, and of anything else `JSON.parse` says so.
 */
export function behindValue(bytes: Uint8Array, from: number): number {
  if (bytes[from] === quote) return endOfText(bytes, from) + 1
  if (!opens(bytes[from])) return behindWord(bytes, from)
  let depth = 0
  for (let at = from; at < bytes.length; at++) {
    const byte = bytes[at]
    if (byte === quote) at = endOfText(bytes, at)
    else if (opens(byte)) depth++
    else if (closes(byte) && --depth === 0) return at + 1
  }
  return bytes.length
}

function behindWord(bytes: Uint8Array, from: number): number {
  let at = from
  while (at < bytes.length && !isBlank(bytes[at]) && !parts(bytes[at])) at++
  return at
}

const opens = (byte: number | undefined) => byte === openBrace || byte === openBracket
const closes = (byte: number | undefined) => byte === closeBrace || byte === closeBracket
const parts = (byte: number | undefined) =>
  byte === comma || byte === colon || byte === quote || opens(byte) || closes(byte)

/** Returns the value whose JSON stands in some bytes; undefined where they are none. */
export function parsedAt(bytes: Buffer, from: number, to: number, tell?: TellLarge): Json | undefined {
  return jsonIn(bytes.toString('utf8', from, to), tell)
}
