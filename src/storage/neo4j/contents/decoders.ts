/** What the statements of dumpCypher.ts find, back to the domain's values. */
import { recordKinds, type Contents, type ContentKind } from '../../../domain/contents.ts'
import { eventFrom } from '../writing/eventRows.ts'
import { keyFrom } from '../properties/key.ts'
import * as rows from '../properties/rows.ts'
import { bytesFrom } from '../properties/rawChunk.ts'
import { kinds } from '../schema.ts'
import { own } from '../../../runtime/own.ts'

type RecordContent = (typeof recordKinds)[keyof typeof recordKinds]
const recordDecoders = Object.fromEntries(
  Object.entries(recordKinds).map(([kind, content]) => [content, own(kinds, kind)?.from]),
) as unknown as { readonly [K in RecordContent]: (value: unknown) => Contents[K] }

/** Returns the place of a source among those of its conversation, from 1. */
export type PositionOf = (conversationId: string, source: string) => number

/** Returns what makes values of what was found; it throws for what is torn. */
export function decodersWith(positionOf: PositionOf): { readonly [K in ContentKind]: (value: unknown) => Contents[K] } {
  return {
    ...recordDecoders,
    conversation: (value) => {
      const [conversation, lastSeq] = value as [unknown, unknown]
      return { ...rows.conversationFrom(conversation), lastSeq: rows.numberFrom(lastSeq) }
    },
    message: rows.messageFrom,
    observation: rows.observationFrom,
    junction: rows.junctionFrom,
    event: eventFrom,
    rawChunk: (value) => {
      const [conversationId, source, firstLine, lineCount, bytes] = value as [string, string, unknown, unknown, unknown]
      return {
        ...{ conversationId, source, position: positionOf(conversationId, source) },
        ...{ firstLine: rows.numberFrom(firstLine), lineCount: rows.numberFrom(lineCount) },
        bytes: bytesFrom(bytes),
      }
    },
    importMark: rows.importMarkFrom,
    idempotencyKey: keyFrom,
    guard: (result) => {
      const [name, value] = result as [string, unknown]
      return { name, value: rows.numberFrom(value) }
    },
  }
}
