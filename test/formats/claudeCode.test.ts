import { plainSeal } from '../../src/domain/access/keyedDigest.ts'
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { JsonObject } from '../../src/domain/model.ts'
import { readClaudeCode } from '../../src/formats/claudeCode/read.ts'
import { createFindings, type Finding } from '../../src/formats/findings.ts'
import { bytesSource } from '../../src/formats/importSource.ts'
import type { Counts, PlannedNode, PlanItem } from '../../src/formats/plan.ts'
import { memoryScratch } from '../../src/formats/scratch.ts'
import { entries, linesOf, noSharedData, sharedTranscripts } from '../support/transcripts.ts'

interface Plan {
  readonly items: readonly PlanItem[]
  readonly nodes: readonly PlannedNode[]
  readonly counts: Counts
  readonly findings: readonly Finding[]
  /** The canonical tree as `child<parent`, in order. */
  readonly tree: string
  readonly codes: string
}

async function plan(file: string | Uint8Array, conversationId: string | null = null): Promise<Plan> {
  const findings = createFindings()
  const source = bytesSource('file.jsonl', Buffer.from(file))
  const reading = await readClaudeCode(source, {
    scratch: memoryScratch(),
    findings,
    conversationId,
    stored: () => Promise.resolve([]),
    seal: plainSeal,
  })
  assert.ok(reading)
  const items: PlanItem[] = []
  for await (const some of reading.items()) items.push(...some)
  const nodes = items.filter((item) => item.kind === 'node')
  const tree = nodes
    .map(({ externalId, parent }) => (parent === null ? externalId : `${externalId}<${parent}`))
    .join(' ')
  const codes = findings
    .list()
    .map(({ line, code }) => `${line ?? ''}:${code}`)
    .join(' ')
  return { items, nodes, counts: reading.counts, findings: findings.list(), tree, codes }
}
const drawn = (drawing: string) => plan(linesOf(entries(drawing)))

/** Checks the canonical tree of a drawing, and leaves = roots + Σ (children - 1). */
async function becomes(drawing: string, tree: string, branchPoints: number): Promise<void> {
  const { tree: found, counts, nodes } = await drawn(drawing)
  assert.equal(found, tree)
  const children = new Map<string, number>()
  for (const { parent } of nodes) if (parent !== null) children.set(parent, (children.get(parent) ?? 0) + 1)
  const forks = [...children.values()].filter((count) => count > 1)
  assert.equal(counts.branchPoints, forks.length)
  assert.equal(counts.branchPoints, branchPoints)
  assert.equal(counts.leaves, counts.roots + forks.reduce((sum, count) => sum + count - 1, 0))
}

