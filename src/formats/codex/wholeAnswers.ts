import type { ImportSource } from '../importSource.ts'
import { jsonIn } from '../reading/lines/jsonIn.ts'
import { asObject } from '../reading/values.ts'
import type { JsonObject } from '../../domain/model.ts'
import { OpenAnswer } from './openAnswer.ts'

const newline = 0x0a
/** Bytes at the end that are looked at first, and at most: a turn of a program is less. */
const [firstBytes, mostBytes] = [1024 * 1024, 64 * 1024 * 1024]

/**
 * Returns how far the answers of a rollout are whole: up to the line before the first one of an answer of which more may
 * come. `size`: up to where its lines are.
 */
export async function wholeAnswers(source: ImportSource, size: number): Promise<number> {
  for (let bytes = Math.min(size, firstBytes); ; bytes = Math.min(size, bytes * 4)) {
    const begin = size - bytes
    const result = wholeIn(Buffer.from(await source.slice(begin, bytes)), begin > 0)
    if (result !== null) return begin + result
    // Nothing in it ends an answer: what is so long is taken as it is.
    if (bytes >= mostBytes) return size
    if (bytes === size) return 0
  }
}

/** Returns up to where answers are whole in the end of a file; null where its lines do not show it. */
function wholeIn(bytes: Buffer, isCut: boolean): number | null {
  const answer = new OpenAnswer(isCut)
  let whole: number | null = null
  // Of a file that is cut, what stands before the first line which ends an answer is not known.
  let isKnown = !isCut
  for (let at = isCut ? bytes.indexOf(newline) + 1 : 0; at < bytes.length;) {
    const end = bytes.indexOf(newline, at)
    const next = end === -1 ? bytes.length : end + 1
    const value = parsed(bytes.subarray(at, next))
    isKnown = (value !== null && answer.line(value)) || isKnown
    if (isKnown && answer.isWhole) whole = next
    at = next
  }
  return whole
}

function parsed(line: Buffer): JsonObject | null {
  return asObject(jsonIn(line.toString('utf8')))
}
