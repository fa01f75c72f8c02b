import type { Conversation, TreeNode } from '../../domain/model.ts'
import { startingCall } from '../../domain/prompts/startingCall.ts'
import { sidechainsPage } from '../markers/sidechains.ts'
import { latestObservation } from '../read/messages.ts'
import { pageMaximum } from '../read/pages.ts'
import { deepestOnPath } from '../read/view.ts'
import type { Scope } from '../scope.ts'
import type { LoopSpan, PromptPath } from './rows.ts'

/** A sub-agent with the node of the path whose call started it. */
export interface Started {
  readonly sidechain: Conversation
  readonly caller: TreeNode
}

const known = new WeakMap<PromptPath, Promise<readonly Started[]>>()

/** Returns the sub-agents that calls of a stretch started, oldest first. */
export async function sidechainsIn({ path, first, last }: LoopSpan): Promise<Started[]> {
  const all = known.get(path) ?? sidechainsOn(path)
  known.set(path, all)
  return (await all).filter(
    ({ caller: { place } }) => place.depth >= first.place.depth && place.depth <= last.place.depth,
  )
}

/** A fork shows what was started in what it inherited. */
async function sidechainsOn({ scope, conversation, end }: PromptPath): Promise<readonly Started[]> {
  const sources = conversation.forkedFrom === null ? [] : await scope.reads.lineage(conversation.id)
  const owners = [conversation, ...sources].filter(({ shape }) => shape.sidechains > 0)
  const started: Started[] = []
  for (const owner of owners)
    for await (const sidechain of allSidechains(scope, owner)) {
      const { spawnedBy } = sidechain
      const caller =
        spawnedBy === null ? null : await deepestOnPath({ conversation, head: end, reads: scope.reads }, spawnedBy)
      if (caller) started.push({ sidechain, caller })
    }
  return started
}

async function* allSidechains(scope: Scope, owner: Conversation): AsyncGenerator<Conversation> {
  for (let after: string | null = null; ;) {
    const page = await sidechainsPage(scope, owner, { first: pageMaximum, after })
    for (const { item } of page.items) yield item
    after = page.items.at(-1)?.cursor ?? null
    if (!page.hasNextPage || after === null) return
  }
}

/** Returns the id of the call that started a sub-agent; null where that is not said. */
export async function spawningCall(scope: Scope, sidechain: Conversation): Promise<string | null> {
  const message = sidechain.spawnedBy === null ? null : await scope.reads.message(sidechain.spawnedBy)
  const caller = message && (await latestObservation(scope, message))
  return caller ? (startingCall(caller.blocks, sidechain)?.callId ?? null) : null
}
