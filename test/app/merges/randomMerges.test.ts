/** Random talk with forks, rewinds and merges, against a plain model of paths as lists. */
import assert from 'node:assert/strict'
import { it } from 'node:test'
import { forkConversation } from '../../../src/app/forks/forkConversation.ts'
import { rewindConversation } from '../../../src/app/heads/rewindConversation.ts'
import { undo } from '../../../src/app/heads/undo.ts'
import { integrity } from '../../../src/app/integrity/integrity.ts'
import { verifyPath } from '../../../src/app/integrity/verifyPath.ts'
import { mergeConversations } from '../../../src/app/merges/mergeConversations.ts'
import { context } from '../../../src/app/transcripts/context.ts'
import { transcriptPage } from '../../../src/app/transcripts/transcript.ts'
import type { Conversation, TreeNode } from '../../../src/domain/model.ts'
import { pathHash } from '../../../src/domain/tree/pathHash.ts'
import { wordGates } from '../../support/merges.ts'
import { randomFrom } from '../../support/random.ts'
import { onEveryStore } from '../../support/scopes.ts'
import { say } from '../../support/talk.ts'

/** A node of the plain model: its own list of what stands above it. */
interface Plain {
  readonly id: string
  readonly path: readonly Plain[]
  /** What a join merged. */
  readonly merged: readonly Plain[]
  readonly text: string | null
}
const covers = (head: Plain | null, node: Plain): boolean =>
  head !== null && [...head.path, head].some((one) => one.id === node.id)

/** Whether a head has nothing that another one has not, itself or by a join of its path. */
function isMerged(into: Plain | null, from: Plain | null): boolean {
  if (from === null || covers(into, from)) return true
  return [...(into?.path ?? []), ...(into ? [into] : [])].some(({ merged }) => merged.some((one) => covers(one, from)))
}

/** Whether a node, or a copy of it, is on the path to a head. */
function shows(head: Plain | null, { id, text }: Plain): boolean {
  return head !== null && [...head.path, head].some((one) => one.id === id || (text !== null && one.text === text))
}

await onEveryStore('random merges', (on) => {
  for (const seed of [1, 2, 3])
    it(`agree with a plain model (${seed})`, async () => {
      const random = randomFrom(seed)
      const tenant = `${on.name} ${seed}`
      const scope = () => on.scope({ tenant })
      const heads = new Map<string, Plain | null>([['c0', null]])
      const names = () => [...heads.keys()]
      let count = 0
      const turn = async (id: string) => {
        const text = `u${++count}`
        const metadata = random.below(2) === 0 ? { insight: true } : {}
        const { observation } = await say(scope(), id, text, text, { metadata })
        const head = heads.get(id) ?? null
        heads.set(id, { id: observation.id, path: head ? [...head.path, head] : [], merged: [], text })
      }
      const merge = async (into: string) => {
        const from = names().filter((id) => id !== into && random.below(3) === 0)
        const head = heads.get(into) ?? null
        const froms = from.map((id) => heads.get(id) ?? null)
        const strategy = random.below(2) === 0 ? 'INSIGHTS' : 'CHERRY_PICK'
        const last = froms[0]?.text ?? null
        const turns = strategy === 'CHERRY_PICK' && last !== null ? { turns: [await messageOf(froms[0] as Plain)] } : {}
        const attempt = mergeConversations(scope(), wordGates(), { into, from, strategy, ...turns })
        const old = froms.filter((one) => isMerged(head, one))
        const isFurther = 'turns' in turns && !shows(head, froms[0] as Plain)
        if (from.length === 0 || (old.length > 0 && !isFurther)) {
          await assert.rejects(attempt, { code: /ALREADY_MERGED|BAD_INPUT/ })
          return
        }
        const result = await attempt.catch((thrown: unknown) => (thrown as { code: string }).code)
        if (typeof result === 'string') {
          // Another branch that was merged already may have the turn that is picked, or not.
          assert.ok(result === 'BAD_INPUT' || (result === 'ALREADY_MERGED' && old.some((one) => one !== froms[0])))
          return
        }
        const join = result.join as TreeNode
        const unique = [...new Map(froms.map((one) => [one?.id, one as Plain])).values()]
        assert.deepEqual([...join.place.otherParents].sort(), unique.map(({ id }) => id).sort())
        const node = { id: join.id, path: head ? [...head.path, head] : [], merged: unique, text: null }
        heads.set(into, node)
        if (strategy === 'INSIGHTS') return
        const copy = result.conversation.headId as string
        heads.set(into, { id: copy, path: [...node.path, node], merged: [], text: last })
      }
      const messageOf = async ({ id }: Plain) => (await scope().reads.observation(id))?.messageId ?? ''
      const steps = [
        turn,
        turn,
        merge,
        merge,
        async (id: string) => {
          const head = heads.get(id) ?? null
          if (head === null) return
          const to = random.pick([...head.path, head])
          await forkConversation(scope(), {
            source: id,
            newConversationId: `c${heads.size}`,
            at: { observationId: to.id },
          })
          heads.set(`c${heads.size}`, to)
        },
        async (id: string) => {
          const head = heads.get(id) ?? null
          if (head === null || head.path.length === 0) return
          const to = random.pick(head.path)
          await rewindConversation(scope(), { conversationId: id, to: { observationId: to.id } })
          heads.set(id, to)
          if (random.below(2) === 0) {
            await undo(scope(), { conversationId: id })
            heads.set(id, head)
          }
        },
      ]
      await turn('c0')
      for (let i = 0; i < 60; i++) await random.pick(steps)(random.pick(names()))

      assert.ok([...heads.values()].some((head) => head?.path.some(({ merged }) => merged.length > 1)))
      for (const [id, head] of heads) {
        const conversation = (await scope().reads.conversation(id)) as Conversation
        assert.equal(conversation.headId, head?.id ?? null)
        assert.deepEqual((await integrity(scope(), id)).findings, [])
        if (head === null) continue
        assert.ok((await verifyPath(scope(), head.id)).valid)
        const nodes = [...head.path, head]
        const raw = await transcriptPage(scope(), conversation, 'RAW', { first: 100 })
        assert.deepEqual(
          raw.entries.map(({ entry }) => entry.observation.id),
          nodes.map((node) => node.id),
        )
        assert.deepEqual(
          (await context(scope(), id, null)).map(({ text }) => text),
          nodes.flatMap(({ text }) => text ?? []),
        )
        for (const node of nodes) await sameHash(node)
      }

      async function sameHash({ id, path, merged }: Plain): Promise<void> {
        if (merged.length === 0) return
        const { reads } = scope()
        const node = (await reads.observation(id)) as TreeNode
        const above = path.at(-1)
        const hashOf = async (one: Plain) => (await reads.observation(one.id))?.place?.pathHash ?? ''
        const others = await Promise.all(merged.map(hashOf))
        const parent = above ? await hashOf(above) : null
        assert.equal(
          node.place.pathHash,
          pathHash(parent, node.contentHash, random.below(2) ? others : others.reverse()),
        )
      }
    })
})
