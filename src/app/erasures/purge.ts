import { noRecords } from '../../domain/changes.ts'
import type { Erasure, FileLook, PurgeLook, Residue } from '../../domain/erasure/erasure.ts'
import { badInput, mustFind } from '../../domain/refusals.ts'
import { purgeStatement, receiptTypes } from '../../domain/erasure/receipt.ts'
import { checkLookupId } from '../../domain/ids.ts'
import { unkept, walkList } from '../read/walkList.ts'
import type { Scope } from '../scope.ts'
import { commitRecords } from '../write/lanes/commit.ts'
import { newEvent } from '../write/draft/additions.ts'
import { changesOfRecords } from '../write/draft/recordDraft.ts'
import { keptAttachments, storeLooks } from './purges/storeLooks.ts'
import { signed } from './receipt.ts'

/** How the files of a store were dealt with. */
export interface DealtWith {
  /** In words. */
  readonly how: string
  /** What was seen of the files; null: nobody looked, and this is somebody's word. */
  readonly files: readonly PurgeLook[] | null
}

/** What stands against saying PURGED of an erasure: places that hold something of it. */
export interface NotPurged {
  readonly held: readonly FileLook[]
}

/** The place of what nobody looked at. */
const files = 'files of the store'

/**
 * Says PURGED of an erasure, once all that can be looked at was: the rows, the search index and the attachments by its receipt; the files by whoever
 * dealt with them, or nobody. Returns the places that hold something of it where one does. Refuses one that is not done.
 */
export async function markPurged(
  scope: Scope,
  id: string,
  dealt: DealtWith,
  kept = keptAttachments(scope),
): Promise<Erasure | NotPurged> {
  const words = dealt.how.trim()
  if (words === '') throw badInput('Say how the files were dealt with.', { field: 'how' }, ['how'])
  const before = await doneErasure(scope, id)
  if (before.state === 'PURGED') return before
  const seen = await storeLooks(scope, before, kept)
  const held = seen.filter(({ wrong }) => wrong !== null)
  if (held.length > 0) return { held }
  const looks = [
    ...seen.map(({ place, looked }) => ({ place, looked })),
    ...(dealt.files ?? [{ place: files, looked: null }]),
  ]
  const { result } = await commitRecords(scope, async () => {
    const erasure = await doneErasure(scope, id)
    if (erasure.state === 'PURGED') return { changes: null, result: erasure }
    const residue = erasure.residue.filter((one) => !ofFiles.has(one))
    const statement = { at: scope.fresh.now(), how: words, looks, residue }
    const signature = await signed(scope, receiptTypes.purge, purgeStatement(id, statement))
    const value = {
      ...erasure,
      state: 'PURGED' as const,
      version: erasure.version + 1,
      purge: { ...statement, signature },
    }
    const event = newEvent(scope, 'ERASE', null, { details: { erasureId: id } })
    const erasures = [{ expected: erasure.version, value }]
    return { changes: changesOfRecords(event, { ...noRecords, erasures }), result: value }
  })
  return result
}

async function doneErasure({ store }: Scope, id: string): Promise<Erasure> {
  const [stored] = await store.erasures([checkLookupId(id)])
  const erasure = mustFind(stored, 'Erasure', id)
  if (erasure.state === 'ERASING')
    throw badInput(`Erasure "${id}" is under way; its files are dealt with once it is done.`, { id }, ['id'])
  return erasure
}

/** Says in one sentence what holds something of an erasure. */
export const heldSentence = (held: readonly FileLook[]): string =>
  held.map(({ place, wrong }) => `${place}: ${wrong}`).join('; ')

const ofFiles: ReadonlySet<Residue> = new Set(['STORE_FILES', 'TRANSACTION_LOGS'])

/** Returns the erasures of a tenant that are done, and of whose files nothing is known. */
export async function unpurged(scope: Scope): Promise<Erasure[]> {
  const open: Erasure[] = []
  for await (const page of walkList(unkept(scope), 'erasuresIn', 'ERASED', { limit: 100 })) open.push(...page)
  return open
}
