import { textOf } from '../../domain/blocks.ts'
import type { HeadText } from '../../domain/growth.ts'
import { currentBlocks } from '../../domain/messageSnapshot.ts'
import type { Observation, TreeNode } from '../../domain/model.ts'
import { nodeAt, nodesOf } from './paths.ts'
import type { Reads } from './reads.ts'

/**
 * Returns the texts that a conversation whose head is at a node derives its title and preview from, with CURRENT values
 * and deleted turns passed over (design §4).
 */
export async function textAt(reads: Reads, head: TreeNode | null): Promise<HeadText> {
  const [title, preview] = await Promise.all([titleText(reads, head), previewText(reads, head)])
  return { title, preview }
}

/** What an observation says now, null when it is of a deleted message. */
type Now = { readonly text: string | null } | null

async function now(reads: Reads, observation: Observation): Promise<Now> {
  const message = observation.messageId === null ? null : await reads.message(observation.messageId)
  return message?.deleted ? null : { text: textOf(currentBlocks(observation, message)) }
}

/** The text of the first USER turn that has any, from the one on that had text when it was stored. */
async function titleText(reads: Reads, head: TreeNode | null): Promise<string | null> {
  const firstId = head?.place.firstUserId ?? null
  const first = firstId === null ? null : ((await reads.observation(firstId)) as TreeNode | null)
  if (head === null || first === null) return null
  const said = await now(reads, first)
  if (!isBlank(said)) return said?.text ?? null
  for await (const page of windows(reads, head, (first.place.turn ?? 0) + 1, head.place.turns)) {
    const users = page.filter(({ role }) => role === 'USER')
    const found = (await Promise.all(users.map((node) => now(reads, node)))).find((one) => !isBlank(one))
    if (found) return found.text
  }
  return null
}
const isBlank = (said: Now) => (said?.text ?? '').trim() === ''

/** Returns the text of the last numbered turn that is not deleted; null where that has none. */
export async function previewText(reads: Reads, head: TreeNode | null): Promise<string | null> {
  if (head === null || head.place.turns === 0) return null
  const last = head.place.turn === null ? await nodeAt(reads, head, 'turn', head.place.turns) : head
  const said = last && (await now(reads, last))
  if (said) return said.text
  for await (const page of windows(reads, head, head.place.turns - 1, 1)) {
    const found = (await Promise.all(page.map((node) => now(reads, node)))).find((one) => one !== null)
    if (found) return found.text
  }
  return null
}

const firstWindow = 16
const longestWindow = 512

/** The numbered turns of a path from one to another, up or down, in windows that double: few reads for many turns. */
async function* windows(reads: Reads, head: TreeNode, from: number, to: number): AsyncGenerator<TreeNode[]> {
  const step = from <= to ? 1 : -1
  if (from < 1) return
  for (let at = from, size = firstWindow; (to - at) * step >= 0; size = Math.min(longestWindow, 2 * size)) {
    const end = step > 0 ? Math.min(to, at + size - 1) : Math.max(to, at - size + 1)
    const nodes = await nodesOf(reads, head, 'turn', Math.min(at, end), Math.max(at, end))
    yield step > 0 ? nodes : nodes.reverse()
    at = end + step
  }
}
