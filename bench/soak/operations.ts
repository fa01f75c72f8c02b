import { request } from 'node:http'
import { transcriptOf } from '../../test/faults/support/transcript.ts'
import type { Random } from '../../test/support/random.ts'
import type { Requests } from './requests.ts'
import { compare, expectedOf, newTalk, textOf, type Expected, type Findings, type Talk } from './talks.ts'

/** What all clients of a soak share. */
export interface Soak {
  readonly url: () => string
  readonly random: Random
  readonly requests: Requests
  readonly talks: Talk[]
  readonly findings: Findings
}

const STORE = `mutation ($input: StoreTurnInput!) { storeTurn(input: $input) { observation { id } userErrors { code } } }`
/** Forks a conversation. */
export const FORK = `mutation ($input: ForkConversationInput!) { forkConversation(input: $input) { conversation { id } userErrors { code } } }`
const LAST = `query ($id: ID!) { conversation(id: $id) { title transcript(last: 20) { nodes { text } } } }`
const PAGE = `query ($id: ID!, $turn: Int!) { conversation(id: $id) { transcript(at: { turn: $turn }, last: 20) { nodes { text } } } }`
const ALL = `query ($id: ID!, $after: String) { conversation(id: $id) { transcript(first: 100, after: $after) { nodes { text } pageInfo { hasNextPage endCursor } } } }`
const LIST = `{ conversations(first: 20) { nodes { id title turnCount } pageInfo { endCursor } } }`
const SEARCH = `query ($text: String!) { search(text: $text, first: 10) { nodes { snippet } } }`
const FOLLOW = `subscription ($id: ID!) { conversationChanged(id: $id, afterSeq: 0) { seq kind } }`

interface Texts {
  readonly transcript: {
    readonly nodes: readonly { readonly text: string }[]
    readonly pageInfo?: { readonly hasNextPage: boolean; readonly endCursor: string | null }
  }
}

/** Appends a client's next turn to a talk, and sends it again with its key until it is acknowledged. */
export async function append(soak: Soak, talk: Talk, client: string): Promise<void> {
  const n = talk.acknowledged.get(client) ?? 0
  talk.pending.add(client)
  await store(soak, talk.id, client, n)
  talk.acknowledged.set(client, n + 1)
  talk.pending.delete(client)
}

/** Stores a client's nth turn, again and again until it is acknowledged; one that is there already is a replay by its key. */
export async function store({ requests, url }: Soak, id: string, client: string, n: number): Promise<void> {
  const input = { ...turnInput(id, client, n), idempotencyKey: `${id} ${client} ${n}` }
  await requests.persist('store', url, STORE, { input }, `turn ${n} of ${client} in ${id}`)
}

/** Returns a client's nth turn of a talk, as `storeTurns` takes it too. */
export const turnInput = (conversationId: string, client: string, n: number) => ({
  conversationId,
  ...{ turnId: `${client}-${n}`, role: 'USER', text: textOf(client, n) },
})

/** Returns the input of a fork that is made once, however often it is sent. */
export const forkInput = (source: string, name: string) => ({ source, newConversationId: name, idempotencyKey: name })

/** Forks a talk; the fork has all that was acknowledged before, and stays as it is. */
export async function fork(soak: Soak, talk: Talk, name: string): Promise<Talk> {
  const { requests, url, findings } = soak
  const expected = expectedOf(talk)
  await requests.persist('fork', url, FORK, { input: forkInput(talk.id, name) }, `fork ${name}`)
  keep(findings, compare(name, await lastTexts(soak, name), expected, false))
  return newTalk(name)
}

/** Reads the newest turns of a talk, which have what was acknowledged before. */
export async function readLast(soak: Soak, talk: Talk): Promise<void> {
  const expected = expectedOf(talk)
  if (expected.every(({ acknowledged }) => acknowledged === 0)) return
  const found = await soak.requests.ask<Texts>('page', soak.url(), LAST, { id: talk.id })
  if (found) keep(soak.findings, compare(talk.id, found.transcript.nodes.map(textOfNode), expected, false))
}

/** Reads turns at a place of a conversation. */
export async function readPage({ requests, url }: Soak, id: string, turn: number): Promise<void> {
  await requests.ask('page', url(), PAGE, { id, turn })
}

