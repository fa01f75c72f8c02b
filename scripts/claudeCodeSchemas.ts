import { readFileSync, readdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { format } from 'prettier'
import { lineKind } from '../src/formats/claudeCode/strict/lineKind.ts'
import type { Json, JsonObject } from '../src/domain/model.ts'
import { jsonValues } from '../src/formats/reading/lines/jsonValues.ts'
import { asObject, asText } from '../src/formats/reading/values.ts'
import { namedInNotes } from './schemas/namedInNotes.ts'
import { schemaOf } from './schemas/schemaOf.ts'
import { addition } from './additions.ts'
import { root } from './root.ts'

const folders = ['data/claude-code', 'data-more/claude-code', 'data-more/claude-code-made']

/**
 * Returns what `src/formats/claudeCode/strict/lines.schema.json` holds: a JSON Schema for each kind of line of Claude Code, made of
 * the real sessions beside the repository, with the versions in which it was seen. Kinds that only the notes on formats name
 * (`namedInNotes`) have the members that those name, and no versions. Run by itself this file writes it.
 */
export async function linesSchema(): Promise<string> {
  const seen = new Map<string, JsonObject[]>()
  for (const value of folders.flatMap((folder) => valuesBelow(addition(folder)))) {
    const kind = lineKind(value)
    if (!seen.get(kind)?.push(value)) seen.set(kind, [value])
  }
  const kinds = [...new Set([...seen.keys(), ...Object.keys(namedInNotes)])].sort()
  const $defs = Object.fromEntries(kinds.map((kind) => [kind, definition(kind, seen.get(kind) ?? [])]))
  const document = {
    $schema: 'https://json-schema.org/draft/2020-12/schema',
    title: 'Lines of Claude Code',
    description:
      'A schema for each kind of line: its type and, after a slash, its subtype. `x-versions` are those of the program in which it was seen; where a line names its version it must be one of them. Members that are not named may be there.',
    $defs,
  }
  return format(JSON.stringify(document), { parser: 'json', printWidth: 120 })
}

function valuesBelow(folder: string): JsonObject[] {
  const names = readdirSync(folder, { recursive: true, encoding: 'utf8' }).sort()
  return names
    .filter((name) => name.endsWith('.jsonl'))
    .flatMap((name) => readFileSync(join(folder, name), 'utf8').split('\n'))
    .filter((line) => line.trim() !== '')
    .flatMap((line) =>
      jsonValues(line)
        .values.map((value: Json) => asObject(value))
        .filter((value) => value !== null),
    )
}

function definition(kind: string, values: readonly JsonObject[]): object {
  const noted = namedInNotes[kind]
  if (values.length === 0) return { ...noted, 'x-versions': [] }
  const versions = [...new Set(values.flatMap((value) => asText(value['version']) ?? []))].sort((a, b) =>
    a.localeCompare(b, 'en', { numeric: true }),
  )
  const schema = schemaOf(values, kind.split('/')[0] ?? '')
  const named = versions.length === 0 ? {} : { version: { enum: versions } }
  return { ...schema, properties: { ...schema.properties, ...named }, 'x-versions': versions }
}

if (process.argv[1] === fileURLToPath(import.meta.url))
  writeFileSync(join(root, 'src/formats/claudeCode/strict/lines.schema.json'), await linesSchema())
