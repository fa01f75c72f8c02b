import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { cleanTitle } from '../../../src/domain/prompts/cleanTitle.ts'
import {
  forkNamed,
  isProvisional,
  threadTitleSearch,
  titleOfFile,
  titleOfTool,
  titleSearch,
} from '../../../src/domain/prompts/title.ts'

const titleOf = (...turns: string[]) => {
  const search = titleSearch()
  return turns.map((text) => search.take(text)).find((title) => title !== null) ?? search.otherwise()
}

describe('a title', () => {
  it('is the first prompt; a greeting and a bare command only where nothing says more', () => {
    assert.equal(titleOf('hi again', '/clear', 'Repair the toucan parser'), 'Repair the toucan parser')
    assert.equal(titleOf('/clear', 'Hello there!'), 'Hello there!')
    assert.equal(titleOf('/clear', '<bash-input>npm test</bash-input>'), '/clear')
    assert.equal(titleOf('<system-reminder>x</system-reminder>', ''), null)
  })
  it('is as it was typed where it begins the talk, and begins with a capital behind a turn that was passed over', () => {
    assert.equal(titleOf('add new text to it'), 'add new text to it')
    assert.equal(titleOf('hello', 'write a file about geese in docs'), 'Write a file about geese in docs')
    assert.equal(titleOf('/mode', 'read the page on themes'), 'Read the page on themes')
    assert.equal(titleOf('', 'fix it'), 'fix it')
    assert.equal(titleOf('<environment_context>x</environment_context>', 'npm test fails'), 'npm test fails')
  })
  it('is the words of a command, but a path is no command', () => {
    assert.equal(titleOf('/review the queue code'), 'the queue code')
    assert.equal(
      titleOf('<instructions>Be brief</instructions> Summarise'),
      '<instructions>Be brief</instructions> Summarise',
    )
    assert.equal(titleOf('/Users/ann/notes.md is broken'), '/Users/ann/notes.md is broken')
    assert.equal(
      titleOf(
        '<command-name>/clear</command-name>\n<command-args></command-args>\n\n<local-command-stdout></local-command-stdout>\n\nmend the heron',
      ),
      'mend the heron',
    )
    assert.equal(
      titleOf(
        '<command-message>fix is running…</command-message>\n<command-name>/fix</command-name>\n<command-args>the heron</command-args>',
      ),
      'the heron',
    )
  })
  it('of a continued session is the first prompt that its summary lists', () => {
    const summary = 'This session is being continued from a previous conversation that ran out of context.'
    assert.equal(
      titleOf(`${summary}\n\n6. All user messages:\n   - "hello"\n   - "Please mend the stork"\n\n7. Pending`),
      'Mend the stork',
    )
    assert.equal(titleOf(summary), 'Continued session')
    assert.equal(titleOf(summary, 'Now the crane'), 'Now the crane')
  })
  it('may be bettered by a later turn exactly where it was no prompt', () => {
    for (const turns of [['hey'], ['/mode'], ['This session is being continued from a previous conversation']])
      assert.equal(isProvisional(titleOf(...turns) ?? ''), true)
    for (const text of ['Fix it', 'hi, fix it', 'Test the parser', '/Users/x/y is gone'])
      assert.equal(isProvisional(cleanTitle(text)), text.startsWith('/'))
  })
  it('of a thread of a Neo store is its first turn with text, whole to 60 code points plus "…", else "New chat"', () => {
    const titleOfThread = (...turns: string[]) => {
      const search = threadTitleSearch()
      return turns.map((text) => search.take(text)).find((title) => title !== null) ?? search.otherwise()
    }
    assert.equal(titleOfThread('  ', 'please  fix\n\nit. Then go on'), 'please fix it. Then go on')
    assert.equal(titleOfThread('😀'.repeat(61)), `${'😀'.repeat(60)}…`)
    assert.equal(titleOfThread('a'.repeat(60)), 'a'.repeat(60))
    assert.equal(titleOfThread(), 'New chat')
  })
  it('that a Neo store gives is never cut, cleaned or taken for a placeholder; one that is blank is none', () => {
    for (const text of ['New chat', 'x'.repeat(200), '<task>mend</task>'])
      assert.equal(titleOfFile('NEO_JSON', text), text)
    assert.equal(titleOfFile('NEO_JSONL', '  '), null)
    assert.equal(titleOfFile('CHATGPT', 'New chat'), null)
  })
  it('of a fork has at most 60 characters, cut at a word', () => {
    assert.equal(
      forkNamed('one two three four five six seven eight nine ten eleven'),
      'Fork of one two three four five six seven eight nine ten…',
    )
  })
  it('of a tool is none where it is a placeholder, and is cleaned where it is text of a program', () => {
    assert.deepEqual(
      ['New Chat', ' untitled ', '', '<local-command-caveat>x</local-command-caveat>'].map(titleOfTool),
      [null, null, null, null],
    )
    assert.equal(titleOfTool('Implement the following plan: # Plan: Move the nest'), 'Move the nest')
    assert.equal(titleOfTool('  As it is, please '), '  As it is, please ')
  })
})
