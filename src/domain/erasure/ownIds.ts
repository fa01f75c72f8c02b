const ours = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/

/** Says whether an id has the form of those that turngraph makes: it says nothing of anybody. */
export function isOwnId(id: string): boolean {
  return ours.test(id)
}
