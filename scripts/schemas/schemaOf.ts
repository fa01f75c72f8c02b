import type { Json, JsonObject } from '../../src/domain/model.ts'
import { asObject, asText } from '../../src/formats/reading/values.ts'

export interface ObjectSchema {
  readonly type: 'object'
  readonly properties: Readonly<Record<string, object>>
  readonly required: readonly string[]
}

/** Members whose own members are part of a line's shape; all others may hold anything of their type. */
const looked: ReadonlySet<string> = new Set(['message', 'attachment', 'data', 'compactMetadata', 'forkedFrom'])
/** Members that say which kind of thing it is. */
const kinds: ReadonlySet<string> = new Set(['type', 'role', 'subtype'])

/** What tells of a line's surroundings comes and goes with settings, within one version. */
const surroundings: ReadonlySet<string> = new Set([
  'cwd',
  'gitBranch',
  'slug',
  'entrypoint',
  'userType',
  'isMeta',
  'level',
  'rendered',
  'renderedRole',
  'renderedBesideToolResult',
])

/** Returns the schema that all of these values have in common. */
export function schemaOf(values: readonly JsonObject[], type: string): ObjectSchema {
  const names = [...new Set(values.flatMap((value) => Object.keys(value)))].sort()
  const required = names.filter((name) => !surroundings.has(name) && values.every((value) => name in value))
  const properties = names.map((name) => {
    const given = values.filter((value) => name in value).map((value) => value[name] as Json)
    return [name, memberOf(name, given, type)] as const
  })
  return { type: 'object', properties: Object.fromEntries(properties), required }
}

function memberOf(name: string, values: readonly Json[], type: string): object {
  const texts = values.flatMap((value) => asText(value) ?? [])
  if (kinds.has(name) && texts.length === values.length) return { enum: [...new Set(texts)].sort() }
  // A root names no parent, whatever kind of line it is; of what was seen empty alone nothing is known.
  if (name === 'parentUuid') return { type: ['null', 'string'] }
  if (values.every((value) => value === null)) return {}
  const types = { type: typesOf(values) }
  const objects = values.map((value) => asObject(value)).filter((value) => value !== null)
  if (looked.has(name) && objects.length > 0) return { ...types, ...membersOf(schemaOf(objects, type)) }
  if (name === 'content' && values.some(Array.isArray)) return { ...types, items: blockSchema(values, type) }
  return types
}

/** Beside other types an object's members are looked at where it is one. */
const membersOf = ({ properties, required }: ObjectSchema) => ({ properties, required })

/** Of which types blocks are is their whole shape here: what is in them is the API's. */
function blockSchema(values: readonly Json[], type: string): object {
  const blocks = values
    .flatMap((value) => (Array.isArray(value) ? (value as Json[]) : []))
    .map((block) => asObject(block)?.['type'])
  // The notes on formats tell of pictures among what a person said.
  const noted = type === 'user' ? ['image'] : []
  const names = [...new Set([...noted, ...blocks.flatMap((name) => asText(name) ?? [])])].sort()
  if (type !== 'user' && type !== 'assistant') return {}
  return { type: 'object', required: ['type'], properties: { type: { enum: names } } }
}

function typesOf(values: readonly Json[]): string | readonly string[] {
  const types = [...new Set(values.map(typeOf))].sort()
  return types.length === 1 ? (types[0] as string) : types
}

function typeOf(value: Json): string {
  if (value === null) return 'null'
  return Array.isArray(value) ? 'array' : typeof value
}
