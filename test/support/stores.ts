/** Returns whether tests want that store: TEST_STORES names some of sqlite, 5.26 and current; unset, all are wanted. */
export function isWanted(store: string): boolean {
  return process.env['TEST_STORES']?.split(',').includes(store) ?? true
}
