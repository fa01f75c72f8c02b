import { Secrets, type NotScanned, type SecretsQuery } from '../../client/documents/generated.ts'
import type { GraphClient } from '../../client/graphClient.ts'
import { byIds } from '../ids/wholeIds.ts'
import { addCommand, type Program } from '../program.ts'
import { counted, spelled, tableText } from '../text.ts'
import { ofOneTenant, ofTenant, withEveryTenant } from '../store/everyTenant.ts'
import type { CommonOptions } from '../withGraph.ts'

/** A secret as `scan --json` prints it: `erase --from-scan` reads what holds it. */
export interface ScannedSecret {
  readonly conversationId: string | null
  readonly turnId: string | null
  readonly messageId: string | null
  readonly observationId: string | null
  readonly attachmentId: string | null
  readonly entityId: string | null
  readonly recordKind: string | null
  readonly recordKey: string | null
  readonly rule: string
  readonly kind: string
  readonly place: string
  readonly block: number | null
  readonly offset: number
}

interface Scan {
  readonly scanned: number
  readonly secrets: readonly ScannedSecret[]
  readonly notScanned: readonly NotScanned[]
}

/** Adds `scan`: secrets in what is stored, with their places and kinds; nothing of a secret is printed. */
export function addScan({ root, terminal, ended }: Program): void {
  addCommand(
    root,
    'scan [conversations...]',
    'find secrets in what is stored, in all of it or in some conversations of a tenant; none is printed',
    'turngraph scan\nturngraph scan --json | turngraph erase --from-scan - --reason secret-leaked --dry-run',
  ).action(async (conversationIds: readonly string[], options: CommonOptions) => {
    const run = withEveryTenant(terminal, conversationIds.length === 0 ? options : ofOneTenant(options), {
      async ask({ graph }) {
        const document =
          conversationIds.length === 0
            ? await scan(graph, null)
            : await byIds(graph, conversationIds, (ids) => scan(graph, ids))
        return { document, text: textOf(document) }
      },
      merged: (all) => ({
        scanned: all.reduce((sum, { scanned }) => sum + scanned, 0),
        secrets: all.flatMap(({ tenant, secrets }) => ofTenant(tenant, secrets)),
        notScanned: [...new Set(all.flatMap(({ notScanned }) => notScanned))].sort(),
      }),
    })
    ended(await run)
  })
}

async function scan(graph: GraphClient, conversationIds: readonly string[] | null): Promise<Scan> {
  const secrets: ScannedSecret[] = []
  const notScanned = new Set<NotScanned>()
  let scanned = 0
  for (let after: string | null = null; ;) {
    const { secrets: page }: SecretsQuery = await graph.query(Secrets, { conversationIds, after })
    scanned += page.scanned
    for (const one of page.notScanned) notScanned.add(one)
    secrets.push(...page.nodes.map(secretOf))
    if (!page.pageInfo.hasNextPage) return { scanned, secrets, notScanned: [...notScanned].sort() }
    after = page.pageInfo.endCursor
  }
}

function secretOf(secret: SecretsQuery['secrets']['nodes'][number]): ScannedSecret {
  const { rule, kind, place, block, offset, message, observation, attachment, entity } = secret
  return {
    conversationId: secret.conversationId ?? null,
    turnId: message?.turnId ?? null,
    messageId: message?.id ?? null,
    observationId: observation?.id ?? null,
    attachmentId: attachment?.id ?? null,
    entityId: entity?.id ?? null,
    ...{ recordKind: secret.recordKind ?? null, recordKey: secret.recordKey ?? null },
    ...{ rule, kind, place, block, offset },
  }
}

/** What is not scanned, in words. */
const passedBy: Readonly<Record<NotScanned, string>> = {
  BINARY_ATTACHMENTS: 'attachments that are no text',
  LONG_ATTACHMENTS: 'the rest of attachments above 4 MiB',
  BINARY_RECORDS: 'state records that are no text',
  LOOSE_LINES: 'lines of imported files that made no turn',
  RELATIONSHIPS: 'metadata of relationships',
}

function textOf({ scanned, secrets, notScanned }: Scan): string {
  const where = `in ${counted(scanned, 'observation', 'observations')} and what stands beside them`
  const not = notScanned.map((one) => passedBy[one]).join(', ')
  const left = not === '' ? '' : `Not scanned: ${not}.\n`
  if (secrets.length === 0) return `No secrets were found ${where}.\n${left}`
  const table = tableText(['conversation', 'what', 'kind', 'place'], secrets.map(rowOf), [false, false, false, false])
  return `${table}${counted(secrets.length, 'secret', 'secrets')} ${where}. "turngraph help erase" says how they go.\n${left}`
}

function rowOf(one: ScannedSecret): string[] {
  const what = one.entityId ?? one.recordKey ?? one.turnId ?? one.observationId ?? ''
  return [one.conversationId ?? '', what, spelled(one.kind), spelled(one.place)]
}
