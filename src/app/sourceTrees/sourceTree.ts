import { sealOf } from '../../domain/access/keyedDigest.ts'
import type { Conversation, TreeShape } from '../../domain/model.ts'
import { createFindings } from '../../formats/findings.ts'
import type { ImportSource } from '../../formats/importSource.ts'
import type { SourceEntry } from '../../formats/sourceEntry.ts'
import { valuesOf } from '../../formats/reading/lines/lineValues.ts'
import { lines } from '../../formats/reading/lines/lines.ts'
import { memoryScratch } from '../../formats/scratch.ts'
import { originalFile } from '../exports/originalFile.ts'
import type { Format } from '../../formats/format.ts'
import { storedFiles } from '../imports/raw/rawLines.ts'
import { withSpooled } from '../imports/sources/spooled.ts'
import { shapeOf } from '../markers/sidechains.ts'
import { cost } from '../read/budget.ts'
import type { Scope } from '../scope.ts'
import { OrderedTree } from './orderedTree.ts'
import { PlainFormula, type PlainShape } from './plainFormula.ts'
import { differenceOf } from './differenceOf.ts'
import type { SourceTree } from './model.ts'
import { storedShape } from './storedShape.ts'

/** Returns the counts of the file that ORIGINAL exports; null where it has none, or its entries name no parents. */
export function sourceTree(scope: Scope, conversation: Conversation): Promise<SourceTree | null> {
  return withSource(scope, conversation, async (plain, file, format) => {
    const tree = await orderedTree(scope, conversation, file, format)
    const counted = { ...plain, sidechainNodes: plain.shape.sidechains, ...kindsOf(plain, tree) }
    return { ...counted, difference: differenceOf(counted, await shapeOf(scope, conversation)) }
  })
}

/** Returns the shape of that file by the plain formula; where there is none, that of what is stored of the conversation. */
export async function sourceShape(scope: Scope, conversation: Conversation): Promise<TreeShape> {
  const treeShape = await withSource(scope, conversation, ({ shape }) => Promise.resolve(shape))
  return treeShape ?? storedShape(scope, conversation)
}

async function withSource<R>(
  scope: Scope,
  conversation: Conversation,
  use: (plain: PlainShape, file: ImportSource, format: Format) => Promise<R>,
): Promise<R | null> {
  scope.budget.spend(cost.check)
  const original = await originalFile(scope, conversation)
  const entryOf = original?.format.entryOf
  if (!original || !entryOf) return null
  return withSpooled(original.pieces(), null, room, async (file) => {
    const plain = await plainShape(scope, file, entryOf)
    return plain.shape.nodes === 0 ? null : use(plain, file, original.format)
  })
}

/** The most bytes of one file: more than any import takes. */
const room = { limit: 64 * 1024 ** 3 }
const linesAtOnce = 1_000

async function plainShape(
  scope: Scope,
  file: ImportSource,
  entryOf: NonNullable<Format['entryOf']>,
): Promise<PlainShape> {
  const formula = new PlainFormula()
  let read = 0
  for await (const sourceLines of lines(file.open()))
    for (const line of sourceLines) {
      if (++read % linesAtOnce === 0) {
        scope.signal?.throwIfAborted()
        scope.budget.spend(linesAtOnce * cost.hashed)
      }
      for (const entry of entriesOf(line, entryOf)) formula.add(entry)
    }
  return formula.result()
}

function entriesOf(line: Parameters<typeof valuesOf>[0], entryOf: NonNullable<Format['entryOf']>): SourceEntry[] {
  return valuesOf(line, null).values.map((value) => entryOf(value))
}

/** As an import reads the file. */
async function orderedTree(
  scope: Scope,
  { id }: Conversation,
  file: ImportSource,
  { read }: Format,
): Promise<OrderedTree> {
  const tree = new OrderedTree()
  const stored = (other: string) => storedFiles(scope, other)
  const options = {
    scratch: memoryScratch(),
    findings: createFindings(),
    conversationId: id,
    stored,
    seal: sealOf(scope),
  }
  const reading = (await read?.(file, options)) ?? null
  if (reading === null) return tree
  for await (const items of reading.items()) {
    scope.signal?.throwIfAborted()
    for (const item of items) if (item.kind === 'node') tree.add(item)
  }
  return tree
}

function kindsOf(plain: PlainShape, tree: OrderedTree): Pick<SourceTree, 'parallelCalls' | 'notes' | 'ways'> {
  let [parallelCalls, notes, ways] = [0, 0, 0]
  for (const children of plain.branchPoints) {
    if (tree.parts(children)) ways++
    else if (children.every((id) => plain.isTurn(id))) parallelCalls++
    else notes++
  }
  return { parallelCalls, notes, ways }
}
