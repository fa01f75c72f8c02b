import type { Command } from 'commander'
import type { TenantRecord } from '../../domain/access/requester.ts'
import { exampleText, type Program } from '../program.ts'
import { columns, counted, minuteOf } from '../text.ts'
import { addRegistryCommand, onRegistry } from './onRegistry.ts'

interface Options {
  readonly json?: true
}

/** Adds `tenants create|list|salt|retain`: whose data there is. They work on the store itself, also beside a running server. */
export function addTenants(program: Program): void {
  const group = program.root
    .command('tenants')
    .description('make, list and salt tenants in the store, and say how long they keep')
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
          retainDays: (await registry.retain(one.name, null)).retainDays,
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
  addRetain(program, group)
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
      const howLong = retainDays === null ? 'for ever' : `for ${counted(retainDays, 'day', 'days')}, and is then erased`
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
  const retention = retainDays === null ? 'kept forever' : `kept for ${counted(retainDays, 'day', 'days')}`
  return [name, [state.toLowerCase(), salted ? 'salted' : 'plain', made, retention].join('  ')]
}
