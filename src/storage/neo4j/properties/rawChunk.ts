import type { RawChunk } from '../../../domain/model.ts'
import { int, type Properties } from './rows.ts'

/** Returns the properties of a stretch of a foreign file. */
export function rawChunkProperties(tenant: string, chunk: RawChunk): Properties {
  const { conversationId, source, firstLine, lineCount, bytes } = chunk
  const copied = new Int8Array(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  return { tenant, conversationId, source, firstLine: int(firstLine), lineCount: int(lineCount), bytes: copied }
}

/** Returns the bytes that the database gave. */
export function bytesFrom(value: unknown): Uint8Array {
  const bytes = value as Int8Array
  return new Uint8Array(bytes.buffer, bytes.byteOffset, bytes.byteLength)
}
