/** Thrown when a store cannot be opened as it is: a file that is no database, a newer schema, no rights. */
export class StoreRefused extends Error {
  override readonly name = 'StoreRefused'
}
