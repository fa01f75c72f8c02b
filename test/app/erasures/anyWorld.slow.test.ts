// Takes long: worlds are made, erased and compared whole.
import assert from 'node:assert/strict'
import { it } from 'node:test'
import fc from '../../support/properties.ts'
import { erase } from '../../../src/app/erasures/erase.ts'
import { integrity } from '../../../src/app/integrity/integrity.ts'
import { verifyPath } from '../../../src/app/integrity/verifyPath.ts'
import { createReads, createSegmentCache } from '../../../src/app/read/reads.ts'
import type { Scope } from '../../../src/app/scope.ts'
import type { Message, Observation } from '../../../src/domain/model.ts'
import { contentHash, pathHash, sha256 } from '../../../src/domain/tree/pathHash.ts'
import { backedUp, contentOf, restored } from '../../support/backups.ts'
import { wholeOr, roundsOr } from '../../support/rounds.ts'
import { onEveryStore, type TestStore } from '../../support/scopes.ts'
import { filesIn, formsOf } from '../../support/storedForms.ts'
import { imports } from '../../support/transcripts.ts'
import { acts } from './support/acts.ts'
import { everyAnswer, type Asked } from './support/everyAnswer.ts'
import { markedWorld, step, words, type MarkedWorld, type Step } from './support/markedWorld.ts'
import { erasedBy, expectedWords, storedRows, unexpectedChanges, type Row } from './support/oracle.ts'

const steps = fc.array(fc.record<Step>({ act: fc.constantFrom(...Object.keys(acts)), a: fc.nat(30), b: fc.nat(30) }), {
  minLength: 1,
  maxLength: wholeOr(35, 25),
  size: 'max',
})
const targets = fc.array(
  fc.record({
    kind: fc.constantFrom('observation', 'observation', 'message', 'message', 'conversation', 'attachment', 'entity'),
    n: fc.nat(1000),
  }),
  { minLength: 1, maxLength: 4 },
)
const world = fc.record({
  steps,
  targets,
  later: fc.array(steps, { maxLength: 1 }),
  salted: fc.boolean(),
  seed: fc.nat(),
})

const values = <T>(rows: ReadonlyMap<string, Row>, kind: string) =>
  [...rows.values()].filter((row) => row.kind === kind).map(({ value }) => value as T)

function thingsIn(rows: ReadonlyMap<string, Row>): Asked {
  const ids = (kind: string) => values<{ id: string }>(rows, kind).map(({ id }) => id)
  return { conversationIds: ids('conversation'), messageIds: ids('message'), observationIds: ids('observation') }
}

/** Words that are in no row are in no file either, once the files are written anew. */
async function isInNoFile(on: TestStore, made: MarkedWorld): Promise<void> {
  if (on.folders().length < 2) return
  const stored = words([...textsOf(await storedRows(made.scope())).values()].join('\n'))
  const gone = made.marks.filter(({ word }) => !stored.has(word))
  for (const looks of [(await on.store().compact([]))?.looks ?? assert.fail(), await made.scope().search.compact()])
    assert.deepEqual(
      looks.filter(({ wrong }) => wrong !== null),
      [],
    )
  for (const [name, bytes] of on.folders().flatMap(filesIn))
    for (const { word, place } of gone)
      assert.ok(!formsOf(word).some((form) => bytes.includes(form)), `${place} is in ${name}`)
}

await onEveryStore('an erasure in any world', (on) => {
  let count = 0

  it('takes out what it must, and nothing else', async () => {
    await fc.assert(
      fc.asyncProperty(world, async ({ steps, targets, later, salted, seed }) => {
        const tenant = `world ${on.name} ${++count}`
        const scope = () => on.scope({ tenant, salted })
        const made = markedWorld(scope, seed)
        for (const one of steps) await step(made, one)
        await holds(made, targets, (name: string) => on.scope({ tenant: `${tenant} ${name}`, salted }))
        await isInNoFile(on, made)
        for (const one of later.flat()) await step(made, one)
        for (const n of [...made.said.keys()]) await step(made, { act: 'sayAgain', a: n, b: n })
        await isSound(made)
        await saysNothingErasedAgain(scope)
      }),
      { numRuns: roundsOr(wholeOr(12, 2)) },
    )
  })
})

