import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { DuplicateEvents } from '../../../src/formats/codex/duplicates.ts'

const message = (text: string) => ({ type: 'agent_message', message: text })
const prompt = (text: string) => ({ type: 'user_message', message: text })
const left = (events: DuplicateEvents) =>
  events.over().map(({ draft: { role, blocks }, text }) => `${role} ${blocks[0]?.type} ${text}`)

describe('events that repeat items of the history', () => {
  it('are dropped whether the item comes before or after them, blanks around their text aside', () => {
    const events = new DuplicateEvents()
    events.item(['a'])
    events.event(message(' a\n'), {})
    events.event(message('b'), {})
    events.item(['b '])
    assert.deepEqual(left(events), [])
  })

  it('are given back where no item has told them, in their order and once', () => {
    const events = new DuplicateEvents()
    events.event(prompt('q'), {})
    events.event({ type: 'agent_reasoning', text: 'hm' }, {})
    events.event(message('né'), {})
    events.event({ type: 'agent_message' }, {})
    assert.deepEqual(left(events), ['USER text q', 'ASSISTANT thinking hm', 'ASSISTANT text né'])
    assert.deepEqual(left(events), [])
  })

  it('of a prompt are in the text that the program put around it; those of an answer are not', () => {
    const events = new DuplicateEvents()
    events.prompt(['<context/> q'])
    assert.deepEqual([events.isNewPrompt(prompt('q')), events.isNewPrompt(prompt('r'))], [false, true])
    events.event(message('q'), {})
    assert.deepEqual(left(events), ['ASSISTANT text q'])
  })

  it('are new again when the turn is over', () => {
    const events = new DuplicateEvents()
    events.prompt(['q'])
    events.over()
    assert.equal(events.isNewPrompt(prompt('q')), true)
  })
})
