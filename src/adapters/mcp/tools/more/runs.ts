import { z } from 'zod'
import { ClaimRun, CompleteRun } from '../../../../client/documents/generated.ts'
import { tool, writesOnce } from '../../tool.ts'
import { id, idempotencyKey, warnings } from '../../values.ts'

const run = z.object({
  run_id: z.string(),
  state: z.string(),
  replayed: z.boolean(),
  warnings,
})

export const claimRun = tool('claim_run', {
  title: 'Claim a run',
  description: 'Opens a run: from a prompt to its final answer. Store its turns with run_id, then complete_run.',
  annotations: writesOnce,
  input: z.strictObject({
    conversation_id: id,
    run_id: id.optional(),
    exclusive: z.boolean().optional().describe('Refuse where another run is open.'),
    idempotency_key: idempotencyKey,
  }),
  output: run,
  async run({ conversation_id, run_id, exclusive = false, idempotency_key }, { client, signal }) {
    const input = { conversationId: conversation_id, runId: run_id, exclusive, idempotencyKey: idempotency_key }
    return { structured: runOut((await client.query(ClaimRun, { input }, { signal })).claimRun) }
  },
})

export const completeRun = tool('complete_run', {
  title: 'Complete a run',
  description: 'Completes a run once its answer is stored and its tool calls have their results.',
  annotations: writesOnce,
  input: z.strictObject({ conversation_id: id, run_id: id }),
  output: run,
  async run({ conversation_id, run_id }, { client, signal }) {
    const input = { conversationId: conversation_id, runId: run_id }
    return { structured: runOut((await client.query(CompleteRun, { input }, { signal })).completeRun) }
  },
})

interface Ran {
  readonly run: { readonly runId: string; readonly state: string } | null
  readonly replayed: boolean
  readonly warnings: readonly { readonly code: string; readonly message: string; readonly details: unknown }[]
}
const runOut = ({ run, replayed, warnings }: Ran) => ({
  ...{ run_id: run?.runId ?? '', state: run?.state ?? '' },
  ...{ replayed, warnings: [...warnings] },
})
