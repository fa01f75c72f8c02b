import { sha256 } from '../../domain/tree/pathHash.ts'
import type { JsonObject, Json } from '../../domain/model.ts'
import type { EntryStep } from '../reading/tree/steps.ts'
import { asText, objectsIn, without } from '../reading/values.ts'
import { readItem, type Item } from './items.ts'

/** An item of the list that stands in place of the history so far. */
export type Replacing =
  | { readonly kind: 'known'; readonly label: string }
  | { readonly kind: 'new'; readonly item: Item; readonly value: JsonObject }
  | { readonly kind: 'summary'; readonly text: string }

/** Knows the entries of the history by what they say, for compactions that name what they keep by its words. */
export class History {
  private readonly labels = new Map<string, string[]>()

  add(item: JsonObject, label: string): void {
    const key = keyOf(item)
    const known = this.labels.get(key)
    if (known) known.push(label)
    else this.labels.set(key, [label])
  }

  /**
   * Returns what a list of items keeps and adds. Each entry is met once, the newest of equal ones last. What a person has
   * not said under the user's name is the summary; what cannot be read is in the raw line alone.
   */
  replacedBy(list: Json | undefined): Replacing[] {
    const items = objectsIn(list)
    const counts = new Map<string, number>()
    for (const item of items) counts.set(keyOf(item), (counts.get(keyOf(item)) ?? 0) + 1)
    return items.flatMap((value): Replacing[] => {
      const key = keyOf(value)
      const known = this.labels.get(key)
      const remaining = counts.get(key) ?? 0
      counts.set(key, remaining - 1)
      const label = known?.at(-remaining)
      if (label !== undefined) return [{ kind: 'known', label }]
      const item = readItem(value)
      if (!item) return []
      if (item.part === 'PROMPT') return [{ kind: 'summary', text: item.texts.join('\n\n') }]
      return [{ kind: 'new', item, value }]
    })
  }
}

const named: ReadonlySet<string> = new Set(['id', 'internal_chat_message_metadata_passthrough', 'status', 'phase'])

/** What an item says, whatever it is called. */
function keyOf(item: JsonObject): string {
  const type = asText(item['type'])
  return sha256(JSON.stringify(type === 'message' ? [item['role'], item['content']] : without(item, named)))
}

/** Returns what a compaction keeps, in its order, with the place of its summary. */
export function retainedOf(
  list: readonly (Replacing & { readonly at?: string })[],
): Pick<EntryStep, 'keep' | 'summary' | 'summaryAt'> {
  const labels = list.flatMap((one) => (one.kind === 'known' ? [one.label] : one.at === undefined ? [] : [one.at]))
  const first = list.findIndex(({ kind }) => kind === 'summary')
  const texts = list.flatMap((one) => (one.kind === 'summary' ? [one.text] : []))
  return {
    keep: labels.map((label) => [label, label] as const),
    summary: texts.length === 0 ? null : texts.join('\n\n'),
    summaryAt: first < 0 ? 0 : list.slice(0, first).length,
  }
}
