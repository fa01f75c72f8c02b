import assert from 'node:assert/strict'
import { before, describe, it } from 'node:test'
import type { Conversation, Json } from '../../../src/domain/model.ts'
import { instantOf } from '../../../src/domain/instants.ts'
import { canonicalJson } from '../../../src/domain/tree/pathHash.ts'
import type { ConversationQuery } from '../../../src/storage/graphStore.ts'
import { fill } from '../../support/changes.ts'
import { randomFrom } from '../../support/random.ts'
import { converse, fork, store as put, update } from '../../support/tree/acts.ts'
import { createWorld, type World } from '../../support/world.ts'
import type { Contract } from './contract.ts'

const all: ConversationQuery = {
  origin: null,
  cwd: null,
  title: null,
  activeAfter: null,
  activeBefore: null,
  forkedFrom: null,
  includeDeleted: false,
  leaveOut: [],
  metadata: [],
  after: null,
  limit: 1000,
}
const minute = (k: number) => instantOf(1_790_000_000_000_000_000n + BigInt(k) * 60_000_000_000n)
const values: readonly Json[] = [
  'red',
  'RED',
  7,
  '7',
  null,
  true,
  { b: 1, a: [2, { d: 3, c: 'ü\n"' }] },
  'a\ud800b\u0000',
]
const titles = ['Plans', 'plan B', 'ÉTÉ', 'no', '100%', 'a_b\\c', 'x\ud800y', '']

/** Eight activities for 60 conversations, so that most of them are equal. */
function variousConversations(): World {
  const [world, random] = [createWorld({ seed: 31 }), randomFrom(32)]
  for (let k = 0; k < 60; k++) {
    const id = `c${random.below(1_000_000)}-${k}`
    const earlier = [...world.conversations.keys()]
    if (k > 30 && k % 4 === 0) fork(world, earlier[k % 7] ?? '', null, id)
    else converse(world, id)
    update(world, id, {
      activityAt: minute(random.below(8)),
      deletedAt: random.below(4) === 0 ? minute(9) : null,
      origin: random.pick(['HOST', 'IMPORT', 'EXPERIMENT']),
      sidechainOf: random.below(3) === 0 ? 'caller' : null,
      cwd: random.pick([null, '/a', '/a/b', '/A']),
      title: random.pick([null, ...titles]),
      derivedTitle: random.pick(['Derived PLAN', 'untitled']),
      metadata: {
        ...{ colour: random.pick(values), 'na"me\n': random.pick(values), other: { colour: 'red' } },
        ...(k % 3 === 0 && { pinned: k % 2 === 0 }),
        ...(k % 5 < 3 && { archived: [true, false, 'true'][k % 5] ?? null }),
      },
      ...(k % 4 === 1 && { undated: true }),
    })
  }
  return world
}

/** The slow, plain answer. */
function plainList(world: World, query: ConversationQuery): Conversation[] {
  const wanted = (it: Conversation) =>
    (query.includeDeleted || it.deletedAt === null) &&
    (query.origin === null || query.origin.includes(it.origin)) &&
    (query.cwd === null || (it.cwd !== null && query.cwd.includes(it.cwd))) &&
    (query.title === null || (it.title ?? it.derivedTitle).toLowerCase().includes(query.title.toLowerCase())) &&
    (query.activeAfter === null || it.activityAt >= query.activeAfter) &&
    (query.activeBefore === null || it.activityAt <= query.activeBefore) &&
    !(query.leaveOut.includes('forks') && it.forkedFrom !== null) &&
    !(query.leaveOut.includes('sidechains') && it.sidechainOf !== null) &&
    (query.forkedFrom === null || it.forkedFrom?.conversationId === query.forkedFrom) &&
    !(query.leaveOut.includes('archived') && it.metadata['archived'] === true) &&
    !(query.leaveOut.includes('pinned') && it.metadata['pinned'] === true) &&
    !(query.leaveOut.includes('undated') && it.undated === true) &&
    (query.undatedOnly !== true || it.undated === true) &&
    query.metadata.every(({ name, json }) => name in it.metadata && canonicalJson(it.metadata[name]) === json)
  return [...world.conversations.values()].filter(wanted).sort((a, b) => {
    if (a.activityAt !== b.activityAt) return a.activityAt > b.activityAt ? -1 : 1
    return a.id < b.id ? -1 : 1
  })
}