describe('the canonical tree of Claude Code lines', () => {
  it('keeps a plain chain', () => becomes('u1 a1<u1 u2<a1 a2<u2', 'u1 a1<u1 u2<a1 a2<u2', 0))
  it('keeps a fork by a person', () =>
    becomes('u1 a1<u1 u2<a1 a2<u2 u3<a1 a3<u3', 'u1 a1<u1 u2<a1 a2<u2 u3<a1 a3<u3', 1))
  it('keeps a place where three ways were gone', () =>
    becomes('u1 a1<u1 u2<a1 u3<a1 u4<a1', 'u1 a1<u1 u2<a1 u3<a1 u4<a1', 1))
  it('keeps an answer that was regenerated', () => becomes('u1 a1<u1 a2<u1', 'u1 a1<u1 a2<u1', 1))
  it('puts parallel calls and their results in order', () =>
    becomes('u1 c1:x/m<u1 c2:y/m<c1 r1:x<c1 r2:y<c2 a2<r2', 'u1 c1<u1 c2<c1 r1<c2 r2<r1 a2<r2', 0))
  it('puts late results of parallel calls on the path, as sub-agents bring them', () =>
    becomes(
      'u1 c1:x/m<u1 c2:y/m<c1 r2:y<c2 n1<r2 r1:x<c1 n2<r1 a2<n2',
      'u1 c1<u1 c2<c1 r2<c2 n1<r2 r1<n1 n2<r1 a2<n2',
      0,
    ))
  it('puts progress on the path', () => becomes('u1 c1:x<u1 n1<c1 r1:x<c1 a1<r1', 'u1 c1<u1 n1<c1 r1<n1 a1<r1', 0))
  it('puts progress that comes after the next answer at the end', () =>
    becomes('u1 c1:x<u1 r1:x<c1 a1<r1 n1<c1 u2<a1', 'u1 c1<u1 r1<c1 a1<r1 n1<a1 u2<n1', 0))
  it('puts the asides of a fork before both ways', () =>
    becomes('u1 a1<u1 n1<a1 u2<n1 u3<a1', 'u1 a1<u1 n1<a1 u2<n1 u3<n1', 1))
  it('lets a late note of the stem follow the branch that was grown last', () =>
    becomes('u1 a1<u1 u2<a1 u3<a1 n1<u1', 'u1 a1<u1 u2<a1 u3<a1 n1<u3', 1))
  it('puts a parent that stands later in the file first', () =>
    becomes('u1 n2<n1 n1<u1 a1<n2', 'u1 n1<u1 n2<n1 a1<n2', 0))
  it('reads whole families that stand upside down', () => becomes('a2<u2 u2<a1 a1<u1 u1', 'u1 a1<u1 u2<a1 a2<u2', 0))
  it('continues a compaction at its logical parent', () => becomes('u1 a1<u1 b1<a1 u2<b1', 'u1 a1<u1 b1<a1 u2<b1', 0))
})

describe('the items of Claude Code lines', () => {
  /** How many nodes come at once when each line is so much longer. */
  const nodesAtOnce = async (drawing: string, padding: number): Promise<number[]> => {
    const lines = linesOf(entries(drawing, 's', { padding: 'x'.repeat(padding) }))
    const options = {
      scratch: memoryScratch(),
      findings: createFindings(),
      conversationId: null,
      stored: () => Promise.resolve([]),
      seal: plainSeal,
    }
    const reading = await readClaudeCode(bytesSource('long.jsonl', Buffer.from(lines)), options)
    const nodes: number[] = []
    for await (const some of reading?.items() ?? []) nodes.push(some.filter(({ kind }) => kind === 'node').length)
    return nodes
  }
  for (const drawing of ['u1 a1<u1 u2<a1 a2<u2 u3<a2 a3<u3', 'a3<u3 u3<a2 a2<u2 u2<a1 a1<u1 u1'])
    it(`come all at once where lines are short, and few where they are long: ${drawing}`, async () => {
      assert.deepEqual(await nodesAtOnce(drawing, 10), [6])
      const few = await nodesAtOnce(drawing, 700_000)
      assert.deepEqual([few.reduce((sum, count) => sum + count, 0), Math.max(...few)], [6, 2])
    })
})

