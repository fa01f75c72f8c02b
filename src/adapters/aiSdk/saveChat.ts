import type { ConnectedGraph, Conversation } from '../../client/client.ts'
import { codeOf } from '../turns/json.ts'
import { graft, storeBelow } from '../turns/graft.ts'
import { readPath } from '../turns/path.ts'
import { whileMoved } from '../turns/whileMoved.ts'
import { decodePath } from './decode.ts'
import { differing } from './differing.ts'
import type { Encoded, EncodedTurn } from './encoded.ts'
import { keepFiles } from './files.ts'
import { walkDown } from './walkDown.ts'

const moved: ReadonlySet<string | null> = new Set(['HEAD_MOVED', 'ALREADY_EXISTS'])

/** Makes these messages what a chat shows. What it showed besides stays in its tree. */
export async function saveMessages(
  client: ConnectedGraph,
  chatId: string,
  messages: readonly Encoded[],
): Promise<void> {
  await whileMoved(() => saveOnce(client, client.conversations.open(chatId), messages), moved)
}

async function saveOnce(
  client: ConnectedGraph,
  conversation: Conversation,
  messages: readonly Encoded[],
): Promise<void> {
  const stored = await readPath(conversation)
  const path = stored ?? []
  const { keepCount, turns } = differing(path, decodePath(path), messages)
  if (stored === null && turns.length === 0) await client.conversations.create({ id: conversation.id })
  else if (turns.length === 0) await graft(conversation, path, keepCount, [])
  else {
    const head = path.at(-1)?.observationId ?? null
    const parent = path[keepCount - 1]?.observationId ?? null
    // A branch that is there already is gone over to, and not stored once more.
    const { above, at, rest } = await walkDown(client, conversation.id, parent, turns)
    await keepFiles(client, rest, messages)
    if (rest.length > 0) await storeBelow(conversation, at, head, rest)
    else if (at !== null) await goTo(conversation, { above, at, head }, turns)
  }
}

/** Moves the head to a place off its path. */
async function goTo(
  conversation: Conversation,
  { above, at, head }: { readonly above: string | null; readonly at: string; readonly head: string | null },
  turns: readonly EncodedTurn[],
): Promise<void> {
  try {
    await conversation.switchTo(at, { expectedHead: head })
  } catch (thrown) {
    // A head goes to leaves alone, and to none that waits for a result: there the last turn is stored again.
    const code = codeOf(thrown)
    if (code !== 'BAD_INPUT' && code !== 'FORK_POINT_NOT_BOUNDARY') throw thrown
    await storeBelow(conversation, above, head, turns.slice(-1))
  }
}
