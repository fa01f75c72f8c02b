import { Secrets, type SecretsQuery } from '../../client/documents/generated.ts'
import type { GraphClient } from '../../client/graphClient.ts'
import { byIds } from '../ids/wholeIds.ts'
import { addCommand, type Program } from '../program.ts'
import { counted, spelled, tableText } from '../text.ts'
import { withGraph, type CommonOptions } from '../withGraph.ts'

/** A secret as `scan --json` prints it: `erase --from-scan` reads its observation. */
export interface ScannedSecret {
  readonly conversationId: string | null
  readonly turnId: string | null
  readonly messageId: string | null
  readonly observationId: string
  readonly rule: string
  readonly kind: string
  readonly place: string
  readonly block: number | null
  readonly offset: number
}

/** Adds `scan`: secrets in what is stored, with their places and kinds; nothing of a secret is printed. */
export function addScan({ root, terminal, ended }: Program): void {
  addCommand(
    root,
    'scan [conversations...]',
    'find secrets in what is stored, in all of it or in some conversations; none is printed',
    'turngraph scan\nturngraph scan --json | turngraph erase --from-scan - --reason secret-leaked --dry-run',
  ).action(async (conversationIds: readonly string[], options: CommonOptions) => {
    const run = withGraph(terminal, options, { writes: false }, async ({ graph, say }) => {
      const { scanned, secrets } =
        conversationIds.length === 0
          ? await scan(graph, null)
          : await byIds(graph, conversationIds, (ids) => scan(graph, ids))
      await say(textOf(scanned, secrets))
      return { document: { scanned, secrets }, ok: true }
    })
    ended(await run)
  })
}

async function scan(graph: GraphClient, conversationIds: readonly string[] | null) {
  const secrets: ScannedSecret[] = []
  let scanned = 0
  for (let after: string | null = null; ;) {
    const { secrets: page }: SecretsQuery = await graph.query(Secrets, { conversationIds, after })
    scanned += page.scanned
    secrets.push(...page.nodes.map(secretOf))
    if (!page.pageInfo.hasNextPage) return { scanned, secrets }
    after = page.pageInfo.endCursor
  }
}

function secretOf({ conversation, message, observation, ...secret }: SecretsQuery['secrets']['nodes'][number]) {
  const { rule, kind, place, block, offset } = secret
  const of = {
    conversationId: conversation?.id ?? null,
    turnId: message?.turnId ?? null,
    messageId: message?.id ?? null,
  }
  return { ...of, observationId: observation.id, rule, kind, place, block, offset }
}

function textOf(scanned: number, secrets: readonly ScannedSecret[]): string {
  const where = `in ${counted(scanned, 'observation', 'observations')}`
  if (secrets.length === 0) return `No secrets were found ${where}.\n`
  const rows = secrets.map((one) => [one.conversationId ?? '', one.turnId ?? one.observationId, spelled(one.kind), spelled(one.place)]) // prettier-ignore
  const table = tableText(['conversation', 'turn', 'kind', 'place'], rows, [false, false, false, false])
  return `${table}${counted(secrets.length, 'secret', 'secrets')} ${where}. "turngraph help erase" says how they go.\n`
}