describe('Claude Code lines as they should not be', () => {
  it('keeps a node whose parent is nowhere as a root, flagged', async () => {
    const { nodes, counts, codes } = await drawn('u1<gone a1<u1')
    assert.deepEqual(
      nodes.map(({ parent, missingParent }) => [parent, missingParent]),
      [
        [null, 'gone'],
        ['u1', null],
      ],
    )
    assert.deepEqual([counts.danglingParents, counts.roots], [1, 1])
    assert.equal(codes, '1:DANGLING_PARENT')
  })
  it('keeps a compaction whose past is not in the file as a root', async () => {
    const { nodes, counts, codes } = await drawn('b1<gone u1<b1')
    assert.equal(nodes[0]?.missingParent, 'gone')
    assert.deepEqual([counts.danglingParents, counts.roots, codes], [0, 1, '1:LOGICAL_PARENT_MISSING'])
  })
  it('takes of two lines with one id the one that has a parent', async () => {
    const [first, second] = [entries('u1 a1'), entries('a1<u1')]
    const { tree, counts, codes } = await plan(linesOf([...first, ...second]))
    assert.deepEqual([tree, counts.nodes, counts.skipped, codes], ['u1 a1<u1', 2, 1, '2:DUPLICATE_ID'])
  })
  it('makes the first of a circle a root', async () => {
    const { tree, counts, codes } = await drawn('u1<a1 a1<u1 u2<u2')
    assert.deepEqual([tree, counts.roots], ['u2 u1 a1<u1', 2])
    assert.match(codes, /PARENT_CYCLE/)
  })
  it('recovers glued values and names torn, blank and foreign lines', async () => {
    const [u1, a1, u2] = entries('u1 a1<u1 u2<a1').map((entry) => JSON.stringify(entry)) as [string, string, string]
    const { tree, counts, codes, items } = await plan(`${u1}${a1}\n\n7\nnonsense\n${u2}\n{"type":"user","me`)
    assert.equal(tree, 'u1 a1<u1 u2<a1')
    assert.equal(codes, '1:GLUED_LINE 2:BLANK_LINE 3:NOT_AN_OBJECT 4:MALFORMED_LINE 6:TORN_LINE')
    assert.deepEqual([counts.entries, counts.nodes, counts.skipped, counts.repaired], [3, 3, 3, 1])
    assert.equal(items.filter(({ kind }) => kind === 'line').length, 6)
  })
  it('reads files with a byte order mark, carriage returns and bytes that are not UTF-8', async () => {
    const [u1, a1] = linesOf(entries('u1 a1<u1'))
      .replaceAll('\n', '\r\n')
      .split(/(?<=\n)/) as [string, string]
    const bytes = Buffer.concat([
      Buffer.from([0xef, 0xbb, 0xbf]),
      Buffer.from(u1),
      Buffer.from(a1.replace('answers', '\u00ff'), 'latin1'),
    ])
    const { tree, codes } = await plan(bytes)
    assert.equal(tree, 'u1 a1<u1')
    assert.equal(codes, '1:BYTE_ORDER_MARK 1:CRLF 2:INVALID_UTF8')
  })
  it('keeps unknown types and versions, and names them', async () => {
    const [strange, newer] = entries('u1 u2<u1') as [JsonObject, JsonObject]
    const { nodes, codes } = await plan(
      linesOf([
        { ...strange, type: 'hologram' },
        { ...newer, version: '9.0.1' },
      ]),
    )
    assert.deepEqual(
      nodes.map(({ draft }) => draft.kind),
      ['NOTE', 'TURN'],
    )
    assert.equal(codes, '1:UNKNOWN_TYPE 2:UNKNOWN_VERSION')
  })
  it('takes the time of import for a time that is none', async () => {
    const [entry] = entries('u1') as [JsonObject]
    const { nodes, codes } = await plan(linesOf([{ ...entry, timestamp: 'yesterday' }]))
    assert.equal(nodes[0]?.draft.observedAt, null)
    assert.equal(codes, '1:BAD_TIMESTAMP')
  })
  it('knows entries without an id by the hash of their content', async () => {
    const without = entries('u1 a1 u1').map(({ uuid: _uuid, parentUuid: _parent, timestamp: _time, ...rest }) => rest)
    const [first, second] = [await plan(linesOf(without)), await plan(linesOf(without))]
    assert.equal(first.nodes.length, 3)
    assert.equal(new Set(first.nodes.map(({ externalId }) => externalId)).size, 3)
    assert.equal(first.tree, second.tree)
    assert.equal(first.counts.roots, 1)
  })
  it('puts a prompt that was chained to an API error after the answer, wherever the error stands, and says so', async () => {
    const told = async (drawing: string) => {
      const all = entries(drawing).map((one) =>
        one['uuid'] === 'n1' ? { ...one, type: 'system', subtype: 'api_error' } : one,
      )
      const { tree, counts, codes } = await plan(linesOf(all))
      return [tree, counts.branchPoints, counts.repaired, codes]
    }
    const before = 'u1 n1<u1 a1<n1 u2<a1 a2<u2'
    assert.deepEqual(await told('u1 n1<u1 a1<u1 u2<n1 a2<u2'), [before, 0, 1, '4:OFF_BRANCH_REPLY'])
    const after = 'u1 a1<u1 n1<a1 u2<n1 a2<u2'
    assert.deepEqual(await told('u1 a1<u1 n1<u1 u2<n1 a2<u2'), [after, 0, 1, '4:OFF_BRANCH_REPLY'])
    const later = 'u1 a1<u1 u2<a1 a2<u2 n1<a2 u3<n1 a3<u3'
    assert.deepEqual(await told('u1 a1<u1 u2<a1 a2<u2 n1<u1 u3<n1 a3<u3'), [later, 0, 1, '6:OFF_BRANCH_REPLY'])
    assert.deepEqual(await told('u1 a1<u1 n1<a1 u2<n1 a2<u2'), [after, 0, 0, ''])
    const fork = entries('u1 a1<u1 n1<u1').concat(entries('u2<n1', 'fork'))
    fork[2] = { ...fork[2], type: 'system', subtype: 'api_error' }
    const { tree, codes } = await plan(linesOf(fork))
    assert.deepEqual([tree, codes], ['u1 a1<u1 n1<a1 u2<n1', '4:OFF_BRANCH_REPLY'])
  })
  it('puts a prompt that was chained to a progress entry beside the result after what was answered in between', async () => {
    const { tree, counts, codes } = await plan(linesOf(entries('u1 c1<u1 n1<c1 r1:c1<c1 a1<r1 u2<n1 a2<u2')))
    assert.equal(tree, 'u1 c1<u1 n1<c1 r1<n1 a1<r1 u2<a1 a2<u2')
    assert.deepEqual([counts.branchPoints, codes], [0, '6:OFF_BRANCH_REPLY'])
    const edited = await plan(linesOf(entries('u1 a1<u1 n1<a1 u2<n1 a2<u2 u3<n1')))
    assert.equal(edited.counts.branchPoints, 1)
  })
  it('takes what a person typed while the agent worked as their turn, and what a task says as a note', async () => {
    const queued = (mode: string) => {
      const all = entries('u1 c1<u1 r1:c1<c1 n1<r1 a1<n1')
      const attachment = { type: 'queued_command', prompt: 'stop there', commandMode: mode }
      return linesOf(all.map((one) => (one.uuid === 'n1' ? { ...one, type: 'attachment', attachment } : one)))
    }
    const { nodes } = await plan(queued('prompt'))
    assert.deepEqual([nodes[3]?.draft.role, nodes[3]?.draft.blocks], ['USER', [{ type: 'text', text: 'stop there' }]])
    assert.equal((await plan(queued('task-notification'))).nodes[3]?.draft.role, null)
  })
  it('stands where the last prompt’s leaf is said to be, at its beginning too, until something follows', async () => {
    const leaf = (leafUuid: string | null) => ({ type: 'last-prompt', sessionId: 's', leafUuid })
    const heads = async (...lines: readonly JsonObject[]) =>
      (await plan(linesOf(lines))).items.flatMap((item) => (item.kind === 'head' ? [item.externalId] : []))
    const [talk, more] = [entries('u1 a1<u1 u2<a1 a2<u2'), entries('u3<a1 a3<u3')]
    assert.deepEqual(await heads(...talk, leaf(null)), [null])
    assert.deepEqual(await heads(...talk, leaf('a1')), ['a1'])
    assert.deepEqual(await heads(...talk, leaf(null), ...more), ['a3'])
    assert.deepEqual(await heads(leaf(null), ...talk), ['a2'])
  })
  it('says of nothing that it is a transcript when it is none', async () => {
    for (const text of ['', '\u0000\u0001', '{"a":1}\n', '[]', 'hello\n']) {
      const options = {
        scratch: memoryScratch(),
        findings: createFindings(),
        conversationId: null,
        stored: () => Promise.resolve([]),
        seal: plainSeal,
      }
      assert.equal(await readClaudeCode(bytesSource(null, Buffer.from(text)), options), null)
    }
  })
})

