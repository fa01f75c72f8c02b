import type { Instant, Json } from '../../domain/model.ts'
import { asInstant } from '../reading/values.ts'

const months = [
  'january',
  'february',
  'march',
  'april',
  'may',
  'june',
  'july',
  'august',
  'september',
  'october',
  'november',
  'december',
]
const spoken = /^([a-z]+) (\d{1,2}), (\d{4}) (\d{1,2}):(\d\d) ?([ap])m$/i
const compact = /^(\d{4})-(\d{1,2})-(\d{1,2}) ?@ ?(\d{1,2})h ?(\d{1,2})m(?: ?(\d{1,2})s)?(?: ?(\d{1,3})ms)?$/

/**
 * Returns when something was sent, in each of the ways in which SillyTavern has written it: RFC 3339, milliseconds, and two
 * in words, which name no zone and are taken as UTC. Null where it is none of them.
 */
export function sentAt(value: Json | undefined): Instant | null {
  if (typeof value !== 'string') return asInstant(value)
  const text = value.trim()
  if (/^\d{12,14}$/.test(text)) return asInstant(Number(text))
  return asInstant(text) ?? fromWords(text) ?? fromCompact(text)
}

function fromWords(text: string): Instant | null {
  const [, month = '', day = '', year = '', hour = '', minute = '', half = ''] = spoken.exec(text) ?? []
  const at = months.indexOf(month.toLowerCase())
  if (at < 0 || Number(hour) < 1 || Number(hour) > 12) return null
  const hours = (Number(hour) % 12) + (half.toLowerCase() === 'p' ? 12 : 0)
  return asInstant(`${year}-${two(at + 1)}-${two(day)}T${two(hours)}:${minute}:00Z`)
}

function fromCompact(text: string): Instant | null {
  const match = compact.exec(text)
  if (!match) return null
  const [, year = '', month = '', day = '', hour = '', minute = '', second = '0', fraction = '0'] = match
  return asInstant(
    `${year}-${two(month)}-${two(day)}T${two(hour)}:${two(minute)}:${two(second)}.${fraction.padStart(3, '0')}Z`,
  )
}

const two = (digits: string | number) => String(digits).padStart(2, '0')
