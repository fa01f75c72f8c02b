import { sha256 } from '../../../domain/tree/pathHash.ts'
import type { Findings } from '../../findings.ts'
import { heldInOrder, type Scratch } from '../../scratch.ts'
import type { Survey } from '../survey.ts'
import { asId } from '../values.ts'

/** How the conversations of a file are called, however many they are. */
export interface Names {
  /** Returns the name of a conversation by its number. */
  of(conversation: number): string
  /** Returns the first conversation of the same name. */
  sameAs(conversation: number): number
  /** Returns the last conversation of a name; undefined where none has it. */
  lastOf(name: string): number | undefined
  /** Each name once, first met first. */
  all(): Iterable<string>
  /** How many names there are. */
  readonly count: number
}

/**
 * Returns how the conversations of a file are called: by the ids that it gives them, else after the file and its first
 * entry, else by its content. `conversationId` stands in place of the first one's id.
 */
export function namesFor(
  survey: Survey,
  format: string,
  fileName: string | null,
  conversationId: string | null,
  findings: Findings,
  scratch: Scratch,
): Names {
  const base = conversationId ?? madeName(survey, format, fileName)
  const idOf = (at: number) => survey.ids.get(String(at)) ?? null
  const nameOf = (at: number) =>
    (at === 0 ? conversationId : null) ?? asId(idOf(at) ?? undefined) ?? (at === 0 ? base : `${base}.${at + 1}`)
  const last = scratch.map<number>('lastOfName', heldInOrder)
  /** Of the few that are called as an earlier one is. */
  const first = new Map<number, number>()
  const sameAs = (at: number) => first.get(at) ?? at
  for (let at = 0; at < survey.conversations; at++) {
    if (at > 0 || conversationId === null) findBadId(idOf(at), findings)
    const known = last.get(nameOf(at))
    if (known !== undefined) first.set(at, sameAs(known))
    last.set(nameOf(at), at)
  }
  return {
    of: nameOf,
    sameAs,
    lastOf: (name) => last.get(name),
    *all() {
      for (let at = 0; at < survey.conversations; at++) if (!first.has(at)) yield nameOf(at)
    },
    count: survey.conversations - first.size,
  }
}

/** After the file, where it has a name, else by its content. */
function madeName({ layout, contents, firstEntry }: Survey, format: string, fileName: string | null): string {
  const prefix = format.toLowerCase().replaceAll('_', '-')
  const stem = stemOf(fileName)
  const content = layout === 'VALUES' ? contents.get('0') : firstEntry
  return stem === null ? `${prefix}-${sha256(content ?? '').slice(0, 32)}` : `${stem}-${firstEntry ?? '0'}`
}

function findBadId(id: string | null, findings: Findings): void {
  if (id === null || asId(id) !== null) return
  const quotedId = JSON.stringify(id.slice(0, 60))
  findings.add(null, 'BAD_ID', `${quotedId} cannot name a conversation; it is named after the file.`)
}

/** Returns a file's name without its folder and ending, null when nothing is left that can be part of an id. */
export function stemOf(fileName: string | null): string | null {
  const stem = fileName
    ?.split(/[\\/]/)
    .at(-1)
    ?.replace(/\.(jsonl?|zip)$/i, '')
  return stem !== undefined && stem.length <= 200 ? asId(stem) : null
}
