/** Runs, lines of ledgers and a setup that were whole: a file of the commit before they left anything out was filled by it, and backed up. */
import { answerRun } from '../../../src/app/runs/answerRun.ts'
import { abortRun } from '../../../src/app/runs/abortRun.ts'
import { claimRun } from '../../../src/app/runs/claimRun.ts'
import { completeRun } from '../../../src/app/runs/completeRun.ts'
import { suspendRun } from '../../../src/app/runs/suspendRun.ts'
import type { Scope } from '../../../src/app/scope.ts'
import { putRecords } from '../../../src/app/stateRecords/putRecords.ts'
import { storeTurns } from '../../../src/app/turns/storeTurns.ts'
import { say } from '../../support/talk.ts'

/** A setup that a file packs. */
export const setup = { tools: Array.from({ length: 300 }, (_, k) => ({ name: `tool ${k}`, about: 'reads a file' })) }

const turn = (turnId: string, role: 'USER' | 'ASSISTANT') => ({
  turnId,
  role,
  blocks: [{ type: 'text' as const, text: turnId }],
})

/** Records a request of the proxy: its turns, a run in each state, a setup and a link. */
export async function record(scope: Scope, conversationId: string, name: string): Promise<void> {
  const turns = [turn(`${name}-u`, 'USER'), turn(`${name}-a`, 'ASSISTANT')]
  const settings = { model: 'm', proxy: { status: 200 } }
  const runs = (['COMPLETED', 'ABORTED'] as const).map((state) => ({
    conversationId,
    runId: `${name}-${state}`,
    state,
    settings,
  }))
  const records = [
    { kind: 'proxy.setup', key: name, value: setup, ifExists: 'KEEP' as const },
    { kind: 'proxy.link', key: name, value: {}, turn: 1 },
  ]
  await storeTurns(scope, { conversationId, turns, runs, records })
  // Bytes and other kinds lie as they are.
  const other = { kind: 'memory', key: name, value: setup }
  await putRecords(scope, {
    conversationId,
    records: [other, { ...other, key: `${name} bytes`, value: null, base64: 'enp6' }],
  })
}

/** Fills a tenant with runs that were open, moved heads, and what the proxy records. */
export async function fillWholeRuns(scope: Scope): Promise<void> {
  await record(scope, 'proxied', 'first')
  await say(scope, 'talk', 'u1')
  await say(scope, 'talk', 'a1')
  await say(scope, 'talk', 'a1', 'other')
  for (const runId of ['done', 'given up', 'waits']) {
    await claimRun(scope, { conversationId: 'talk', runId, exclusive: runId === 'done', settings: { seed: 7 } })
    await say(scope, 'talk', `u ${runId}`, 'asked', { runId })
    if (runId !== 'done') await suspendRun(scope, { conversationId: 'talk', runId, questionId: 'q', request: ['?'] })
    else await completeRun(scope, { conversationId: 'talk', runId })
    if (runId === 'given up') {
      await answerRun(scope, { conversationId: 'talk', runId, questionId: 'q', answer: null })
      await abortRun(scope, { conversationId: 'talk', runId })
    }
  }
}
