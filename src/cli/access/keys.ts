import { InvalidArgumentError } from 'commander'
import type { ApiKey } from '../../domain/access/apiKey.ts'
import { accessScopes, type AccessScope } from '../../domain/access/principal.ts'
import { exampleText, type Program } from '../program.ts'
import { columns, minuteOf } from '../text.ts'
import { addRegistryCommand, onRegistry } from './onRegistry.ts'
import { own } from '../../runtime/own.ts'

interface Options {
  readonly json?: true
}
interface CreateOptions extends Options {
  readonly tenant: string
  readonly scope: readonly AccessScope[]
  readonly expires?: number
  readonly label?: string
}

/** Adds `keys create|list|revoke`: who may ask. They work on the store itself, also beside a running server. */
export function addKeys(program: Program): void {
  const group = program.root
    .command('keys')
    .description('make, list and revoke API keys in the store')
    .addHelpText('after', exampleText('turngraph keys create --tenant acme --scope read,write'))
  const example = 'turngraph keys create --tenant acme --scope read,write --expires 90d --label ci'
  addRegistryCommand(group, 'create', 'make a key and print it; it is never shown again', example)
    .option('--tenant <name>', 'whose data it opens', 'default')
    .option('--scope <scopes>', 'what it may do: read, write, erase, admin', scopesOf, ['READ', 'WRITE'])
    .option('--expires <time>', 'how long it holds: 90d, 12h, 30m (without: until it is revoked)', timeOf)
    .option('--label <text>', 'what it is for', labelOf)
    .action(({ tenant, scope, expires, label, ...options }: CreateOptions) =>
      onRegistry(program, options, async (registry) => {
        const order = { tenant, scopes: scope, label: label ?? null, milliseconds: expires ?? null }
        const { text, key } = await registry.createKey(order)
        const document = {
          id: key.id,
          key: text,
          tenant,
          scopes: named(key),
          label: key.label,
          expiresAt: key.expiresAt,
        }
        return { document, text: `${text}\n` }
      }),
    )
  addRegistryCommand(group, 'list', 'list all keys, without their secrets', 'turngraph keys list').action(
    (options: Options) =>
      onRegistry(program, options, async (registry) => {
        const keys = await registry.keys()
        return { document: keys.map(printable), text: columns(keys.map(lineOf)) }
      }),
  )
  const revoking = 'revoke a key: within 30 seconds no server takes it'
  addRegistryCommand(group, 'revoke <id>', revoking, 'turngraph keys revoke 3cxdfw5ptlma').action(
    (id: string, options: Options) =>
      onRegistry(program, options, async (registry) => {
        const key = await registry.revokeKey(id)
        return { document: printable(key), text: `Key ${id} is revoked.\n` }
      }),
  )
}

const named = ({ scopes }: ApiKey) => scopes.map((scope) => scope.toLowerCase())
const printable = ({ secretHash: _, ...key }: ApiKey) => ({ ...key, scopes: named(key as ApiKey) })

function lineOf(key: ApiKey): readonly [string, string] {
  const { id, tenant, label, expiresAt, revokedAt, lastUsedAt } = key
  const ends = revokedAt
    ? `revoked ${minuteOf(revokedAt)}`
    : expiresAt
      ? `until ${minuteOf(expiresAt)}`
      : 'never expires'
  const used = lastUsedAt ? `used ${minuteOf(lastUsedAt)}` : 'not used'
  return [id, [tenant, named(key).join(','), ends, used, ...(label === null ? [] : [label])].join('  ')]
}

function scopesOf(text: string): AccessScope[] {
  const names = text.split(',').map((name) => name.trim().toUpperCase())
  if (!names.every((name) => (accessScopes as readonly string[]).includes(name)))
    throw new InvalidArgumentError('Scopes are read, write, erase and admin, with commas between them.')
  return accessScopes.filter((scope) => names.includes(scope))
}

const units = { m: 60_000, h: 3_600_000, d: 86_400_000 }

function timeOf(text: string): number {
  const [, count, unit] = /^([1-9]\d{0,4})([mhd])$/.exec(text) ?? []
  if (count === undefined) throw new InvalidArgumentError('Give a time like 90d, 12h or 30m.')
  return Number(count) * (own(units, unit ?? '') ?? NaN)
}

function labelOf(text: string): string {
  if (text === '' || text.length > 200 || /\p{Cc}/u.test(text))
    throw new InvalidArgumentError('A label is one line of at most 200 characters.')
  return text
}
