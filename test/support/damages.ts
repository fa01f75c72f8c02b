/** Ways in which a store contradicts itself, written past all checks, and what `verify` says of each. */
import { storeEntity } from '../../src/app/entities/storeEntity.ts'
import { forkConversation } from '../../src/app/forks/forkConversation.ts'
import { relate } from '../../src/app/relationships/relate.ts'
import { claimRun } from '../../src/app/runs/claimRun.ts'
import { completeRun } from '../../src/app/runs/completeRun.ts'
import type { Scope } from '../../src/app/scope.ts'
import { deleteConversation } from '../../src/app/conversations/deleteConversation.ts'
import type { Changes } from '../../src/domain/changes.ts'
import { newConversation } from '../../src/domain/messages/newConversation.ts'
import type { Conversation, Message, Observation, Place, TreeNode } from '../../src/domain/model.ts'
import type { Entity } from '../../src/domain/records/entity.ts'
import { contentHash } from '../../src/domain/tree/pathHash.ts'
import { placeAfter } from '../../src/domain/tree/placement.ts'
import { relationshipId } from '../../src/domain/records/relationship.ts'
import { changes, event, seqsOf } from './changes.ts'
import { say, tools } from './talk.ts'
import { entries, imports, linesOf } from './transcripts.ts'

/** A damage, and what is said of it. */
interface Damage {
  readonly damage: (scope: Scope) => Promise<void>
  readonly says: RegExp
}

const usage = { inputTokens: 10, outputTokens: 5, costUsd: 0.5, answerId: 'an answer' }
const edge = {
  type: 'DEPENDS_ON',
  source: { kind: 'ENTITY', id: 'alone' },
  target: { kind: 'ENTITY', id: 'e' },
} as const

/** Stores some of everything: calls, a branch, a fork, runs, entities, edges, an imported file. */
export async function sound(scope: Scope): Promise<void> {
  await storeEntity(scope, { id: 'e', type: 'topic', name: 'E' })
  await storeEntity(scope, { id: 'f', type: 'topic', name: 'F' })
  await storeEntity(scope, { id: 'alone', type: 'topic', name: 'Alone' })
  await claimRun(scope, { conversationId: 'c', runId: 'r' })
  const { observation } = await say(scope, 'c', 'u1', 'one', { refersTo: [{ entityId: 'e' }] })
  await tools(scope, 'c', 'a1', ['k'], { usage, model: 'm' })
  await tools(scope, 'c', 't1', ['k'])
  await say(scope, 'c', 'u2', 'another way', { parent: { observationId: observation.id } })
  await completeRun(scope, { conversationId: 'c', runId: 'r' })
  await forkConversation(scope, { source: 'c', newConversationId: 'fork' })
  await say(scope, 'fork', 'a2')
  await relate(scope, { type: edge.type, source: { entityId: 'alone' }, target: { entityId: 'e' } })
  await imports(scope, linesOf(entries('u1 a1<u1 u2<a1')))
}

let events = 0
/** Writes what no command would. */
async function write({ store, tenant, fresh }: Scope, given: Partial<Changes>): Promise<void> {
  const written = event(`damage ${tenant} ${++events}`, null, { kind: 'RELATE', at: fresh.now() })
  seqsOf(await store.write(changes(written, given)))
}

async function conversation(scope: Scope, id: string, change: (one: Conversation) => Partial<Conversation>) {
  const one = (await scope.store.conversations([id]))[0] as Conversation
  const value = { ...one, ...change(one), version: one.version + 1 }
  await write(scope, { conversations: [{ expected: one.version, value }] })
}
async function message(scope: Scope, id: string, change: Partial<Message>) {
  const one = (await scope.store.messages([id]))[0] as Message
  await write(scope, { messages: [{ isNew: false, value: { ...one, ...change } }] })
}
async function entity(scope: Scope, id: string, change: Partial<Entity>) {
  const one = (await scope.store.entities([id]))[0] as Entity
  await write(scope, { entities: [{ expected: one.version, value: { ...one, ...change, version: one.version + 1 } }] })
}
async function newest(scope: Scope, messageId: string): Promise<TreeNode> {
  const { latestId } = (await scope.store.messages([messageId]))[0] as Message
  return (await scope.store.observations([latestId]))[0] as TreeNode
}

