import { importStates } from '../../../domain/records/importMarks.ts'
import type { Conversation } from '../../../domain/model.ts'
import { createFindings, type Finding } from '../../../formats/findings.ts'
import { asObject } from '../../../formats/reading/values.ts'
import type { Scope } from '../../scope.ts'
import type { ImportResult } from '../job/importReport.ts'
import { pagesOf } from '../raw/pagesOf.ts'

/** A conversation of an import that says from which other one it comes. */
interface Comes {
  readonly id: string
  readonly from: string
  readonly how: string
  /** What becomes of it. */
  readonly then: string
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
    const conversations = await scope.store.conversations(page)
    const comes = conversations.flatMap((one) => (one ? sourcesOf(one, awaits.get(one.id)) : []))
    for (const { id, from, how, then } of await withoutFile(scope, comes)) {
      const message = `"${id}" ${how} "${from}", which was not imported yet; ${then}.`
      findings.add(null, 'SOURCE_MISSING', message)
    }
  }
  return findings.list()
}

const joined = 'once its file comes, the two are joined'
const reason = 'its file does not show how much it copied, so all of it is kept as its own'

function sourcesOf(conversation: Conversation, awaited: string | undefined): Comes[] {
  const { id, forkedFrom, sidechainOf } = conversation
  const named = [
    [forkedFrom?.conversationId, 'was forked from', joined],
    [sidechainOf, 'was started by', joined],
    [awaited, 'goes on from', joined],
    [forkedFrom === null ? copiedFrom(conversation) : null, 'says that it was forked from', reason],
  ] as const
  const others = named.flatMap(([from, how, then]) => (from == null || from === id ? [] : [{ id, from, how, then }]))
  return others.filter(({ from }, at) => others.findIndex((one) => one.from === from) === at)
}

/** Returns the thread that a rollout of Codex says it was copied from; null where it says none. */
function copiedFrom({ metadata }: Conversation): string | null {
  const from = asObject(metadata['imported'])?.['forked_from_id']
  return typeof from === 'string' ? from : null
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
