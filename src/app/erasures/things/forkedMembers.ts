import type { Erasure } from '../../../domain/erasure/erasure.ts'
import type { Conversation, ConversationId, JsonObject } from '../../../domain/model.ts'
import { canonicalJson } from '../../../domain/tree/pathHash.ts'
import { own } from '../../../runtime/own.ts'
import type { Scope } from '../../scope.ts'
import { newEvent } from '../../write/draft/additions.ts'
import { commitSettled } from '../../write/lanes/commit.ts'
import { changesOfNothing } from '../aftermath.ts'
import { withForks } from '../holding.ts'

/** Members that say where a list shows a conversation, and nothing of anybody. */
const flags: ReadonlySet<string> = new Set(['archived', 'pinned'])

/**
 * Takes out of forks the metadata and the directory that they were made with, where those are still what the erased conversation has.
 * It is done before that is emptied: a server that finds the erasure under way compares again what is there.
 */
export async function eraseForkedMembers(scope: Scope, erasure: Erasure): Promise<void> {
  const whole = new Set(erasure.plan?.conversationIds ?? [])
  const sources = whole.size === 0 ? [] : await scope.store.conversations([...whole])
  for (const source of sources)
    if (source && (source.cwd !== null || Object.keys(source.metadata).length > 0))
      for (const fork of (await withForks(scope, source.id)).keys())
        if (!whole.has(fork)) await eraseMembersOf(scope, erasure, fork, source)
}

function eraseMembersOf(scope: Scope, erasure: Erasure, id: ConversationId, source: Conversation) {
  return commitSettled(scope, [id], ([laneState]) => {
    const fork = laneState?.frontier?.conversation
    const value = fork && withoutMembersOf(fork, source)
    if (!fork || !value) return Promise.resolve({ changes: null, after: new Map(), result: null })
    const event = newEvent(scope, 'ERASE', null, { details: { erasureId: erasure.id } })
    const conversations = [{ expected: fork.version, value: { ...value, version: fork.version + 1 } }]
    return Promise.resolve({ changes: { ...changesOfNothing(event), conversations }, after: new Map(), result: null })
  })
}

/** Returns a fork without what it has of its source; null where it has nothing of it. */
function withoutMembersOf(
  fork: Conversation,
  { metadata, cwd }: Pick<Conversation, 'metadata' | 'cwd'>,
): Conversation | null {
  const isOfSource = ([name, value]: [string, JsonObject[string]]) =>
    !flags.has(name) &&
    Object.hasOwn(metadata, name) &&
    canonicalJson(own(metadata, name) ?? null) === canonicalJson(value)
  const members = Object.entries(fork.metadata)
  const rest = members.filter((member) => !isOfSource(member))
  const isSameDirectory = cwd !== null && fork.cwd === cwd
  if (rest.length === members.length && !isSameDirectory) return null
  return { ...fork, metadata: Object.fromEntries(rest), cwd: isSameDirectory ? null : fork.cwd }
}
