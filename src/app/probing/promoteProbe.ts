import type { Role } from '../../domain/model.ts'
import type { Act, ForkResult } from '../act.ts'
import { checkId } from '../checks.ts'
import type { Draft } from '../drafts.ts'
import { eventOf } from '../events.ts'
import { fork, replayOfFork } from '../forkConversation.ts'
import { once } from '../idempotency.ts'
import { pointNode, type Cut } from '../points.ts'
import { storeInto } from '../storing.ts'
import { headOf } from '../transcript.ts'
import { conversationOf } from '../treeQueries.ts'
import type { Probing, PromoteProbe } from './responder.ts'
import { readProbe, type ProbeRecord } from './signedProbe.ts'

/** Makes a fork of a probe: at its point, its prompt and its answer stored as two turns, all in one write (design §5). */
export async function promoteProbe(act: Act, { key }: Probing, input: PromoteProbe): Promise<ForkResult> {
  if (input.newConversationId != null) checkId(input.newConversationId, 'newConversationId')
  const { idempotencyKey, ...compared } = input
  return once(act, {
    operation: 'promoteProbe',
    key: idempotencyKey,
    input: compared,
    perform: async (bind) => {
      const probe = await readProbe(await key(), act.tenant, input.probe)
      const { newConversationId, title } = input
      const given = { source: probe.conversationId, newConversationId: newConversationId ?? null, title: title ?? null }
      const cut = await cutAt(act, probe)
      return fork(act, given, bind, { cut, store: (draft) => storeAnswer(act, draft, probe) })
    },
    replay: replayOfFork(act),
  })
}

async function cutAt(act: Act, { conversationId, observationId }: ProbeRecord): Promise<Cut> {
  const conversation = await conversationOf(act, conversationId)
  if (observationId === null) return { node: null }
  const view = { conversation, head: await headOf(act, conversation), reads: act.reads }
  return { node: await pointNode(view, { observationId }, 'probe') }
}

async function storeAnswer(act: Act, draft: Draft, { prompt, text, model, usage }: ProbeRecord): Promise<void> {
  const from = draft.head?.id ?? null
  const turn = (role: Role, said: string) => ({
    role,
    blocks: [{ type: 'text' as const, text: said }],
    sourceKind: 'probe',
  })
  const asked = await storeInto(act, draft, turn('USER', prompt), true)
  const answered = await storeInto(act, draft, { ...turn('ASSISTANT', text), model, usage }, true)
  draft.events.push(
    eventOf(act, 'STORE', draft.conversation.id, {
      pathHash: draft.head?.place.pathHash ?? null,
      details: { observationIds: [asked.observation.id, answered.observation.id], leftTranscript: 0 },
      head: { from, to: draft.head?.id ?? null },
    }),
  )
}
