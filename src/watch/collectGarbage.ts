import { collectGarbage } from '../runtime/idleMemory.ts'

/** After so many files what their imports left in memory is given back. */
const mostFiles = 500
/** So few leave nothing that is worth a pause. */
const fewFiles = 50

/** What gives memory back while much is imported. */
export interface ScanMemory {
  /** A file was imported. */
  imported(): Promise<void>
  /** There is no more: a process at rest makes no garbage, so V8 would hold forever what is there. */
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
