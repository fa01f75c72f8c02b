import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { Block, Role } from '../../../src/domain/model.ts'
import { resumingAgents } from '../../../src/formats/sessions/agents.ts'
import { entryFor } from '../../../src/formats/sessions/ownEntries.ts'
import type { WrittenEntry } from '../../../src/formats/writing/omissions.ts'

const text = (words: string): Block => ({ type: 'text', text: words })
const entry = (role: Role, sourceKind: string | null, ...blocks: readonly Block[]): WrittenEntry => ({
  ...{ id: 'm', nodeId: 'o', role, blocks, answerId: null, observedAt: '2026-01-01T00:00:00Z', model: null },
  ...{ synthetic: false, isSummary: false, files: new Map(), sourceKind },
})
const rights =
  '<environment_context>\n<cwd>/home/ada</cwd><sandbox_mode>danger-full-access</sandbox_mode>\n</environment_context>'
const wordsFor = (role: Role, source: string | null, ...words: readonly string[]) =>
  resumingAgents.map(({ format }) => {
    const made = entryFor(format, entry(role, source, ...words.map(text)))
    return made?.blocks.map((block) => (block.type === 'text' ? block.text : block.type)).join('|') ?? null
  })

describe('an entry in a session of an agent', () => {
  it('has nothing that another program wrote about itself, its folder or its rights', () => {
    for (const { format: source } of resumingAgents) {
      const own = resumingAgents.findIndex(({ format }) => format === source)
      const only = (words: string | null, rest: string | null) =>
        resumingAgents.map((_, at) => (at === own ? words : rest))
      assert.deepEqual(wordsFor('SYSTEM', source, rights), only(rights, null))
      assert.deepEqual(wordsFor('USER', source, rights), only(rights, null))
      const reminder = '<system-reminder>You may do all.</system-reminder>'
      assert.deepEqual(
        wordsFor('USER', source, `${reminder}\nCount the geese.`),
        only(`${reminder}\nCount the geese.`, 'Count the geese.'),
      )
      assert.deepEqual(wordsFor('USER', source, reminder, 'Go on.'), only(`${reminder}|Go on.`, 'Go on.'))
    }
  })

  it('has none of it either where the talk came by the proxy or from an agent of ACP, and the system turns of people', () => {
    const permissions = '<permissions instructions>sandbox_mode is danger-full-access</permissions instructions>'
    for (const source of ['proxy', 'acp', 'LM_STUDIO']) {
      for (const words of [permissions, rights]) {
        assert.deepEqual([...new Set(wordsFor('SYSTEM', source, words))], [null])
        assert.deepEqual([...new Set(wordsFor('USER', source, words))], [null])
      }
      assert.deepEqual([...new Set(wordsFor('SYSTEM', source, 'Be brief.'))], ['Be brief.'])
      assert.deepEqual([...new Set(wordsFor('USER', source, 'Be brief.'))], ['Be brief.'])
    }
  })

  it('has nothing that a program put in without an element, by its beginning or by what its file says', () => {
    const skill = 'Base directory for this skill: /home/ada/.claude/skills/x'
    const isMeta = (value: boolean) =>
      entryFor('CODEX', { ...entry('USER', 'CLAUDE_CODE', text('Look here.')), isMeta: value })
    assert.deepEqual(wordsFor('USER', 'CLAUDE_CODE', skill), [skill, null, null, null])
    assert.deepEqual([isMeta(true), isMeta(false)?.blocks], [null, [text('Look here.')]])
  })

  it('has what a person wrote in elements of their own, or of one that is not closed', () => {
    for (const words of [
      '<instructions>Be brief</instructions>',
      '`<skill>` is not rendered',
      '<skill> tags are not rendered',
    ])
      assert.deepEqual([...new Set(wordsFor('USER', 'CODEX', words))], [words])
  })

  it('has what a person or an API gave as system, and what an answer says of such an element', () => {
    for (const source of [null, 'OPENAI', 'CHATGPT'])
      assert.deepEqual(wordsFor('SYSTEM', source, 'Be brief.'), ['Be brief.', 'Be brief.', 'Be brief.', 'Be brief.'])
    assert.deepEqual([...new Set(wordsFor('ASSISTANT', 'CODEX', rights))], [rights])
  })

  it('has no call id with an ending that a program takes for its own mark; a call and its result keep one id', () => {
    const ids = (callId: string) => {
      const call: Block = { type: 'toolCall', callId, name: 'look', input: {} }
      const result: Block = { type: 'toolResult', callId, content: 'x', isError: false }
      return [call, result]
        .flatMap((block) => entryFor('CLAUDE_CODE', entry('ASSISTANT', null, block))?.blocks ?? [])
        .map((block) => ('callId' in block ? block.callId : ''))
    }
    const [call = '', result] = ids('X_2')
    assert.equal(call, result)
    assert.match(call, /^call[\da-f]{32}$/)
    assert.notEqual(ids('X_3')[0], call)
    assert.deepEqual(ids('toolu_01AbC'), ['toolu_01AbC', 'toolu_01AbC'])
  })
})
