import type { Command } from 'commander'
import type { TenantRecord } from '../../domain/access/requester.ts'
import { isGone } from '../../app/access/registeredTenant.ts'
import { eraseReasons, type EraseReason, type Erasure } from '../../domain/erasure/erasure.ts'
import { CommandFailed } from '../../client/failures.ts'
import { choiceOf, exampleText, type Program } from '../program.ts'
import { columns, counted, minuteOf, spelled } from '../text.ts'
import { addRegistryCommand, onRegistry } from './onRegistry.ts'

interface Options {
  readonly json?: true
}

/** Adds `tenants create|list|salt|suspend|resume|erase|retain`: whose data there is. They work on the store itself, also beside a running server. */
export function addTenants(program: Program): void {
  const group = program.root
    .command('tenants')
    .description('make, list, salt, suspend and erase tenants in the store, and say how long they keep')
    .addHelpText('after', exampleText('turngraph tenants create acme'))
  addRegistryCommand(
    group,
    'create <name>',
    'make a tenant, salted unless --plain is given',
    'turngraph tenants create acme',
  )
    .option('--plain', 'do not salt its hashes: equal talk has equal hashes, also after one of both is erased')
    .action((name: string, options: Options & { readonly plain?: true }) =>
      onRegistry(program, options, async (registry) =>
        toldOf(await registry.createTenant(name, options.plain !== true), 'is made'),
      ),
    )
  addRegistryCommand(group, 'list', 'list all tenants', 'turngraph tenants list').action((options: Options) =>
    onRegistry(program, options, async (registry) => {
      const tenants = await registry.tenants()
      const all = await Promise.all(
        tenants.map(async (one) => ({
          ...printable(one),
          // Of one that is gone there is nothing to keep.
          retainDays: isGone(one) ? null : (await registry.retain(one.name, null)).retainDays,
        })),
      )
      return { document: all, text: columns(all.map(lineOf)) }
    }),
  )
  const salting = 'salt the hashes of what the tenant stores from now on'
  addRegistryCommand(group, 'salt <name>', salting, 'turngraph tenants salt acme').action(
    (name: string, options: Options) =>
      onRegistry(program, options, async (registry) =>
        toldOf(await registry.saltTenant(name), 'is salted from now on'),
      ),
  )
  addStates(program, group)
  addErase(program, group)
  addRetain(program, group)
}

function addStates(program: Program, group: Command): void {
  const suspending = 'let nobody into a tenant until it is resumed: within 30 seconds no server does'
  addRegistryCommand(group, 'suspend <name>', suspending, 'turngraph tenants suspend acme').action(
    (name: string, options: Options) =>
      onRegistry(program, options, async (registry) =>
        toldOf(await registry.suspendTenant(name), `is suspended; "turngraph tenants resume ${name}" ends that`),
      ),
  )
  addRegistryCommand(group, 'resume <name>', 'end the suspension of a tenant', 'turngraph tenants resume acme').action(
    (name: string, options: Options) =>
      onRegistry(program, options, async (registry) => toldOf(await registry.resumeTenant(name), 'is active')),
  )
}

interface EraseOptions extends Options {
  readonly reason: string
  readonly note?: string
  readonly yes?: true
  readonly unserved?: true
}

function addErase(program: Program, group: Command): void {
  const what =
    'erase all that a tenant has, for good; its name is never free again, and one that was broken off goes on'
  addRegistryCommand(group, 'erase <name>', what, 'turngraph tenants erase acme --reason other --yes')
    .addOption(choiceOf('--reason <reason>', 'why', eraseReasons).makeOptionMandatory())
    .option('--note <text>', 'a remark beside the receipt')
    .option('--yes', 'do it: nothing brings it back')
    .option('--unserved', 'no server runs on the store: do not wait until all have heard of it')
    .action((name: string, { reason, note, yes, unserved, ...options }: EraseOptions) =>
      onRegistry(program, options, async (registry) => {
        if (yes !== true)
          throw new CommandFailed(
            'BAD_INPUT',
            `Nothing brings back what tenant ${name} has. Give --yes to erase it.`,
            {},
          )
        const receipt = await registry.eraseTenant({
          ...{ name, reason: reason.toUpperCase().replaceAll('-', '_') as EraseReason, note: note ?? null },
          ...(unserved && { settleMs: 0 }),
        })
        return { document: { tenant: name, receipt }, text: erasedText(name, receipt) }
      }),
    )
}

function erasedText(name: string, { id, state, scope, purge, residue }: Erasure): string {
  const counts = columns(Object.entries(scope).filter(([, count]) => count > 0))
  const left = (purge?.residue ?? residue).map((one) => spelled(one)).join(', ')
  const purged =
    state === 'PURGED' ? '' : 'Its rows may be in the files of the store still: "turngraph purge" rewrites them.\n'
  return `Tenant ${name} is erased; the receipt is ${id}.\n${counts}${purged}Left: ${left || 'nothing'}.\n`
}

const forever = 'forever'

function addRetain(program: Program, group: Command): void {
  addRegistryCommand(
    group,
    'retain <name> [days]',
    'say how many days what its conversations say is kept, where they say nothing else; "forever", as it begins',
    'turngraph tenants retain acme 90',
  ).action((name: string, days: string | undefined, options: Options) =>
    onRegistry(program, options, async (registry) => {
      const document = await registry.retain(name, days === undefined ? null : days === forever ? 0 : Number(days))
      const { retainDays } = document
      const howLong = retainDays === null ? 'forever' : `for ${counted(retainDays, 'day', 'days')}, and is then erased`
      return { document, text: `The content of tenant ${name} is kept ${howLong}.\n` }
    }),
  )
}

/** The key of its names stays in the store. */
const printable = ({ name, state, salted, createdAt }: TenantRecord) => ({ name, state, salted, createdAt })

const toldOf = (tenant: TenantRecord, what: string) => ({
  document: printable(tenant),
  text: `Tenant ${tenant.name} ${what}${tenant.salted ? '' : ', not salted'}.\n`,
})

interface ListedTenant extends ReturnType<typeof printable> {
  readonly retainDays: number | null
}

function lineOf({ name, state, salted, createdAt, retainDays }: ListedTenant): readonly [string, string] {
  const made = createdAt === null ? 'from before' : minuteOf(createdAt)
  const retention = isGone({ state })
    ? 'not kept'
    : retainDays === null
      ? 'kept forever'
      : `kept for ${counted(retainDays, 'day', 'days')}`
  return [name, [state.toLowerCase(), salted ? 'salted' : 'plain', made, retention].join('  ')]
}
