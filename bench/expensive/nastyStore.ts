import type { Client } from '../support/client.ts'
import { textOf } from '../support/seed.ts'

/** Places in a store that was filled to be nasty to read, by what an argument may name. */
export interface Places {
  readonly conversations: readonly string[]
  readonly messages: readonly string[]
  readonly observations: readonly string[]
  readonly entities: readonly string[]
  readonly nodes: readonly string[]
  readonly runs: readonly string[]
  readonly turns: readonly string[]
  /** The root and the head of a talk of 1,000 turns: the longest path that a list without a cursor holds. */
  readonly root: string
  readonly head: string
  /** The head of the longest chain. */
  readonly deep: string
  /** Who has very many children, and whose talk is forked very often. */
  readonly star: string
  /** The root of talks that are forks of forks. */
  readonly nested: string
}

const sizes = {
  /** Turns of the long chain. */
  chain: 40_000,
  /** The longest context that is answered. */
  long: 10_000,
  talks: 20,
  talk: 1_000,
  many: 260,
  manyTurns: 100,
  versions: 1_000,
  forks: 2_000,
  nested: 400,
  again: 2_000,
  edges: 3_000,
  runs: 300,
  /** Turns of 1 MB. */
  big: 40,
}

/** Returns how many turns the store has at least. */
export function turnCount(): number {
  return (
    sizes.chain +
    sizes.long +
    sizes.talks * sizes.talk +
    sizes.many * sizes.manyTurns +
    sizes.versions +
    4 * sizes.nested
  )
}

type Turn = Readonly<Record<string, unknown>>
const STORE = `mutation ($turns: [StoreTurnInput!]!) { storeTurns(input: { turns: $turns }) { userErrors { code message } } }`
const FORK = `mutation ($input: ForkConversationInput!) { forkConversation(input: $input) { userErrors { code message } } }`
const ENTITY = `mutation ($input: StoreEntityInput!) { storeEntity(input: $input) { userErrors { code message } } }`
const DELETE = `mutation ($id: ID!) { deleteMessage(input: { id: $id }) { userErrors { code message } } }`
const CLAIM = `mutation ($input: ClaimRunInput!) { claimRun(input: $input) { userErrors { code message } } }`

/** Fills an empty store over the API with what makes reading dear: length, breadth, depth, versions, forks, edges, size. */
export async function fillNastily(client: Client, say: (what: string) => void): Promise<void> {
  const store = (conversationId: string, count: number, turnOf: (number: number) => Turn) =>
    storeAll(client, conversationId, count, turnOf)
  const fork = (input: object) => client.ask(FORK, { input })
  say('large turns, a long chain')
  for (let n = 0; n < sizes.big; n++) await store('big', 1, () => ({ ...talking(n, 1_000_000), turnId: `b${n}` }))
  await store('chain', sizes.chain, talking)
  await store('long', sizes.long, withTools)
  say('talks with tool calls')
  for (let i = 0; i < sizes.talks; i++) await store(`talk-${i}`, sizes.talk, withTools)
  for (let n = 0; n < 100; n++) await client.ask(DELETE, { id: `talk-1:t${n * 10}` })
  say('many conversations')
  for (let i = 0; i < sizes.many; i++) await store(`many-${i}`, sizes.manyTurns, talking)
  say('versions of one turn, forks of one point, forks of forks')
  await store('star', 2, talking)
  await store('star', sizes.versions, (n) => ({ ...talking(1), turnId: `v${n}`, parent: { messageId: 'star:t0' } }))
  for (let i = 0; i < sizes.forks; i++)
    await fork({ source: 'star', at: { messageId: 'star:t0' }, newConversationId: `star-${i}` })
  for (let i = 0; i < sizes.forks; i += 4) await store(`star-${i}`, 1, (n) => talking(n + 1))
  await store('nested-0', 4, talking)
  for (let i = 1; i < sizes.nested; i++) {
    await fork({ source: `nested-${i - 1}`, newConversationId: `nested-${i}` })
    await store(`nested-${i}`, 4, talking)
  }
  say('a turn stored again and again, a hub, runs')
  await store('again', sizes.again, (n) => ({ ...talking(n * 2), turnId: 't' }))
  await client.ask(ENTITY, { input: { id: 'hub', type: 'topic', name: 'hub', fields: { size: 1 } } })
  await store('referrers', sizes.edges, (n) => ({ ...talking(n), refersTo: [{ entityId: 'hub' }] }))
  for (let i = 0; i < sizes.runs; i++)
    await client.ask(CLAIM, { input: { conversationId: 'talk-2', runId: `run-${i}` } })
}

const talking = (number: number, bytes = 600): Turn => ({
  turnId: `t${number}`,
  role: number % 2 === 0 ? 'USER' : 'ASSISTANT',
  text: textOf(number, bytes),
})

/** A prompt, an answer with a call, its result, the rest of the answer: over and over. */
const withTools = (number: number): Turn => {
  const callId = `call-${number - (number % 4)}`
  if (number % 4 === 1) {
    const toolCall = { callId, name: 'search', input: { text: textOf(number, 200) } }
    return { turnId: `t${number}`, role: 'ASSISTANT', content: [{ text: textOf(number, 300) }, { toolCall }] }
  }
  if (number % 4 !== 2) return { ...talking(number), role: number % 4 === 0 ? 'USER' : 'ASSISTANT' }
  return {
    turnId: `t${number}`,
    role: 'TOOL',
    content: [{ toolResult: { callId, content: { found: textOf(number, 1000) } } }],
  }
}

async function storeAll(client: Client, conversationId: string, count: number, turnOf: (number: number) => Turn) {
  for (let begin = 0; begin < count; begin += 1000) {
    const numbers = Array.from({ length: Math.min(1000, count - begin) }, (_, i) => begin + i)
    await client.ask(STORE, { turns: numbers.map((number) => ({ conversationId, ...turnOf(number) })) })
  }
}

const PLACES = `query ($id: ID!) { conversation(id: $id) { nodeId head { id nodeId }
  transcript(first: 20) { nodes { observation { id nodeId } message { id } } } } }`
interface Told {
  readonly nodeId: string
  readonly head: { readonly id: string; readonly nodeId: string }
  readonly transcript: {
    readonly nodes: readonly {
      readonly observation: { readonly id: string; readonly nodeId: string }
      readonly message: { readonly id: string }
    }[]
  }
}

/** Returns what queries on the filled store may name. */
export async function placesIn(client: Client): Promise<Places> {
  const ids = ['talk-0', 'talk-1', 'chain', 'star', 'nested-0', 'nested-399', 'again', 'referrers', 'big', 'many-0']
  const told = await Promise.all(
    ids.map(async (id) => (await client.ask(PLACES, { id }))['conversation'] as unknown as Told),
  )
  const rootOf = (at: number) => told[at]?.transcript.nodes[0]?.observation.id ?? ''
  const headOf = (at: number) => told[at]?.head.id ?? ''
  return {
    conversations: ids,
    messages: [...told.flatMap(({ transcript }) => transcript.nodes.slice(0, 2).map(({ message }) => message.id))],
    observations: told.flatMap(({ head, transcript }) => [
      head.id,
      ...transcript.nodes.slice(0, 2).map((entry) => entry.observation.id),
    ]),
    entities: ['hub'],
    nodes: told.flatMap(({ nodeId, head }) => [nodeId, head.nodeId]),
    runs: ['run-0', 'run-7'],
    turns: ['t0', 't1'],
    root: rootOf(0),
    head: headOf(0),
    deep: headOf(2),
    star: rootOf(3),
    nested: rootOf(4),
  }
}
