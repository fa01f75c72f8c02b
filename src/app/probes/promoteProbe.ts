import type { Role } from '../../domain/model.ts'
import type { Scope } from '../scope.ts'
import { fork, forkNow, type ForkRecord, type ForkResult } from '../forks/forkConversation.ts'
import { checkId } from '../write/checks.ts'
import type { Draft } from '../write/draft/draft.ts'
import { newEvent } from '../write/draft/additions.ts'
import { command } from '../write/command.ts'
import { pointNode, type ForkPosition } from '../forks/forkPoint.ts'
import { storeInto } from '../turns/storeInDraft.ts'
import { bringRuns } from '../runs/broughtRuns.ts'
import { headOf } from '../read/paths.ts'
import { conversationOf } from '../read/view.ts'
import type { Probing, PromoteProbe } from './responder.ts'
import { checkUnerased } from './erasedSince.ts'
import { readProbe, type ProbeRecord } from './signedProbe.ts'

/** Makes a fork of a probe: at its point, its prompt and its answer stored as two turns of a run, all in one write (design §5). */
export async function promoteProbe(scope: Scope, { key }: Probing, input: PromoteProbe): Promise<ForkResult> {
  if (input.newConversationId != null) checkId(input.newConversationId, 'newConversationId')
  return command(scope, input, {
    operation: 'promoteProbe',
    decide: async (commandScope) => {
      const probe = await readProbe(await key(), scope.tenant, input.probe)
      const { newConversationId, title } = input
      const fields = {
        source: probe.conversationId,
        newConversationId: newConversationId ?? null,
        title: title ?? null,
      }
      const cut = await cutAt(scope, probe)
      return fork(commandScope, fields, { cut, store: (draft) => storeAnswer(scope, draft, probe) })
    },
    load: (record: ForkRecord) => forkNow(scope, record),
  })
}

async function cutAt(
  scope: Scope,
  { conversationId, observationId, ledgerEnds = [] }: ProbeRecord,
): Promise<ForkPosition> {
  const conversation = await conversationOf(scope, conversationId)
  const view = { conversation, head: await headOf(scope, conversation), reads: scope.reads }
  const node = observationId === null ? null : await pointNode(view, { observationId }, 'probe')
  await checkUnerased(scope, conversation, node, ledgerEnds)
  return { node }
}

async function storeAnswer(scope: Scope, draft: Draft, { prompt, text, model, usage }: ProbeRecord): Promise<void> {
  const from = draft.head?.id ?? null
  const [conversationId, runId] = [draft.conversation.id, scope.fresh.id()]
  const run = { conversationId, runId, settings: { model } }
  const turns = [
    { conversationId, runId },
    { conversationId, runId },
  ] as const
  const brought = bringRuns(scope, [run], turns)
  brought.claimFor(draft, turns[0], draft.head)
  const turn = (role: Role, words: string) => ({
    role,
    runId,
    blocks: [{ type: 'text' as const, text: words }],
    sourceKind: 'probe',
  })
  const stored = await storeInto(scope, draft, turn('USER', prompt), true)
  const answered = await storeInto(scope, draft, { ...turn('ASSISTANT', text), model, usage }, true)
  await brought.endAfter(draft, turns[1], 1)
  draft.events.push(
    newEvent(scope, 'STORE', draft.conversation.id, {
      pathHash: draft.head?.place.pathHash ?? null,
      details: { observationIds: [stored.observation.id, answered.observation.id], leftTranscript: 0 },
      head: { from, to: draft.head?.id ?? null },
    }),
  )
}
