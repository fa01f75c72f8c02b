import { firstOf, overlaid, withRestatement, withTurn } from '../messages/messageSnapshot.ts'
import type { Message, Observation, Overlay } from '../model.ts'

/** Returns the part of a message's history that its value is made of: what was erased gives none. */
export function livePart(history: readonly Observation[]): Observation[] {
  return history.filter(({ kind, erased }) => erased === undefined || (kind !== 'TURN' && kind !== 'RESTATEMENT'))
}

/** Returns a message as the part of its history makes it that is not erased; `history` holds no copies. */
export function withoutErased({ erased: _, ...message }: Message, history: readonly Observation[]): Message {
  const live = livePart(history).sort((a, b) => (a.ingestedAt + a.id < b.ingestedAt + b.id ? -1 : 1))
  const overlay = overlayOf(live)
  const turns = live.filter(({ kind }) => kind === 'TURN')
  const restatements = live.filter(({ kind }) => kind === 'RESTATEMENT')
  const [first, ...more] = turns.length > 0 ? turns : restatements
  if (!first) return { ...message, overlay, others: [], restated: null, erased: true }
  const byId = new Map(live.map((one) => [one.id, one]))
  let made = firstOf(first, message.turnId, message.supersedesId)
  for (const one of turns.length > 0 ? [...more, ...restatements] : more) {
    const latest = byId.get(made.latestId) as Observation
    made = one.kind === 'TURN' ? withTurn(made, latest, one) : withRestatement(made, latest, one)
  }
  const { latestId, latestAt, others, restated } = made
  return { ...message, latestId, latestAt, others, restated, overlay }
}

function overlayOf(live: readonly Observation[]): Overlay | null {
  const asides = live.filter(({ kind }) => kind === 'CORRECTION' || kind === 'DELETION' || kind === 'RESTORATION')
  return asides.reduce<Overlay | null>(overlaid, null)
}
