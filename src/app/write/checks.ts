import { isFit } from '../../domain/ids.ts'
import type { Block, Json, JsonObject } from '../../domain/model.ts'
import { badInput, Refusal } from '../../domain/refusals.ts'

const longestId = 1000

/** Returns an id as it was given; refuses blank ones, control characters, lone surrogates and endless ones. */
export function checkId(id: string, field: string): string {
  const fault = faultOf(id)
  if (fault !== null) throw badInput(`The id in "${field}" ${fault}.`, { field, id: id.slice(0, 100) }, [field])
  return id
}

/** Returns a name as it was given; refuses what an id may not be either. */
export function checkName(name: string, field: string): string {
  const fault = faultOf(name)
  if (fault !== null) throw badInput(`"${field}" ${fault}.`, { field, name: name.slice(0, 100) }, [field])
  return name
}

function faultOf(id: string): string | null {
  if (id.trim() === '') return 'is blank'
  if (!isFit(id)) return 'has a control character or half of a surrogate pair'
  return id.length > longestId ? `is longer than ${longestId} characters` : null
}

/** Returns metadata as an object; refuses any other JSON. Null and undefined are the empty one. */
export function checkMetadata(metadata: Json | undefined, field = 'metadata'): JsonObject {
  if (metadata == null) return {}
  if (typeof metadata !== 'object' || Array.isArray(metadata))
    throw badInput(`"${field}" must be a JSON object.`, { field }, [field])
  return metadata as JsonObject
}

/** Returns the settings of a run as they were given, null where none were; refuses what is not JSON object. */
export function checkSettings(settings: Json | undefined): JsonObject | null {
  return settings == null ? null : checkMetadata(settings, 'settings')
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
