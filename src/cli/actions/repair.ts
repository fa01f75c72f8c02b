import { randomUUID } from 'node:crypto'
import { RepairPath, type RepairPathMutation } from '../../client/documents/generated.ts'
import { byId } from '../ids/wholeIds.ts'
import { backSentence, undoBack } from '../verbs/back.ts'
import { withGraph, type CommonOptions } from '../withGraph.ts'
import { addCommand, type Program } from '../program.ts'
import { counted } from '../text.ts'

interface RepairOptions extends CommonOptions {
  readonly write?: true
  readonly leaveOut?: true
}

/** Adds `repair ID`: findings of `verify` on the path to the head are printed, and with `--write` mended. */
export function addRepair({ root, terminal, ended }: Program): void {
  addCommand(
    root,
    'repair <id>',
    'repair tool calls without results and the like; a dry run unless --write is given',
    'turngraph repair 4fd2\nturngraph repair 4fd2 --write',
  )
    .option('--write', 'mend it; what it replaces stays in the tree')
    .option('--leave-out', 'leave calls without a result out, where a result is made up otherwise')
    .action(async (conversationId: string, { write, leaveOut, ...options }: RepairOptions) => {
      const toolCalls = leaveOut ? 'LEAVE_OUT' : 'SYNTHETIC_RESULT'
      const run = withGraph(terminal, options, { writes: false }, async ({ graph, say }) => {
        const request = { dryRun: write !== true, toolCalls, idempotencyKey: randomUUID() } as const
        const mended = await byId(graph, conversationId, async (id) =>
          mendedOf(await graph.query(RepairPath, { input: { conversationId: id, ...request } }), id, options),
        )
        await say(textOf(mended))
        return { document: { conversationId, ...mended }, ok: mended.damage === 0 }
      })
      ended(await run)
    })
}

/** What there is to mend, or was mended; `faults` is null where nothing was written. */
type Mended = ReturnType<typeof mendedOf>

function mendedOf({ repair: { report, event } }: RepairPathMutation, id: string, options: CommonOptions) {
  if (!report) throw new Error('The report is missing.')
  const { faults } = (event?.details ?? {}) as { readonly faults?: unknown }
  const back = event && undoBack(id, event, options)
  return { ...report, faults: event === null ? null : Number(faults), back }
}

const displayLimit = 20

function textOf({ faults, repairable, findings, back }: Mended): string {
  const lines = findings.slice(0, displayLimit).map(({ code, message }) => `  ${message} (${code})\n`)
  const more = findings.length - displayLimit
  const rest = more > 0 ? `  and ${more} more; --json shows all of them\n` : ''
  if (faults !== null)
    return `${counted(faults, 'fault', 'faults')} mended; what was replaced stays in the tree.${backSentence(back)}\n${lines.join('')}${rest}`
  const dry =
    repairable === 0 ? 'There is nothing to mend' : `${counted(repairable, 'fault', 'faults')} can be mended by --write`
  return `${dry}${findings.length === 0 ? '.' : ':'}\n${lines.join('')}${rest}`
}
