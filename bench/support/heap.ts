/** Returns what is alive on the heap; null where the process may not collect. */
export function heapInUse(): number | null {
  if (!globalThis.gc) return null
  globalThis.gc({ type: 'major', execution: 'sync' })
  return process.memoryUsage().heapUsed
}
