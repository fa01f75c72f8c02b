import type { ImportSource } from '../../../formats/importSource.ts'
import type { Scope } from '../../scope.ts'
import { holdsMore } from '../sources/opened.ts'

/** How often an import that waits in the queue reports that it is alive, in milliseconds. */
const progressMs = 1_000

/** What of an import decides its place in the queue. */
interface ImportOrder {
  readonly source: ImportSource
  readonly bytes?: number | undefined
  readonly wanted?: AbortSignal | undefined
  readonly onAdvance?: (() => void) | undefined
}

/** Does the work of an import once the queue has room for it, and returns its result: each holds much in memory, so few run at once. */
export async function inQueue<T>(
  { imports, tenant, signal }: Scope,
  { source, bytes, wanted, onAdvance }: ImportOrder,
  work: () => Promise<T>,
): Promise<T> {
  if (imports === undefined) return work()
  const length = bytes === undefined || (await holdsMore(source)) ? null : bytes
  const telling = setInterval(() => onAdvance?.(), progressMs).unref()
  try {
    const waiting = { tenant, bytes: length, signal: AbortSignal.any([wanted ?? [], signal ?? []].flat()) }
    return await imports.run(waiting, () => {
      clearInterval(telling)
      return work()
    })
  } finally {
    clearInterval(telling)
  }
}
