import type { Json, JsonObject, ObservationId } from '../model.ts'

/** Labels, ratings, scores of one observation: no part of what it says, nor of any hash. */
export interface Annotations {
  /** The observation's id. */
  readonly id: ObservationId
  /** Grows with each change; what a change expects unchanged. */
  readonly version: number
  readonly values: JsonObject
}

/** What of some annotations changes: each key with its value before and after, null where there is none. */
export interface AnnotationChange {
  readonly values: JsonObject
  readonly before: Readonly<Record<string, Json>>
}

/** Returns values with given ones put over them; one that is null takes its key away. */
export function annotated(values: JsonObject, fields: JsonObject): AnnotationChange {
  const names = Object.keys(fields)
  const before = Object.fromEntries(names.map((name) => [name, own(values, name)]))
  const all = Object.entries({ ...values, ...fields })
  return { values: Object.fromEntries(all.filter(([, value]) => value !== null)), before }
}

/** Returns the change that takes out of annotations what they say; none where they say nothing. */
export function withoutValues(
  stored: Annotations | null,
): { readonly expected: number; readonly value: Annotations }[] {
  if (stored === null || Object.keys(stored.values).length === 0) return []
  return [{ expected: stored.version, value: { ...stored, version: stored.version + 1, values: {} } }]
}

function own(values: JsonObject, name: string): Json {
  return Object.hasOwn(values, name) ? (values[name] ?? null) : null
}
