import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'

type Collect = (options: { readonly type: 'major'; readonly execution: 'async' }) => Promise<void>

/** Gives back what V8 holds of objects that nothing needs any more. */
export async function collectGarbage(): Promise<void> {
  setFlagsFromString('--expose-gc')
  // Contexts that were there before do not get it.
  const collect = runInNewContext('globalThis.gc') as Collect | undefined
  await collect?.({ type: 'major', execution: 'async' })
}

/** After so many files what their imports left in memory is given back. */
const mostFiles = 500
/** So few leave nothing that is worth a pause. */
const fewFiles = 50

/** What gives memory back while much is imported. */
export interface ScanMemory {
  /** A file was imported. */
  imported(): Promise<void>
  /** There is no more: a process at rest makes no garbage, so V8 would hold for ever what is there. */
  ended(): Promise<void>
}

/** Returns what gives memory back after many files, and at the end of some. */
export function scanMemory(collect: () => Promise<void> = collectGarbage): ScanMemory {
  let files = 0
  const collectFrom = async (least: number) => {
    if (files < least) return
    files = 0
    await collect()
  }
  return {
    imported() {
      files++
      return collectFrom(mostFiles)
    },
    async ended() {
      await collectFrom(fewFiles)
      files = 0
    },
  }
}
