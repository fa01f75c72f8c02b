import { z } from 'zod'
import { ClaimRun, CompleteRun } from '../../../../client/documents/generated.ts'
import { toApi } from '../../names.ts'
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
  async run({ exclusive = false, ...rest }, { client, signal }) {
    const input = { ...toApi(rest), exclusive }
    return { structured: runOut((await client.query(ClaimRun, { input }, { signal })).claimRun) }
  },
})

export const completeRun = tool('complete_run', {
  title: 'Complete a run',
  description: 'Completes a run once its answer is stored and its tool calls have their results.',
  annotations: writesOnce,
  input: z.strictObject({ conversation_id: id, run_id: id }),
  output: run,
  async run(input, { client, signal }) {
    return { structured: runOut((await client.query(CompleteRun, { input: toApi(input) }, { signal })).completeRun) }
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
