import { randomUUID } from 'node:crypto'
import {
  BranchNames,
  CheckpointNames,
  SwitchHead,
  type HeadMovedFragment,
  type PointInput,
} from '../../client/documents/generated.ts'
import { failureOf } from '../../client/failures.ts'
import type { GraphClient } from '../../client/graphClient.ts'
import { pointOf } from '../actions/point.ts'
import { mustFind } from '../ids/wholeIds.ts'
import { pages } from '../ids/pages.ts'
import { addCommand, type Program } from '../program.ts'
import type { CommonOptions } from '../withGraph.ts'
import { movedResult } from './moved.ts'
import { onConversation } from './onConversation.ts'
import { messageId } from '../../domain/ids.ts'

interface SwitchOptions extends CommonOptions {
  readonly note?: string
}

/** Adds `switch ID PLACE`: the head goes to any place of the tree. */
export function addSwitch(program: Program): void {
  addCommand(
    program.root,
    'switch <id> <place>',
    'move the head to any place: a turn by its number or id, an observation, a branch or checkpoint by its name, or "start", the empty path',
    'turngraph switch 4fd2 12\nturngraph switch 4fd2 start',
  )
    .option('--note <text>', 'a remark for the ledger')
    .action((id: string, place: string, { note, ...options }: SwitchOptions) =>
      onConversation(program, options, id, async (graph, conversationId) => {
        const input = { conversationId, note: note ?? null }
        const points = await placesOf(graph, conversationId, place)
        return movedResult(conversationId, await switched(graph, input, points), options)
      }),
    )
}

type Input = { readonly conversationId: string; readonly note: string | null }

/** Goes to the first of these places that there is; refuses as the first of them was refused. */
async function switched(
  graph: GraphClient,
  input: Input,
  [to, ...others]: readonly PointInput[],
): Promise<HeadMovedFragment> {
  try {
    return (await graph.query(SwitchHead, { input: { ...input, to: to ?? null, idempotencyKey: randomUUID() } }))
      .switchHead
  } catch (thrown) {
    if (others.length === 0 || failureOf(thrown).code !== 'FORK_POINT_UNKNOWN') throw thrown
    return switched(graph, input, others).catch(() => {
      throw thrown
    })
  }
}

/** Returns what a word may mean, the likeliest first: a name of a branch or a checkpoint, an id, or a turn's id in this conversation. */
async function placesOf(graph: GraphClient, id: string, word: string): Promise<PointInput[]> {
  const point = pointOf(word)
  if (!('messageId' in point || 'observationId' in point)) return [point]
  const named = (await endOfBranch(graph, id, word)) ?? (await placeOfCheckpoint(graph, id, word))
  if (named !== null) return [named]
  return [point, { messageId: messageId(id, word) }]
}

async function endOfBranch(graph: GraphClient, id: string, name: string): Promise<PointInput | null> {
  const page = async (after: string | null) =>
    mustFind((await graph.query(BranchNames, { id, after })).conversation, id).branches
  for await (const { name: known, end } of pages(page)) if (known === name) return { observationId: end.id }
  return null
}

async function placeOfCheckpoint(graph: GraphClient, id: string, name: string): Promise<PointInput | null> {
  const page = async (after: string | null) =>
    mustFind((await graph.query(CheckpointNames, { id, after })).conversation, id).checkpoints
  for await (const { details } of pages(page)) {
    const { name: known, observationId } = details as { readonly name?: unknown; readonly observationId?: unknown }
    if (known === name) return typeof observationId === 'string' ? { observationId } : { start: true }
  }
  return null
}
