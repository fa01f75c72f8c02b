import type { JsonObject } from '../../../domain/model.ts'
import { compaction } from './drafts.ts'
import type { EntryStep } from './steps.ts'
import { asText } from '../values.ts'

/** By what a message names what stands in its place, and by what that is known. */
const names = [
  ['condenseParent', 'condenseId'],
  ['truncationParent', 'truncationId'],
] as const

/**
 * Follows messages that programs have taken out of what is sent: such a message names the summary, or the mark of a cut,
 * that stands for it. Where that is not in the file, it is sent as before.
 */
export class Condensed {
  private readonly displayed: { readonly label: string; readonly message: JsonObject }[] = []
  private count = 0

  /** Returns what other steps call a message; undefined for those of programs that never do so. */
  labelOf(message: JsonObject): string | undefined {
    return typeof message['ts'] === 'number' ? `m${++this.count}` : undefined
  }

  /** Takes a message; yields the marker that it is the summary of. */
  *after(message: JsonObject, label: string | undefined): Iterable<EntryStep> {
    if (label === undefined) return
    const { condenseId, condenseParent, truncationId, truncationParent } = message
    this.displayed.push({
      label,
      message: { condenseParent: condenseParent ?? null, truncationParent: truncationParent ?? null },
    })
    const stands = names.filter(([, name]) => asText(message[name]) !== null)
    if (stands.length === 0) return
    const isLeft = (one: JsonObject) => !stands.some(([parent, name]) => one[parent] === message[name])
    this.displayed.splice(0, this.displayed.length, ...this.displayed.filter((one) => isLeft(one.message)))
    const content = { condenseId: condenseId ?? null, truncationId: truncationId ?? null }
    const keep = this.displayed.map((one) => [one.label, one.label] as const)
    yield { kind: 'entry', id: null, content, draft: compaction({ fields: content }), keep }
  }
}
