import type { JsonObject } from '../domain/model.ts'
import { foreignOf } from './foreign/foreign.ts'
import type { Sample } from './reading/sample.ts'
import { asList, asObject } from './reading/values.ts'

/** What is no transcript of any program, and often tried. */
const noTranscripts: readonly { readonly name: string; readonly is: (value: JsonObject) => boolean }[] = [
  {
    name: 'a stored prompt of the OpenAI Responses API',
    is: (value) => Array.isArray(value['input']) && 'model' in value,
  },
  { name: 'a JSON Schema', is: (value) => '$schema' in value && 'type' in value },
  { name: 'a package.json', is: (value) => 'name' in value && 'dependencies' in value },
]

const shownMembers = 8

/** Returns in words what a file looks like that is of no format, to follow "It looks like". */
export function looksLike(sample: Sample): string {
  const { objects, text, isArray, layout } = sample
  const foreign = foreignOf(sample)
  if (foreign) return foreign.name
  const [first] = objects
  const known = first && noTranscripts.find(({ is }) => is(first))
  if (known) return known.name
  if (first) return `${form(isArray, layout === 'LINES' && objects.length > 1)} ${membersOf(first)}`
  if (text.startsWith('PK\u0003\u0004')) return 'a zip archive without a transcript in it'
  if (text.includes('\u0000')) return 'a binary file'
  if (isArray) return 'a JSON array without objects'
  return isJson(text) ? 'JSON without objects' : 'text that is not JSON'
}

/** Says whether the first line that is not blank is a value. */
function isJson(text: string): boolean {
  try {
    JSON.parse(
      text
        .replace(/^\uFEFF/, '')
        .trimStart()
        .split('\n', 1)[0] ?? '',
    )
    return true
  } catch {
    return false
  }
}

function form(isArray: boolean, isLines: boolean): string {
  if (isArray) return 'an array of JSON objects'
  return isLines ? 'lines of JSON objects' : 'a JSON object'
}

function membersOf(value: JsonObject): string {
  const names = Object.keys(value)
  if (names.length === 0) return 'without members'
  const visible = names.slice(0, shownMembers).map((name) => JSON.stringify(name.slice(0, 40)))
  const more = names.length > shownMembers ? ` and ${names.length - shownMembers} more` : ''
  return `with the members ${visible.join(', ')}${more}${inner(value)}`
}

/** What stands in its first list of objects, which is where messages would be. */
function inner(value: JsonObject): string {
  const result = Object.entries(value).find(([, member]) => asObject(asList(member)[0]) !== null)
  const names = result ? Object.keys(asObject(asList(result[1])[0]) ?? {}) : []
  const visible = names.slice(0, shownMembers).map((name) => JSON.stringify(name.slice(0, 40)))
  return result
    ? `; in ${JSON.stringify(result[0].slice(0, 40))} are objects with ${visible.join(', ') || 'nothing'}`
    : ''
}
