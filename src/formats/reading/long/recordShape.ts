import type { Json, JsonObject } from '../../../domain/model.ts'
import { unnested, type Nested } from '../lines/nesting.ts'
import { asHolder } from './recordValue.ts'

/** Names of members, from the outermost on; `*` means each element of a list. */
export type Path = readonly string[]

/** What a format says of its records before they are read. */
export interface RecordShape {
  /** Where a list or map may stand that is long: of a long record it is read element by element. */
  readonly long?: readonly Path[]
  /** Where entries stand that hold those which answer them, in a list by this name. */
  readonly nested?: { readonly roots: readonly Path[]; readonly by: string }
}

/** Returns which entries of a record hold others. */
export function nestedIn(record: JsonObject, { nested }: RecordShape): Nested {
  if (!nested) return unnested
  return { roots: new Set<unknown>(nested.roots.flatMap((path) => at(record, path))), by: nested.by }
}

function at(value: Json, [name, ...rest]: Path): readonly Json[] {
  if (name === undefined) return [value]
  if (name === '*') return Array.isArray(value) ? value.flatMap((element: Json) => at(element, rest)) : []
  const object = asHolder(value) as JsonObject | null
  return object !== null && Object.hasOwn(object, name) ? at(object[name] as Json, rest) : []
}
