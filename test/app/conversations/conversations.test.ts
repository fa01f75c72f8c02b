import assert from 'node:assert/strict'
import { it } from 'node:test'
import fc from '../../support/properties.ts'
import type { Scope } from '../../../src/app/scope.ts'
import { forkConversation } from '../../../src/app/forks/forkConversation.ts'
import { commonAncestor, isAncestorOf, pathBetween } from '../../../src/app/trees/pathBetween.ts'
import { leavesPage } from '../../../src/app/trees/leaves.ts'
import { integrity } from '../../../src/app/integrity/integrity.ts'
import { transcriptPage } from '../../../src/app/transcripts/transcript.ts'
import { verifyPath } from '../../../src/app/integrity/verifyPath.ts'
import { rewindConversation } from '../../../src/app/heads/rewindConversation.ts'
import { storeTurn } from '../../../src/app/turns/storeTurns.ts'
import { switchHead } from '../../../src/app/heads/switchHead.ts'
import type { Conversation, Role } from '../../../src/domain/model.ts'
import { inCi } from '../../support/rounds.ts'
import { onEveryStore, type TestStore } from '../../support/scopes.ts'
import { PlainConversations } from '../../support/plainConversations.ts'

type Step =
  | { readonly do: 'store'; readonly who: number; readonly turn: number; readonly parent: number | null }
  | { readonly do: 'fork'; readonly who: number; readonly at: number }
  | { readonly do: 'rewind'; readonly who: number; readonly to: number }
  | { readonly do: 'switch'; readonly who: number; readonly leaf: number }

const who = fc.nat(3)
const step: fc.Arbitrary<Step> = fc.oneof(
  {
    weight: 8,
    arbitrary: fc.record({
      do: fc.constant('store' as const),
      who,
      turn: fc.nat(9),
      parent: fc.option(fc.nat(30), { freq: 6 }),
    }),
  },
  { weight: 2, arbitrary: fc.record({ do: fc.constant('fork' as const), who, at: fc.nat(30) }) },
  { weight: 2, arbitrary: fc.record({ do: fc.constant('rewind' as const), who, to: fc.nat(30) }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('switch' as const), who, leaf: fc.nat(30) }) },
)

/** The product and the plain model side by side. */
class Pair {
  readonly plain = new PlainConversations()
  readonly names: string[] = []
  /** Path hash of every observation when it was stored. */
  readonly hashes = new Map<string, string>()
  readonly on: TestStore
  readonly tenant: string

  constructor(on: TestStore, tenant: string) {
    this.on = on
    this.tenant = tenant
  }

  scope(): Scope {
    return this.on.scope({ tenant: this.tenant, process: 1 })
  }

  async run(step: Step): Promise<void> {
    if (this.names.length === 0) this.open('c0', undefined, null)
    const name = this.names[step.who % this.names.length] as string
    if (step.do === 'store') await this.store(name, step.turn, step.parent)
    if (step.do === 'fork') await this.fork(name, step.at)
    if (step.do === 'rewind') await this.rewind(name, step.to)
    if (step.do === 'switch') await this.switchTo(name, step.leaf)
  }

  open(name: string, forkPoint: string | null | undefined, source: string | null): void {
    this.names.push(name)
    this.plain.conversations.set(name, { head: forkPoint ?? null, forkPoint, source })
  }

  async store(name: string, turn: number, pick: number | null): Promise<void> {
    const turnId = `t${turn}`
    const role: Role = turn % 2 === 0 ? 'USER' : 'ASSISTANT'
    const here = [...this.plain.nodes.keys()].filter((id) => this.plain.isHere(name, id))
    const given = pick === null || here.length === 0 ? undefined : (here[pick % here.length] as string)
    const parent = given ?? this.plain.placeOf(name, turnId)
    const before = this.plain.transcript(name)
    const stored = await storeTurn(this.scope(), {
      conversationId: name,
      turnId,
      role,
      blocks: [{ type: 'text', text: `${turnId} ${this.plain.nodes.size}` }],
      ...(given === undefined ? {} : { parent: { observationId: given } }),
    })
    const { id, place } = stored.observation
    assert.equal(place?.parentId, parent)
    this.plain.nodes.set(id, { id, conversation: name, turnId, role, parent })
    this.hashes.set(id, place.pathHash)
    const after = this.plain.path(id)
    assert.equal(stored.leftTranscript, before.filter((old) => !after.includes(old)).length)
    this.moved(name, id)
  }

