import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import fc from '../support/properties.ts'
import { together } from '../../src/explorer/activity/lines.ts'
import { ticksOf } from '../../src/explorer/stats/ticks.ts'
import { sentenceOf } from '../../src/explorer/activity/sentence.ts'
import { pairRows, sectionsOf, type Compared } from '../../src/explorer/compare/pairs.ts'
import { timeLine } from '../../src/explorer/message/stored.ts'
import { stacksOf } from '../../src/explorer/stats/stacks.ts'
import { spansOf } from '../../src/explorer/stats/days.ts'

const turn = (role: string, text: string, content: Compared['content'] = []): Compared => ({ role, text, content })
const call = (name: string): Compared['content'][number] => ({ __typename: 'ToolCallBlock', name })
const failed: Compared['content'][number] = { __typename: 'ToolResultBlock', isError: true }

describe('two branches side by side', () => {
  it('are divided by what was asked, calls counted with what failed', () => {
    const [first, second] = sectionsOf([
      turn('ASSISTANT', 'Before'),
      turn('USER', 'Test it'),
      turn('ASSISTANT', '', [call('bash'), call('read'), call('bash')]),
      turn('TOOL', '', [failed]),
      turn('ASSISTANT', 'It fails'),
      turn('ASSISTANT', 'It fails still'),
    ])
    assert.deepEqual([first?.prompt, first?.answer?.text], [null, 'Before'])
    assert.deepEqual([second?.calls, second?.failures, second?.answer?.text], [3, 1, 'It fails still'])
    assert.deepEqual(second?.tools, ['bash 2', 'read 1'])
  })

  it('stand beside what asks the same, or nearly so', () => {
    const ask = (...texts: string[]) => sectionsOf(texts.map((text) => turn('USER', text)))
    const drawn = (a: string[], b: string[]): readonly string[] =>
      pairRows(ask(...a), ask(...b)).map(
        ({ left, right }) => `${left?.prompt?.text ?? ''}|${right?.prompt?.text ?? ''}`,
      )
    assert.deepEqual(drawn(['x', 'same', 'y'], ['same', 'z']), ['x|', 'same|same', 'y|z'])
    const [long, near] = ['run the suite twenty times again', 'run the suite twenty times now']
    assert.deepEqual(drawn([long], ['else', near]), ['|else', `${long}|${near}`])
    assert.deepEqual(drawn([], ['a']), ['|a'])
  })

  it('has each section once, in its order', () => {
    const texts = fc.array(fc.constantFrom('a', 'b', 'c', 'd'), { maxLength: 12 })
    fc.assert(
      fc.property(texts, texts, (a, b) => {
        const pairs = pairRows(
          sectionsOf(a.map((text) => turn('USER', text))),
          sectionsOf(b.map((text) => turn('USER', text))),
        )
        assert.deepEqual(
          pairs.flatMap(({ left }) => left?.prompt?.text ?? []),
          a,
        )
        assert.deepEqual(
          pairs.flatMap(({ right }) => right?.prompt?.text ?? []),
          b,
        )
      }),
    )
  })
})

describe('what was done, in lines', () => {
  it('has what one stored in one go as one', () => {
    const event = (kind: string, at: string, observationCount: number, id = 'ada') => ({
      ...{ kind, at: `2026-01-01T10:${at}:00Z`, observationCount },
      principal: { id },
    })
    const lines = together([
      event('STORE', '05', 2),
      event('STORE', '04', 1),
      event('STORE', '03', 1, 'bob'),
      event('REWIND', '02', 0),
      event('STORE', '01', 1),
    ])
    assert.deepEqual(
      lines.map(({ event: { kind }, turns }) => `${kind} ${turns}`),
      ['STORE 3', 'STORE 1', 'REWIND 0', 'STORE 1'],
    )
  })

  it('never has two conversations in one, and has the parts of one file as one', () => {
    const event = (kind: string, id: string, fileName: string | null = null) => ({
      ...{ kind, at: '2026-01-01T10:00:00Z', observationCount: 2, principal: null },
      ...{ conversation: { id }, details: { fileName } },
    })
    const given = [event('STORE', 'a'), event('STORE', 'b'), event('IMPORT', 'b', 'one.jsonl')]
    const lines = together([...given, event('IMPORT', 'b', 'one.jsonl'), event('IMPORT', 'b', 'two.jsonl')])
    assert.deepEqual(
      lines.map(({ event: { kind, conversation }, turns }) => `${kind} ${conversation.id} ${turns}`),
      ['STORE a 2', 'STORE b 2', 'IMPORT b 4', 'IMPORT b 2'],
    )
  })

  it('says who did what, and what became of it', () => {
    const ada = { kind: 'KEY', id: 'k1', label: 'ada' }
    const told = (kind: string, details: unknown, turn: number | null = null, principal: typeof ada | null = ada) => {
      const { who, words, name, more } = sentenceOf({ kind, details, principal, headTo: { turn } }, 2, 'k2')
      return [who, words, name, more].filter((part) => part !== null).join(' | ')
    }
    assert.equal(told('STORE', {}), 'ada | added 2 turns')
    assert.equal(told('REWIND', { leftTranscript: 5 }, 2), 'ada | rewound to turn 2 | 5 turns stay as a branch')
    assert.equal(told('REWIND', { leftTranscript: 1 }), 'ada | rewound to the beginning | 1 turn stays as a branch')
    assert.equal(told('CHECKPOINT', { name: 'constructor' }), 'ada | set the checkpoint | constructor')
    assert.equal(told('ANNOTATE', { annotations: { branch: 'longer wait' } }), 'ada | named a branch | longer wait')
    assert.equal(told('ANNOTATE', { annotations: { mark: true } }), 'ada | starred a turn')
    assert.equal(told('UPDATE', { title: '' }), 'ada | took its title off')
    assert.equal(told('UPDATE', { metadata: { pinned: true } }), 'ada | pinned it')
    assert.equal(told('DELETE', {}, null, null), 'deleted the conversation')
    assert.equal(
      told('IMPORT', { fileName: 'a.jsonl' }, null, { ...ada, id: 'k2' }),
      'You | imported from | a.jsonl | 2 turns',
    )
    assert.equal(told('CORRECT', 'no object', null, { kind: 'ANONYMOUS', id: '', label: '' }), 'You | fixed a typo')
    assert.equal(told('constructor', {}), 'ada | changed something')
  })
})

