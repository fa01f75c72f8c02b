import { noRecords } from '../../domain/changes.ts'
import type { Erasure, Residue } from '../../domain/erasure/erasure.ts'
import { badInput, mustFind } from '../../domain/refusals.ts'
import { checkLookupId } from '../../domain/ids.ts'
import { unkept, walkList } from '../read/walkList.ts'
import type { Scope } from '../scope.ts'
import { commitRecords } from '../write/lanes/commit.ts'
import { newEvent } from '../write/draft/additions.ts'
import { changesOfRecords } from '../write/draft/recordDraft.ts'
import { signed } from './receipt.ts'

/** Says of an erasure that the store's files were dealt with: by whose word, or by what was done. Refuses one that is not done. */
export async function markPurged(scope: Scope, id: string, how: string): Promise<Erasure> {
  const words = how.trim()
  if (words === '') throw badInput('Say how the files were dealt with.', { field: 'how' }, ['how'])
  const { result } = await commitRecords(scope, async () => {
    const [stored] = await scope.store.erasures([checkLookupId(id)])
    const erasure = mustFind(stored, 'Erasure', id)
    if (erasure.state === 'PURGED') return { changes: null, result: erasure }
    if (erasure.state !== 'ERASED')
      throw badInput(`Erasure "${id}" is under way; its files are dealt with once it is done.`, { id }, ['id'])
    const statement = { at: scope.fresh.now(), how: words, residue: erasure.residue.filter((one) => !ofFiles.has(one)) }
    const signature = await signed(scope, 'turngraph-purge+jws', { id, ...statement })
    const value = {
      ...erasure,
      state: 'PURGED' as const,
      version: erasure.version + 1,
      purge: { ...statement, signature },
    }
    const event = newEvent(scope, 'ERASE', null, { details: { erasureId: id } })
    const erasures = [{ expected: erasure.version, value }]
    return { changes: changesOfRecords(event, null, { ...noRecords, erasures }), result: value }
  })
  return result
}

const ofFiles: ReadonlySet<Residue> = new Set(['STORE_FILES', 'TRANSACTION_LOGS'])

/** Returns the erasures of a tenant that are done, and of whose files nothing is known. */
export async function unpurged(scope: Scope): Promise<Erasure[]> {
  const open: Erasure[] = []
  for await (const page of walkList(unkept(scope), 'erasuresIn', 'ERASED', { limit: 100 })) open.push(...page)
  return open
}
