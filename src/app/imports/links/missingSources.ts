import { importStates } from '../../../domain/records/importMarks.ts'
import type { Conversation } from '../../../domain/model.ts'
import { createFindings, type Finding } from '../../../formats/findings.ts'
import type { Scope } from '../../scope.ts'
import type { ImportResult } from '../job/importReport.ts'
import { pagesOf } from '../raw/pagesOf.ts'

/** A conversation of an import that says from which other one it comes. */
interface Comes {
  readonly id: string
  readonly from: string
  readonly how: string
}

const idsAtOnce = 500

/**
 * Returns a finding for each imported conversation that was forked from, started by, or goes on from one whose own file
 * was not imported yet: what it says itself is stored, and the two are joined when that file comes.
 */
export async function missingSources(
  scope: Scope,
  { conversationIds, awaits }: Pick<ImportResult, 'conversationIds' | 'awaits'>,
): Promise<Finding[]> {
  const findings = createFindings()
  for (const page of pagesOf(conversationIds, idsAtOnce)) {
    const found = await scope.store.conversations(page)
    const comes = found.flatMap((one) => (one ? sourcesOf(one, awaits.get(one.id)) : []))
    for (const { id, from, how } of await withoutFile(scope, comes)) {
      const message = `"${id}" ${how} "${from}", which was not imported yet; once its file comes, the two are joined.`
      findings.add(null, 'SOURCE_MISSING', message)
    }
  }
  return findings.list()
}

function sourcesOf({ id, forkedFrom, sidechainOf }: Conversation, awaited: string | undefined): Comes[] {
  const named = [
    [forkedFrom?.conversationId, 'was forked from'],
    [sidechainOf, 'was started by'],
    [awaited, 'goes on from'],
  ] as const
  const others = named.flatMap(([from, how]) => (from == null || from === id ? [] : [{ id, from, how }]))
  return others.filter(({ from }, at) => others.findIndex((one) => one.from === from) === at)
}

/** What a host stored has no file, and needs none; a stub has only what others copied of it. */
async function withoutFile(scope: Scope, comes: readonly Comes[]): Promise<Comes[]> {
  if (comes.length === 0) return []
  const ids = [...new Set(comes.map(({ from }) => from))]
  const [stored, marks] = await Promise.all([
    scope.store.conversations(ids),
    scope.store.importMarks(ids.map((id) => importStates.nameOf(id))),
  ])
  const isMissing = (at: number) => !stored[at] || importStates.read(marks[at])?.latest === null
  const missing = new Set(ids.filter((_id, at) => isMissing(at)))
  return comes.filter(({ from }) => missing.has(from))
}
