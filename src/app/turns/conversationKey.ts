import { sealOf } from '../../domain/access/keyedDigest.ts'
import type { ConversationId } from '../../domain/model.ts'
import { canonicalJson, sha256 } from '../../domain/tree/pathHash.ts'
import { badInput } from '../../domain/refusals.ts'
import type { Scope } from '../scope.ts'
import type { StoreTurn } from './turnInput.ts'

/**
 * Returns the id of the conversation that a host without ids names by its first message or its title: the same one
 * every time, white space aside. Best effort: two conversations that begin with the same words are one (spec N-14).
 */
export function derivedId(
  scope: Pick<Scope, 'salted' | 'nameKey'>,
  key: NonNullable<StoreTurn['conversationKey']>,
): ConversationId {
  const [name, text] =
    key.firstUserMessage === undefined ? ['title', key.title ?? ''] : ['firstUserMessage', key.firstUserMessage]
  const folded = text.replaceAll(/\s+/gu, ' ').trim()
  if (folded === '') throw badInput('"conversationKey" has no text.', {}, ['conversationKey'])
  return `conv_${sealOf(scope)(sha256(canonicalJson([name, folded]))).slice(0, 32)}`
}
