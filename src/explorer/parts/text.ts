const month = new Intl.DateTimeFormat('en-GB', { day: 'numeric', month: 'short' })
const monthOfYear = new Intl.DateTimeFormat('en-GB', { day: 'numeric', month: 'short', year: 'numeric' })
const clock = new Intl.DateTimeFormat('en-GB', { hour: '2-digit', minute: '2-digit' })
const whole = new Intl.DateTimeFormat('en-GB', {
  day: 'numeric',
  month: 'long',
  year: 'numeric',
  hour: '2-digit',
  minute: '2-digit',
  second: '2-digit',
})
const long = new Intl.DateTimeFormat('en-GB', { day: 'numeric', month: 'long', year: 'numeric' })
const monthName = new Intl.DateTimeFormat('en-GB', { month: 'long', year: 'numeric' })

/** What stands between a number and its unit, so that no line breaks there. */
export const thin = '\u202f'

const day = 86_400_000

/**
 * Returns the time so many days before `now`, as the API takes it. What asks with it reads the clock once, where the days are chosen:
 * asked anew at each drawing it would be another question each time.
 */
export const daysBefore = (days: number, now: number): string => new Date(now - days * day).toISOString()

/** Returns how many days ago a time's day was; 0 is today. */
export function daysAgo(time: string, now: number = Date.now()): number {
  const midnight = (at: number): number => new Date(at).setHours(0, 0, 0, 0)
  return Math.round((midnight(now) - midnight(Date.parse(time))) / day)
}

/** Returns a time as lists show it: `14:02`, `Yesterday`, `19 Nov`, `19 Nov 2025`. */
export function when(time: string, now: number = Date.now()): string {
  const date = new Date(time)
  const days = daysAgo(time, now)
  if (days === 0) return clock.format(date)
  if (days === 1) return 'Yesterday'
  return date.getFullYear() === new Date(now).getFullYear() ? month.format(date) : monthOfYear.format(date)
}

/** Returns the time of day: `14:02`. */
export const clockOf = (time: string): string => clock.format(new Date(time))

/** Returns a day in words: `24 November 2026`. */
export const dayOf = (time: string): string => long.format(new Date(time))

/** Returns a time to its minute: `24 Nov 2026, 14:20`. */
export const minuteOf = (time: string): string => `${monthOfYear.format(new Date(time))}, ${clockOf(time)}`

/** Returns a time to its second, for titles. */
export const wholeDate = (time: string): string => whole.format(new Date(time))

/** Returns the heading under which lists put a time: `Today`, `Yesterday`, `Last 7 days`, `October 2026`. */
export function groupOf(time: string, now: number = Date.now()): string {
  const days = daysAgo(time, now)
  if (days <= 0) return 'Today'
  if (days === 1) return 'Yesterday'
  return days <= 7 ? 'Last 7 days' : monthName.format(new Date(time))
}

/** Returns a count with its digits in groups: `1,805`. */
export const grouped = (count: number): string => count.toLocaleString('en')

/** Returns a count in few signs: `999`, `41.2k`, `10.0 M`. */
export function short(count: number): string {
  if (count < 1_000) return String(count)
  if (count < 999_950) return `${trimmed(count / 1_000)}k`
  if (count < 999_950_000) return `${(count / 1_000_000).toFixed(1)}${thin}M`
  return `${(count / 1_000_000_000).toFixed(1)}${thin}G`
}

const trimmed = (count: number): string => count.toFixed(count < 100 ? 1 : 0).replace(/\.0$/, '')

/** Returns a length of time: `0.1 s`, `48 s`, `4 min`, `2 h 5 min`. */
export function duration(ms: number): string {
  if (ms < 9_950) return `${(ms / 1000).toFixed(1).replace(/\.0$/, '')}${thin}s`
  if (ms < 59_500) return `${Math.round(ms / 1000)}${thin}s`
  const minutes = Math.round(ms / 60_000)
  if (minutes < 60) return `${minutes}${thin}min`
  const rest = minutes % 60
  return `${Math.floor(minutes / 60)}${thin}h${rest === 0 ? '' : ` ${rest}${thin}min`}`
}

/** Returns a sum of money in few signs. */
export const dollars = (usd: number): string => `$${usd.toFixed(usd < 1 ? 3 : 2)}`

/** Returns a size as people read it. */
export function bytes(size: number): string {
  if (size < 1024) return `${size}${thin}B`
  return size < 1024 * 1024 ? `${Math.round(size / 1024)}${thin}kB` : `${(size / 1024 / 1024).toFixed(1)}${thin}MB`
}

/** Returns `1 turn`, `2 turns`, `1,805 turns`. */
export const counted = (count: number, word: string, words: string = `${word}s`): string =>
  `${grouped(count)} ${count === 1 ? word : words}`

/** Returns any JSON value as text: a text as it is, texts of blocks one under the other. */
export function shown(value: unknown): string {
  if (typeof value === 'string') return value
  if (Array.isArray(value) && value.length > 0 && value.every(isTextBlock))
    return value.map(({ text }) => text).join('\n')
  return value === undefined ? '' : JSON.stringify(value, null, 2)
}

function isTextBlock(value: unknown): value is { text: string } {
  return typeof value === 'object' && value !== null && 'text' in value && typeof value.text === 'string'
}

/** Returns the beginning of a text on one line, at most so many signs of it. */
export const oneLine = (text: string, most = 160): string =>
  text
    .slice(0, most * 3)
    .replace(/\s+/g, ' ')
    .trim()
    .slice(0, most)
