/** Thrown when a store cannot be opened as it is: a file that is no database, a newer schema, no rights. */
export class StoreRefused extends Error {
  override readonly name = 'StoreRefused'
}

/** Returns why a store of before the first release is refused, and how its content comes along. */
export const ofBeforeRelease = (store: string, version: number, first: number): string =>
  `${store} has schema version ${version}, made before the first release; this turngraph opens versions from ${first} on. ` +
  'Write a backup with the turngraph that made it (turngraph backup), and restore that into a new store (turngraph restore).'
