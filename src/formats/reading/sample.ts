import type { JsonObject } from '../../domain/model.ts'
import type { ImportSource } from '../importSource.ts'
import { jsonIn } from './lines/jsonIn.ts'
import { linesOf } from './lines/lines.ts'
import { valuesOf } from './lines/lineValues.ts'
import { closedPrefix } from './lines/closedPrefix.ts'
import { outlined } from './outline.ts'
import { layoutOf, type Layout } from './records/records.ts'
import { splitter } from './lines/splitter.ts'
import { asObject } from './values.ts'

/** The beginning of a file, as formats look at it to tell whether it is theirs. */
export interface Sample {
  readonly fileName: string | null
  readonly layout: Layout
  /** Whether its values stand in an array at the top. */
  readonly isArray: boolean
  /** Its first JSON objects. The last one may be cut off: it lacks members then. */
  readonly objects: readonly JsonObject[]
  /** As text. */
  readonly text: string
  /** It is all of the file. */
  readonly isWhole: boolean
}

const sampleBytes = 256 * 1024
/** Bytes of a file that are read for its outline: a fifth of a second's work. */
const outlinedBytes = 16 * 1024 * 1024

/** Returns the beginning of a file. */
export function sampleOf(source: ImportSource): Promise<Sample> {
  return looked(source, source.open())
}

/** Returns the beginning of a file without what is long in its values: so it reaches further. */
export function outlineOf(source: ImportSource): Promise<Sample> {
  return looked(source, outlined(source.open(), outlinedBytes))
}

async function looked(source: ImportSource, pieces: AsyncIterable<Uint8Array>): Promise<Sample> {
  const { bytes, isWhole } = await beginning(pieces)
  const layout = await layoutOf(source)
  const text = bytes.toString('utf8')
  const isArray = text
    .replace(/^\uFEFF/, '')
    .trimStart()
    .startsWith('[')
  const objects = layout === 'LINES' ? objectsOfLines(bytes) : objectsOfValues(bytes)
  return { fileName: source.name, layout, isArray, objects, text, isWhole }
}

async function beginning(pieces: AsyncIterable<Uint8Array>): Promise<{ bytes: Buffer; isWhole: boolean }> {
  const parts: Uint8Array[] = []
  let length = 0
  for await (const piece of pieces) {
    parts.push(piece.slice(0, sampleBytes - length))
    length += piece.length
    if (length > sampleBytes) break
  }
  return { bytes: Buffer.concat(parts), isWhole: length <= sampleBytes }
}

function objectsOfLines(bytes: Buffer): JsonObject[] {
  return linesOf(bytes).flatMap((line) => {
    const { values, skipped } = valuesOf(line, null)
    const isCut = skipped > 0 && values.length === 0 && line.offset + line.bytes.length === bytes.length
    return isCut ? cutObject(Buffer.from(line.bytes)) : values
  })
}

function objectsOfValues(bytes: Buffer): JsonObject[] {
  const split = splitter()
  return [...split.next(bytes), ...split.end()].flatMap((record) => {
    const value = Buffer.from(record.bytes ?? [])
    const object = record.torn ? null : objectOf(value.toString('utf8'))
    return record.torn ? cutObject(value) : object ? [object] : []
  })
}

function cutObject(bytes: Buffer): JsonObject[] {
  const value = objectOf(closedPrefix(bytes.toString('utf8').replace(/^\uFEFF/, '')))
  return value ? [value] : []
}

function objectOf(text: string): JsonObject | null {
  return asObject(jsonIn(text))
}
