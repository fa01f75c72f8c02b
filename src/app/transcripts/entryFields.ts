import { attachmentIds, type Attachment } from '../../domain/records/attachment.ts'
import type { Hash } from '../../domain/model.ts'
import { flagsOf } from '../../domain/prompts/promptOf.ts'
import type { WrittenFile, WrittenEntry } from '../../formats/writing/omissions.ts'
import type { Scope } from '../scope.ts'
import type { TranscriptEntry } from './transcripts.ts'

/** The most bytes of one file that a message carries, and of all: providers refuse more. */
const [mostBytes, mostOfAll] = [5_000_000, 20_000_000]

/** Files that messages carry: what is known of each, and how many bytes there is room for. */
export interface Carried {
  readonly files: Map<Hash, WrittenFile>
  remainingBytes: number
}
export const nothingCarried = (): Carried => ({ files: new Map(), remainingBytes: mostOfAll })

/**
 * Returns entries of CONTEXT as a reader gets them, with the bytes of their files; where only what is left out
 * is wanted, with their sizes alone. Of too many files the later ones are named instead.
 */
export async function fieldsOf(
  scope: Scope,
  entries: readonly TranscriptEntry[],
  carried: Carried,
  needsBytes: boolean,
): Promise<WrittenEntry[]> {
  const ids = attachmentIds(entries.flatMap(({ blocks }) => blocks)).filter((id) => !carried.files.has(id))
  const attachments = await Promise.all(ids.map((id) => scope.reads.attachment(id)))
  for (const attachment of attachments) if (attachment) await carry(scope, attachment, carried, needsBytes)
  return entries.map(({ observation, role, blocks, text, synthetic }) => ({
    id: observation.messageId ?? observation.id,
    nodeId: observation.id,
    role: role ?? 'USER',
    blocks: observation.marker === null || synthetic ? blocks : [{ type: 'text', text }],
    answerId: observation.usage?.answerId ?? null,
    observedAt: observation.observedAt,
    model: observation.model,
    sourceKind: observation.sourceKind,
    isMeta: flagsOf(observation).isMeta === true,
    synthetic,
    isSummary: observation.marker !== null && !synthetic,
    files: carried.files,
  }))
}

async function carry(scope: Scope, attachment: Attachment, carried: Carried, needsBytes: boolean): Promise<void> {
  const { id, mediaType, fileName, byteSize, uri } = attachment
  const fits = uri === null && byteSize !== null && byteSize <= Math.min(mostBytes, carried.remainingBytes)
  if (fits) carried.remainingBytes -= byteSize
  const base64 = !fits ? null : needsBytes ? await bytesOf(scope, id) : ''
  carried.files.set(id, { mediaType, fileName, byteSize, uri, base64 })
}

async function bytesOf(scope: Scope, id: Hash): Promise<string | null> {
  const stream = await scope.attachmentBytes.get(scope.tenant, id, null)
  if (!stream) return null
  const pieces: Uint8Array[] = []
  for await (const piece of stream as AsyncIterable<Uint8Array>) {
    scope.signal?.throwIfAborted()
    scope.budget.hold(piece.length * 2)
    pieces.push(piece)
  }
  return Buffer.concat(pieces).toString('base64')
}
