import { Refusal } from '../../../domain/refusals.ts'
import { formatInstant } from '../../../domain/instants.ts'
import { version } from '../../../formats/ndjson/lines.ts'
import type { Scope } from '../../scope.ts'
import { fileOf, linesOf } from '../backup.ts'
import type { OpenSorter, Sorter } from '../sorter.ts'
import { dependenciesOf, recordsNow, type State } from './dependencies.ts'
import { storedConversations } from './stored.ts'

/** How often it is gathered anew when it is written to meanwhile. */
const attempts = 20

/**
 * Yields a conversation in turngraph's own form, with all that it cannot be without, as it was at one moment: the same
 * bytes as long as nothing of it changes.
 */
export async function* conversationBackup(
  scope: Scope,
  conversationId: string,
  openSorter: OpenSorter,
): AsyncGenerator<Uint8Array> {
  const { sorter, at } = await settled(scope, conversationId, openSorter)
  try {
    const header = { format: 'turngraph', version, madeAt: formatInstant(at), conversationId } as const
    yield* fileOf(header, linesOf(scope, sorter, { openSorter, attachments: 'INLINE' }))
  } finally {
    sorter.close()
  }
}

/** Gathers until nothing was written to any of its conversations meanwhile. */
async function settled(scope: Scope, id: string, openSorter: OpenSorter): Promise<{ sorter: Sorter; at: string }> {
  for (let attempt = 1; ; attempt++) {
    const sorter = openSorter()
    try {
      const { states, at } = await dependenciesOf(scope, id, sorter)
      if (await areStill(scope, states)) return { sorter, at }
    } catch (error) {
      sorter.close()
      throw error
    }
    sorter.close()
    if (attempt === attempts) throw new Refusal('LIMIT_EXCEEDED', { limit: attempts, conversationId: id }, busy(id))
  }
}

const busy = (id: string) =>
  `"${id}", or what it cannot be without, was written to each of the ${attempts} times that it was read; export it again when it rests, or make a backup, which is as of one moment.`

async function areStill(scope: Scope, states: ReadonlyMap<string, State>): Promise<boolean> {
  const now = await storedConversations(
    scope,
    [...states.keys()].map((id) => ({ id })),
  )
  const isStill = ({ version, lastSeq }: State, i: number) => now[i]?.version === version && now[i].lastSeq === lastSeq
  if (![...states.values()].every(isStill)) return false
  for (const [id, { records }] of states) if ((await recordsNow(scope, id)) !== records) return false
  return true
}
