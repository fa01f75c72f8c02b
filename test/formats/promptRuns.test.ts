import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import fc from '../support/properties.ts'
import { plainSeal } from '../../src/domain/access/keyedDigest.ts'
import type { JsonObject } from '../../src/domain/model.ts'
import { readClaudeCode } from '../../src/formats/claudeCode/read.ts'
import { createFindings } from '../../src/formats/findings.ts'
import { bytesSource } from '../../src/formats/importSource.ts'
import type { PlanItem } from '../../src/formats/plan.ts'
import { memoryScratch } from '../../src/formats/scratch.ts'
import { entries, linesOf, noSharedData, sharedTranscripts, type Entry } from '../support/transcripts.ts'

async function planOf(file: string | Uint8Array): Promise<PlanItem[]> {
  const reading = await readClaudeCode(bytesSource('file.jsonl', Buffer.from(file)), {
    scratch: memoryScratch(),
    findings: createFindings(),
    conversationId: null,
    stored: () => Promise.resolve([]),
    seal: plainSeal,
  })
  assert.ok(reading)
  const items: PlanItem[] = []
  for await (const some of reading.items()) items.push(...some)
  return items
}

/** The nodes of each run as `run: nodes, state@last`, and in the order in which they end. */
function runsIn(items: readonly PlanItem[]): string[] {
  const nodes = items.filter((item) => item.kind === 'node')
  return items
    .filter((item) => item.kind === 'run')
    .map(({ runId, state, last }) => {
      const own = nodes.filter((node) => node.runId === runId).map(({ externalId }) => externalId)
      return `${runId}: ${own.join(' ')}, ${state}@${last}`
    })
}

/** The runs of a drawing, in which the texts of some user lines are others. */
async function runs(drawing: string, more: Readonly<Record<string, JsonObject>> = {}): Promise<string[]> {
  const drawn = entries(drawing).map((entry): Entry => ({ ...entry, ...more[entry.uuid ?? ''] }))
  return runsIn(await planOf(linesOf(drawn)))
}
const says = (text: string, more: JsonObject = {}) => ({ message: { role: 'user', content: text }, ...more })
const interrupt = says('[Request interrupted by user for tool use]')

