import type { Entry } from './window.ts'

const kinds: Readonly<Record<string, string>> = {
  COMPACTION: 'Compaction',
  DROP: 'Dropped turns',
  CANCEL: 'Cancelled marker',
  JOIN: 'Merge',
  NOTE: 'Note',
}

/** Returns what an entry is called: `Turn 3, USER`; by its place where it is no counted turn. */
export function nameOf({ role, position, observation, synthetic }: Entry): string {
  if (role == null) return `${kinds[observation.kind] ?? observation.kind}, place ${position}`
  return observation.turn == null || synthetic ? `Place ${position}, ${role}` : `Turn ${observation.turn}, ${role}`
}
