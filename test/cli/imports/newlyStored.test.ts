import assert from 'node:assert/strict'
import { join } from 'node:path'
import { it } from 'node:test'
import { newText } from '../../../src/cli/imports/newlyStored.ts'
import { describeOnce } from '../../support/stores.ts'
import { entries, linesOf } from '../../support/transcripts.ts'
import { edited, file, temporaryFolder, turngraph } from '../support.ts'

const line = { id: 'a', title: 'Plan a\ntrip', added: 3, subAgents: 0, addedBySubAgents: 0 }

it('what is new is named by title, sub-agents with their caller', () => {
  assert.equal(newText([]), '')
  assert.equal(
    newText([line, { ...line, added: 1, subAgents: 2, addedBySubAgents: 1200 }, { ...line, title: null, added: null }]),
    '\nNew:\n  Plan a trip: 3 nodes\n  Plan a trip: 1 node, 1,200 nodes of 2 sub-agents\n  a\n',
  )
})

it('of many the first are named', () => {
  const text = newText(Array.from({ length: 1_500 }, () => line))
  assert.equal(text.split('\n').length, 24)
  assert.match(text, /and 1,480 more; turngraph list has them\n$/)
})

describeOnce('turngraph import of a folder', () => {
  it('says at the end what is new, and nothing when nothing is', async () => {
    const folder = temporaryFolder()
    file(folder, 'x/edited.jsonl', edited)
    const call = { description: 'look', prompt: 'look there', subagent_type: 'x' }
    const [asked, called] = entries('u1 c1<u1', 's') as [
      object,
      { message: { content: { input: object; name: string }[] } },
    ]
    for (const block of called.message.content) Object.assign(block, { name: 'Task', input: call })
    const result = { ...entries('r1:c1<c1', 's')[0], toolUseResult: { agentId: 'ag', status: 'completed' } }
    file(folder, 'x/s.jsonl', linesOf([asked, called, result] as never))
    const agent = linesOf(entries('u5 a5<u5', 's', { isSidechain: true, agentId: 'ag' }))
    file(folder, 'x/s/subagents/agent-ag.jsonl', agent)
    const first = await turngraph({ DATA: join(folder, 'data') }, 'import', join(folder, 'x'))
    assert.match(first.stdout, /\nNew:\n {2}.+: 6 nodes\n {2}says u1: 3 nodes, 2 nodes of 1 sub-agent\n\n/)
    const again = await turngraph({ DATA: join(folder, 'data') }, 'import', join(folder, 'x'), '--json')
    assert.deepEqual((JSON.parse(again.stdout) as { new: unknown }).new, [])
  })
})
