/** Values that hold lists, such as what a graph was invoked with: their text with the names of those lists' elements in it. */
import { encodedJson, type Encoded, type Written } from './encoding.ts'

/** Pieces of JSON, and between them the names of elements: each second entry is a name. */
export type Template = readonly string[]

/** A value whose lists' elements are stored by themselves. */
interface TemplateCut {
  readonly text: Template
  readonly elements: readonly Encoded[]
}

/** Returns a value with those elements of its lists cut out that are longer than `longest`; null where there are none. */
export function cut(encoded: Encoded, longest: number, nameOf: (element: Encoded) => string): TemplateCut | null {
  // As a value alone it is certain that its parts give the same text.
  if (typeof encoded === 'string' || !('json' in encoded)) return null
  const text = ['']
  const elements: Encoded[] = []
  const say = (piece: string) => text.push((text.pop() ?? '') + piece)
  const add = (json: string) => {
    const element = encodedJson(json)
    elements.push(element)
    text.push(nameOf(element), '')
  }
  write(encoded.json, { say, add, longest })
  return elements.length === 0 ? null : { text, elements }
}

interface Writer {
  readonly say: (piece: string) => void
  readonly add: (json: string) => void
  readonly longest: number
}

function write(value: unknown, writer: Writer): void {
  if (Array.isArray(value)) writeList(value, writer)
  else if (typeof value === 'object' && value !== null) writeMembers(value, writer)
  else writer.say(JSON.stringify(value))
}

function writeList(list: readonly unknown[], { say, add, longest }: Writer): void {
  say('[')
  for (const [i, element] of list.entries()) {
    if (i > 0) say(',')
    const json = JSON.stringify(element)
    if (json.length > longest) add(json)
    else say(json)
  }
  say(']')
}

function writeMembers(object: object, writer: Writer): void {
  writer.say('{')
  for (const [i, [name, member]] of Object.entries(object).entries()) {
    writer.say(`${i > 0 ? ',' : ''}${JSON.stringify(name)}:`)
    write(member, writer)
  }
  writer.say('}')
}

/** Returns the names in a template. */
export const namesIn = (template: Template): string[] => template.filter((_, i) => i % 2 === 1)

/** Returns the JSON that a template is of. */
export function fillTemplate(template: Template, elementOf: (name: string) => Written): string {
  const textIn = (element: Written) => (typeof element === 'string' ? element : 'null')
  return template.map((piece, i) => (i % 2 === 0 ? piece : textIn(elementOf(piece)))).join('')
}
