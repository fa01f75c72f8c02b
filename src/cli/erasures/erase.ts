import { randomUUID } from 'node:crypto'
import { Erase, TenantOfKey, type EraseMutation } from '../../client/documents/generated.ts'
import { eraseReasons, type EraseReason } from '../../domain/erasure/erasure.ts'
import { addCommand, choiceOf, type Program } from '../program.ts'
import { columns, counted } from '../text.ts'
import { scannedBy, type ScannedTargets } from './fromScan.ts'
import { withGraph, type CommonOptions } from '../withGraph.ts'

interface EraseOptions extends CommonOptions {
  readonly message?: readonly string[]
  readonly observation?: readonly string[]
  readonly entity?: readonly string[]
  readonly attachment?: readonly string[]
  readonly reason: string
  readonly note?: string
  readonly fromScan?: string
  readonly keepSummaries?: true
  readonly dryRun?: true
}

const collected = (value: string, before: readonly string[] = []): readonly string[] => [...before, value]

/** Adds `erase`: content goes wherever it is stored, and a receipt says so. Ids are whole, for nothing brings it back. */
export function addErase({ root, terminal, ended }: Program): void {
  addCommand(
    root,
    'erase [conversations...]',
    'erase content for good and sign a receipt',
    'turngraph erase --message c1:u1 --reason secret-leaked --dry-run\nturngraph erase c1 --reason data-subject-request',
  )
    .option('--message <id>', 'a message, all of it; may be given several times', collected)
    .option('--observation <id>', 'one observation; may be given several times', collected)
    .option('--attachment <id>', 'an attachment, whatever embeds it; may be given several times', collected)
    .option('--entity <id>', 'an entity; may be given several times', collected)
    .option(
      '--from-scan <file>',
      'what "scan --json" has printed: what holds secrets, but no whole conversations; "-" is stdin',
    )
    .addOption(choiceOf('--reason <reason>', 'why', eraseReasons).makeOptionMandatory())
    .option('--note <text>', 'a remark beside the receipt')
    .option('--keep-summaries', 'leave summaries of what is erased')
    .option('--dry-run', 'say what would go, and erase nothing')
    .action(async (conversationIds: readonly string[], options: EraseOptions) => {
      const run = withGraph(terminal, options, { writes: false }, async ({ graph, say, note }) => {
        const { viewer } = await graph.query(TenantOfKey, {})
        const scanned = await scannedBy(terminal, options.fromScan, viewer.tenant)
        for (const other of scanned?.others ?? [])
          await note(`The scan found secrets of tenant ${other} too: erase them with --tenant ${other}.`)
        const input = inputOf(conversationIds, options, scanned)
        const left = (scanned?.wholeConversations ?? []).filter((id) => !conversationIds.includes(id))
        if (left.length > 0) await say(leftText(left))
        if (input === null) {
          if (left.length === 0) await say('The scan found no secrets: nothing is erased.\n')
          return { document: { affected: null, receipt: null }, ok: true }
        }
        const { erase } = await graph.query(Erase, { input })
        await say(textOf(erase))
        const { affected, residue, receipt, warnings } = erase
        return { document: { affected, residue, receipt, warnings }, ok: true }
      })
      ended(await run)
    })
}

/** Returns what is to be erased; null where nothing is, for a scan alone was named and it found none. */
function inputOf(conversationIds: readonly string[], options: EraseOptions, scanned: ScannedTargets | null) {
  const targets = {
    ...{ conversationIds, messageIds: options.message ?? [] },
    observationIds: both(options.observation, scanned?.observationIds),
    entityIds: both(options.entity, scanned?.entityIds),
    attachmentIds: both(options.attachment, scanned?.attachmentIds),
  }
  if (scanned !== null && Object.values(targets).every(({ length }) => length === 0)) return null
  return {
    ...{ ...targets, reason: reasonOf(options.reason), note: options.note ?? null },
    ...{
      includeDerived: options.keepSummaries !== true,
      dryRun: options.dryRun === true,
      idempotencyKey: randomUUID(),
    },
  }
}

const both = (named: readonly string[] = [], scanned: readonly string[] = []) => [...new Set([...named, ...scanned])]

const leftText = (ids: readonly string[]): string =>
  `Secrets in titles, directories, metadata, runs, ledgers and state records go with their whole conversation alone; these are left: ${ids.join(', ')}. Name a conversation to erase it.\n`

function reasonOf(spelled: string): EraseReason {
  const name = spelled.toUpperCase().replaceAll('-', '_')
  return eraseReasons.find((one) => one === name) ?? 'OTHER'
}

function textOf({ affected, residue, receipt, warnings }: EraseMutation['erase']): string {
  if (!affected) return ''
  const { observations, equalElsewhere: _, ...more } = affected
  const rows = Object.entries(more).filter(([name, count]) => name !== '__typename' && count !== 0)
  const table = columns(rows.map(([name, count]) => [name, count] as const))
  const what = counted(observations, 'observation', 'observations')
  const warned = warnings.map(({ message }) => `${message}\n`).join('')
  const left = residue.map((one) => one.toLowerCase().replaceAll('_', ' ')).join(', ')
  if (!receipt) return `${what} would be erased.\n${table}${warned}Left then: ${left || 'nothing'}.\n`
  return `${what} erased; the receipt is ${receipt.id} ("turngraph erasures --json" prints it).\n${table}${warned}Left: ${left || 'nothing'}.\n`
}
