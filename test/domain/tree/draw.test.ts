import assert from 'node:assert/strict'
import { it } from 'node:test'
import { draw } from '../../../src/domain/tree/draw.ts'
import { tree } from '../../support/tree/drawing.ts'
import { drawing } from './support.ts'

it('a tree is drawn in the notation that is asked for', () => {
  const drawn = drawing(tree('a b<a c<a'))
  assert.equal(draw(drawn, 'TEXT'), 'T\n● 1 USER a\n├─ ● 2 USER b\n└─ ● 2 USER c\n')
  assert.match(draw(drawn, 'MERMAID'), /^graph TD\n {2}n0\["1 USER a"\]\n/)
  assert.match(draw(drawn, 'DOT'), /^digraph "T" \{\n {2}node \[shape=box\]\n/)
})
