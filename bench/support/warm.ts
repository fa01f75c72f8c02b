import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Scope } from '../../src/app/scope.ts'
import { forkConversation } from '../../src/app/forks/forkConversation.ts'
import { storeTurn } from '../../src/app/turns/storeTurns.ts'
import { transcriptPage } from '../../src/app/transcripts/transcript.ts'
import { StoreUnavailable } from '../../src/storage/graphStore.ts'
import { turnOf } from './seed.ts'

/** On a busy machine a database that has just started may need longer for its first plans than the store waits. */
const tries = 20

/** Does what is measured once, until the store has an answer in time. */
export async function warm(scope: () => Scope): Promise<void> {
  for (let left = tries; ; left--) {
    try {
      await everything(scope)
      return
    } catch (error) {
      if (left === 0 || !(error instanceof StoreUnavailable)) throw error
      await sleep(500)
    }
  }
}

async function everything(scope: () => Scope): Promise<void> {
  const id = `warm-${randomUUID()}`
  for (const number of [0, 1]) await storeTurn(scope(), turnOf(id, number))
  const { conversation } = await forkConversation(scope(), { source: id })
  if (conversation) await transcriptPage(scope(), conversation, 'MESSAGES', { last: 1 })
}