describe('what Claude Code entries say', () => {
  it('tells a tool result from a user turn and keeps what it does not know', async () => {
    const { nodes } = await drawn('u1 c1:x<u1 r1:x<c1 n1<r1')
    assert.deepEqual(
      nodes.map(({ draft }) => draft.role),
      ['USER', 'ASSISTANT', 'TOOL', null],
    )
    assert.deepEqual(nodes[1]?.draft.blocks, [{ type: 'toolCall', callId: 'x', name: 'Read', input: { path: 'c1' } }])
    assert.equal(nodes[1].draft.usage?.answerId, 'msg_c1')
    assert.deepEqual(nodes[3]?.draft.blocks, [
      { type: 'other', value: { type: 'progress', data: { type: 'hook_progress', of: 'n1' }, toolUseID: 'x' } },
    ])
    assert.equal(nodes[3].draft.fields['parentUuid'], 'r1')
  })
  it('keeps images and other blocks verbatim', async () => {
    const image = { type: 'image', source: { type: 'base64', data: 'AA==' } }
    const [entry] = entries('u1') as [JsonObject]
    const { nodes } = await plan(
      linesOf([
        { ...entry, message: { role: 'user', content: [image, 'bare', { type: 'text', text: 'x', cache: 1 }] } },
      ]),
    )
    assert.deepEqual(nodes[0]?.draft.blocks, [
      { type: 'other', value: image },
      { type: 'other', value: 'bare' },
      { type: 'text', text: 'x', extra: { cache: 1 } },
    ])
  })
  it('gives side chains in the file conversations of their own', async () => {
    const side = entries('u2 a2<u2', 's', { isSidechain: true })
    const { nodes } = await plan(linesOf([...entries('u1 a1<u1'), ...side]))
    assert.deepEqual(
      nodes.map(({ conversationId }) => conversationId),
      ['s', 's', 's.agent-u2', 's.agent-u2'],
    )
  })
  it('gives a file of one agent to that agent, lines and all', async () => {
    const { items } = await plan(linesOf(entries('u2 a2<u2', 's', { isSidechain: true, agentId: 'x1' })), 'mine')
    assert.deepEqual(
      [...new Set(items.flatMap((item) => ('conversationId' in item ? [item.conversationId] : [])))],
      ['mine.agent-x1'],
    )
  })
  it('gives lines that were copied from a session to that session', async () => {
    const copied = entries('u1 a1<u1', 'g').map((entry) => ({
      ...entry,
      forkedFrom: { sessionId: 's', messageUuid: entry.uuid ?? '' },
    }))
    const { nodes, items } = await plan(linesOf([...copied, ...entries('u2<a1', 'g')]))
    assert.deepEqual(
      nodes.map(({ conversationId, origin }) => origin?.conversationId ?? conversationId),
      ['s', 's', 'g'],
    )
    assert.deepEqual(
      nodes.map(({ conversationId }) => conversationId),
      ['g', 'g', 'g'],
    )
    assert.ok(items.every((item) => item.kind !== 'line' || item.conversationId === 'g'))
  })
  it('knows the lines that a fork copied with their ids by the session that its answers were asked for in', async () => {
    const file = (entry: JsonObject) => (entry['uuid'] === 'a1' ? { ...entry, requestSessionId: 's' } : entry)
    const copied = entries('u1 c1:x<u1 r1:x<c1 a1<r1 u2<a1', 'g', { promptId: 'p' }).map(file)
    const began = { type: 'queue-operation', operation: 'enqueue', timestamp: '2026-01-01T12:00:00Z', sessionId: 'g' }
    const own = entries('u3<u2 a3<u3', 'g', { promptId: 'p', timestamp: '2026-01-01T12:00:01Z' })
    const { nodes } = await plan(linesOf([began, ...copied, ...own]))
    const owners = nodes.map(({ conversationId, origin }) => origin?.conversationId ?? conversationId)
    assert.deepEqual(owners, ['s', 's', 's', 's', 's', 'g', 'g'])
    assert.deepEqual(
      nodes.map(({ runId }) => runId),
      ['u1', 'u1', 'u1', 'u1', 'u2', 'u2', 'u2'],
    )
  })
  it('takes no line for a copy of which none names another session', async () => {
    const later = { type: 'queue-operation', operation: 'enqueue', timestamp: '2026-01-01T12:00:00Z', sessionId: 'g' }
    const all = entries('u1 a1<u1 u2<a1', 'g').map((entry) => ({ ...entry, requestSessionId: 'g' }))
    const { nodes } = await plan(linesOf([later, ...all]))
    assert.ok(nodes.every(({ conversationId, origin }) => conversationId === 'g' && origin === null))
  })
  it('names what a compaction kept, and continues it after the summary', async () => {
    const all = entries('u1 a1<u1 u2<a1 a2<u2 b1<a2 u3<b1 u4<a2') as JsonObject[]
    all[4] = { ...all[4], compactMetadata: { preservedSegment: { headUuid: 'u2', anchorUuid: 'u3', tailUuid: 'a2' } } }
    const { tree, nodes } = await plan(linesOf(all))
    assert.deepEqual(nodes.find(({ externalId }) => externalId === 'b1')?.keep, [
      ['u3', 'u3'],
      ['u2', 'a2'],
    ])
    assert.match(tree, / u3<a2 b1<u3 u4<b1$/)
  })
})