/** Corrects a message past all rules. */
async function corrected(scope: Scope, messageId: string, change: Partial<Observation>): Promise<void> {
  const one = {
    ...(await newest(scope, messageId)),
    id: scope.fresh.id(),
    kind: 'CORRECTION',
    place: null,
    usage: null,
    ...change,
  } as const
  await write(scope, { observations: [{ ...one, contentHash: contentHash(one) }] })
}

/** Stores what a message says a second time, as a root, otherwise than it can be. */
async function rooted(
  scope: Scope,
  messageId: string,
  said: Partial<Observation>,
  placed: Partial<Place> = {},
): Promise<void> {
  const { fresh } = scope
  const unhashed = { ...(await newest(scope, messageId)), id: fresh.id(), ...said }
  const one = { ...unhashed, contentHash: contentHash(unhashed) }
  const [id, at] = [fresh.segmentId(), one.observedAt]
  const place = { ...placeAfter(null, one, id, [], null, null), ...placed }
  const plain = { exit: null, level: 0, lineage: [], jump: null, jumpLevel: 0 }
  const segment = { id, conversationId: one.conversationId, ...plain, tipId: one.id, tipDepth: 0, tipAt: at }
  await write(scope, { observations: [{ ...one, place }], segments: [{ isNew: true, value: segment }] })
}

