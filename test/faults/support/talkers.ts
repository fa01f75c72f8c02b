import assert from 'node:assert/strict'
import { codeOf, send, type Acknowledged, type Answer, type Payload, type Write } from './client.ts'
import { waitFor } from '../../support/waitFor.ts'

/** A client that writes one thing after the other, each once the one before was acknowledged. */
export interface Talker {
  readonly conversationId: string
  readonly hasKeys: boolean
  /** Returns its nth write, from 0. */
  readonly write: (n: number) => Write
  readonly acknowledged: Acknowledged[]
  /** How many of its writes were acknowledged, or given up. */
  done: number
  /** Writes without a key that were sent once, and nobody knows what became of them. */
  readonly inDoubt: Set<number>
}

/** How a request failed that a server did answer. */
export interface Failed {
  readonly code: string
  readonly ms: number
}

/** Writes until a write fails although it is `over`; answers how, null when the connection broke. */
export async function talk(talker: Talker, url: string, over: () => boolean): Promise<Failed | null> {
  for (let asked = 0; asked < 1_000_000; asked++) {
    const answer = await send(url, talker.write(talker.done)).catch(() => null)
    if (answer === null) return null
    const code = codeOf(answer)
    if (code === null) acknowledge(talker, answer)
    else if (over()) return { code, ms: answer.ms }
    else giveUp(talker)
  }
  assert.fail('It is never over.')
}

/** Waits until one of them was acknowledged something. */
export async function untilOneIsHeard(talkers: readonly Talker[]): Promise<void> {
  await waitFor(() => talkers.some(({ acknowledged }) => acknowledged.length > 0))
}

/** Sends again what failed last until it is taken; a talker without keys leaves it, and goes on with its next write. */
export async function resume(talker: Talker, url: string): Promise<void> {
  for (let tries = 0; tries < 20; tries++) {
    giveUp(talker)
    const answer = await send(url, talker.write(talker.done))
    if (codeOf(answer) === 'TIMEOUT') continue
    acknowledge(talker, answer)
    return
  }
  assert.fail(`What ${talker.conversationId} writes is never taken.`)
}

/** Without a key, what is sent again may be written again. */
function giveUp(talker: Talker): void {
  if (!talker.hasKeys) talker.inDoubt.add(talker.done++)
}

function acknowledge(talker: Talker, { body }: Answer): void {
  const [payload] = Object.values(body.data ?? {})
  assert.deepEqual(payload?.userErrors, [], JSON.stringify(body))
  talker.acknowledged.push(...(payload.results ?? [payload]).map(storedBy))
  talker.done++
}

function storedBy({ observation, conversation }: Payload): Acknowledged {
  const stored = observation ?? conversation?.head
  assert.ok(stored)
  return stored
}