async function isSound({ scope }: MarkedWorld): Promise<void> {
  for (const { id } of values<{ id: string }>(await storedRows(scope()), 'conversation')) {
    const { damage, findings } = await integrity(scope(), id, { deep: true })
    assert.equal(damage, 0, `${id}: ${JSON.stringify(findings)}`)
  }
}

/** What is stored once more is new: nothing is said to be the same as what is empty. */
async function saysNothingErasedAgain(scope: () => Scope): Promise<void> {
  const all = values<Observation>(await storedRows(scope()), 'observation')
  const erased = new Set(all.flatMap(({ id, erased }) => (erased === undefined ? [] : [id])))
  const echoes = all.filter((one) => one.erased === undefined && erased.has(one.restates ?? one.copyOf ?? ''))
  assert.deepEqual(
    echoes.map(({ id, restates, copyOf }) => ({ id, restates, copyOf })),
    [],
  )
}

/** The scope of a process that has read nothing yet. */
const anew = (scope: Scope): Scope => ({
  ...scope,
  reads: createReads(scope.store, scope.tenant, createSegmentCache()),
})

async function holds(
  made: MarkedWorld,
  chosen: readonly { kind: string; n: number }[],
  other: (name: string) => Scope,
) {
  const { scope, marks } = made
  const before = await storedRows(scope())
  const things = thingsIn(before)
  if (things.observationIds.length === 0) return
  const pick = (kind: string, ids: readonly string[]) => [
    ...new Set(chosen.flatMap((one) => (one.kind === kind && ids.length > 0 ? [ids[one.n % ids.length] ?? ''] : []))),
  ]
  const asked = {
    observationIds: pick('observation', things.observationIds),
    messageIds: pick('message', things.messageIds),
    conversationIds: pick('conversation', things.conversationIds),
    attachmentIds: pick(
      'attachment',
      values<{ id: string }>(before, 'attachment').map(({ id }) => id),
    ),
    entityIds: pick(
      'entity',
      values<{ id: string }>(before, 'entity').map(({ id }) => id),
    ),
  }
  // A world without files and entities has nothing of what was drawn.
  if (Object.values(asked).every((ids) => ids.length === 0)) return
  const saidBefore = words([...(await everyAnswer(scope, things)).values()].join('\n'))
  const dry = await erase(scope(), { ...asked, reason: 'OTHER', dryRun: true })
  const { receipt, affected } = await erase(scope(), { ...asked, reason: 'OTHER' })
  assert.deepEqual(affected, dry.affected)
  assert.equal(receipt?.state, 'ERASED')
  const isPlain = receipt.residue.includes('PLAIN_DIGEST')
  // The name of a file is part of what is hashed, where a turn gives one.
  if (scope().salted || asked.attachmentIds.length === 0)
    assert.equal(isPlain, receipt.observationIds.length > 0 && !scope().salted)

  const erased = erasedBy(before, asked)
  assert.deepEqual([...receipt.observationIds].sort(), [...erased].sort(), 'what is erased')
  const after = await storedRows(scope())
  const expected = expectedWords(before, marks, { erased, messages: values<Message>(after, 'message'), ...asked })
  noneOf(expected.gone, textsOf(after), made)
  const storedWords = words([...textsOf(after).values()].join('\n'))
  const lacking = [...expected.left].filter(
    (word) => !storedWords.has(word) && words([...textsOf(before).values()].join('\n')).has(word),
  )
  assert.deepEqual(placesOf(lacking, made), [], 'what is lost')

  const answers = await everyAnswer(scope, things)
  noneOf(expected.gone, answers, made)
  const said = words([...answers.values()].join('\n'))
  assert.deepEqual(
    placesOf(
      [...expected.left].filter((word) => saidBefore.has(word) && !said.has(word)),
      made,
    ),
    [],
    'what is answered no more',
  )
  const fresh = await everyAnswer(() => anew(scope()), things)
  for (const [name, answer] of answers) assert.deepEqual([name, differences(answer, fresh.get(name) ?? '')], [name, []])

  assert.deepEqual(unexpectedChanges(before, after), [])
  guessed(before, after, [...erased])
  await verified(scope, after, erased)
  await isSound(made)
  await comesNotBack(made, expected.gone, other)
}

