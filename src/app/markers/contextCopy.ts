import type { JsonObject, TreeNode } from '../../domain/model.ts'
import { contentHash } from '../../domain/tree/pathHash.ts'
import type { Unplaced } from '../../domain/tree/placement.ts'
import type { Scope } from '../scope.ts'
import type { TranscriptEntry } from '../transcripts/transcripts.ts'
import { copyObservation } from '../write/draft/copyObservation.ts'
import { addNode, moveHead, type Draft } from '../write/draft/draft.ts'
import { addTurn, type MadeTurn } from '../write/draft/newTurn.ts'
import { saltOfChanged } from '../write/draft/additions.ts'

/** How many turns are copies, and how many were made in place of what is no turn. */
interface ContextCopy {
  readonly copied: number
  readonly made: number
}

/** Adds what a model would be sent to an empty draft, entry by entry, and moves its head there. */
export async function addContext(
  scope: Scope,
  draft: Draft,
  entries: readonly TranscriptEntry[],
): Promise<ContextCopy> {
  let made = 0
  let parent: TreeNode | null = null
  for (const entry of entries) {
    const turn = madeTurn(entry)
    if (turn) made++
    parent = turn
      ? await addTurn(scope, draft, parent, turn)
      : await addNode(scope, draft, parent, copyOf(scope, draft, entry))
  }
  await moveHead(draft, parent)
  return { copied: entries.length - made, made }
}

/** An entry of the context without a turn: a summary, shown as a user's message, or a synthetic result. */
function madeTurn({ observation, role, text, blocks, synthetic }: TranscriptEntry): MadeTurn | null {
  if (synthetic) return { role: role ?? 'USER', blocks, metadata: { synthetic: true } }
  if (observation.kind === 'TURN') return null
  return { role: 'USER', blocks: [{ type: 'text', text }], metadata: { summaryOf: observation.id } }
}

/** A turn as the context has it. One of which that is not all of it is no longer what a file's line says. */
function copyOf(scope: Scope, draft: Draft, { observation, role, blocks }: TranscriptEntry): Unplaced {
  const copy = copyObservation(scope, observation, draft.conversation.id)
  const { danglingParent: _flag, parentElsewhere: _elsewhere, ...fields } = copy.fields
  if (role === observation.role && blocks.length === observation.blocks.length) return { ...copy, fields }
  const cut = { ...copy, role, blocks, salt: saltOfChanged(scope, observation) }
  return { ...cut, externalId: null, fields: ofNoLine(fields), contentHash: contentHash(cut) }
}

function ofNoLine({ importedFrom: _line, ...fields }: JsonObject): JsonObject {
  return fields
}
