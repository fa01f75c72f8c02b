import type { Graph, Integrity } from '../client/graph.ts'
import { perform, type CommonOptions, type Work } from './perform.ts'
import { addCommand, type Program } from './program.ts'
import { counted } from './text.ts'

/** Adds `verify [ID…]`: everything derived is computed anew and compared. */
export function addVerify({ root, terminal, ended }: Program): void {
  addCommand(root, 'verify [id...]', verified, 'turngraph verify\nturngraph verify 4fd2 --json')
    .addHelpText('after', note)
    .action(async (ids: string[], options: CommonOptions) => {
      ended(await perform(terminal, options, { writes: false }, (work) => verify(work, ids)))
    })
}

const verified = 'compute places, hashes and counts anew and compare them with the stored ones'
const note = `
Without an id all conversations are verified. The status is 1 when one is damaged.
What came in odd (a call without result, a parent nobody knew) is told, and is no damage.`

interface Verified extends Integrity {
  readonly conversationId: string
}

async function verify({ graph, say }: Work, ids: readonly string[]): Promise<{ document: unknown; ok: boolean }> {
  const found: Verified[] = []
  let checked = 0
  for await (const conversationId of ids.length > 0 ? ids : graph.conversationIds()) {
    const integrity = await graph.integrity(conversationId)
    checked++
    if (integrity.findings.length === 0) continue
    found.push({ conversationId, ...pick(integrity) })
    await say(textOf(conversationId, integrity))
  }
  const damaged = found.filter(({ damage }) => damage > 0).length
  await say(
    `${counted(checked, 'conversation', 'conversations')} verified, ${damaged === 0 ? 'none' : damaged} damaged.\n`,
  )
  return { document: { checked, damaged, findings: found }, ok: damaged === 0 }
}

function pick({ damage, repairable, findings }: Awaited<ReturnType<Graph['integrity']>>): Integrity {
  return { damage, repairable, findings }
}

const shown = 20

function textOf(id: string, { damage, findings }: Integrity): string {
  const state = damage > 0 ? `damaged, ${counted(damage, 'fault', 'faults')}` : 'sound; it came with'
  const lines = findings.slice(0, shown).map(({ code, message }) => `  ${message} (${code})\n`)
  const more = findings.length - shown
  return `${id}: ${state}\n${lines.join('')}${more > 0 ? `  and ${more} more; --json shows all of them\n` : ''}`
}
