import type { TreeShape } from '../../domain/model.ts'
import type { SourceTree } from './model.ts'

type Counted = Omit<SourceTree, 'difference'>

/** Returns in words why a conversation's tree has other numbers than the plain formula finds in its file. */
export function differenceOf(counted: Counted, tree: TreeShape): string {
  return [branchPoints(counted, tree), nodes(counted), roots(counted)].filter((one) => one !== '').join(' ')
}

function branchPoints({ shape, parallelCalls, notes, ways }: Counted, tree: TreeShape): string {
  const all = shape.branchPoints
  if (all === 0) return 'No entry of the file has several children.'
  const of = `of ${counted(all, 'branch point', 'branch points')} of the file`
  const straight = [
    ...(parallelCalls === 0 ? [] : [`${parallelCalls} ${of} ${are(parallelCalls)} parallel calls with their results`]),
    ...(notes === 0
      ? []
      : [`${notes} ${parallelCalls === 0 ? `${of} ` : ''}${are(notes)} a turn with notes beside it`]),
  ].join(' and ')
  const preserved = listed([
    [tree.branchPoints, 'branch point', 'branch points'],
    [tree.versionPoints, 'place of versions', 'places of versions'],
  ])
  return [
    straight === '' ? '' : `${straight}: the tree has them one after the other.`,
    ways === 0 ? '' : `At ${ways}${straight === '' ? ` ${of}` : ''} the talk went two ways.`,
    `The tree of this conversation has ${preserved === '' ? 'no branch point' : preserved}.`,
  ]
    .filter((one) => one !== '')
    .join(' ')
}

const are = (count: number) => (count === 1 ? 'is' : 'are')
const counted = (count: number, one: string, many: string) => `${count} ${count === 1 ? one : many}`
const listed = (all: readonly (readonly [number, string, string])[]) =>
  all.flatMap(([count, one, many]) => (count === 0 ? [] : [counted(count, one, many)])).join(' and ')

function nodes({ shape, sidechainNodes }: Counted): string {
  if (sidechainNodes === 0 || sidechainNodes === shape.nodes) return ''
  return `${sidechainNodes} of the ${shape.nodes} nodes are sub-agents', which are conversations of their own.`
}

function roots({ danglingParents: dangling }: Counted): string {
  if (dangling === 0) return ''
  return dangling === 1
    ? '1 node names a parent that the file lacks; the tree has it as a root.'
    : `${dangling} nodes name parents that the file lacks; the tree has them as roots.`
}
