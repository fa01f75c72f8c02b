import type { Erasure } from '../../../domain/erasure/erasure.ts'
import { names } from '../../../domain/erasure/names.ts'
import type { WalkPage } from '../../../storage/graphStore.ts'
import type { Scope } from '../../scope.ts'
import { writeRewrites } from '../aftermath.ts'
import { withoutWords } from '../ledgers.ts'

const pageLength = 1000

/** Takes notes and details out of the events of no conversation that refer to things with these ids; ids and counts stay. */
export async function emptyLooseEvents(scope: Scope, erasure: Erasure, ids: ReadonlySet<string>): Promise<void> {
  if (ids.size === 0) return
  for (let after: string | null = null; ;) {
    const page: WalkPage<'looseEvents'> = await scope.store.walk('looseEvents', { after, limit: pageLength })
    const looseEvents = page.items.filter(
      ({ kind, details }) => kind !== 'ERASE' && names(details, (text) => ids.has(text)),
    )
    const events = looseEvents
      .map(withoutWords)
      .filter((event, i) => JSON.stringify(event) !== JSON.stringify(looseEvents[i]))
    await writeRewrites(scope, erasure, { events })
    after = page.next
    if (after === null) return
  }
}
