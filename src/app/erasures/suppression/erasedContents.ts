import { createHmac } from 'node:crypto'
import { noRecords } from '../../../domain/changes.ts'
import type { Erasure } from '../../../domain/erasure/erasure.ts'
import { recognisedText } from '../../../domain/erasure/recognisedText.ts'
import { noRewrites } from '../../../domain/erasure/rewrites.ts'
import type { Instant, Mark, Observation } from '../../../domain/model.ts'
import { anyErasedContent, erasedContents } from '../../../domain/records/importMarks.ts'
import type { PlannedNode } from '../../../formats/plan.ts'
import type { Scope } from '../../scope.ts'
import { newEvent } from '../../write/draft/additions.ts'
import { changesOfRecords } from '../../write/draft/recordDraft.ts'
import { walkAll } from '../aftermath.ts'

const atOnce = 500
/** 128 bits of the HMAC, as RFC 2104 allows. */
const digits = 32

/** Returns the marks by which imports will know what is about to be emptied; none unless the operator wants them. */
export async function marksOfErased(
  { suppressKey, tenant }: Scope,
  observations: readonly Observation[],
  { id, at }: Pick<Erasure, 'id' | 'at'>,
): Promise<Mark[]> {
  if (suppressKey === undefined) return []
  const texts = observations.flatMap((one) => recognisedText({ ...one, summary: one.marker?.summary ?? null }) ?? [])
  if (texts.length === 0) return []
  const key = await suppressKey.make()
  const names = new Set(texts.map((text) => digestOf(key, tenant, text)))
  return [anyErasedContent.mark(true), ...[...names].map((name) => erasedContents.mark({ by: id, at }, name))]
}

/**
 * Returns which erasure emptied what an entry says, for each entry of a file that says the same as something erased: not where
 * the file says that it was said after that.
 */
export async function suppressedEntries(
  { suppressKey, store, tenant }: Scope,
  nodes: readonly PlannedNode[],
): Promise<ReadonlyMap<PlannedNode, string>> {
  const suppressed = new Map<PlannedNode, string>()
  const key = suppressKey === undefined ? null : await suppressKey.read()
  if (key === null || nodes.length === 0) return suppressed
  const [any] = await store.importMarks([anyErasedContent.nameOf()])
  if (!any) return suppressed
  const named = nodes.flatMap((node) => {
    const text = recognisedText({ ...node.draft, summary: node.summary })
    return text === null ? [] : [{ node, name: erasedContents.nameOf(digestOf(key, tenant, text)) }]
  })
  for (let from = 0; from < named.length; from += atOnce) {
    const some = named.slice(from, from + atOnce)
    const marks = await store.importMarks(some.map(({ name }) => name))
    for (const [i, { node }] of some.entries()) {
      const erased = erasedContents.read(marks[i])
      if (erased !== null && !isLater(node, erased.at)) suppressed.set(node, erased.by)
    }
  }
  return suppressed
}

/** A person may say it again. */
const isLater = ({ draft }: PlannedNode, at: Instant): boolean => draft.observedAt !== null && draft.observedAt > at

/** Takes away all marks of erased contents, and returns how many there were. */
export async function forgetErased(scope: Scope): Promise<number> {
  const names: string[] = []
  for await (const page of walkAll(scope, 'importMarks'))
    for (const { name } of page)
      if (name === anyErasedContent.nameOf() || name.startsWith(erasedContents.nameOf(''))) names.push(name)
  const forgotten = names.filter((name) => name !== anyErasedContent.nameOf()).length
  for (let from = 0; from < names.length; from += atOnce) {
    const event = newEvent(scope, 'UPDATE', null, { details: { forgotten } })
    const rewrites = { ...noRewrites, importMarks: names.slice(from, from + atOnce) }
    await scope.store.write({ ...changesOfRecords(event, noRecords), rewrites })
  }
  return forgotten
}

function digestOf(key: Uint8Array, tenant: string, text: string): string {
  return createHmac('sha256', key).update(`${tenant}\n${text}`).digest('hex').slice(0, digits)
}
