import { Erasures, type ErasuresQuery } from '../../client/documents/generated.ts'
import type { GraphClient } from '../../client/graphClient.ts'
import { addCommand, type Program } from '../program.ts'
import { addForget } from './forget.ts'
import { addSweep } from './sweep.ts'
import { minuteOf, tableText } from '../text.ts'
import { ofTenant, withEveryTenant } from '../store/everyTenant.ts'
import type { CommonOptions } from '../withGraph.ts'

type Receipt = ErasuresQuery['erasures']['nodes'][number]

/** Adds `erasures`: what was erased, with its receipts. */
export function addErasures(program: Program): void {
  const { root, terminal, ended } = program
  const erasures = addCommand(
    root,
    'erasures',
    'list what was erased of every tenant, of erased ones too, newest first; --json prints the receipts',
    'turngraph erasures\nturngraph erasures --json',
  )
  erasures.action(async (options: CommonOptions) => {
    const run = withEveryTenant(terminal, options, {
      withErased: true,
      async ask({ graph }) {
        const erasures = await allOf(graph)
        return { document: { erasures }, text: erasures.length === 0 ? 'Nothing was erased.\n' : tableOf(erasures) }
      },
      merged: (all) => ({ erasures: all.flatMap((one) => ofTenant(one.tenant, one.erasures)) }),
    })
    ended(await run)
  })
  addSweep(erasures, program)
  addForget(erasures, program)
}

async function allOf(graph: GraphClient): Promise<Receipt[]> {
  const all: Receipt[] = []
  for (let after: string | null = null; ;) {
    const { erasures }: ErasuresQuery = await graph.query(Erasures, { after })
    all.push(...erasures.nodes)
    if (!erasures.pageInfo.hasNextPage) return all
    after = erasures.pageInfo.endCursor
  }
}

function tableOf(erasures: readonly Receipt[]): string {
  const names = ['id', 'at', 'state', 'reason', 'observations']
  const rows = erasures.map(({ id, at, state, reason, scope }) => [
    id,
    minuteOf(at),
    state.toLowerCase(),
    reason.toLowerCase(),
    String(scope.observations),
  ])
  return tableText(names, rows, [false, false, false, false, true])
}
