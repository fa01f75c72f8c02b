import { describe } from 'node:test'

/** Returns whether tests want that store: TEST_STORES names some of sqlite, 5.26 and current; unset, all are wanted. */
export function isWanted(store: string): boolean {
  return process.env['TEST_STORES']?.split(',').includes(store) ?? true
}

/** Describes what has nothing to do with a store, in a file that runs once a store: it belongs to SQLite's run. */
export function describeOnce(name: string, tests: () => void): void {
  if (isWanted('sqlite')) void describe(name, tests)
}