describe('the marks of an axis', () => {
  it('are round, and reach the largest value', () => {
    assert.deepEqual(ticksOf(0), [0])
    assert.deepEqual(ticksOf(3), [0, 1, 2, 3])
    assert.deepEqual(ticksOf(221), [0, 100, 200, 300])
    assert.deepEqual(ticksOf(1_060_000), [0, 500_000, 1_000_000, 1_500_000])
  })
})

describe('what was stored of a message', () => {
  it('says what each changed, the oldest first in number', () => {
    const stored = (id: string, kind: string, text: string | null) => ({ id, kind, text })
    const lines = timeLine(
      [
        stored('f', 'RESTORATION', null),
        stored('e', 'DELETION', null),
        stored('d', 'CORRECTION', 'The word'),
        stored('c', 'TURN', 'Teh word'),
        stored('b', 'TURN', 'Teh word'),
        stored('a', 'TURN', 'A word'),
      ],
      6,
    )
    assert.deepEqual(
      lines.map(({ number, what, before }) => `${number} ${what} ${before ?? '-'}`),
      ['6 Restored -', '5 Deleted -', '4 Fixed a typo Teh word', '3 Said again -', '2 New version A word', '1 Said -'],
    )
  })
})

describe('counts over time', () => {
  it('keep gaps, and are by week or month where there are many days', () => {
    const days = (...all: string[]) => all.map((day) => ({ day, messages: 1 }))
    assert.deepEqual(
      spansOf(days('2026-01-01', '2026-01-03')).spans.map(({ count }) => count),
      [1, 0, 1],
    )
    const weeks = spansOf(days('2026-01-01', '2026-06-30'))
    assert.deepEqual([weeks.unit, weeks.spans[0]?.day], ['week', '2025-12-29'])
    const months = spansOf(days('2023-05-26', '2026-01-03'))
    assert.deepEqual([months.unit, months.spans.length], ['month', 33])
    assert.equal(
      months.spans.reduce((sum, { count }) => sum + count, 0),
      2,
    )
    assert.deepEqual(spansOf([]).spans, [])
  })
})

describe('tokens over time', () => {
  const cell = (day: string, model: string, inputTokens: number) => ({
    keys: [day, model],
    totals: { inputTokens, outputTokens: 0, cacheReadTokens: 0 },
  })

  it('are stacked by model, the models of most tokens first, gaps kept', () => {
    const { unit, models, stacks } = stacksOf([
      cell('2026-01-01', 'a', 1),
      cell('2026-01-01', 'b', 5),
      cell('2026-01-03', 'a', 2),
    ])
    assert.deepEqual([unit, models], ['day', ['b', 'a']])
    assert.deepEqual(
      stacks.map(({ parts }) => parts),
      [
        [5, 1],
        [0, 0],
        [0, 2],
      ],
    )
  })

  it('have six colours at most, and lose nothing by it', () => {
    const cells = Array.from({ length: 9 }, (_, at) => cell('2026-01-01', `m${at}`, at + 1))
    const { models, stacks } = stacksOf(cells)
    assert.deepEqual([models.length, models.at(-1)], [6, 'others'])
    assert.equal(
      stacks[0]?.parts.reduce((sum, part) => sum + part, 0),
      45,
    )
  })

  it('are none where nothing was spent', () => {
    assert.deepEqual(stacksOf([]), { unit: 'day', models: [], stacks: [] })
  })
})
