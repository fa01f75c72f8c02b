import type { Entry } from './entry.ts'
import { own } from '../../../runtime/own.ts'

const kinds: Readonly<Record<string, string>> = {
  COMPACTION: 'Summary',
  DROP: 'Left out',
  CANCEL: 'Shown again',
  JOIN: 'Merge',
  NOTE: 'Note',
}
const people: Readonly<Record<string, string>> = { USER: 'You', ASSISTANT: 'Assistant', SYSTEM: 'System', TOOL: 'Tool' }

/** Returns what an entry is called: `Turn 3, USER`; by its place where it is no counted turn. */
export function nameOf({ role, position, observation, synthetic }: Entry): string {
  if (role == null) return `${own(kinds, observation.kind) ?? 'Entry'}, entry ${position}`
  return observation.turn == null || synthetic ? `Entry ${position}, ${role}` : `Turn ${observation.turn}, ${role}`
}

/** Returns who speaks, as it is written above the words. */
export const whoOf = ({ role, observation }: Entry): string =>
  role == null ? (own(kinds, observation.kind) ?? 'Entry') : (own(people, role) ?? role)
