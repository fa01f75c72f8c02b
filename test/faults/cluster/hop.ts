import assert from 'node:assert/strict'
import { createKey, revokeKey } from '../../../src/app/access/keys.ts'
import type { Tenant } from '../../../src/domain/access/tenant.ts'
import { seenHeader, seenTokens } from '../../../src/client/seen.ts'
import { subscribe } from '../../graphql/support/follow.ts'
import type { ClusterFleet } from './fleet.ts'

/** What clients that change server at each request have found wrong. */
export interface Findings {
  /** How much was compared. */
  compared: number
  /** A read that lacked what an answer had said. */
  readonly old: string[]
  /** A refusal by something that was so no more, or not known yet. */
  readonly refused: string[]
}

type Facts = Readonly<Record<string, unknown>>
interface Payload {
  readonly userErrors: readonly { readonly code: string; readonly message: string }[]
  readonly conversation?: {
    readonly id: string
    readonly nodeId: string
    readonly head: { readonly id: string } | null
  }
  readonly entity?: { readonly id: string; readonly name: string }
  readonly run?: { readonly state: string }
  readonly marker?: { readonly id: string }
  readonly join?: { readonly id: string }
}

/** One client: each of its requests goes to the next server, and is decided on all that any of them has answered. */
export class Hopper {
  readonly #fleet: ClusterFleet
  readonly #findings: Findings
  readonly #name: string
  readonly observations: string[] = []
  readonly #seen = seenTokens()

  constructor(fleet: ClusterFleet, findings: Findings, name: string) {
    this.#fleet = fleet
    this.#findings = findings
    this.#name = name
  }

