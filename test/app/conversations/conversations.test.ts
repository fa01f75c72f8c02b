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
import { wholeOr } from '../../support/rounds.ts'
import { onEveryStore, type TestStore } from '../../support/scopes.ts'
import * as plain from '../../support/tree/plainTree.ts'
import type { PlainConversation, PlainNode } from '../../support/tree/plainTree.ts'

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
  readonly plain = {
    observations: new Map<string, PlainNode>(),
    conversations: new Map<string, PlainConversation>(),
  }
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
    const { conversations } = this.plain
    if (conversations.size === 0) conversations.set('c0', { headId: null, forkedFrom: null })
    const name = [...conversations.keys()][step.who % conversations.size] as string
    if (step.do === 'store') await this.store(name, step.turn, step.parent)
    if (step.do === 'fork') await this.fork(name, step.at)
    if (step.do === 'rewind') await this.rewind(name, step.to)
    if (step.do === 'switch') await this.switchTo(name, step.leaf)
  }

  async store(name: string, turn: number, pick: number | null): Promise<void> {
    const turnId = `t${turn}`
    const role: Role = turn % 2 === 0 ? 'USER' : 'ASSISTANT'
    const here = plain.recordedOrInherited(this.plain, name)
    const given = pick === null || here.length === 0 ? undefined : here[pick % here.length]?.id
    const parentId = given ?? plain.placeFor(this.plain, name, turnId)
    const before = this.plain.conversations.get(name)?.headId ?? null
    const stored = await storeTurn(this.scope(), {
      conversationId: name,
      turnId,
      role,
      blocks: [{ type: 'text', text: `${turnId} ${this.plain.observations.size}` }],
      ...(given === undefined ? {} : { parent: { observationId: given } }),
    })
    const { id, place, messageId } = stored.observation
    assert.deepEqual([messageId, place?.parentId], [plain.messageIdOf(name, turnId), parentId])
    this.plain.observations.set(id, { id, conversationId: name, messageId, place: { parentId } })
    this.hashes.set(id, place?.pathHash ?? '')
    assert.equal(stored.leftTranscript, plain.leftBetween(this.plain, before, id))
    this.moved(name, id)
  }

  async fork(name: string, pick: number): Promise<void> {
    const here = plain.recordedOrInherited(this.plain, name)
    const at = [null, ...here.map(({ id }) => id)][pick % (here.length + 1)] ?? null
    const first = here.find(({ place }) => place.parentId === null)
    if (first === undefined) return
    const fork = `c${this.plain.conversations.size}`
    const point = at === null ? { before: { observationId: first.id } } : { at: { observationId: at } }
    const forked = await forkConversation(this.scope(), { source: name, newConversationId: fork, ...point })
    assert.equal(forked.sharedLength, plain.pathOf(this.plain, at).length)
    if (at !== null) assert.equal(forked.pathHash, this.hashes.get(at))
    const forkedFrom = { conversationId: name, observationId: at }
    this.plain.conversations.set(fork, { headId: at, forkedFrom })
  }

  async rewind(name: string, pick: number): Promise<void> {
    const path = plain.transcriptOf(this.plain, name)
    const to = path[pick % Math.max(1, path.length)]?.id
    if (to === undefined) return
    const left = plain.leftBetween(this.plain, path.at(-1)?.id ?? null, to)
    const { leftTranscript } = await rewindConversation(this.scope(), {
      conversationId: name,
      to: { observationId: to },
    })
    assert.equal(leftTranscript, left)
    this.moved(name, to)
  }

  async switchTo(name: string, pick: number): Promise<void> {
    const leaves = plain.leavesOf(this.plain, name)
    const leaf = leaves[pick % Math.max(1, leaves.length)]?.id
    if (leaf === undefined) return
    await switchHead(this.scope(), { conversationId: name, observationId: leaf })
    this.moved(name, leaf)
  }

  moved(name: string, headId: string): void {
    const { forkedFrom = null } = this.plain.conversations.get(name) ?? {}
    this.plain.conversations.set(name, { headId, forkedFrom })
  }

  async conversation(name: string): Promise<Conversation | null> {
    return this.scope().reads.conversation(name)
  }

  async check(): Promise<void> {
    for (const [name, { headId }] of this.plain.conversations) {
      const conversation = await this.conversation(name)
      assert.equal(conversation?.headId ?? null, headId)
      if (!conversation) {
        assert.equal(this.plain.observations.size, 0, 'nothing was stored')
        continue
      }
      await this.checkTranscript(conversation)
      const report = await integrity(this.scope(), name)
      assert.deepEqual(report.findings, [])
      const leaves = await leavesPage(this.scope(), conversation, { first: 100 })
      const expected = plain.leavesOf(this.plain, name).map(({ id }) => id)
      assert.deepEqual(leaves.items.map(({ item }) => item.id).sort(), expected.sort())
      assert.equal(conversation.shape.leaves, expected.length)
    }
    await this.checkPairs()
  }

  async checkTranscript(conversation: Conversation): Promise<void> {
    const expected = plain.transcriptOf(this.plain, conversation.id).map(({ id }) => id)
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
    const ids = [...this.plain.observations.keys()]
    for (let i = 0; i < Math.min(ids.length, 12); i++) {
      const [a, b] = [ids[(i * 7) % ids.length], ids[(i * 5 + 3) % ids.length]] as [string, string]
      const common = await commonAncestor(this.scope(), { observationId: a }, { observationId: b })
      assert.equal(common?.id ?? null, plain.commonOf(this.plain, a, b)?.id ?? null)
      const scope = this.scope()
      const node = await scope.reads.observation(a)
      assert.ok(node)
      assert.equal(node.place?.pathHash, this.hashes.get(a), 'the path of an observation never changes')
      assert.equal(await isAncestorOf(scope, node, b), plain.isAbove(this.plain, a, b))
      const between = (await pathBetween(scope, node, b))?.map((one) => one.id) ?? null
      assert.deepEqual(between, plain.wayBetween(this.plain, a, b)?.map((one) => one.id) ?? null)
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
      { numRuns: isSqlite ? wholeOr(30, 8) : 6 },
    )
  })
})
