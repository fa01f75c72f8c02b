import type { GraphClient } from '../../client/graphClient.ts'
import { Transcript, type TranscriptQuery, type TranscriptView } from '../../client/documents/generated.ts'
import { mustExist } from './values.ts'

type Conversation = NonNullable<TranscriptQuery['conversation']>
export type ListedEntry = Conversation['transcript']['edges'][number]['node']

/** The end of a transcript, or what lies before a place in it. */
export interface TranscriptPart {
  readonly title: string
  readonly entries: readonly ListedEntry[]
  /** What lies before it; null where nothing does. */
  readonly previousCursor: string | null
}

/** What is read of a transcript. */
export interface TranscriptRequest {
  readonly conversationId: string
  readonly view: TranscriptView
  readonly last: number
  readonly before: string | undefined
  /** The observation that it ends with; the head unless given. */
  readonly at?: string | undefined
  /** The most UTF-8 bytes of all texts together; one entry comes in any case. */
  readonly bytes: number
}

/** The most entries of one page of the API. */
const page = 100

/** Reads a transcript from its end back, as far as it is asked for and fits. */
export async function readTranscript(
  client: GraphClient,
  request: TranscriptRequest,
  signal: AbortSignal,
): Promise<TranscriptPart> {
  const { conversationId, view, bytes } = request
  const at = request.at === undefined ? undefined : { observationId: request.at }
  const entries: ListedEntry[] = []
  let [before, left] = [request.before, bytes]
  for (;;) {
    const last = Math.min(page, request.last - entries.length)
    const read = await client.query(Transcript, { id: conversationId, view, at, last, before }, { signal })
    const conversation = mustExist(read.conversation, 'conversation', conversationId)
    const { title, transcript } = conversation
    const { edges, pageInfo } = transcript
    for (const { node, cursor } of edges.toReversed()) {
      left -= Buffer.byteLength(entryText(node))
      if (left < 0 && entries.length > 0) return { title, entries, previousCursor: before ?? null }
      entries.unshift(node)
      before = cursor
    }
    const isWhole = !pageInfo.hasPreviousPage
    if (isWhole || entries.length >= request.last)
      return { title, entries, previousCursor: isWhole ? null : (before ?? null) }
  }
}

/** Returns what an entry says, with its tool calls, results and files named. */
export function entryText({ content, deleted }: ListedEntry): string {
  return deleted ? '(deleted)' : content.map(blockText).join('\n')
}

function blockText(block: ListedEntry['content'][number]): string {
  switch (block.__typename) {
    case 'TextBlock':
      return block.text
    case 'ThinkingBlock':
      return `(thought) ${block.thinking}`
    case 'ToolCallBlock':
      return `(calls ${block.name} as ${block.callId}: ${JSON.stringify(block.input)})`
    case 'ToolResultBlock':
      return `(${block.isError ? 'error' : 'result'} of ${block.callId}: ${textOf(block.result)})`
    case 'AttachmentBlock':
      return `(file ${block.fileName ?? block.attachment.uri ?? block.attachment.id}, ${block.attachment.mediaType})`
    case 'OtherBlock':
      return `(${JSON.stringify(block.value)})`
  }
}

const textOf = (value: unknown): string => (typeof value === 'string' ? value : JSON.stringify(value))