describe('real Claude Code transcripts', { skip: noSharedData }, () => {
  /** The real forks by a person that the data's description names; everything else is the way the program chains lines. */
  const forks: Readonly<Record<string, number>> = {
    'ccl-03eb5929.jsonl': 1,
    'ccl-71c9afe9.jsonl': 1,
    'ccl-937c6e6b.jsonl': 1,
  }
  for (const { name, bytes, facts } of sharedTranscripts()) {
    it(`counts ${name} as its description does`, async () => {
      const { counts, nodes } = await plan(bytes)
      assert.equal(counts.entries, facts['entries'])
      assert.equal(counts.nodes, facts['nodes'])
      assert.equal(nodes.length, facts['nodes'])
      assert.equal(counts.danglingParents, facts['dangling_parents'])
      assert.equal(counts.unansweredToolCalls, facts['unanswered_calls'])
      assert.equal(counts.orphanToolResults, facts['orphan_results'])
      assert.equal(counts.branchPoints, forks[name] ?? 0)
      assert.equal(counts.leaves, counts.roots + counts.branchPoints)
    })
    it(`keeps every result of ${name} below its call`, async () => {
      const { nodes } = await plan(bytes)
      const byId = new Map(nodes.map((node) => [node.externalId, node]))
      const known = new Set(
        nodes.flatMap(({ draft }) =>
          draft.blocks.flatMap((block) => (block.type === 'toolCall' ? [block.callId] : [])),
        ),
      )
      for (const node of nodes)
        for (const block of node.draft.blocks) {
          if (block.type !== 'toolResult' || !known.has(block.callId)) continue
          let above: PlannedNode | undefined = node
          const makes = (one: PlannedNode) =>
            one.draft.blocks.some((call) => call.type === 'toolCall' && call.callId === block.callId)
          while (above && !makes(above)) above = above.parent === null ? undefined : byId.get(above.parent)
          assert.ok(above, `${block.callId} has no call above it`)
        }
    })
  }
})
