import type { JsonObject } from '../../domain/model.ts'
import type { Sample } from '../reading/sample.ts'

/** A form of another program that is known and not read. Its marks are sure: no format that is read has them. */
export interface ForeignProgram {
  /** To follow "it looks like". */
  readonly name: string
  readonly is: (sample: Sample) => boolean
  /** A sentence: what to import in its place. */
  readonly instead?: string
}

/** Returns what says whether one of a file's first objects is such a one. */
export function anyObject(is: (value: JsonObject) => boolean): ForeignProgram['is'] {
  return ({ objects }) => objects.some(is)
}

/** Returns what says whether the first object of a file is such a one. */
export function firstObject(is: (value: JsonObject) => boolean): ForeignProgram['is'] {
  return ({ objects: [first] }) => first !== undefined && is(first)
}

/** Says whether a value has all of these members. */
export function has(value: JsonObject, ...names: readonly string[]): boolean {
  return names.every((name) => Object.hasOwn(value, name))
}