  async fork(name: string, pick: number): Promise<void> {
    const here = [null, ...[...this.plain.nodes.keys()].filter((id) => this.plain.isHere(name, id))]
    const at = here[pick % here.length] as string | null
    if (this.plain.transcript(name).length === 0 && this.plain.nodes.size === 0) return
    const fork = `c${this.names.length}`
    const first = [...this.plain.nodes.values()].find(
      (node) => node.parent === null && this.plain.isHere(name, node.id),
    )
    if (at === null && !first) return
    const point = at === null ? { before: { observationId: first?.id ?? '' } } : { at: { observationId: at } }
    const forked = await forkConversation(this.scope(), { source: name, newConversationId: fork, ...point })
    assert.equal(forked.sharedLength, this.plain.path(at).length)
    if (at !== null) assert.equal(forked.pathHash, this.hashes.get(at))
    this.open(fork, at, name)
  }

  async rewind(name: string, pick: number): Promise<void> {
    const path = this.plain.transcript(name)
    const to = path[pick % Math.max(1, path.length)]
    if (to === undefined) return
    const { leftTranscript } = await rewindConversation(this.scope(), {
      conversationId: name,
      to: { observationId: to },
    })
    assert.equal(leftTranscript, path.length - 1 - path.indexOf(to))
    this.moved(name, to)
  }

  async switchTo(name: string, pick: number): Promise<void> {
    const leaves = this.plain.leaves(name)
    const leaf = leaves[pick % Math.max(1, leaves.length)]
    if (leaf === undefined) return
    await switchHead(this.scope(), { conversationId: name, observationId: leaf })
    this.moved(name, leaf)
  }

  moved(name: string, head: string): void {
    const conversation = this.plain.conversations.get(name)
    if (conversation) conversation.head = head
  }

  async conversation(name: string): Promise<Conversation | null> {
    return this.scope().reads.conversation(name)
  }

  async check(): Promise<void> {
    for (const name of this.names) {
      const conversation = await this.conversation(name)
      if (!conversation) continue
      await this.checkTranscript(conversation)
      const report = await integrity(this.scope(), name)
      assert.deepEqual(report.findings, [])
      const leaves = await leavesPage(this.scope(), conversation, { first: 100 })
      assert.deepEqual(leaves.items.map(({ item }) => item.id).sort(), this.plain.leaves(name).sort())
      assert.equal(conversation.shape.leaves, this.plain.leaves(name).length)
    }
    await this.checkPairs()
  }

  async checkTranscript(conversation: Conversation): Promise<void> {
    const expected = this.plain.transcript(conversation.id)
    const forward: string[] = []
    for (let after: string | null = null; ;) {
      const page = await transcriptPage(this.scope(), conversation, 'MESSAGES', { first: 3, after })
      forward.push(...page.entries.map(({ entry }) => entry.observation.id))
      assert.equal(page.totalCount, expected.length)
      if (!page.hasNextPage) break
      after = page.entries.at(-1)?.cursor ?? null
    }
    assert.deepEqual(forward, expected)
    const last = await transcriptPage(this.scope(), conversation, 'RAW', { last: 2 })
    assert.deepEqual(
      last.entries.map(({ entry }) => entry.observation.id),
      expected.slice(-2),
    )
  }

  async checkPairs(): Promise<void> {
    const ids = [...this.plain.nodes.keys()]
    for (let i = 0; i < Math.min(ids.length, 12); i++) {
      const [a, b] = [ids[(i * 7) % ids.length], ids[(i * 5 + 3) % ids.length]] as [string, string]
      const [pathA, pathB] = [this.plain.path(a), this.plain.path(b)]
      const common = await commonAncestor(this.scope(), { observationId: a }, { observationId: b })
      assert.equal(common?.id ?? null, pathA.findLast((id) => pathB.includes(id)) ?? null)
      const scope = this.scope()
      const node = await scope.reads.observation(a)
      assert.ok(node)
      assert.equal(node.place?.pathHash, this.hashes.get(a), 'the path of an observation never changes')
      assert.equal(await isAncestorOf(scope, node, b), a !== b && pathB.includes(a))
      const between = (await pathBetween(scope, node, b))?.map((one) => one.id) ?? null
      const [down, up] = [pathB.indexOf(a), pathA.indexOf(b)]
      assert.deepEqual(between, down >= 0 ? pathB.slice(down) : up >= 0 ? pathA.slice(up).reverse() : null)
      assert.equal((await verifyPath(scope, a)).status, 'VALID')
    }
  }
}

await onEveryStore('conversations', (on) => {
  it('are what the plain model says after any stores, forks, rewinds and switches', async () => {
    let run = 0
    const isSqlite = on.name.includes('SQLite')
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 5, maxLength: 30 }), async (steps) => {
        const pair = new Pair(on, `model${run++}`)
        for (const one of steps) await pair.run(one)
        await pair.check()
      }),
      { numRuns: isSqlite ? inCi(30, 8) : 6 },
    )
  })
})
