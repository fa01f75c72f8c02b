import type { ImportSource } from '../../../formats/importSource.ts'
import type { Scope } from '../../scope.ts'
import { holdsMore } from '../sources/opened.ts'

/** How often an import that waits says that it has not come to a halt, in milliseconds. */
const waitingTold = 1_000

/** What of an import decides how it waits. */
interface Coming {
  readonly source: ImportSource
  readonly bytes?: number | undefined
  readonly wanted?: AbortSignal | undefined
  readonly onAdvance?: (() => void) | undefined
}

/** Does the work of an import in its turn, and returns what comes of it: what each holds is in memory, so few are worked on at once. */
export async function inTurn<T>(
  { imports, tenant, signal }: Scope,
  { source, bytes, wanted, onAdvance }: Coming,
  work: () => Promise<T>,
): Promise<T> {
  if (imports === undefined) return work()
  const length = bytes === undefined || (await holdsMore(source)) ? null : bytes
  const telling = setInterval(() => onAdvance?.(), waitingTold).unref()
  try {
    const waiting = { tenant, bytes: length, signal: AbortSignal.any([wanted ?? [], signal ?? []].flat()) }
    return await imports.inTurn(waiting, () => {
      clearInterval(telling)
      return work()
    })
  } finally {
    clearInterval(telling)
  }
}