export const damages: Readonly<Record<string, Damage>> = {
  'an entity that was merged into itself': {
    damage: (scope) => entity(scope, 'e', { mergedInto: 'e' }),
    says: /ROW_UNREADABLE: .*is of a circle: the entity "e" was merged into itself/,
  },
  'two entities that were merged into each other': {
    async damage(scope) {
      await entity(scope, 'e', { mergedInto: 'f' })
      await entity(scope, 'f', { mergedInto: 'e' })
    },
    says: /ROW_UNREADABLE: .*is of a circle: the entity "[ef]" was merged into itself in the end/,
  },
  'an observation that is a copy of itself': {
    damage: (scope) => corrected(scope, 'c:u1', { id: 'own copy', copyOf: 'own copy' }),
    says: /ROW_UNREADABLE: .*is of a circle: the observation "own copy" is a copy of itself/,
  },
  'two observations that are copies of each other': {
    async damage(scope) {
      await corrected(scope, 'c:u1', { id: 'left', copyOf: 'right' })
      await corrected(scope, 'c:u1', { id: 'right', copyOf: 'left' })
    },
    says: /ROW_UNREADABLE: .*is of a circle: the observation "(left|right)" is a copy of itself/,
  },
  'a message that supersedes itself': {
    damage: (scope) => message(scope, 'c:u1', { supersedesId: 'c:u1' }),
    says: /ROW_UNREADABLE: .*"c:u1", which no line before it is/,
  },
  'two messages that supersede each other': {
    async damage(scope) {
      await message(scope, 'c:u1', { supersedesId: 'fork:a2' })
      await message(scope, 'fork:a2', { supersedesId: 'c:u1' })
    },
    says: /ROW_UNREADABLE: .*names the message "(c:u1|fork:a2)", which no line before it is/,
  },
  'a conversation that one of its own turns started': {
    damage: (scope) => conversation(scope, 'c', () => ({ sidechainOf: 'c', spawnedBy: 'c:u1' })),
    says: /ROW_UNREADABLE: .*is of a circle: the conversation "c" was started by itself/,
  },
  'two conversations that started each other': {
    async damage(scope) {
      await conversation(scope, 'c', () => ({ sidechainOf: 's', spawnedBy: 's:u1' }))
      await conversation(scope, 's', () => ({ sidechainOf: 'c', spawnedBy: 'c:u1' }))
    },
    says: /ROW_UNREADABLE: .*is of a circle: the conversation "[cs]" was started by itself/,
  },
  'a conversation that a turn of nobody started': {
    damage: (scope) => conversation(scope, 'c', () => ({ sidechainOf: 'none', spawnedBy: 'none:u1' })),
    says: /ROW_UNREADABLE: .*names the (conversation "none"|message "none:u1"), which no line is/,
  },
  'a head that is nothing': {
    damage: (scope) => conversation(scope, 'c', () => ({ headId: 'nothing' })),
    says: /HEAD_MISSING: The head nothing is missing/,
  },
  'a head in another conversation': {
    async damage(scope) {
      const { headId } = (await scope.store.conversations(['s']))[0] as Conversation
      await conversation(scope, 'c', () => ({ headId }))
    },
    says: /ROW_UNREADABLE: .*has its head at ".+", which is on no path of it/,
  },
  'a newest observation that is nothing': {
    damage: (scope) => message(scope, 'c:u1', { latestId: 'nothing' }),
    says: /MESSAGE_DIFFERS|ROW_UNREADABLE: .*names the observation "nothing"/,
  },
  ...Object.fromEntries(
    (['turnCount', 'deletedTurns', 'forkLevel'] as const).map((name) => [
      `a wrong ${name}`,
      {
        damage: (scope: Scope) => conversation(scope, 'c', (one) => ({ [name]: one[name] + 1 })),
        says: new RegExp(`SUMMARY_DIFFERS|says another ${name}`),
      },
    ]),
  ),
  ...Object.fromEntries(
    (['nodes', 'roots', 'leaves', 'branchPoints', 'versionPoints', 'sidechains', 'toolCalls'] as const).map((name) => [
      `a wrong count of ${name}`,
      {
        damage: (scope: Scope) =>
          conversation(scope, 'c', ({ shape }) => ({ shape: { ...shape, [name]: shape[name] + 1 } })),
        says: /SHAPE_DIFFERS: The tree is not of the shape that was counted/,
      },
    ]),
  ),
  'a wrong count of completed runs': {
    damage: (scope) => conversation(scope, 'c', ({ runs }) => ({ runs: { ...runs, completed: 7 } })),
    says: /RUNS_DIFFER/,
  },
  'an open run of nobody': {
    damage: (scope) =>
      conversation(scope, 'c', ({ runs }) => ({
        runs: {
          ...runs,
          open: [{ runId: 'x', exclusive: false, suspended: false, startDepth: 0, startHeadId: 'none' }],
        },
      })),
    says: /RUNS_DIFFER|ROW_UNREADABLE/,
  },
  'a wrong count of observations': {
    damage: (scope) => message(scope, 'c:u1', { observationCount: 2 }),
    says: /MESSAGE_DIFFERS: What is kept of message "c:u1"/,
  },
  'a message that is said to be deleted': {
    damage: (scope) => message(scope, 'c:u1', { deleted: true }),
    says: /MESSAGE_DIFFERS: What is kept of message "c:u1"/,
  },
  'a wrong count of children': {
    async damage(scope) {
      const { latestId: parentId } = (await scope.store.messages(['c:u1']))[0] as Message
      const junction = { conversationId: 'c', parentId, children: 3, kind: 'BRANCH', way: null } as const
      await write(scope, { junctions: [junction] })
    },
    says: /JUNCTION_DIFFERS/,
  },
  'a wrong count of facts': {
    damage: (scope) => entity(scope, 'e', { factCount: 9 }),
    says: /ENTITY_DIFFERS: What is kept of entity "e"/,
  },
  'a wrong count of facts of an entity that no conversation names': {
    damage: (scope) => entity(scope, 'f', { factCount: 9 }),
    says: /ENTITY_DIFFERS: What is kept of entity "f"/,
  },
  'a merged entity with a snapshot': {
    damage: (scope) => entity(scope, 'f', { mergedInto: 'e' }),
    says: /ENTITY_DIFFERS: What is kept of entity "f"/,
  },
  'a wrong count of facts of what ties two entities': {
    async damage(scope) {
      const one = (await scope.store.relationships([relationshipId(edge)]))[0]!
      await write(scope, {
        relationships: [{ expected: one.version, value: { ...one, factCount: 9, version: one.version + 1 } }],
      })
    },
    says: /RELATIONSHIP_DIFFERS/,
  },
  'a count in a conversation that was deleted': {
    async damage(scope) {
      await conversation(scope, 'c', ({ shape }) => ({ shape: { ...shape, leaves: 9 } }))
      await deleteConversation(scope, { id: 'c' })
    },
    says: /SHAPE_DIFFERS/,
  },
  'wrong sums of a path': {
    async damage(scope) {
      const { place } = await newest(scope, 'c:a1')
      await rooted(scope, 'c:a1', {}, { usage: { ...place.usage, inputTokens: 77 } })
    },
    says: /PLACE_DIFFERS/,
  },
  ...Object.fromEntries(
    Object.entries({ depth: 1, turns: 7, entries: 7, calls: 7, pathHash: '0'.repeat(64) } satisfies Partial<Place>).map(
      ([name, value]) => [
        `a wrong ${name} of a place`,
        { damage: (scope: Scope) => rooted(scope, 'c:a1', {}, { [name]: value }), says: /PLACE_DIFFERS/ },
      ],
    ),
  ),
  'wrong sums of analytics': {
    async damage(scope) {
      const one = await newest(scope, 'c:u1')
      const bucket = {
        conversationId: 'c',
        experiment: false,
        day: one.observedAt.slice(0, 10),
        role: 'USER',
        model: 'x',
      } as const
      const before = {
        observationId: one.id,
        at: one.observedAt,
        bucket,
        answerId: null,
        storedAnswerId: null,
        usage: null,
        tools: [],
        failures: [],
      }
      const after = { ...before, tools: ['hammer'] }
      await write(scope, { counting: { names: new Map(), recounts: [{ before, after }] } })
    },
    says: /SUMS_DIFFER/,
  },
  'content that its hash denies': {
    async damage(scope) {
      const one = await newest(scope, 'c:u1')
      const other = { ...one, id: 'other', kind: 'CORRECTION', place: null } as const
      await write(scope, { observations: [{ ...other, blocks: [{ type: 'text', text: 'never said' }] }] })
    },
    says: /CONTENT_HASH_DIFFERS|another content hash/,
  },
  'an observation that its raw line denies': {
    damage: (scope) => rooted(scope, 's:u1', { blocks: [{ type: 'text', text: 'never said' }] }),
    says: /RAW_LINES_DIFFER: Observation ".+" says what raw line 1 of "s" does not/,
  },
  'raw lines that are fewer than is said': {
    async damage(scope) {
      const at = scope.fresh.now()
      await write(scope, { conversations: [{ expected: null, value: newConversation('raw', at) }] })
      const chunk = { conversationId: 'raw', source: 'CLAUDE_CODE:raw', firstLine: 1, lineCount: 3 }
      await write(scope, { rawChunks: [{ ...chunk, bytes: Buffer.from([11, 1, 128, 123, 125, 10, 3]) }] })
    },
    says: /ROW_UNREADABLE: .*(says another lineCount|raw lines that cannot be unpacked)/,
  },
  ...Object.fromEntries(
    Object.entries({
      'usage that is no number': { usage: { inputTokens: 'many' } as never },
      'a block that is no block': { blocks: [{ type: 'text', text: 7 }] as never },
      'a priority that is no number of the API': { priority: 1e308 },
      'a kind that is none': { sourceKind: 7 as never },
    }).map(([what, change]) => [
      `a row that no backup could hold: ${what}`,
      {
        damage: (scope: Scope) => corrected(scope, 'c:u1', { ...change }),
        says: /ROW_UNREADABLE: A restore of a backup of this store is refused: /,
      },
    ]),
  ),
  'a row that no backup could hold: a count beyond 32 bits': {
    damage: (scope) => conversation(scope, 'c', () => ({ turnCount: 2 ** 31 })),
    says: /ROW_UNREADABLE/,
  },
}