const member = (name: string, value: Json) => ({ metadata: [{ name, json: canonicalJson(value) }] })
const filters: Readonly<Record<string, Partial<ConversationQuery>>> = {
  nothing: {},
  'deleted ones too': { includeDeleted: true },
  'one origin': { origin: ['IMPORT'] },
  'two origins, deleted ones too': { origin: ['HOST', 'EXPERIMENT'], includeDeleted: true },
  'no origin': { origin: [] },
  'no forks': { leaveOut: ['forks'] },
  'no sidechains, deleted ones too': { leaveOut: ['sidechains'], includeDeleted: true },
  'neither forks nor sidechains': { leaveOut: ['forks', 'sidechains'] },
  'no archived ones': { leaveOut: ['archived'] },
  'no pinned ones': { leaveOut: ['pinned'] },
  'no undated ones': { leaveOut: ['undated'] },
  'undated ones alone': { undatedOnly: true },
  'undated ones that are not archived, in a directory': { undatedOnly: true, leaveOut: ['archived'], cwd: ['/a'] },
  'neither archived nor pinned ones': { leaveOut: ['archived', 'pinned'] },
  'no archived ones, deleted ones too, no forks': { leaveOut: ['archived', 'forks'], includeDeleted: true },
  'a directory': { cwd: ['/a'] },
  'some directories': { cwd: ['/A', '/a/b', '/nowhere'] },
  'no directory at all': { cwd: [] },
  'a part of the title in another case': { title: 'PLAN' },
  'a title with an accent in another case': { title: 'été' },
  'a title with signs of patterns': { title: '0%' },
  'a title with an underscore and a backslash': { title: '_b\\' },
  'activity from a time on': { activeAfter: minute(3) },
  'activity up to a time': { activeBefore: minute(3) },
  'activity at one time': { activeAfter: minute(4), activeBefore: minute(4) },
  'activity in no time': { activeAfter: minute(5), activeBefore: minute(4) },
  'everything together': {
    origin: ['HOST', 'IMPORT'],
    cwd: ['/a', '/a/b'],
    activeAfter: minute(1),
    activeBefore: minute(7),
  },
  'two members of the metadata': {
    metadata: [...member('colour', 'red').metadata, ...member('other', { colour: 'red' }).metadata],
  },
  'a member that no metadata has': member('size', null),
  'a member with quotes and a line break in its name': member('na"me\n', 7),
}

/** Lists of conversations are the plain filter and sort, in any pages. */
export function conversationLists({ store, newTenant }: Contract): void {
  describe('lists conversations', () => {
    let world = createWorld()
    const tenant = newTenant()
    before(() => {
      world = variousConversations()
      return fill(store(), tenant, world)
    })

    const same = async (query: ConversationQuery) => {
      const plain = plainList(world, query)
      assert.deepEqual(await store().conversationList(tenant, query), plain)
      assert.equal(await store().conversationCount(tenant, query, 1000), plain.length)
      assert.equal(await store().conversationCount(tenant, { ...query, limit: 1 }, 5), Math.min(5, plain.length))
    }
    for (const [name, filter] of Object.entries(filters)) it(`filtered by ${name}`, () => same({ ...all, ...filter }))

    it('by their directories', async () => {
      const listed = plainList(world, all).filter(({ cwd }) => cwd !== null)
      const plain = [...new Set(listed.map(({ cwd }) => cwd ?? ''))].map((cwd) => {
        const own = listed.filter((it) => it.cwd === cwd)
        return { cwd, conversations: own.length, updatedAt: own[0]?.activityAt ?? '' }
      })
      plain.sort((a, b) =>
        a.updatedAt === b.updatedAt ? (a.cwd < b.cwd ? -1 : 1) : a.updatedAt > b.updatedAt ? -1 : 1,
      )
      assert.deepEqual(await store().directories(tenant, { after: null, limit: 10 }), plain)
      for (const [i, { cwd, updatedAt }] of plain.entries()) {
        const after = { sort: updatedAt, id: JSON.stringify(cwd) }
        assert.deepEqual(await store().directories(tenant, { after, limit: 1 }), plain.slice(i + 1, i + 2))
      }
      assert.deepEqual(await store().directories(newTenant(), { after: null, limit: 10 }), [])
    })

    for (const value of values)
      it(`filtered by metadata ${JSON.stringify(value)}`, () => same({ ...all, ...member('colour', value) }))

    it('that were forked from one', async () => {
      const sources = [
        ...new Set([...world.conversations.values()].map((it) => it.forkedFrom?.conversationId ?? 'none')),
      ]
      for (const forkedFrom of sources) {
        await same({ ...all, forkedFrom })
        await same({ ...all, forkedFrom, includeDeleted: true, activeAfter: minute(2) })
      }
    })

    for (const includeDeleted of [false, true])
      it(`in pages of uneven sizes, ${includeDeleted ? 'with' : 'without'} deleted ones`, async () => {
        for (const filter of [{}, { activeAfter: minute(2), activeBefore: minute(6) }, { origin: ['HOST'] as const }])
          await samePages({ ...all, ...filter, includeDeleted })
      })

    it('that a turn moves to the front', async () => {
      const [moving, own] = [createWorld({ seed: 33 }), newTenant()]
      for (const id of ['a', 'b', 'c']) converse(moving, id)
      put(moving, 'a')
      await fill(store(), own, moving, 1)
      const listed = await store().conversationList(own, all)
      assert.deepEqual(
        listed.map((it) => it.id),
        ['a', 'c', 'b'],
      )
    })

    async function samePages(query: ConversationQuery): Promise<void> {
      const plain = plainList(world, query)
      const sizes = [1, 3, 7, 2, 20]
      for (let [start, k] = [0, 0]; start <= plain.length; k++) {
        const limit = sizes[k % sizes.length] ?? 1
        const last = plain[start - 1]
        const after = last ? { sort: last.activityAt, id: last.id } : null
        assert.deepEqual(
          await store().conversationList(tenant, { ...query, after, limit }),
          plain.slice(start, start + limit),
        )
        start += limit
      }
    }
  })
}
