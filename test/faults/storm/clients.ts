import type { Random } from '../../support/random.ts'
import { ask, codeOf, type Acknowledged, type Payload } from '../support/client.ts'
import type { Append, ListHistory } from './history.ts'
import { pause } from '../../support/waitFor.ts'

/** What all clients share. */
export interface Storm {
  readonly url: () => string
  readonly random: Random
  readonly lists: Readonly<Record<string, ListHistory>>
  /** Every observation that was acknowledged. */
  readonly acknowledged: Acknowledged[]
  /** Paths as they were seen: an observation, and its nearest ancestors, root first. */
  readonly paths: { readonly id: string; readonly depth: number; readonly above: readonly string[] }[]
  readonly trees: Set<string>
  /** How many writes of each kind were acknowledged, and were refused because of what another client did. */
  readonly done: Map<string, number>
  readonly refused: Map<string, number>
  /** How often a write was to be sent again, by the code of its answer. */
  readonly again: Map<string, number>
  /** How often each fault came. */
  readonly struck: Map<string, number>
  seconds: number
  isOver: boolean
}

interface Stored {
  readonly id: string
  readonly pathHash: string
  readonly depth: number
  readonly ancestors?: { readonly nodes: readonly { readonly id: string }[] }
}
interface Answered extends Payload {
  readonly observation?: Stored
  readonly message?: { readonly id: string }
}

const seen = 20
const stored = `observation { id pathHash depth ancestors(last: ${seen}) { nodes { id } } } message { id }`
const faults = 'userErrors { code message details }'
const mutations = {
  storeTurn: ['StoreTurnInput', `${stored} ${faults}`],
  forkConversation: ['ForkConversationInput', `conversation { id } ${faults}`],
  rewindConversation: ['RewindInput', faults],
  undo: ['UndoInput', faults],
  amendMessage: ['AmendMessageInput', faults],
  deleteMessage: ['DeleteInput', faults],
  restoreMessage: ['DeleteInput', faults],
} as const
type Mutation = keyof typeof mutations

/** Sends a write with its key to whatever server, until one says what became of it; null once the storm is over before. */
async function persist(storm: Storm, name: Mutation, input: object): Promise<Answered | null> {
  const [type, selection] = mutations[name]
  const query = `mutation ($input: ${type}!) { ${name}(input: $input) { ${selection} } }`
  for (let tries = 0; ; tries++) {
    const answer = await ask(storm.url(), query, { input }).catch(() => null)
    const code = answer && codeOf(answer)
    if (answer && code === null) {
      const answered = answer.body.data?.[name] as Answered
      const count = answered.userErrors.length === 0 ? storm.done : storm.refused
      count.set(name, (count.get(name) ?? 0) + 1)
      return answered
    }
    if (code !== null) storm.again.set(code, (storm.again.get(code) ?? 0) + 1)
    if (code !== null && !passing.has(code)) throw new Error(`${name}: ${JSON.stringify(answer?.body)}`)
    if (storm.isOver && tries > 3) return null
    await pause(20 + storm.random.below(80), 'a client rests before it asks again')
  }
}
const passing: ReadonlySet<string> = new Set(['TIMEOUT', 'OVERLOADED'])

/** Appends to lists that all clients append to, and reads them, until the storm is over. */
export async function appendToLists(storm: Storm, name: string): Promise<void> {
  for (let n = 0; !storm.isOver; n++) {
    const list = storm.random.pick(Object.keys(storm.lists))
    if (storm.random.below(4) === 0) await readList(storm, list)
    else await appendTo(storm, list, `${name}-${n}`)
  }
}

async function appendTo(storm: Storm, list: string, element: string): Promise<void> {
  const append: Append = { element, began: performance.now(), ended: null }
  storm.lists[list]?.appends.push(append)
  const input = { conversationId: list, turnId: element, role: 'USER', text: element, idempotencyKey: element }
  const answer = await persist(storm, 'storeTurn', input)
  if (answer === null) return
  append.ended = performance.now()
  note(storm, answer)
}

async function readList(storm: Storm, list: string): Promise<void> {
  const query = `{ conversation(id: "${list}") { transcript(last: ${seen}) { nodes { position text } } } }`
  const began = performance.now()
  const answer = await ask(storm.url(), query).catch(() => null)
  const found = answer?.body.data?.['conversation'] as unknown as Transcript | null | undefined
  if (!found) return
  const { nodes } = found.transcript
  const [length, tail] = [nodes.at(-1)?.position ?? 0, nodes.map(({ text }) => text)]
  storm.lists[list]?.reads.push({ length, tail, began, ended: performance.now() })
}
interface Transcript {
  readonly transcript: { readonly nodes: readonly { readonly position: number; readonly text: string }[] }
}

/** Keeps what was acknowledged, and now and then the path it was seen on. */
function note(storm: Storm, { observation, userErrors }: Answered): Stored | null {
  if (!observation) throw new Error(`It was refused: ${JSON.stringify(userErrors)}`)
  const { id, pathHash, depth, ancestors } = observation
  storm.acknowledged.push({ id, pathHash })
  storm.paths.push({ id, depth, above: ancestors?.nodes.map((node) => node.id) ?? [] })
  return observation
}

/** What a client knows of a tree that it changes together with another one. */
interface Tree {
  readonly id: string
  readonly points: string[]
  readonly messages: string[]
}

/** Forks, rewinds, undoes, amends, deletes and appends in trees that two clients share, until the storm is over. */
export async function changeTrees(storm: Storm, name: string, root: string): Promise<void> {
  const trees: Tree[] = [{ id: root, points: [], messages: [] }]
  storm.trees.add(root)
  for (let n = 0; !storm.isOver; n++) {
    const tree = storm.random.pick(trees)
    const key = `${name}-${n}`
    const grown = await change(storm, tree, key)
    if (grown) trees.push(grown)
  }
}

/** Does one thing to a tree; what the other client made impossible meanwhile is refused. Returns a fork that was made. */
async function change(storm: Storm, tree: Tree, key: string): Promise<Tree | null> {
  const { random } = storm
  const [point, message] = [random.pick(tree.points), random.pick(tree.messages)]
  const own = { conversationId: tree.id, idempotencyKey: key }
  const what = tree.points.length < 3 ? 0 : random.below(16)
  if (what < 7) {
    const answer = await persist(storm, 'storeTurn', { ...own, turnId: key, role: 'USER', text: key })
    const stored = answer && note(storm, answer)
    if (stored) tree.points.push(stored.id)
    if (answer?.message) tree.messages.push(answer.message.id)
  } else if (what < 9) return fork(storm, tree, key)
  else if (what < 11) await persist(storm, 'rewindConversation', { ...own, to: { observationId: point } })
  else if (what < 12) await persist(storm, 'undo', own)
  else if (what < 14) {
    const fields = { text: `${key} amended` }
    await persist(storm, 'amendMessage', { messageId: message, fields, idempotencyKey: key })
  } else {
    const name = random.below(2) === 0 ? 'deleteMessage' : 'restoreMessage'
    await persist(storm, name, { id: message, idempotencyKey: key })
  }
  return null
}

async function fork(storm: Storm, { id, messages, points }: Tree, key: string): Promise<Tree | null> {
  const made = `${id}-${key}`.slice(-60)
  const answer = await persist(storm, 'forkConversation', { source: id, newConversationId: made, idempotencyKey: key })
  storm.trees.add(made)
  return answer?.userErrors.length === 0 ? { id: made, points: points.slice(-3), messages: messages.slice(-3) } : null
}
