import { asJson, badInput, membersOf, without } from '../turns/json.ts'
import type { Encoded } from './encoded.ts'
import type { DataUrl } from '../turns/dataUrls.ts'
import { MessageTurns } from './messageTurns.ts'
import type { AnyChatMessage } from './uiMessage.ts'

const roles = { system: 'SYSTEM', user: 'USER', assistant: 'ASSISTANT' } as const
const isRole = (role: unknown): role is keyof typeof roles => typeof role === 'string' && Object.hasOwn(roles, role)

/** Returns messages as turns. Refuses one without an id, a known role or a list of parts, and one id twice. */
export function encodeAll(messages: readonly AnyChatMessage[], dataUrl: (url: string) => DataUrl | null): Encoded[] {
  if (!Array.isArray(messages)) throw badInput('"messages" must be a list.', {}, ['messages'])
  const encoded = messages.map((message, i) => encodeMessage(message, ['messages', String(i)], dataUrl))
  const seen = new Set<string>()
  for (const [i, { turns }] of encoded.entries())
    for (const { turnId } of turns) {
      if (seen.has(turnId))
        throw badInput(`The id "${turnId}" comes twice.`, { id: turnId }, ['messages', String(i), 'id'])
      seen.add(turnId)
    }
  return encoded
}

/** Returns a message as turns; `at` is what it is called where it is refused. */
export function encodeMessage(
  value: unknown,
  at: readonly string[],
  dataUrl: (url: string) => DataUrl | null,
): Encoded {
  const message = membersOf(asJson(value, at)) ?? refuse('A message must be an object.', at)
  const { id, role, parts } = message
  if (typeof id !== 'string') return refuse('"id" must be a text.', [...at, 'id'])
  if (id.trim() === '')
    return refuse('"id" is blank: give the stream of the answer `generateMessageId`.', [...at, 'id'])
  if (!isRole(role)) return refuse(`"role" must be one of ${Object.keys(roles).join(', ')}.`, [...at, 'role'])
  if (!Array.isArray(parts)) return refuse('"parts" must be a list.', [...at, 'parts'])
  const turns = new MessageTurns(id, roles[role], dataUrl)
  const hashed = parts.map((part: unknown, i) => {
    const members = membersOf(part)
    if (typeof members?.['type'] === 'string') return turns.add(members)
    return refuse('A part must be an object with a "type".', [...at, 'parts', String(i)])
  })
  const more = without(message, ['id', 'role', 'parts'])
  return { message: { ...message, parts: hashed }, turns: turns.end(more), bytes: turns.bytes }
}

function refuse(message: string, field: readonly string[]): never {
  throw badInput(message, {}, field)
}
