import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { plainSeal } from '../../../../src/domain/access/keyedDigest.ts'
import type { JsonObject } from '../../../../src/domain/model.ts'
import { readClaudeCode } from '../../../../src/formats/claudeCode/read.ts'
import { createFindings } from '../../../../src/formats/findings.ts'
import { bytesSource } from '../../../../src/formats/importSource.ts'
import type { PlanItem } from '../../../../src/formats/plan.ts'
import { memoryScratch } from '../../../../src/formats/scratch.ts'
import { entries, linesOf, type Entry } from '../../../support/transcripts.ts'

/** Returns lines from drawings, each word with its session before it: `A:u1 B:a1<u1`. */
const drawn = (drawing: string): Entry[] =>
  drawing.split(/\s+/).flatMap((word) => entries(word.slice(2), word.slice(0, 1)))

/** Says of each node in which conversation it is and what it continues, and returns all that is planned. */
async function planned(lines: readonly JsonObject[]) {
  const findings = createFindings()
  const options = {
    scratch: memoryScratch(),
    findings,
    conversationId: null,
    stored: () => Promise.resolve([]),
    seal: plainSeal,
  }
  const reading = await readClaudeCode(bytesSource('x.jsonl', Buffer.from(linesOf(lines))), options)
  assert.ok(reading)
  const items: PlanItem[] = []
  for await (const some of reading.items()) items.push(...some)
  const nodes = items.flatMap((item) =>
    item.kind === 'node' ? [`${item.conversationId}:${item.externalId}${item.parent ? `<${item.parent}` : ''}`] : [],
  )
  return { nodes: nodes.join(' '), items, counts: reading.counts, codes: findings.list().map(({ code }) => code) }
}

describe('ids that several sessions of a file have', () => {
  it('are of an entry of each session, and of its own entries each goes on', async () => {
    const { nodes, counts, codes } = await planned(drawn('A:u1 A:a1<u1 A:u2<a1 B:u1 B:a1<u1 B:u2<a1 B:a2<u2'))
    assert.equal(nodes, 'A:u1 A:a1<u1 A:u2<a1 B:u1 B:a1<u1 B:u2<a1 B:a2<u2')
    assert.deepEqual([counts.nodes, counts.skipped, counts.roots, counts.branchPoints, codes], [7, 0, 2, 0, []])
  })

  it('are of its own entries also where these stand on later lines', async () => {
    const { nodes, codes } = await planned(drawn('A:u1 A:a1<u1 B:a1<u1 B:u1 B:u2<a1'))
    assert.equal(nodes, 'A:u1 A:a1<u1 B:u1 B:a1<u1 B:u2<a1')
    assert.deepEqual(codes, ['LATE_PARENT'])
  })

  it('are those of the other session where a session has none of that id', async () => {
    const { nodes } = await planned(drawn('A:u1 A:a1<u1 B:u1 B:u2<a1'))
    assert.equal(nodes, 'A:u1 A:a1<u1 B:u1 B:u2<a1')
  })

  it('are told as repeated on two lines of one session', async () => {
    const { nodes, counts, codes } = await planned(drawn('A:u1 A:a1<u1 B:u1 B:u1 B:a1<u1'))
    assert.equal(nodes, 'A:u1 A:a1<u1 B:u1 B:a1<u1')
    assert.deepEqual([counts.nodes, counts.skipped, codes], [4, 1, ['DUPLICATE_ID']])
  })

  it('are of one entry in sessions that are woven into one conversation, and told as repeated once', async () => {
    const { nodes, counts, codes } = await planned(drawn('A:u1 A:a1<u1 B:u1 B:u2<a1 B:a2<u2 A:u3<a2 C:u1 C:a1<u1'))
    assert.equal(nodes, 'A:u1 A:a1<u1 A:u2<a1 A:a2<u2 A:u3<a2 C:u1 C:a1<u1')
    assert.deepEqual([counts.skipped, codes.sort()], [1, ['DUPLICATE_ID', 'WOVEN_SESSIONS']])
  })

  it('are the same in what is planned beside the nodes: runs, calls, heads, forks and what a compaction kept', async () => {
    const preserved = {
      compactMetadata: { trigger: 'auto', preservedSegment: { headUuid: 'u1', anchorUuid: 'u3', tailUuid: 'a1' } },
    }
    const of = (session: string): JsonObject[] => {
      const said = drawn(
        `u1 c1:k${session}<u1 r1:k${session}<c1 a1<r1 b1<a1 u3<b1 a3<u3`.replaceAll(/(^|\s)/g, `$1${session}:`),
      )
      const lines = said.map((one) =>
        one.uuid === 'b1' ? { ...one, ...preserved } : one.uuid === 'u3' ? { ...one, isCompactSummary: true } : one,
      )
      const task = { type: 'tool_use', id: `t${session}`, name: 'Task', input: { prompt: 'do' } }
      const agent = { ...entries('a4<a3', session)[0], message: { id: 'm4', role: 'assistant', content: [task] } }
      const ref = { type: 'fork', uuid: `f${session}`, forkOf: 'a3', parentUuid: 'a3', sessionId: session }
      return [...lines, agent, ref, { type: 'last-prompt', leafUuid: 'a3', sessionId: session }]
    }
    const both = await planned([...of('A'), ...of('B')])
    const told = (items: readonly PlanItem[], session: string) =>
      JSON.stringify(
        items
          .filter((item) => item.kind !== 'line')
          .map((item) => ('draft' in item ? { ...item, draft: null, line: 0 } : item)),
      )
        .replaceAll(`"${session}`, '"S')
        .replaceAll(`k${session}`, 'kS')
    const kinds = new Set(both.items.map(({ kind }) => kind))
    for (const kind of ['node', 'run', 'head', 'fork', 'spawn'] as const) assert.ok(kinds.has(kind), kind)
    const isOf = (session: string) => (item: PlanItem) => {
      const { conversationId } =
        item.kind === 'spawn'
          ? (item.side as { conversationId?: string })
          : item.kind === 'fork'
            ? item.raw
            : (item as { conversationId?: string })
      return conversationId === session
    }
    const [a, b] = [both.items.filter(isOf('A')), both.items.filter(isOf('B'))]
    const name = (text: string) => text.replaceAll(/"f[AB]"/g, '"f"')
    assert.equal(name(told(b, 'B')), name(told(a, 'A')))
    assert.ok(!JSON.stringify(both.items.map((item) => (item.kind === 'line' ? null : item))).includes('\\n'))
  })
})
