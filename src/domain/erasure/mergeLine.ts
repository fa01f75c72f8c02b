import { own } from '../../runtime/own.ts'
import type { Json, JsonObject } from '../model.ts'

const kept = ['strategy', 'inputs', 'verdict', 'undecided', 'joinId'] as const

/**
 * Returns what the line of a merge tells of without its words: what was merged, and which inputs and artifacts were refuted. Names of files,
 * reasons, and what a gate said go.
 */
export function mergeStructure(details: JsonObject): JsonObject {
  const refuted = membersOf(details, 'refuted', ['conversationId']).map((one) => ({ ...one, reason: '' }))
  const artifacts = membersOf(details, 'artifacts', ['attachmentId', 'from'])
  return {
    ...some(details, kept),
    ...(refuted.length > 0 && { refuted }),
    ...(artifacts.length > 0 && { artifacts }),
  }
}

/** Says whether the line of a merge names one of some attachments. */
export function namesArtifact(details: JsonObject, ids: ReadonlySet<string>): boolean {
  return membersOf(details, 'artifacts', ['attachmentId']).some(
    ({ attachmentId: id }) => typeof id === 'string' && ids.has(id),
  )
}

function membersOf(details: JsonObject, name: string, members: readonly string[]): JsonObject[] {
  const list = own(details, name)
  const values = Array.isArray(list) ? (list as readonly Json[]) : []
  return values.filter(isObject).map((one) => some(one, members))
}

const isObject = (value: Json): value is JsonObject =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

function some(value: JsonObject, names: readonly string[]): JsonObject {
  return Object.fromEntries(
    names.flatMap((name) => (Object.hasOwn(value, name) ? [[name, own(value, name) ?? null]] : [])),
  )
}