export async function list({ requests, url }: Soak): Promise<void> {
  await requests.ask('list', url(), LIST, {})
}

export async function search({ requests, url, random }: Soak): Promise<void> {
  await requests.ask('search', url(), SEARCH, {
    text: random.pick(['harbour', '"tide turns"', 'lamps lit', 'File 2', 'absent']),
  })
}

/** Subscribes to a conversation, reads the first that comes, and breaks off without saying so. */
export async function follow({ requests, url }: Soak, id: string): Promise<void> {
  const stop = new AbortController()
  const code = await attempt(async () => {
    const headers = { 'content-type': 'application/json', accept: 'text/event-stream' }
    const body = JSON.stringify({ query: FOLLOW, variables: { id } })
    const answer = await fetch(`${url()}/graphql/stream`, { method: 'POST', headers, body, signal: stop.signal })
    if (answer.ok) await answer.body?.getReader().read()
    return answer
  })
  stop.abort()
  requests.count('subscription', code)
}

/** Begins to send an attachment, and breaks the connection in its midst. */
export async function cutUpload({ requests, url }: Soak): Promise<void> {
  await new Promise<void>((resolve) => {
    const sent = request(`${url()}/attachments`, {
      method: 'PUT',
      agent: false,
      headers: { 'content-length': 1_000_000 },
    })
    sent.on('error', () => undefined).on('close', resolve)
    sent.write(Buffer.alloc(100_000, 'cut'), () => setTimeout(() => sent.destroy(), 20))
  })
  requests.count('upload', null)
}

/** Imports a transcript, whether or not it is there. */
export async function importTranscript({ requests, url }: Soak, session: string, rounds: number): Promise<void> {
  const code = await attempt(async () => {
    const { text } = transcriptOf(session, rounds)
    const answer = await fetch(`${url()}/import?fileName=talk.jsonl`, { method: 'POST', body: text })
    if (answer.ok) await answer.text()
    return answer
  })
  requests.count('import', code)
}

/** Reads a backup to its end. */
export async function backup({ requests, url }: Soak): Promise<void> {
  const code = await attempt(async () => {
    const answer = await fetch(`${url()}/backup`)
    if (answer.ok) for await (const piece of answer.body ?? []) void piece
    return answer
  })
  requests.count('backup', code)
}

/** Returns the code of what was refused; null if it was not. */
async function attempt(work: () => Promise<Response>): Promise<string | null> {
  try {
    const answer = await work()
    if (answer.ok) return null
    const { error } = (await answer.json()) as { readonly error?: { readonly code: string } }
    return error?.code ?? `HTTP_${answer.status}`
  } catch {
    return 'CONNECTION'
  }
}

/** Reads a whole talk, and notes what of it is lost or doubled; `isQuiet`: nothing is being written to it. */
export async function check(soak: Soak, talk: Talk, isQuiet: boolean): Promise<void> {
  const expected = expectedOf(talk)
  keep(soak.findings, compare(talk.id, await allTexts(soak, talk.id), expected, isQuiet))
}

/** Notes what of the newest turns of a talk is lost or doubled. */
export async function checkNewest(soak: Soak, talk: Talk): Promise<void> {
  const expected: Expected[] = expectedOf(talk)
  if (expected.some(({ acknowledged }) => acknowledged > 0))
    keep(soak.findings, compare(talk.id, await lastTexts(soak, talk.id), expected, false))
}

async function lastTexts({ requests, url }: Soak, id: string): Promise<string[]> {
  const { transcript } = await requests.persist<Texts>('check', url, LAST, { id }, `the end of ${id}`)
  return transcript.nodes.map(textOfNode)
}

async function allTexts({ requests, url }: Soak, id: string): Promise<string[]> {
  const texts: string[] = []
  for (let after: string | null = null, hasMore = true; hasMore;) {
    const asked: object = { id, after }
    const { transcript }: Texts = await requests.persist<Texts>('check', url, ALL, asked, `${id} whole`)
    texts.push(...transcript.nodes.map(textOfNode))
    hasMore = transcript.pageInfo?.hasNextPage === true
    after = transcript.pageInfo?.endCursor ?? null
  }
  return texts
}

const textOfNode = ({ text }: { readonly text: string }): string => text

function keep(into: Findings, { lost, doubled }: Findings): void {
  into.lost.push(...lost)
  into.doubled.push(...doubled)
}
