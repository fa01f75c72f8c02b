import { failureOf, type Fault } from '../../client/failures.ts'
import { withOpenGraph, type CommonOptions, type CommandOutput, type WorkResult } from '../withGraph.ts'
import { addCommand, type Program } from '../program.ts'
import { counted } from '../text.ts'
import { checkedHere, checkedThere, type Checked, type Integrity } from './checked.ts'

interface VerifyOptions extends CommonOptions {
  readonly deep?: true
}

/** Adds `verify [ID…]`: everything derived is computed anew and compared. */
export function addVerify({ root, terminal, ended }: Program): void {
  addCommand(
    root,
    'verify [id...]',
    verified,
    'turngraph verify\nturngraph verify --deep\nturngraph verify 4fd2 --json',
  )
    .option('--deep', 'read the bytes of attachments and hash them, instead of counting them')
    .addHelpText('after', note)
    .action(async (ids: string[], options: VerifyOptions) => {
      const { url, tenant } = options
      const mode = { writes: false, tenant }
      const open = () => (url ? checkedThere(terminal.env, url) : checkedHere(terminal.env, mode))
      ended(
        await withOpenGraph(terminal, options, open, (store, talk) => verify(store, talk, ids, options.deep === true)),
      )
    })
}

const verified = 'compute places, hashes and counts anew and compare them with the stored ones'
const note = `
Without an id it verifies all conversations, deleted ones too. Without --url it also
verifies the store itself: its pages, its indexes, the checksum of every row, that its
backup can be restored, and that entities agree with their facts.
The status is 1 when it finds damage. Irregular input (a call without a result, a parent
that is missing) is listed; it is not damage.`

interface Verified extends Integrity {
  readonly conversationId: string
}

async function verify(
  store: Checked,
  { say }: CommandOutput,
  ids: readonly string[],
  deep: boolean,
): Promise<WorkResult> {
  const faults = ids.length > 0 ? null : await faultsOf(store)
  if (faults !== null && faults.length > 0)
    await say(`store: damaged, ${counted(faults.length, 'fault', 'faults')}\n${linesOf(faults)}`)
  const { checked, results, broken } = await conversations(store, say, ids, deep, faults)
  const damaged = results.filter(({ damage }) => damage > 0).length
  const itself = faults === null ? '' : faults.length === 0 ? ' The store is sound.' : ' The store is damaged.'
  await say(
    `${counted(checked, 'conversation', 'conversations')} verified, ${damaged === 0 ? 'none' : damaged} damaged.${itself}\n`,
  )
  const all = [...(faults ?? []), ...broken]
  return {
    document: {
      checked,
      damaged,
      store: faults === null ? null : { damage: all.length, findings: all },
      findings: results,
    },
    ok: damaged + all.length === 0,
  }
}

/** That it cannot be looked through is damage as well. */
async function faultsOf(store: Checked): Promise<readonly Fault[] | null> {
  try {
    return await store.faults()
  } catch (thrown) {
    return [faultOf(thrown)]
  }
}

function faultOf(thrown: unknown): Fault {
  return { code: 'STORE_UNREADABLE', message: failureOf(thrown).message, details: null }
}

/** Verifies them one after the other; of a damaged store as far as it can be read. */
async function conversations(
  store: Checked,
  say: CommandOutput['say'],
  ids: readonly string[],
  deep: boolean,
  faults: readonly Fault[] | null,
): Promise<{ checked: number; results: Verified[]; broken: Fault[] }> {
  const results: Verified[] = []
  const broken: Fault[] = []
  let checked = 0
  try {
    for await (const conversationId of ids.length > 0 ? ids : store.conversationIds()) {
      const { damage, repairable, findings } = await store.integrity(conversationId, deep)
      checked++
      if (findings.length === 0) continue
      results.push({ conversationId, damage, repairable, findings })
      await say(textOf(conversationId, { damage, repairable, findings }))
    }
  } catch (thrown) {
    if (faults === null || faults.length === 0) throw thrown
    broken.push(faultOf(thrown))
    await say(`  The rest cannot be verified: ${faultOf(thrown).message}\n`)
  }
  return { checked, results, broken }
}

const displayLimit = 20

function textOf(id: string, { damage, findings }: Integrity): string {
  const state = damage > 0 ? `damaged, ${counted(damage, 'fault', 'faults')}` : 'sound; it came with'
  return `${id}: ${state}\n${linesOf(findings)}`
}

function linesOf(findings: readonly Fault[]): string {
  const lines = findings.slice(0, displayLimit).map(({ code, message }) => `  ${message} (${code})\n`)
  const more = findings.length - displayLimit
  return `${lines.join('')}${more > 0 ? `  and ${more} more; --json shows all of them\n` : ''}`
}
