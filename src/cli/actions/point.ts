import { InvalidArgumentError } from 'commander'
import type { PointInput } from '../../client/documents/generated.ts'

/** Returns the place that a word names: a turn by its number, the empty path by `start`, a message by its id, else an observation. */
export function pointOf(text: string): PointInput {
  if (text.trim() === '')
    throw new InvalidArgumentError('Give a turn number, "start", a message id or an observation id.')
  if (text === 'start') return { start: true }
  if (/^-?\d{1,9}$/.test(text)) return { turn: Number(text) }
  return text.includes(':') ? { messageId: text } : { observationId: text }
}