/** Returns where two answers differ. */
function differences(one: string, other: string): string[] {
  if (one === other) return []
  const [a, b] = [one, other].map((text) => text.replaceAll(/([,{[])/g, '$1\n').split('\n')) as [string[], string[]]
  return a
    .flatMap((line, i) => (line === b[i] ? [] : [`${a.slice(Math.max(0, i - 8), i).join('')} ${line} | ${b[i]}`]))
    .slice(0, 3)
}

/** Who knows all of an erased observation but one of 10,000 words can tell which it was where it was not salted, and only there. */
function guessed(before: ReadonlyMap<string, Row>, after: ReadonlyMap<string, Row>, erased: readonly string[]): void {
  const observationOf = (id: string | null) =>
    before.get(`observation ${id ?? ''}`)?.value as unknown as Observation | undefined
  const one = erased.map(observationOf).find((some) => some?.blocks.length === 1 && some.blocks[0]?.type === 'text')
  const [block] = one?.blocks ?? []
  if (one === undefined || block?.type !== 'text') return
  const isLive = ({ kind, value }: Row) => kind === 'observation' && value['erased'] === undefined
  const isEqualElsewhere = [...after.values()].some(
    (row) => isLive(row) && JSON.stringify(row.value['blocks']) === JSON.stringify(one.blocks),
  )
  const hashes = new Set([...textsOf(after).values()].join('\n').match(/[0-9a-f]{64}/g))
  const parentHash = observationOf(one.place?.parentId ?? null)?.place?.pathHash ?? null
  const isStored = (text: string) => {
    const content = contentHash({ ...one, blocks: [{ type: 'text', text }], salt: null })
    return [content, pathHash(parentHash, content), sha256(text), sha256(JSON.stringify(text))].some((hash) =>
      hashes.has(hash),
    )
  }
  const guesses = Array.from({ length: 10_000 }, (_, n) => block.text.replace(/qz[a-z]+zq/, `qz${n}zq`))
  assert.deepEqual(guesses.filter(isStored), [])
  if (!isEqualElsewhere) assert.equal(isStored(block.text), !one.salt)
}

const textsOf = (rows: ReadonlyMap<string, Row>) =>
  new Map([...rows].map(([name, { value }]) => [name, JSON.stringify(value)]))
const placesOf = (some: readonly string[], { marks }: MarkedWorld) =>
  some.map((word) => marks.find((one) => one.word === word)?.place ?? word)

function noneOf(gone: ReadonlySet<string>, texts: ReadonlyMap<string, string>, world: MarkedWorld): void {
  for (const [name, text] of texts) {
    const found = [...words(text)].filter((word) => gone.has(word))
    assert.deepEqual(placesOf(found, world), [], `${name}: ${text.slice(0, 2000)}`)
  }
}

async function verified(
  scope: () => Scope,
  rows: ReadonlyMap<string, Row>,
  erased: ReadonlySet<string>,
): Promise<void> {
  const all = new Map(values<Observation>(rows, 'observation').map((one) => [one.id, one]))
  for (const one of all.values()) {
    if (one.place === null) continue
    let isErased = false
    for (let node: Observation | undefined = one; node; node = all.get(node.place?.parentId ?? ''))
      isErased ||= erased.has(node.id) || node.namesErased !== undefined
    const { status, valid } = await verifyPath(scope(), one.id)
    assert.deepEqual([one.id, status, valid], [one.id, isErased ? 'ERASED' : 'VALID', true])
  }
}

async function comesNotBack(
  made: MarkedWorld,
  gone: ReadonlySet<string>,
  other: (name: string) => Scope,
): Promise<void> {
  const { scope } = made
  const bytes = await backedUp(scope())
  const copy = other('copy')
  await restored(copy, bytes)
  assert.deepEqual(contentOf(await backedUp(copy)), contentOf(bytes))
  for (const file of made.files.values()) await imports(scope(), file)
  noneOf(gone, textsOf(await storedRows(scope())), made)
}
