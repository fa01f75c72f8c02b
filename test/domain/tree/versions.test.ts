import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import fc from '../../support/properties.ts'
import type { Observation, Role } from '../../../src/domain/model.ts'
import { versionsAmong } from '../../../src/domain/tree/versions.ts'
import { unplaced, type Made } from '../../support/tree/drawing.ts'

const node = (id: string, made: Made = {}): Observation => unplaced(id, made)
const shown = (child: Observation, parent: Observation | null, children: readonly Observation[]) => {
  const found = versionsAmong(child, parent, children)
  return found && `${found.previous?.id ?? ''}<${found.index}/${found.count}>${found.next?.id ?? ''}`
}

describe('versions of a turn', () => {
  const prompt = node('u')
  const answers = ['a', 'b', 'c'].map((id) => node(id, { role: 'ASSISTANT' }))

  it('are the children of one parent with one role, oldest first, whatever their turn ids', () => {
    const children = [...answers, node('s', { role: 'SYSTEM' }), node('n', { kind: 'NOTE' })]
    assert.deepEqual(
      answers.map((answer) => shown(answer, prompt, children)),
      ['<1/3>b', 'a<2/3>c', 'b<3/3>'],
    )
  })

  it('are none where a turn stands alone with its role', () => {
    assert.equal(shown(prompt, null, [prompt]), null)
    const system = node('s', { role: 'SYSTEM' })
    assert.equal(shown(system, prompt, [...answers, system]), null)
  })

  it('are no parallel calls of one answer: of them one counts', () => {
    const calls = ['x', 'y'].map((id) => node(id, { role: 'ASSISTANT', answerId: 'one' }))
    const [x, y] = calls as [Observation, Observation]
    const other = node('z', { role: 'ASSISTANT', answerId: 'two' })
    assert.equal(shown(x, prompt, calls), null)
    assert.equal(shown(y, prompt, [...calls, other]), '<1/2>z')
    assert.equal(shown(other, prompt, [...calls, other]), 'x<2/2>')
  })

  it('are storings of one turn, also where they have one answer', () => {
    const parts = ['x', 'y'].map((id) => node(id, { role: 'ASSISTANT', answerId: 'one', message: 'm' }))
    assert.equal(shown(parts[0] as Observation, prompt, parts), '<1/2>y')
    const own = node('z', { role: 'ASSISTANT', answerId: 'one', message: 'own' })
    const found = versionsAmong(own, prompt, [...parts, own], () => 'm')
    assert.equal(found?.index, 3)
  })

  it('are no further turns of the answer above, and no results', () => {
    const above = node('p', { role: 'ASSISTANT', answerId: 'one' })
    const more = node('q', { role: 'ASSISTANT', answerId: 'one' })
    const next = node('r', { role: 'ASSISTANT', answerId: 'two' })
    assert.equal(shown(more, above, [more, next]), null)
    assert.equal(shown(next, above, [more, next]), null)
    const results = ['1', '2'].map((id) => node(id, { role: 'TOOL' }))
    assert.equal(shown(results[0] as Observation, above, results), null)
  })

  it('are roots of persons only', () => {
    const roots = [prompt, node('v'), node('s1', { role: 'SYSTEM' }), node('s2', { role: 'SYSTEM' })]
    assert.equal(shown(prompt, null, roots), '<1/2>v')
    assert.equal(shown(roots[2] as Observation, null, roots), null)
  })

  it('lead from one to the next and back, each once', () => {
    const child = fc.record({
      role: fc.constantFrom<Role>('USER', 'ASSISTANT'),
      answer: fc.option(fc.constantFrom('1', '2')),
    })
    fc.assert(
      fc.property(fc.array(child, { maxLength: 12 }), (given) => {
        const children = given.map(({ role, answer }, i) =>
          node(`${i}`, { role, ...(answer === null ? {} : { answerId: answer }) }),
        )
        for (const one of children) {
          const found = versionsAmong(one, prompt, children)
          if (!found) continue
          assert.equal(found.previous === null, found.index === 1)
          assert.equal(found.next === null, found.index === found.count)
          const back = found.next && versionsAmong(found.next, prompt, children)
          if (back && one.usage === null) assert.equal(back.index, found.index + 1)
          if (found.next) assert.equal(found.next.role, one.role)
        }
      }),
    )
  })
})
