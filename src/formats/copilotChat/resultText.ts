import type { Json, JsonObject } from '../../domain/model.ts'
import { asList, asObject, objectsIn } from '../reading/values.ts'

/** Kinds of a result's nodes: one that has others, and a text. */
const [withOthers, textNode] = [1, 2]

/**
 * Returns what a tool gave as the model read it: the texts of its parts, of which one may be a tree of what the editor
 * put together. Where a part is anything else the result is returned as it came.
 */
export function resultText(content: Json): Json {
  if (typeof content === 'string') return content
  const texts = asList(content).map((part) => partText(asObject(part)))
  return Array.isArray(content) && texts.every((text) => text !== null) ? texts.join('\n') : content
}

function partText(part: JsonObject | null): string | null {
  const value = part?.['value'] ?? part?.['text']
  if (typeof value === 'string') return value
  const node = asObject(asObject(value)?.['node'])
  return node === null ? null : nodeText(node, '')
}

/** Puts a node's text behind what is there already, on a line of its own where it asks for one. */
function nodeText(node: JsonObject, before: string): string {
  if (node['type'] === textNode && typeof node['text'] === 'string') {
    const breaks = node['lineBreakBefore'] === true && before !== '' && !before.endsWith('\n')
    return `${before}${breaks ? '\n' : ''}${node['text']}`
  }
  if (node['type'] !== withOthers) return before
  return objectsIn(node['children']).reduce((text, child) => nodeText(child, text), before)
}
