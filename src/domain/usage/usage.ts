import type { Usage, UsageInput } from '../model.ts'
import { counterNames } from './counters.ts'

const names = [...counterNames, 'answerId'] as const

/**
 * Returns usage as it is stored: a member that is null was not reported, and is left out. Who reports usage, rows of
 * earlier versions and lines of their backups may have such members.
 */
export function storedUsage(usage: UsageInput | null): Usage | null {
  // Every observation that is read passes here, and nearly none has a null.
  if (usage === null || !names.some((name) => usage[name] === null)) return usage as Usage | null
  return Object.fromEntries(Object.entries(usage).filter(([, value]) => value !== null))
}
