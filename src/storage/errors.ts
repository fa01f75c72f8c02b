/** Thrown when a store cannot be opened as it is: a file that is no database, a newer schema, no rights. */
export class StoreRefused extends Error {
  override readonly name = 'StoreRefused'
}

/** Returns why a store of before the first release is refused, and how its content comes along. */
export const ofBeforeRelease = (store: string, version: number, first: number): string =>
  `${store} was made by an earlier build of turngraph (schema version ${version}; this one opens versions from ${first} on): ` +
  'back it up with the build that made it (turngraph backup FILE), and restore that file into a new store with this one (turngraph restore FILE).'
