import type { Conversation, Turn } from '../../client/client.ts'
import { codeOf } from './json.ts'
import type { Block, PathTurn, StoredFile } from './path.ts'

/** A turn to store. Its blocks that are URIs come behind the others. */
export interface GraftedTurn {
  readonly turnId: string
  readonly role: 'USER' | 'ASSISTANT' | 'SYSTEM' | 'TOOL'
  readonly blocks: readonly Block[]
  readonly files?: ReadonlyMap<string, StoredFile>
  readonly metadata: object
  readonly model?: string | null
}

/** Turns of one request, and their bytes: the API takes a thousand, and a body has an end too. */
const mostTurns = 1000
const mostBytes = 3_000_000

/**
 * Makes the path end with `turns` behind its first `keepCount` places. What was there stays in the tree. Refuses with
 * HEAD_MOVED where the path is not the one that was read.
 */
export async function graft(
  conversation: Conversation,
  path: readonly PathTurn[],
  keepCount: number,
  turns: readonly GraftedTurn[],
): Promise<void> {
  const head = path.at(-1)?.observationId ?? null
  const parent = path[keepCount - 1]?.observationId ?? null
  if (turns.length > 0) await storeBelow(conversation, parent, head, turns)
  else if (keepCount < path.length) await cutBehind(conversation, path, keepCount, head)
}

/** Stores turns, each behind the one before it, the first behind `parent`; null: as a new root. */
export async function storeBelow(
  conversation: Conversation,
  parent: string | null,
  head: string | null,
  turns: readonly GraftedTurn[],
): Promise<void> {
  let [below, expectedHead] = [parent, head]
  for (const portion of portionsOf(turns)) {
    const stored = await conversation.append(placedTurns(portion, below, expectedHead), { expectedHead })
    below = expectedHead = stored.at(-1)?.observationId ?? null
  }
}

/** Stores turns at the end of a path, wherever that is. */
export async function storeAtEnd(conversation: Conversation, turns: readonly GraftedTurn[]): Promise<void> {
  for (const portion of portionsOf(turns)) await conversation.append(portion.map(turnInput))
}

/** Returns turns as the API takes them, the first behind `parent`; null: as a new root. `head` is where the path ends, if that is known. */
export function placedTurns(turns: readonly GraftedTurn[], parent: string | null, head?: string | null): Turn[] {
  const [first, ...rest] = turns.map(turnInput)
  if (!first) return []
  // What continues the head needs no place of its own: it goes there by itself.
  const place = parent === head ? {} : { parent: parent === null ? null : { observationId: parent } }
  return [{ ...first, ...place }, ...rest]
}

async function cutBehind(
  conversation: Conversation,
  path: readonly PathTurn[],
  keepCount: number,
  head: string | null,
): Promise<void> {
  const [last, next] = [path[keepCount - 1], path[keepCount]]
  const point = last ? { to: { observationId: last.observationId } } : { before: { observationId: idOf(next) } }
  try {
    await conversation.rewind(point, { expectedHead: head })
  } catch (thrown) {
    if (codeOf(thrown) !== 'FORK_POINT_NOT_BOUNDARY' || !last) throw thrown
    // No head moves to a call that waits for its result; a turn may be stored that makes one.
    await storeBelow(conversation, path[keepCount - 2]?.observationId ?? null, head, [againOf(last)])
  }
}

const idOf = (turn: PathTurn | undefined): string => turn?.observationId ?? ''

/** Returns a turn as it would be stored again. */
export function againOf({ turnId, role, ...turn }: PathTurn): GraftedTurn {
  return { ...turn, turnId: turnId ?? '', role: role ?? 'SYSTEM' }
}

function* portionsOf(turns: readonly GraftedTurn[]): Generator<readonly GraftedTurn[]> {
  let portion: GraftedTurn[] = []
  let bytes = 0
  for (const turn of turns) {
    const { length } = new TextEncoder().encode(JSON.stringify([turn.blocks, turn.metadata]))
    if (portion.length === mostTurns || (portion.length > 0 && bytes + length > mostBytes)) {
      yield portion
      portion = []
      bytes = 0
    }
    portion.push(turn)
    bytes += length
  }
  if (portion.length > 0) yield portion
}

/** Returns a turn as the API takes it. */
function turnInput({ turnId, role, blocks, files, metadata, model }: GraftedTurn): Turn {
  const content = blocks.filter((block): block is Exclude<Block, { uri: string }> => !('uri' in block))
  const attachments = blocks.flatMap((block) => {
    if (!('uri' in block)) return []
    const { mediaType, fileName } = files?.get(block.uri) ?? { mediaType: undefined, fileName: null }
    return [{ uri: block.uri, mediaType, name: fileName }]
  })
  return {
    ...{ turnId, role, metadata },
    ...(content.length > 0 && { content }),
    ...(attachments.length > 0 && { attachments }),
    ...(model != null && { model }),
  }
}