describe('the runs of Claude Code lines', () => {
  it('are prompts with what was said up to the next one', async () =>
    assert.deepEqual(await runs('u1 a1<u1 c1:x<a1 r1:x<c1 a2<r1 u2<a2 a3<u2'), [
      'u1: u1 a1 c1 r1 a2, COMPLETED@a2',
      'u2: u2 a3, COMPLETED@a3',
    ]))
  it('end with their last turn; notes go with them', async () =>
    assert.deepEqual(await runs('n1 u1<n1 n2<u1 a1<n2 n3<a1 u2<n3 a2<u2 n4<a2'), [
      'u1: u1 n2 a1 n3, COMPLETED@a1',
      'u2: u2 a2 n4, COMPLETED@a2',
    ]))
  it('are aborted by an interrupt, which is their last line', async () =>
    assert.deepEqual(await runs('u1 a1<u1 u2<a1 u3<u2 a3<u3', { u2: interrupt }), [
      'u1: u1 a1 u2, ABORTED@u2',
      'u3: u3 a3, COMPLETED@a3',
    ]))
  it('stay aborted when a late result comes after the interrupt', async () =>
    assert.deepEqual(await runs('u1 c1:x<u1 u2<c1 r1:x<c1 u3<u2 a3<u3', { u2: interrupt }), [
      'u1: u1 c1 u2 r1, ABORTED@u2',
      'u1: u1 c1 u2 r1, ABORTED@r1',
      'u3: u3 a3, COMPLETED@a3',
    ]))
  it('are aborted where the file ends without an answer', async () =>
    assert.deepEqual(await runs('u1 a1<u1 u2<a1'), ['u1: u1 a1, COMPLETED@a1', 'u2: u2, ABORTED@u2']))
  it('hold the prompts that were typed before the first answer', async () =>
    assert.deepEqual(await runs('u1 u2<u1 a1<u2'), ['u1: u1 u2 a1, COMPLETED@a1']))
  it('go on through a compaction, whose marker is of none', async () =>
    assert.deepEqual(
      await runs('u1 c1:x<u1 r1:x<c1 b1<r1 u2<b1 a1<u2', { u2: says('so far', { isCompactSummary: true }) }),
      ['u1: u1 c1 r1 u2 a1, COMPLETED@a1'],
    ))
  it('go each their own way at a fork, also after an answer that was regenerated', async () => {
    assert.deepEqual(await runs('u1 a1<u1 u2<a1 a2<u2 u3<a1 a3<u3'), [
      'u1: u1 a1, COMPLETED@a1',
      'u2: u2 a2, COMPLETED@a2',
      'u3: u3 a3, COMPLETED@a3',
    ])
    assert.deepEqual(await runs('u1 a1<u1 a2<u1'), ['u1: u1 a1 a2, COMPLETED@a2'])
  })
  it('end anew where lines come back to them', async () =>
    assert.deepEqual(await runs('u1 c1:x<u1 a1<c1 u2<a1 a2<u2 r1:x<c1'), [
      'u1: u1 c1 a1 r1, COMPLETED@a1',
      'u2: u2 a2, COMPLETED@a2',
      'u1: u1 c1 a1 r1, COMPLETED@r1',
    ]))
  it('have the prompt id where there is one, and where no other prompt has it', async () => {
    const id = (promptId: string, text = 'go') => says(text, { promptId })
    assert.deepEqual(await runs('u1 a1<u1 u2<a1 a2<u2 u3<a2 a3<u3', { u1: id('p'), u2: id('p'), u3: id('q') }), [
      'p: u1 a1, COMPLETED@a1',
      'u2: u2 a2, COMPLETED@a2',
      'q: u3 a3, COMPLETED@a3',
    ])
  })
  it('are not begun by what the program does by itself', async () => {
    const local = {
      u1: says('<command-name>/clear</command-name>'),
      u2: says('<local-command-stdout></local-command-stdout>'),
      u3: says('Caveat: The messages below were generated by the user', { isMeta: true }),
      u4: says('<bash-input>ls</bash-input>'),
    }
    assert.deepEqual(await runs('u1 u2<u1 u3<u2 u4<u3 u5<u4 a1<u5', local), ['u5: u5 a1, COMPLETED@a1'])
    const after = { ...local, u1: says('go'), u3: says('<command-name>/exit</command-name>') }
    assert.deepEqual(await runs('u1 a1<u1 u3<a1 u2<u3 a2<u2', after), ['u1: u1 a1, COMPLETED@a1'])
  })
  it('are begun by a command that the model answers', async () => {
    const command = { u1: says('<command-message>init</command-message>'), u2: says('Look around.', { isMeta: true }) }
    assert.deepEqual(await runs('u1 u2<u1 a1<u2', command), ['u1: u1 u2 a1, COMPLETED@a1'])
    assert.deepEqual(await runs('u1 n1<u1 a1<n1', command), ['u1: u1 n1 a1, COMPLETED@a1'])
    assert.deepEqual(await runs('u1 n1<u1', command), [])
  })
  it('are those of a sub-agent in its own conversation', async () => {
    const side = entries('u2 a2<u2').map((entry) => ({ ...entry, isSidechain: true, agentId: 'g', promptId: 'p' }))
    const main = entries('u1 a1<u1').map((entry) => ({ ...entry, promptId: 'p' }))
    const found = (await planOf(linesOf([...main, ...side]))).filter((item) => item.kind === 'run')
    assert.deepEqual(
      found.map(({ conversationId, runId, last }) => [conversationId, runId, last]),
      [
        ['s', 'p', 'a1'],
        ['s.agent-g', 'p', 'a2'],
      ],
    )
  })
  it('are none in lines whose prompt is in another file', async () =>
    assert.deepEqual(await runs('a1<gone u1<a1 a2<u1'), ['u1: u1 a2, COMPLETED@a2']))

  it('end with one of their own turns, after all of them, whatever the chain', async () => {
    const word = fc.record({ kind: fc.constantFrom('u', 'a', 'n'), above: fc.nat(), isInterrupt: fc.boolean() })
    await fc.assert(
      fc.asyncProperty(fc.array(word, { minLength: 1, maxLength: 25 }), async (words) => {
        const drawing = words.map(({ kind, above }, i) => (i === 0 ? `u0` : `${kind}${i}<${nameAt(words, above % i)}`))
        const some = words.flatMap(({ kind, isInterrupt }, i) =>
          i > 0 && kind === 'u' && isInterrupt ? [[`u${i}`, interrupt] as const] : [],
        )
        const drawn = entries(drawing.join(' '))
        const items = await planOf(
          linesOf(drawn.map((one) => ({ ...one, ...Object.fromEntries(some)[one.uuid ?? ''] }))),
        )
        holds(items)
      }),
      { numRuns: 200 },
    )
  })
  it('are so in the real files, and none is left open', { skip: noSharedData }, async () => {
    for (const { bytes } of sharedTranscripts()) holds(await planOf(bytes))
  })
})

const nameAt = (words: readonly { kind: string }[], i: number) => (i === 0 ? 'u0' : `${words[i]?.kind ?? 'u'}${i}`)

/** The last end of a run names its last turn; every run that a turn names has one, and no turn of it comes later. */
function holds(items: readonly PlanItem[]): void {
  const nodes = items.flatMap((item, at) => (item.kind === 'node' ? [{ item, at }] : []))
  const ends = items.flatMap((item, at) => (item.kind === 'run' ? [{ item, at }] : []))
  const named = new Set(
    nodes.flatMap(({ item }) => (item.runId === null ? [] : [`${item.conversationId} ${item.runId}`])),
  )
  for (const name of named) {
    const turns = nodes.filter(
      ({ item }) => `${item.conversationId} ${item.runId}` === name && item.draft.kind === 'TURN',
    )
    const end = ends.findLast(({ item }) => `${item.conversationId} ${item.runId}` === name)
    const last = turns.at(-1)
    assert.ok(end && last, name)
    assert.ok(end.at > last.at, name)
    assert.ok(
      turns.some(({ item }) => item.externalId === end.item.last),
      name,
    )
  }
}
