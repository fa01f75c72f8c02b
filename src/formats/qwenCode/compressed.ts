import { sha256 } from '../../domain/tree/pathHash.ts'
import type { Json, JsonObject } from '../../domain/model.ts'
import { asList, asObject, asText, objectsIn } from '../reading/values.ts'

/** A content of the list that stands in place of the history so far. */
export type Compressed =
  | { readonly kind: 'known'; readonly id: string }
  | { readonly kind: 'summary'; readonly text: string }
  | { readonly kind: 'new'; readonly content: JsonObject }

/** Equal entries that are remembered. */
const mostEqual = 50

/** Knows the entries of each conversation by what they say: a compression names what it keeps by its words. */
export class RepeatedEntries {
  private readonly ids = new Map<string, readonly string[]>()

  add(conversation: string, id: string, message: JsonObject): void {
    const key = keyOf(conversation, message)
    this.ids.set(key, [...(this.ids.get(key) ?? []), id].slice(-mostEqual))
  }

  /**
   * Returns what a compression keeps and adds, in its order: of equal entries the newest ones. What is new under the
   * user's name is the summary.
   */
  replacedBy(conversation: string, list: Json | undefined): Compressed[] {
    const contents = objectsIn(list)
    const remaining = new Map<string, number>()
    const keys = contents.map((content) => keyOf(conversation, content))
    for (const key of keys) remaining.set(key, (remaining.get(key) ?? 0) + 1)
    return contents.map((content, at): Compressed => {
      const key = keys[at] as string
      const count = remaining.get(key) ?? 0
      remaining.set(key, count - 1)
      const id = this.ids.get(key)?.at(-count)
      if (id !== undefined) return { kind: 'known', id }
      const text = content['role'] === 'user' ? textIn(content) : null
      return text === null ? { kind: 'new', content } : { kind: 'summary', text }
    })
  }
}

/** Thoughts are no part of what is sent again. */
function keyOf(conversation: string, { role, parts }: JsonObject): string {
  const sent = asList(parts).filter((part) => asObject(part)?.['thought'] !== true)
  return sha256(`${conversation}\n${JSON.stringify([role === 'model' ? 'model' : 'user', sent])}`)
}

/** The text of a content that is nothing but text. */
function textIn({ parts }: JsonObject): string | null {
  const all = objectsIn(parts)
  const texts = all.flatMap(({ text, thought }) => (thought === true ? [] : (asText(text) ?? [])))
  return texts.length > 0 && texts.length === all.length ? texts.join('\n\n') : null
}
