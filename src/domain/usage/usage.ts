import type { Usage, UsageInput } from '../model.ts'
import { counterNames, counters, type CounterName } from './counters.ts'

const names = [...counterNames, 'answerId'] as const

/** Returns usage as it is stored: a member that is null was not reported, and is left out. */
export function storedUsage(usage: UsageInput | null): Usage | null {
  if (usage === null || !names.some((name) => usage[name] === null)) return usage as Usage | null
  return Object.fromEntries(Object.entries(usage).filter(([, value]) => value !== null))
}

/** The most that one answer can have taken: any `Long` of tokens, and so many dollars that sums of answers stay finite. */
export const mostOfAnswer = counters((name) => (name === 'costUsd' ? 1e9 : Number.MAX_SAFE_INTEGER))

/** Says whether a number can be what an answer took: finite, not negative, no greater than the most; of tokens a whole one. */
export function isUsage(name: CounterName, value: number): boolean {
  return value >= 0 && value <= mostOfAnswer[name] && (name === 'costUsd' || Number.isInteger(value))
}

/** Returns what a file or a model's endpoint reports, without the members that cannot be so: those are not known. */
export function believableUsage(usage: UsageInput | null): UsageInput | null {
  if (usage === null || counterNames.every((name) => usage[name] == null || isUsage(name, usage[name]))) return usage
  const isWrong = (name: string) => counterNames.some((one) => one === name && !isUsage(one, usage[one] ?? 0))
  return Object.fromEntries(Object.entries(usage).filter(([name]) => !isWrong(name)))
}
