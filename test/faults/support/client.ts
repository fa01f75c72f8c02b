import assert from 'node:assert/strict'
import type { Transcript } from './transcript.ts'
import { waitFor } from '../../support/waitFor.ts'

/** What a server answered. */
export interface Answer {
  readonly status: number
  readonly body: Body
  readonly ms: number
}

/** What stands in the answers of all routes, each where it belongs. */
export interface Body {
  readonly data?: Readonly<Record<string, Payload>> | null
  readonly errors?: readonly { readonly message: string; readonly extensions: Omit<Fault, 'message'> }[]
  readonly error?: Fault
  /** Of /health/ready. */
  readonly status?: string
  readonly reason?: string
  /** Of /import. */
  readonly added: number
  readonly unchanged: number
}
export interface Fault {
  readonly code: string
  readonly message: string
  readonly details?: Readonly<Record<string, unknown>> | null
}

/** An observation that a server acknowledged. */
export interface Acknowledged {
  readonly id: string
  readonly pathHash: string
}

/** The payload of a write. */
export interface Payload {
  readonly userErrors: readonly Fault[]
  readonly observation?: Acknowledged
  readonly conversation?: { readonly head: Acknowledged }
  readonly results?: readonly Payload[]
}

/** One mutation with its input: sent again as it is, with its key, it must write once. */
export interface Write {
  readonly name: 'storeTurn' | 'storeTurns' | 'forkConversation'
  readonly input: object
}

const stored = 'observation { id pathHash } userErrors { code message details }'
const selections: Readonly<Record<Write['name'], string>> = {
  storeTurn: stored,
  storeTurns: `results { ${stored} } userErrors { code message details }`,
  forkConversation: 'conversation { id head { id pathHash } } userErrors { code message details }',
}

/** Sends a write; rejects when the connection breaks before the answer is there. */
export async function send(url: string, { name, input }: Write): Promise<Answer> {
  const type = `${name[0]?.toUpperCase() ?? ''}${name.slice(1)}Input`
  return ask(url, `mutation ($input: ${type}!) { ${name}(input: $input) { ${selections[name]} } }`, { input })
}

/** Sends a GraphQL request; rejects when the connection breaks before the answer is there. */
export function ask(url: string, query: string, variables: object = {}): Promise<Answer> {
  const headers = { 'content-type': 'application/json' }
  return request(`${url}/graphql`, { method: 'POST', headers, body: JSON.stringify({ query, variables }) })
}

/** Sends a file to be imported; rejects when the connection breaks before the answer is there. */
export function postImport(url: string, body: string | Uint8Array<ArrayBuffer>): Promise<Answer> {
  return request(`${url}/import?fileName=talk.jsonl`, { method: 'POST', body })
}

/** Imports a transcript, whatever of it is there, and once more: it completes, and adds nothing twice. */
export async function importTwice(url: string, { text, nodes }: Transcript): Promise<void> {
  let first = await postImport(url, text)
  for (let tries = 0; codeOf(first) === 'TIMEOUT' && tries < 5; tries++) first = await postImport(url, text)
  assert.equal(codeOf(first), null, JSON.stringify(first.body))
  assert.equal(first.body.added + first.body.unchanged, nodes.length)
  const again = await postImport(url, text)
  assert.deepEqual([again.body.added, again.body.unchanged], [0, nodes.length])
}

/** Sends any request and reads the answer, which must be JSON. */
export async function request(address: string, init: RequestInit = {}): Promise<Answer> {
  const began = performance.now()
  const response = await fetch(address, init)
  return { status: response.status, body: (await response.json()) as Body, ms: performance.now() - began }
}

/** Returns the code of the error that a server answered with, null when it did what was asked. */
export function codeOf({ body }: Answer): string | null {
  return body.errors?.[0]?.extensions.code ?? body.error?.code ?? null
}

/** Asks whether the server can work. */
export const ready = (url: string): Promise<Answer> => request(`${url}/health/ready`)

/** Waits until the server says that it can work. */
export async function untilReady(url: string, limit = 60_000): Promise<void> {
  await waitFor(async () => (await ready(url)).status === 200, { limit, every: 100 })
}
