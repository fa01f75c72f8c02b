import { failureOf, type Fault } from '../../client/failures.ts'
import { withOpenGraph, type CommonOptions, type CommandOutput, type WorkResult } from '../withGraph.ts'
import { addCommand, type Program } from '../program.ts'
import { counted } from '../text.ts'
import { checkedHere, checkedThere, type Checked, type Integrity } from './checked.ts'

interface VerifyOptions extends CommonOptions {
  readonly deep?: true
}

/** Adds `verify [ID…]`: everything derived is recomputed and compared. */
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
        await withOpenGraph(terminal, options, open, (store, talk) => {
          const chosen = url === undefined ? (tenant ?? null) : (store.tenants[0] ?? null)
          return verify(store, talk, { ids, deep: options.deep === true, chosen })
        }),
      )
    })
}

const verified = 'compute places, hashes and counts again and compare them with the stored ones'
const note = `
Without an id it verifies all conversations of all tenants, deleted ones too. Without --url it also
verifies the store itself: its pages, its indexes, the checksum of every row, that its
backup can be restored, and that entities agree with their facts.
The status is 1 when it finds damage. Irregular input (a call without a result, a parent
that is missing) is listed; it is not damage.`

interface Verified extends Integrity {
  readonly tenant: string
  readonly conversationId: string
}
/** What was verified of a tenant. */
interface VerifiedTenant {
  readonly tenant: string
  readonly checked: number
  readonly damaged: number
}

interface Request {
  readonly ids: readonly string[]
  readonly deep: boolean
  /** The tenant that was chosen, or the one of a server's key; null: the whole store is meant. */
  readonly chosen: string | null
}

async function verify(store: Checked, { say }: CommandOutput, { ids, deep, chosen }: Request): Promise<WorkResult> {
  const faults = ids.length > 0 ? null : await faultsOf(store)
  if (faults !== null && faults.length > 0)
    await say(`store: damaged, ${counted(faults.length, 'fault', 'faults')}\n${linesOf(faults)}`)
  const { checked, results, broken } = await conversations(store, say, ids, deep, faults)
  const tenants = store.tenants.map((tenant): VerifiedTenant => {
    const damaged = results.filter((one) => one.tenant === tenant && one.damage > 0).length
    return { tenant, checked: checked.get(tenant) ?? 0, damaged }
  })
  await say(summary(tenants, { chosen, faults }))
  const sum = (name: 'checked' | 'damaged') => tenants.reduce((all, one) => all + one[name], 0)
  const all = [...(faults ?? []), ...broken]
  return {
    document: {
      checked: sum('checked'),
      damaged: sum('damaged'),
      tenants,
      store: faults === null ? null : { damage: all.length, findings: all },
      findings: results,
    },
    ok: sum('damaged') + all.length === 0,
  }
}

/** Of several tenants each by its name; that the store is sound is said where all of it was looked at. */
function summary(
  tenants: readonly VerifiedTenant[],
  { chosen, faults }: { readonly chosen: string | null; readonly faults: readonly Fault[] | null },
): string {
  const isNamed = chosen !== null || tenants.length > 1
  const lines = tenants.map(({ tenant, checked, damaged }) => {
    const whose = isNamed ? ` of tenant ${tenant}` : ''
    return `${counted(checked, 'conversation', 'conversations')}${whose} verified, ${damaged === 0 ? 'none' : damaged} damaged.`
  })
  const what = chosen === null ? 'The store' : 'What the store itself has of it'
  const itself = faults === null ? '' : `${what} is ${faults.length === 0 ? 'sound' : 'damaged'}.`
  return `${lines.join('\n')}${itself === '' ? '' : lines.length > 1 ? `\n${itself}` : ` ${itself}`}\n`
}

/** That it cannot be read is damage as well. */
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
): Promise<{ checked: ReadonlyMap<string, number>; results: Verified[]; broken: Fault[] }> {
  const results: Verified[] = []
  const broken: Fault[] = []
  const checked = new Map<string, number>()
  const verifyOne = async (tenant: string, conversationId: string) => {
    const { damage, repairable, findings } = await store.integrity(tenant, conversationId, deep)
    checked.set(tenant, (checked.get(tenant) ?? 0) + 1)
    if (findings.length === 0) return
    results.push({ tenant, conversationId, damage, repairable, findings })
    const name = store.tenants.length > 1 ? `${tenant}: ${conversationId}` : conversationId
    await say(textOf(name, { damage, repairable, findings }))
  }
  try {
    for (const tenant of ids.length > 0 ? [] : store.tenants)
      for await (const id of store.conversationIds(tenant)) await verifyOne(tenant, id)
    for (const id of ids) await whereverItIs(store.tenants, (tenant) => verifyOne(tenant, id))
  } catch (thrown) {
    if (faults === null || faults.length === 0) throw thrown
    broken.push(faultOf(thrown))
    await say(`  The rest cannot be verified: ${faultOf(thrown).message}\n`)
  }
  return { checked, results, broken }
}

/** Does something in each tenant that has it; refuses what none has as the first of them does. */
async function whereverItIs(tenants: readonly string[], work: (tenant: string) => Promise<void>): Promise<void> {
  let [refusal, isFound]: [unknown, boolean] = [null, false]
  for (const tenant of tenants)
    try {
      await work(tenant)
      isFound = true
    } catch (thrown) {
      if (failureOf(thrown).code !== 'NOT_FOUND') throw thrown
      refusal ??= thrown
    }
  if (!isFound) throw refusal
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
