import { plainSeal } from '../../src/domain/access/keyedDigest.ts'
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { readClaudeCode } from '../../src/formats/claudeCode/read.ts'
import { createFindings } from '../../src/formats/findings.ts'
import { bytesSource } from '../../src/formats/importSource.ts'
import { memoryScratch } from '../../src/formats/scratch.ts'
import { entries, linesOf, type Entry } from '../support/transcripts.ts'

/** Returns lines from drawings, each word with its session before it: `A:u1 B:a1<u1`. */
function woven(drawing: string): Entry[] {
  return drawing.split(/\s+/).flatMap((word) => entries(word.slice(2), word.slice(0, 1)))
}

/** Says of each node in which conversation it is. */
async function conversationsOf(lines: readonly Entry[], fileName = 'x.jsonl', conversationId: string | null = null) {
  const findings = createFindings()
  const options = {
    scratch: memoryScratch(),
    findings,
    conversationId,
    stored: () => Promise.resolve([]),
    seal: plainSeal,
  }
  const reading = await readClaudeCode(bytesSource(fileName, Buffer.from(linesOf(lines))), options)
  assert.ok(reading)
  const nodes: string[] = []
  for await (const items of reading.items())
    for (const item of items)
      if (item.kind === 'node') nodes.push(`${item.externalId}@${item.origin?.conversationId ?? item.conversationId}`)
  const told = findings.list().filter(({ code }) => code === 'WOVEN_SESSIONS')
  return { nodes: nodes.join(' '), owners: [...reading.lineOwners()], counts: reading.counts, told }
}

const forthAndBack = 'A:u1 A:a1<u1 B:u2<a1 B:a2<u2 A:u3<a2 A:a3<u3 A:u4<a3'

describe('sessions of one file', () => {
  it('that the chain comes back to are one conversation, that of most turns', async () => {
    const { nodes, owners, counts, told } = await conversationsOf(woven(forthAndBack))
    assert.equal(nodes, 'u1@A a1@A u2@A a2@A u3@A a3@A u4@A')
    assert.deepEqual([owners, counts.roots, counts.reachable], [['A'], 1, 1])
    assert.deepEqual(told, [
      {
        line: 5,
        code: 'WOVEN_SESSIONS',
        message: 'The lines go back and forth between the sessions A, B; they are one conversation, "A".',
      },
    ])
  })

  it('are the one that the file is called after', async () => {
    const { nodes, owners } = await conversationsOf(woven(forthAndBack), 'some/folder/B.jsonl')
    assert.equal(nodes, 'u1@B a1@B u2@B a2@B u3@B a3@B u4@B')
    assert.deepEqual(owners, ['B'])
  })

  it('are the conversation that is given, where one of them comes first', async () => {
    const { nodes } = await conversationsOf(woven(`${forthAndBack} C:u5<u4`), 'x.jsonl', 'mine')
    assert.match(nodes, /^u1@mine .* u4@mine u5@C$/)
  })

  it('of which one continues another and never comes back stay two', async () => {
    const { nodes, told } = await conversationsOf(woven('A:u1 A:a1<u1 B:u2<a1 B:a2<u2 A:u3<a1'))
    assert.equal(nodes, 'u1@A a1@A u2@B a2@B u3@A')
    assert.deepEqual(told, [])
  })

  it('are one when the chain comes back over a third', async () => {
    const { nodes, told } = await conversationsOf(woven('A:u1 B:a1<u1 C:u2<a1 A:a2<u2 D:u3<a2'))
    assert.equal(nodes, 'u1@A a1@A u2@A a2@A u3@D')
    assert.equal(told[0]?.line, 4)
  })

  it('are one whatever the order of the lines', async () => {
    const { nodes } = await conversationsOf(woven(forthAndBack).reverse())
    assert.deepEqual(new Set(nodes.split(' ').map((node) => node.split('@')[1])), new Set(['A']))
  })

  it('stay what they are where a line names its origin', async () => {
    const [u1, a1, u2] = woven('B:u1 B:a1<u1 B:u2<a1') as [Entry, Entry, Entry]
    const copied = [u1, a1].map(
      (line) => ({ ...line, forkedFrom: { sessionId: 'O', messageUuid: line.uuid } }) as Entry,
    )
    const { nodes } = await conversationsOf([...woven('B:u0'), ...copied, u2])
    assert.equal(nodes, 'u0@B u1@O a1@O u2@B')
  })

  it('have their side chains under the one', async () => {
    const side = entries('u9 a9<u9', 'B', { isSidechain: true, agentId: 'x' })
    const { nodes } = await conversationsOf([...woven(forthAndBack), ...side])
    assert.match(nodes, /u9@A\.agent-x a9@A\.agent-x$/)
  })
})
