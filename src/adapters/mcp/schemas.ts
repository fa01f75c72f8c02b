import type { StandardSchemaWithJSON } from '@modelcontextprotocol/server'
import type { z } from 'zod'
import { own } from '../../runtime/own.ts'

type Converter = StandardSchemaWithJSON['~standard']['jsonSchema']

const known = new WeakMap<z.ZodObject, StandardSchemaWithJSON>()

/** Returns a schema whose JSON Schema is short, and made once: by HTTP each request has a server of its own, which asks for it again. */
export function asJsonOnce(schema: z.ZodObject): StandardSchemaWithJSON {
  const result = known.get(schema)
  if (result) return result
  const { jsonSchema, ...standard } = schema['~standard']
  const made: StandardSchemaWithJSON = {
    '~standard': { ...standard, jsonSchema: { input: once(jsonSchema.input), output: once(jsonSchema.output, true) } },
  }
  known.set(schema, made)
  return made
}

/** Returns a schema that is shown and takes everything: the library would refuse in its own words what it does not take. */
export function shownOnly(schema: z.ZodObject): StandardSchemaWithJSON {
  return { '~standard': { ...asJsonOnce(schema)['~standard'], validate: (value: unknown) => ({ value }) } }
}

/** Has hosts see a value as this text says it, in place of all its members; the server checks the members. */
export const shownAs = (type: string | readonly string[], description: string) => ({
  shown: { description, type, ...(type === 'array' && { items: { type: 'object' } }) },
})

/** The library always asks for the same dialect. */
function once(convert: Converter['input'], isAnswer = false): Converter['input'] {
  let made: Record<string, unknown> | null = null
  return (options) => (made ??= brief(convert(options), isAnswer) as Record<string, unknown>)
}

/** Members that tell an agent nothing, by what they hold: hosts pay for each word of a schema in every conversation. */
const needless: Readonly<Record<string, (value: unknown, isAnswer: boolean) => boolean>> = {
  $schema: () => true,
  propertyNames: () => true,
  minLength: (value) => value === 1,
  minItems: (value) => value === 1,
  minimum: (value) => value === Number.MIN_SAFE_INTEGER,
  maximum: (value) => value === Number.MAX_SAFE_INTEGER,
  required: (_, isAnswer) => isAnswer,
  additionalProperties: (value, isAnswer) =>
    isAnswer || (typeof value === 'object' && Object.keys(value ?? {}).length === 0),
}

/** Returns a JSON Schema without what a reader can do without; the server itself checks all of it. */
function brief(schema: unknown, isAnswer: boolean): unknown {
  if (Array.isArray(schema)) return schema.map((each) => brief(each, isAnswer))
  if (typeof schema !== 'object' || schema === null) return schema
  if ('shown' in schema) return schema.shown
  const members = Object.entries(schema).filter(([name, value]) => own(needless, name)?.(value, isAnswer) !== true)
  return Object.fromEntries(
    members.map(([name, value]) => [
      name,
      // The names in it are the tool's own.
      name === 'properties' ? ofEach(value as object, (each) => brief(each, isAnswer)) : brief(value, isAnswer),
    ]),
  )
}

const ofEach = (value: object, change: (each: unknown) => unknown) =>
  Object.fromEntries(Object.entries(value).map(([name, each]) => [name, change(each)]))
