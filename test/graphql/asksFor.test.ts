import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { Kind, parse, type FieldNode, type FragmentDefinitionNode } from 'graphql'
import { mostReadRows, mostRows } from '../../src/app/prompts/promptsPage.ts'
import { mostRowsOf } from '../../src/graphql/asksFor.ts'

/** How many rows a page may have of which this is asked. */
function rowsOf(selection: string, rest = ''): number {
  const { definitions } = parse(`{ prompts ${selection} } ${rest}`)
  const fragments: Record<string, FragmentDefinitionNode> = {}
  const fieldNodes: FieldNode[] = []
  for (const one of definitions) {
    if (one.kind === Kind.FRAGMENT_DEFINITION) fragments[one.name.value] = one
    else if (one.kind === Kind.OPERATION_DEFINITION) fieldNodes.push(one.selectionSet.selections[0] as FieldNode)
  }
  return mostRowsOf({ fieldNodes, fragments })
}

describe('how many rows a page of prompts may have', () => {
  it('is many where only what is known of them is asked', () => {
    for (const selection of ['{ nodes { id text } }', '{ edges { node { id } cursor } pageInfo { endCursor } }', ''])
      assert.equal(rowsOf(selection), mostRows, selection)
  })

  it('is few where their nodes must be read, wherever in the page that is asked', () => {
    for (const selection of [
      '{ nodes { steps } }',
      '{ edges { node { models } } }',
      '{ nodes { loop { tools { name } } } }',
    ])
      assert.equal(rowsOf(selection), mostReadRows, selection)
  })

  it('is the same by whatever name or through whatever fragment it is asked', () => {
    assert.equal(rowsOf('{ nodes { known: steps } }'), mostReadRows)
    assert.equal(
      rowsOf('{ ... on Page { nodes { ...Row } } }', 'fragment Row on Row { ...More } fragment More on Row { strip }'),
      mostReadRows,
    )
    assert.equal(rowsOf('{ nodes { steps: id } }'), mostRows)
  })

  it('has nothing to do with fields of that name below others', () => {
    assert.equal(rowsOf('{ nodes { conversation { models } } }'), mostRows)
  })

  it('is found though fragments name each other or are not there', () => {
    const circle = 'fragment A on Row { ...B id } fragment B on Row { ...A }'
    assert.equal(rowsOf('{ nodes { ...A ...Gone ...toString } }', circle), mostRows)
    assert.equal(rowsOf('{ nodes { ...A steps } }', circle), mostReadRows)
  })
})
