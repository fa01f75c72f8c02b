import { sha256 } from '../../domain/pathHash.ts'
import type { Findings } from '../findings.ts'
import type { Survey, Surveyed } from './survey.ts'
import { asId } from './values.ts'

/**
 * Returns how the conversations of a file are called: by the ids that it gives them, else after the file and its first
 * entry, else by its content. `given` stands in place of the first one's id.
 */
export function namesFor(
  { conversations, layout }: Survey,
  format: string,
  fileName: string | null,
  given: string | null,
  findings: Findings,
): string[] {
  const [first] = conversations
  const prefix = format.toLowerCase().replaceAll('_', '-')
  const stem = stemOf(fileName)
  const content = layout === 'VALUES' ? first?.content : first?.firstEntry
  const named =
    stem === null ? `${prefix}-${sha256(content ?? '').slice(0, 32)}` : `${stem}-${first?.firstEntry ?? '0'}`
  const base = given ?? named
  return conversations.map(
    (one, at) => (at === 0 ? given : null) ?? idOf(one, findings) ?? (at === 0 ? base : `${base}.${at + 1}`),
  )
}

function idOf({ id }: Surveyed, findings: Findings): string | null {
  if (id !== null && asId(id) === null)
    findings.add(
      null,
      'BAD_ID',
      `${JSON.stringify(id.slice(0, 60))} cannot name a conversation; it is named after the file.`,
    )
  return asId(id)
}

/** Returns a file's name without its folder and ending, null when nothing is left that can be part of an id. */
export function stemOf(fileName: string | null): string | null {
  const stem = fileName
    ?.split(/[\\/]/)
    .at(-1)
    ?.replace(/\.(jsonl?|zip)$/i, '')
  return stem !== undefined && stem.length <= 200 ? asId(stem) : null
}
