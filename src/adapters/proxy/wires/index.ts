import { chatWire } from './chat.ts'
import { messagesWire } from './messages.ts'
import { responsesWire } from './responses.ts'
import type { Wire } from './wire.ts'

/** The paths whose requests are recorded, behind `/v1`. */
const wires: readonly (readonly [path: string, wire: Wire])[] = [
  ['/messages', messagesWire],
  ['/responses', responsesWire],
  ['/chat/completions', chatWire],
]

/** Returns what reads requests to a path below `/v1`; null where they are passed on unrecorded. */
export function wireAt(path: string): Wire | null {
  return wires.find(([known]) => known === path)?.[1] ?? null
}
