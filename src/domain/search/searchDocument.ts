import { createHash } from 'node:crypto'
import type { Instant, Observation, ObservationKind, Role, Tenant } from '../model.ts'
import { searchText } from './searchText.ts'
import { tokenise, wordsOf } from '../usage/tokens.ts'

/**
 * The words by which an index knows where a document belongs. They begin with a sign that no word of a text has, and ids in
 * them are hashed, since they may hold spaces.
 */
export const scopeWords = {
  tenant: (tenant: Tenant) => hashed('t', tenant),
  conversation: (tenant: Tenant, id: string) => hashed('c', tenant, id),
  segment: (tenant: Tenant, id: string) => hashed('s', tenant, id),
  role: (role: Role) => `§r${role.toLowerCase()}`,
  /** The month in which it was stored. */
  month: (at: Instant) => `§m${at.slice(0, 4)}${at.slice(5, 7)}`,
  /** The observation is a copy of another one. */
  copy: '§copy',
  /** It corrects a message. */
  correction: '§correction',
  /** It calls tools, or has results of them. */
  tools: '§tools',
} as const

const hashLength = 16

function hashed(kind: string, ...names: readonly string[]): string {
  return `§${kind}${createHash('sha256').update(JSON.stringify(names)).digest('hex').slice(0, hashLength)}`
}

const notSearched: ReadonlySet<ObservationKind> = new Set(['RESTATEMENT', 'DELETION', 'RESTORATION', 'FACT'])

/** What a document is made of. */
export type Searched = Pick<
  Observation,
  'kind' | 'conversationId' | 'role' | 'blocks' | 'marker' | 'copyOf' | 'ingestedAt'
> & { readonly segmentId: string | null }

/**
 * Returns the words of an observation's document, null where it has nothing that is searched. A document never changes:
 * what a correction says is one of its own, and whether an observation is shown is asked when it is found.
 */
export function documentWords(tenant: Tenant, observation: Searched): readonly string[] | null {
  const { kind, conversationId, role, blocks, copyOf, ingestedAt, segmentId } = observation
  if (notSearched.has(kind)) return null
  const words = wordsOf(tokenise(searchText(observation, blocks)))
  if (words.size === 0) return null
  const scope = [scopeWords.tenant(tenant), scopeWords.month(ingestedAt)]
  if (kind === 'CORRECTION') return [...words, ...scope, scopeWords.correction]
  scope.push(scopeWords.conversation(tenant, conversationId))
  if (segmentId !== null) scope.push(scopeWords.segment(tenant, segmentId))
  if (role !== null) scope.push(scopeWords.role(role))
  if (copyOf !== null) scope.push(scopeWords.copy)
  if (blocks.some(({ type }) => type === 'toolCall' || type === 'toolResult')) scope.push(scopeWords.tools)
  return [...words, ...scope]
}
