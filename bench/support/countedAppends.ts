import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { storeTurn } from '../../src/app/turns/storeTurns.ts'
import type { Changes } from '../../src/domain/changes.ts'
import type { Observation, Tenant } from '../../src/domain/model.ts'
import { tenantNamed } from '../../src/domain/access/tenant.ts'
import type { GraphStore } from '../../src/storage/graphStore.ts'
import { openSqliteStore } from '../../src/storage/sqlite/store.ts'
import { inTurns, warmUpOf } from './measure.ts'
import { turnOf } from './seed.ts'
import type { Subject } from './subject.ts'
import { temporaryFolder } from './temporary.ts'

/** The same appends, three times: each turn names its answer, has usage alone, or counts nothing, as a turn of nobody. */
const kinds = {
  answer: (one: Observation): Observation => one,
  usage: (one: Observation): Observation => ({ ...one, usage: withoutAnswer(one.usage) }),
  bare: (one: Observation): Observation => ({ ...one, role: null }),
}
type Kind = keyof typeof kinds

function withoutAnswer(usage: Observation['usage']): Observation['usage'] {
  if (usage === null) return null
  const { answerId: _, ...rest } = usage
  return rest
}

/** Returns how long the write of an append takes that adds so much to the sums, in milliseconds. */
export async function timeCounted(subject: Subject, rounds: number): Promise<Record<Kind, number[]>> {
  const kept = await recordedAppends(subject, rounds)
  const { storeOf, close } = await places(subject)
  const replay = (kind: Kind) => {
    let next = 0
    return () => {
      const changes = kept[next++]
      if (changes === undefined) throw new Error('No more appends were recorded.')
      const written = { ...changes, observations: changes.observations.map(kinds[kind]) }
      return () => storeOf(kind).write(tenantOf(kind), written)
    }
  }
  try {
    return await inTurns({ answer: replay('answer'), usage: replay('usage'), bare: replay('bare') }, rounds)
  } finally {
    await close()
  }
}

function tenantOf(kind: Kind): Tenant {
  const tenant = tenantNamed(kind)
  if (tenant === null) throw new Error(`No tenant is called ${kind}.`)
  return tenant
}

/** Returns what appends write in so many rounds and in those that warm up. */
async function recordedAppends({ recorder, fresh }: Subject, rounds: number): Promise<Changes[]> {
  const scope = await fresh()
  const kept: Changes[] = []
  for (let round = 0; round < rounds + warmUpOf(rounds); round++) {
    recorder.begin()
    const usage = { inputTokens: round, outputTokens: 2, costUsd: 0.01, answerId: `answer_${scattered(round)}` }
    await storeTurn(scope(), { ...turnOf('counted', round), model: 'large', usage })
    kept.push(...recorder.end())
  }
  return kept
}

/** Providers draw the ids of their answers by chance: each is put somewhere else. */
const scattered = (round: number): string => ((round * 2_654_435_761) >>> 0).toString(36)

/** On SQLite each has a file: of the tenants of one file, the last splits fewer pages. */
async function places({ kind, recorder }: Subject) {
  if (kind === 'neo4j') return { storeOf: () => recorder.store, close: () => Promise.resolve() }
  const folder = temporaryFolder('counted')
  const open = async (name: Kind) =>
    [name, await openSqliteStore({ path: join(folder, name, 'turngraph.db') })] as const
  const stores = new Map<Kind, GraphStore>(await Promise.all([open('answer'), open('usage'), open('bare')]))
  return {
    storeOf: (name: Kind) => stores.get(name) ?? recorder.store,
    close: async () => {
      await Promise.all([...stores.values()].map((store) => store.close()))
      rmSync(folder, { recursive: true, force: true })
    },
  }
}
