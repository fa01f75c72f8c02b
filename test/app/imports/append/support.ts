import assert from 'node:assert/strict'
import { sourceLines } from '../../../../src/app/imports/append/sourceLines.ts'
import { importTranscript } from '../../../../src/app/imports/job/importTranscript.ts'
import { integrity } from '../../../../src/app/integrity/integrity.ts'
import { usageOf } from '../../../../src/app/transcripts/usage.ts'
import type { Scope } from '../../../../src/app/scope.ts'
import { bytesSource } from '../../../../src/app/fileSource.ts'
import type { Append } from '../../../../src/app/imports/job/importRequest.ts'
import type { JsonObject } from '../../../../src/domain/model.ts'
import type { TestStore } from '../../../support/scopes.ts'
import { entries, idsOf } from '../../../support/transcripts.ts'

let count = 0
/** Returns a scope of a tenant of its own. */
export const alone = (on: TestStore): Scope => on.scope({ tenant: `append-${++count}` })

/** Appends a piece. */
export async function append(
  scope: Scope,
  conversationId: string,
  content: string | Uint8Array,
  more: Partial<Append> = {},
) {
  const source = bytesSource(null, Buffer.from(content))
  return importTranscript(scope, { source, conversationId, append: { source: 'store', ...more } })
}

/** Appends lines in pieces of so many. */
export async function inPieces(scope: Scope, id: string, lines: readonly string[], size: () => number): Promise<void> {
  for (let from = 0; from < lines.length;) {
    const to = from + size()
    await append(scope, id, lines.slice(from, to).join(''))
    from = to
  }
}

/** Returns all lines of a source; null where there are none. */
export async function loaded(scope: Scope, id: string, name = 'store'): Promise<string | null> {
  scope.reads.clear()
  let all: string | null = null
  for (let from: number | null = 1; from !== null;) {
    const found: Awaited<ReturnType<typeof sourceLines>> = await sourceLines(scope, id, name, from)
    if (found === null) return all
    all = `${all ?? ''}${found.content}`
    from = found.next
  }
  return all
}

/** Returns the lines of a text with their newlines. */
export const linesIn = (text: string | Buffer): string[] => text.toString().match(/[^\n]*\n|[^\n]+$/g) ?? []

/** Holds that nothing of a conversation is damaged. */
export async function sound(scope: Scope, id: string): Promise<void> {
  scope.reads.clear()
  const { damage, findings } = await integrity(scope, id)
  assert.equal(damage, 0, JSON.stringify(findings))
}

/** What must be equal whichever way a session came. */
export async function standing(scope: Scope, id: string) {
  scope.reads.clear()
  const conversation = await scope.reads.conversation(id)
  assert.ok(conversation, id)
  const { shape, turnCount, title, forkedFrom } = conversation
  return {
    ...{ path: await idsOf(scope, id), shape, turnCount, title, from: forkedFrom?.conversationId },
    usage: JSON.stringify(await usageOf(scope, conversation, 'TREE')),
  }
}

/** A fork as the SDK writes it: fresh ids, each with what it is a copy of. */
export function forkedBy(all: readonly JsonObject[], id: string, to: number): JsonObject[] {
  const ids = new Map(all.slice(0, to).map(({ uuid }, i) => [uuid, `${id}-${i}`]))
  return all.slice(0, to).map((line) => ({
    ...line,
    ...{ sessionId: id, uuid: ids.get(line['uuid']) ?? null, parentUuid: ids.get(line['parentUuid'] as never) ?? null },
    forkedFrom: { sessionId: line['sessionId'] ?? null, messageUuid: line['uuid'] ?? null },
  }))
}

/** Returns a talk of so many entries, one behind the other. */
export const talk = (length: number, session = 's') =>
  entries(
    Array.from(
      { length },
      (_, i) => `${i % 2 === 0 ? 'u' : 'a'}${i}${i === 0 ? '' : `<${i % 2 === 0 ? 'a' : 'u'}${i - 1}`}`,
    ).join(' '),
    session,
  )
