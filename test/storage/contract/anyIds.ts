import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { isFit } from '../../../src/domain/ids.ts'
import { fill } from '../../support/changes.ts'
import fc from '../../support/properties.ts'
import { wholeOr } from '../../support/rounds.ts'
import { recordThings, relationship, run } from '../../support/records/acts.ts'
import { converse, correct, fork, headOf, rewind, store as put } from '../../support/tree/acts.ts'
import { createWorld, known, type World } from '../../support/world.ts'
import { sameAnswers } from './answers.ts'
import type { Contract } from './contract.ts'

const canBeId = (text: string) => isFit(text) && text.trim() !== ''
const upperCase = (text: string) => text.toUpperCase()
const hex = fc
  .constantFrom(24, 30, 32, 36, 60, 64)
  .chain((length) => fc.stringMatching(new RegExp(`^[0-9a-f]{${length}}$`)))
const dashed = fc.stringMatching(/^[0-9a-fA-F-]{36}$/)
/** UUIDs, what looks like one, what a store may take for the bytes of one, and any other text. */
const id = fc.oneof(
  fc.uuid(),
  fc.uuid().map(upperCase),
  fc.uuid().map((uuid) => uuid.slice(0, 18) + upperCase(uuid.slice(18))),
  fc.uuid().map((uuid) => uuid.replaceAll('-', '')),
  fc.uuid().map((uuid) => `${uuid.slice(1)}${uuid.slice(0, 1)}`),
  hex,
  hex.map(upperCase),
  dashed,
  fc.constantFrom('0', '~', '%3A', ':', '2026-01-01T00:00:00.000000000Z', 'x'.repeat(36), '-'.repeat(36)),
  fc.string({ unit: 'grapheme', minLength: 1, maxLength: 40 }).filter(canBeId),
  fc.string({ unit: 'grapheme', minLength: 200, maxLength: 400 }).filter(canBeId),
)
const ids = fc.uniqueArray(id, { minLength: 24, maxLength: 24 })

/** Ids that are written in another way inside of JSON, so that what looks for one in a body as it lies there finds none. */
const quotes = ['"', '\\', '\\"', '"\\', '\\\\', '" ']
const quoted = Array.from({ length: 24 }, (_, k) => `${quotes[k % 6]}${k}${quotes[(k + 1) % 6]}`)

/** Ids that a store might take for an id. */
const variants = (text: string) => [text.toLowerCase(), text.toUpperCase(), text.replaceAll('-', '')]

/** Returns a world whose things have these ids, each by another place of the list. */
function worldOf(drawn: readonly string[]): World {
  const [first = '', second = '', third = '', ...others] = drawn
  const world = createWorld({ ids: others })
  converse(world, first)
  const root = put(world, first, { turnId: second })
  put(world, first, { turnId: third, role: 'ASSISTANT', externalId: 'x0' })
  put(world, first, { role: 'USER', parent: root })
  // Its two events have one time and so the order of their ids, which is not one order for ids of all forms.
  const rest = others.splice(0)
  fork(world, first, headOf(world, first), second)
  others.push(...rest)
  const last = put(world, second, { turnId: first })
  put(world, second, { turnId: third, kind: 'NOTE' })
  rewind(world, second, last)
  correct(world, known(world.messages, root.messageId ?? ''))
  const ends = [
    { kind: 'CONVERSATION', id: first },
    { kind: 'MESSAGE', id: root.messageId ?? '' },
  ] as const
  recordThings(world, { relationships: [relationship(world, ['REFERS_TO', ...ends])] }, first)
  recordThings(world, { annotations: [{ id: root.id, version: 0, values: { rating: 5 } }] }, first)
  recordThings(
    world,
    { runs: [run(world, second, third), run(world, first, third, { claimedAtHeadId: root.id })] },
    first,
  )
  return world
}

/** Everything is found by exactly the id it was given, whatever that is. */
export function anyIds({ store, newTenant }: Contract): void {
  /** A tenant whose store gives the answers of the world that was written to it. */
  const written = async (drawn: readonly string[]) => {
    const [tenant, world] = [newTenant(), worldOf(drawn)]
    await fill(store(), tenant, world, 1)
    await sameAnswers(store(), tenant, world)
    return { tenant, world }
  }
  describe('finds things by exactly the ids that they were given', () => {
    it('observations, messages, conversations, events, runs and relationships', async () => {
      await fc.assert(
        fc.asyncProperty(ids, async (drawn) => {
          const { tenant, world } = await written(drawn)
          const others = [...world.observations.keys()].flatMap(variants).filter((one) => !world.observations.has(one))
          assert.deepEqual(
            await store().observations(tenant, others),
            others.map(() => null),
          )
        }),
        { numRuns: wholeOr(40, 12) },
      )
    })

    it('all of them where each id has quotes or backslashes', async () => {
      await written(quoted)
    })
  })
}
