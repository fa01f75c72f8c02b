import { isFit } from '../../domain/ids.ts'
import type { Block, Json, JsonObject } from '../../domain/model.ts'
import { badInput, Refusal } from '../../domain/refusals.ts'

const longestId = 1000

/** Returns an id as it was given; refuses blank ones, control characters, lone surrogates and endless ones. */
export function checkId(id: string, field: string): string {
  const refuse = (why: string) => badInput(`The id in "${field}" ${why}.`, { field, id: id.slice(0, 100) }, [field])
  if (id.trim() === '') throw refuse('is blank')
  if (!isFit(id)) throw refuse('has a control character or half of a surrogate pair')
  if (id.length > longestId) throw refuse(`is longer than ${longestId} characters`)
  return id
}

/** Returns metadata as an object; refuses any other JSON. Null and undefined are the empty one. */
export function checkMetadata(metadata: Json | undefined, field = 'metadata'): JsonObject {
  if (metadata == null) return {}
  if (typeof metadata !== 'object' || Array.isArray(metadata))
    throw badInput(`"${field}" must be a JSON object.`, { field }, [field])
  return metadata as JsonObject
}

/** Refuses content that is larger than a turn may be. */
export function checkSize(content: readonly Block[], limit: number): void {
  if (isSmall(content, limit)) return
  const bytes = Buffer.byteLength(JSON.stringify(content))
  if (bytes > limit)
    throw new Refusal(
      'LIMIT_EXCEEDED',
      { limit, bytes },
      `The turn's content has ${bytes} bytes; ${limit} are the most.`,
      ['content'],
    )
}

/** Says at a glance what holds for nearly every turn; the escape of a character has at most six bytes. */
function isSmall(content: readonly Block[], limit: number): boolean {
  let most = 2
  for (const block of content) most += block.type === 'text' && !block.extra ? 6 * block.text.length + 32 : Infinity
  return most <= limit
}

/** Returns a title without the white space around it, null when nothing is left: then it is derived. */
export function givenTitle(title: string | null | undefined): string | null {
  const trimmed = title?.trim() ?? ''
  return trimmed === '' ? null : trimmed
}
