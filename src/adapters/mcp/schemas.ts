import type { StandardSchemaWithJSON } from '@modelcontextprotocol/server'
import type { z } from 'zod'

type Converter = StandardSchemaWithJSON['~standard']['jsonSchema']

const known = new WeakMap<z.ZodObject, StandardSchemaWithJSON>()

/** Returns a schema whose JSON Schema is made once: by HTTP each request has a server of its own, which asks for it anew. */
export function asJsonOnce(schema: z.ZodObject): StandardSchemaWithJSON {
  const found = known.get(schema)
  if (found) return found
  const { jsonSchema, ...standard } = schema['~standard']
  const made: StandardSchemaWithJSON = {
    '~standard': { ...standard, jsonSchema: { input: once(jsonSchema.input), output: once(jsonSchema.output) } },
  }
  known.set(schema, made)
  return made
}

/** Returns a schema that is shown and takes everything: the library would refuse in its own words what it does not take. */
export function shownOnly(schema: z.ZodObject): StandardSchemaWithJSON {
  return { '~standard': { ...asJsonOnce(schema)['~standard'], validate: (value: unknown) => ({ value }) } }
}

/** The library always asks for the same dialect. */
function once(convert: Converter['input']): Converter['input'] {
  let made: Record<string, unknown> | null = null
  return (options) => (made ??= convert(options))
}
