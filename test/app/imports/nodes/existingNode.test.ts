import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { existingNode } from '../../../../src/app/imports/nodes/existingNode.ts'
import { NodesByEntry } from '../../../../src/app/imports/nodes/nodesByEntry.ts'
import { contentHash } from '../../../../src/domain/tree/pathHash.ts'
import type { TreeNode } from '../../../../src/domain/model.ts'
import type { PlannedNode } from '../../../../src/formats/plan.ts'
import { fakeOf } from '../../../support/fakes.ts'

const said = (text: string) => ({
  kind: 'TURN' as const,
  role: 'USER' as const,
  blocks: [{ type: 'text' as const, text }],
})

interface Stored {
  readonly salt?: string | null
  readonly parentId?: string | null
  /** Called whenever something compares what the node says. */
  readonly onCompare?: () => void
}
/** A stored node that says a text. */
function stored(
  conversationId: string,
  text: string,
  { salt = null, parentId = null, onCompare }: Stored = {},
): TreeNode {
  const content = { ...said(text), senderId: null, senderKind: null, marker: null, salt }
  const hash = contentHash(content)
  const node = {
    ...content,
    id: `${conversationId}.${text}`,
    conversationId,
    observedAt: 't',
    place: { parentId },
    copyOf: null,
    fields: {},
  }
  Object.defineProperty(node, 'contentHash', {
    enumerable: true,
    get() {
      onCompare?.()
      return hash
    },
  })
  return node as unknown as TreeNode
}

/** An entry of that text; `parent`: it is no root. */
function entry(conversationId: string, text: string): PlannedNode {
  const draft = { ...said(text), observedAt: null }
  return fakeOf<PlannedNode>('planned node', {
    conversationId,
    externalId: 'm',
    exact: true,
    missingParent: null,
    draft,
  })
}

function among(nodes: readonly TreeNode[]): NodesByEntry {
  const byEntry = new NodesByEntry()
  for (const node of nodes) byEntry.add('m', node)
  return byEntry
}

describe('the stored node that an entry is', () => {
  it("is its own conversation's where that says the same, and another one's where the talk above is the same, too", () => {
    const root = stored('a', 'hi')
    const below = stored('a', 'ho', { parentId: root.id })
    const nodes = among([root, below, stored('b', 'ho')])
    assert.equal(existingNode(entry('b', 'ho'), null, nodes)?.id, 'b.ho')
    assert.equal(existingNode(entry('b', 'hi'), null, nodes), root)
    assert.equal(existingNode(entry('c', 'ho'), root, nodes), below)
    assert.equal(existingNode(entry('c', 'other'), root, nodes), null)
  })

  for (const salt of [null, 'salt'])
    it(`is found among a thousand of its id without a comparison with each${salt === null ? '' : ', where hashes are salted'}`, () => {
      let compared = 0
      const onCompare = () => void compared++
      const all = Array.from({ length: 1000 }, (_, i) =>
        stored(`c${i}`, `says ${i}`, { salt: salt && `${salt}${i}`, onCompare }),
      )
      const nodes = among(all)
      compared = 0
      assert.equal(existingNode(entry('new', 'says 500'), null, nodes), all[500])
      assert.equal(existingNode(entry('new', 'says nothing'), null, nodes), null)
      assert.ok(compared <= 2, `${compared} comparisons`)
    })
})
