import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Act } from '../src/app/act.ts'
import { forkConversation } from '../src/app/forkConversation.ts'
import { storeTurn } from '../src/app/storeTurn.ts'
import { transcriptPage } from '../src/app/transcript.ts'
import { StoreUnavailable } from '../src/storage/graphStore.ts'
import { turnOf } from './seed.ts'

/** On a busy machine a database that has just started may need longer for its first plans than the store waits. */
const tries = 20

/** Does what is measured once, until the store has an answer in time. */
export async function warm(act: () => Act): Promise<void> {
  for (let left = tries; ; left--) {
    try {
      await everything(act)
      return
    } catch (error) {
      if (left === 0 || !(error instanceof StoreUnavailable)) throw error
      await sleep(500)
    }
  }
}

async function everything(act: () => Act): Promise<void> {
  const id = `warm-${randomUUID()}`
  for (const number of [0, 1]) await storeTurn(act(), turnOf(id, number))
  const { conversation } = await forkConversation(act(), { source: id })
  if (conversation) await transcriptPage(act(), conversation, 'MESSAGES', { last: 1 })
}