  /** Stores turns, forks, claims and completes a run, stores an entity, compacts, merges: and reads all of it elsewhere. */
  async round(number: number): Promise<void> {
    const id = `${this.#name}-${number}`
    let head: string | null = null
    for (const [turn, role] of ['USER', 'ASSISTANT', 'USER', 'ASSISTANT'].entries()) {
      const input = { conversationId: id, turnId: `t${turn}`, role, text: `${id} ${turn}`, expectedHeadId: head }
      const payload = await this.#write('storeTurn', 'StoreTurnInput', input, 'conversation { head { id } }')
      head = payload.conversation?.head?.id ?? null
      if (head !== null) this.observations.push(head)
      await this.#sees(
        `turn ${turn} of ${id}`,
        { id },
        `conversation(id: $id) { turnCount transcript(last: 1) { nodes { text } } }`,
        {
          conversation: { turnCount: turn + 1, transcript: { nodes: [{ text: `${id} ${turn}` }] } },
        },
      )
    }
    await this.#isListed(id)
    await this.#run(id)
    await this.#forkAndMerge(id)
    await this.#entity(id)
    await this.#compact(id)
  }

  async #isListed(id: string): Promise<void> {
    const { conversations } = (await this.#ask('{ conversations(first: 50) { nodes { id nodeId } } }')) as {
      conversations: { nodes: { id: string; nodeId: string }[] }
    }
    const listed = conversations.nodes.find((node) => node.id === id)
    this.#compare(`${id} in the list`, listed?.id, id)
    if (listed)
      await this.#sees(`node of ${id}`, { id: listed.nodeId }, 'node(nodeId: $id) { nodeId }', {
        node: { nodeId: listed.nodeId },
      })
  }

  async #run(id: string): Promise<void> {
    await this.#write('claimRun', 'ClaimRunInput', { conversationId: id, runId: 'r' }, 'run { state }')
    await this.#write('completeRun', 'RunInput', { conversationId: id, runId: 'r' }, 'run { state }')
    await this.#sees(`run of ${id}`, { id }, 'run(conversationId: $id, runId: "r") { state }', {
      run: { state: 'COMPLETED' },
    })
  }

  async #forkAndMerge(id: string): Promise<void> {
    const fork = `${id}-fork`
    await this.#write(
      'forkConversation',
      'ForkConversationInput',
      { source: id, newConversationId: fork },
      'conversation { id }',
    )
    const last = 'conversation(id: $id) { transcript(last: 1) { nodes { text } } }'
    await this.#sees(`fork of ${id}`, { id: fork }, last, {
      conversation: { transcript: { nodes: [{ text: `${id} 3` }] } },
    })
    const turn = { conversationId: fork, role: 'USER', text: 'found', turnId: 'i', metadata: { insight: true } }
    await this.#write('storeTurn', 'StoreTurnInput', turn, 'conversation { id }')
    const merge = { into: id, from: [fork], strategy: 'INSIGHTS' }
    const { join } = await this.#write('mergeConversations', 'MergeInput', merge, 'join { id }')
    await this.#sees(`merge into ${id}`, { id }, 'conversation(id: $id) { head { id } }', {
      conversation: { head: { id: join?.id } },
    })
  }

  async #entity(id: string): Promise<void> {
    const { entity } = await this.#write(
      'storeEntity',
      'StoreEntityInput',
      { id: `e-${id}`, type: 'Thing', name: 'first' },
      'entity { id }',
    )
    await this.#write(
      'storeEntity',
      'StoreEntityInput',
      { id: entity?.id, type: 'Thing', name: 'second' },
      'entity { id }',
    )
    await this.#sees(`entity of ${id}`, { id: `e-${id}` }, 'entity(id: $id) { name }', { entity: { name: 'second' } })
  }

  async #compact(id: string): Promise<void> {
    const input = { conversationId: id, from: { turn: 1 }, to: { turn: 2 }, summary: 'short' }
    const { marker } = await this.#write('compact', 'CompactInput', input, 'marker { id }')
    await this.#sees(`marker of ${id}`, { id }, 'conversation(id: $id) { head { id } }', {
      conversation: { head: { id: marker?.id } },
    })
  }

  /** A subscriber at one server sees what is written at others, and then reads it anywhere. */
  async follow(number: number): Promise<void> {
    const id = `${this.#name}-followed-${number}`
    const store = (text: string) =>
      this.#write('storeTurn', 'StoreTurnInput', { conversationId: id, role: 'USER', text }, 'conversation { id }')
    await store('begins')
    const bearer = this.#fleet.headers['authorization']?.replace('Bearer ', '') ?? ''
    const one = subscribe(
      'SSE',
      this.#fleet.next().url,
      { query: `subscription { conversationChanged(id: "${id}", afterSeq: 0) { seq kind } }` },
      { bearer },
    )
    const list = subscribe(
      'WebSocket',
      this.#fleet.next().url,
      { query: 'subscription { conversationsChanged { id } }' },
      { bearer },
    )
    await one.reach(1)
    for (const text of ['one', 'two', 'three']) await store(text)
    await one.reach(4)
    await list.reach(1)
    this.#seen.forget()
    await this.#sees(`followed ${id}`, { id }, 'conversation(id: $id) { turnCount }', {
      conversation: { turnCount: 4 },
    })
    await Promise.all([one.stop(), list.stop()])
  }

  /** A key that is revoked at one server opens no other that has not seen it. */
  async revoke(): Promise<void> {
    const order = { tenant: 'default' as Tenant, scopes: ['READ'] as const, label: null, milliseconds: null }
    const [one, other, third] = [this.#fleet.next(), this.#fleet.next(), this.#fleet.next()]
    const { text, key } = await createKey(one.app.store.registry, one.app.fresh, order)
    const headers = { authorization: `Bearer ${text}` }
    this.#compare('a new key elsewhere', (await other.send('{ viewer { tenant } }', {}, headers)).status, 200)
    await revokeKey(one.app.store.registry, one.app.fresh, key.id)
    this.#compare('a revoked key elsewhere', (await third.send('{ viewer { tenant } }', {}, headers)).status, 401)
  }

  /** A backup of the next server ends beside others' writes, and has all that was acknowledged before it; returns it. */
  async backup(): Promise<string> {
    const older = [...this.observations]
    const response = await fetch(`${this.#fleet.next().url}/backup`, { headers: this.#fleet.headers })
    const text = await response.text()
    assert.equal(response.status, 200, text.slice(0, 300))
    for (const id of older) this.#compare(`${id} in a backup`, text.includes(id), true)
    return text
  }

  async #write(name: string, type: string, input: Facts, selection: string): Promise<Payload> {
    const query = `mutation ($input: ${type}!) { ${name}(input: $input) { ${selection} userErrors { code message } } }`
    const answer = await this.#ask(query, {
      input: { ...input, ...(name !== 'completeRun' && { idempotencyKey: `${name} ${JSON.stringify(input)}` }) },
    })
    const payload = answer[name] as Payload
    for (const { code, message } of payload.userErrors) this.#findings.refused.push(`${name}: ${code} ${message}`)
    return payload
  }

  async #sees(what: string, variables: Facts, selection: string, expected: Facts): Promise<void> {
    this.#compare(what, await this.#ask(`query ($id: ID!) { ${selection} }`, variables), expected)
  }

  #compare(what: string, found: unknown, expected: unknown): void {
    this.#findings.compared++
    const [one, other] = [JSON.stringify(found), JSON.stringify(expected)]
    if (one !== other) this.#findings.old.push(`${what}: ${one} in place of ${other}`)
  }

  async #ask(query: string, variables: Facts = {}): Promise<Facts> {
    const { header, end } = this.#seen.begin()
    const headers = {
      ...this.#fleet.headers,
      'content-type': 'application/json',
      ...(header !== null && { [seenHeader]: header }),
    }
    const body = JSON.stringify({ query, variables })
    const response = await fetch(`${this.#fleet.next().url}/graphql`, { method: 'POST', headers, body })
    end(response.headers.get(seenHeader))
    const { data, errors } = (await response.json()) as { data: Facts; errors?: unknown }
    assert.equal(errors, undefined, query)
    return data
  }
}
