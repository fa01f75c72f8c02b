import assert from 'node:assert/strict'
import { it } from 'node:test'
import { badInput, eachItem } from '../../src/domain/refusals.ts'
import { storeTurnsOf } from '../../src/graphql/inputs.ts'

it('the refusal of one item of a list names the item in its sentence, its facts and its field', () => {
  const refuse = (item: string): string => {
    if (item === 'b') throw badInput('It is b.', { item }, ['name'])
    return item
  }
  assert.deepEqual(eachItem('things', ['a', 'c'], refuse), ['a', 'c'])
  assert.throws(() => eachItem('things', ['a', 'b'], refuse), {
    message: 'things[1]: It is b.',
    facts: { item: 'b', index: 1 },
    field: ['things', '1', 'name'],
  })
})

it('a turn of a batch that has both text and content is named by the refusal', () => {
  const turn = { role: 'USER', text: 'x' } as const
  const input = { turns: [turn, { ...turn, content: [{ text: 'y' }] }] } as unknown as Parameters<
    typeof storeTurnsOf
  >[0]
  assert.throws(() => storeTurnsOf(input), {
    message: /^turns\[1\]: /,
    field: ['turns', '1', 'text'],
  })
})
