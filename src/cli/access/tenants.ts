import type { TenantRecord } from '../../domain/access/requester.ts'
import type { Program } from '../program.ts'
import { columns, minuteOf } from '../text.ts'
import { addRegistryCommand, onRegistry } from './onRegistry.ts'

interface Options {
  readonly json?: true
}

/** Adds `tenants create|list|seal`: whose data there is. They work on the store itself, also beside a running server. */
export function addTenants(program: Program): void {
  const group = program.root.command('tenants').description('make, list and seal tenants in the store')
  addRegistryCommand(
    group,
    'create <name>',
    'make a tenant, sealed unless told otherwise',
    'turngraph tenants create acme',
  )
    .option('--plain', 'do not seal it: equal talk has equal hashes, also after one of both is erased')
    .action((name: string, options: Options & { readonly plain?: true }) =>
      onRegistry(program, options, async (registry) =>
        toldOf(await registry.createTenant(name, options.plain !== true), 'is made'),
      ),
    )
  addRegistryCommand(group, 'list', 'list all tenants', 'turngraph tenants list').action((options: Options) =>
    onRegistry(program, options, async (registry) => {
      const tenants = await registry.tenants()
      return { document: tenants.map(shown), text: columns(tenants.map(lineOf)) }
    }),
  )
  const sealing = 'salt the hashes of what the tenant stores from now on'
  addRegistryCommand(group, 'seal <name>', sealing, 'turngraph tenants seal acme').action(
    (name: string, options: Options) =>
      onRegistry(program, options, async (registry) =>
        toldOf(await registry.sealTenant(name), 'is sealed from now on'),
      ),
  )
}

/** The key of its names stays in the store. */
const shown = ({ name, state, sealed, createdAt }: TenantRecord) => ({ name, state, sealed, createdAt })

const toldOf = (tenant: TenantRecord, what: string) => ({
  document: shown(tenant),
  text: `Tenant ${tenant.name} ${what}${tenant.sealed ? '' : ', not sealed'}.\n`,
})

const lineOf = ({ name, state, sealed, createdAt }: TenantRecord): readonly [string, string] => [
  name,
  [state.toLowerCase(), sealed ? 'sealed' : 'plain', createdAt === null ? 'from before' : minuteOf(createdAt)].join(
    '  ',
  ),
]
