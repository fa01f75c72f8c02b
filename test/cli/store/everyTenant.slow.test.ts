/** What a command says of a store is of all of its tenants, each by its name; what it says of one names that one. */
import assert from 'node:assert/strict'
import { before, describe, it } from 'node:test'
import { join } from 'node:path'
import { describedCommands } from '../../../src/cli/completion/described.ts'
import { programWith } from '../../../src/cli/run.ts'
import { addSecondTenant, secondTenant } from '../../support/secondTenant.ts'
import { collector, edited, file, temporaryFolder, turngraph } from '../support.ts'

/** Commands that speak of what the store holds: of every tenant, unless one is given. They are asked below. */
const ofTheStore = [
  'erasures',
  'erasures sweep',
  'list',
  'prices list',
  'purge',
  'reindex',
  'reread',
  'scan',
  'search',
  'stats',
  'verify',
]
/** Those whose own tests ask it of them. */
const ofTheStoreElsewhere = ['backup', 'erasures forget', 'keys list', 'restore', 'tenants list']
/** Commands that work on what they name, in one tenant: the one that is given, else `default`. */
const ofOneTenant = [
  ...[
    'archive',
    'cancel',
    'checkpoint',
    'compact',
    'delete',
    'diff',
    'drop',
    'erase',
    'export',
    'fork',
    'import',
    'log',
    'materialize',
  ],
  ...[
    'merge',
    'open',
    'prices import',
    'rename',
    'repair',
    'restore-conversation',
    'resume',
    'rewind',
    'show',
    'switch',
    'sync',
    'tree',
  ],
  ...[
    'unarchive',
    'undo',
    'watch',
    'keys create',
    'keys revoke',
    'tenants create',
    'tenants erase',
    'tenants resume',
    'tenants suspend',
    'tenants retain',
    'tenants salt',
  ],
]
/** Commands that serve, or need no store. */
const ofNoStore = ['acp', 'completion', 'formats', 'mcp', 'proxy', 'serve']
/** Names of groups alone. */
const groups = ['', 'keys', 'prices', 'tenants']
const asked = new Set<string>()

describe('a command without --tenant on a store of two tenants', () => {
  const folder = temporaryFolder()
  const env = { DATA: join(folder, 'data') }
  before(async () => {
    assert.equal((await turngraph(env, 'import', file(folder, 'edited.jsonl', edited))).status, 0)
    await addSecondTenant(env)
  })
  const said = async (...args: string[]) => {
    asked.add(
      args
        .slice(0, ['prices', 'erasures'].includes(args[0] ?? '') && args[1] && !args[1].startsWith('-') ? 2 : 1)
        .join(' '),
    )
    const { status, stdout, stderr } = await turngraph(env, ...args)
    assert.deepEqual([status, stderr], [0, ''], args.join(' '))
    return stdout
  }
  const document = async (...args: string[]) => JSON.parse(await said(...args, '--json')) as Record<string, unknown>
  const tenantsIn = (things: unknown) =>
    [...new Set((things as { tenant: string }[]).map(({ tenant }) => tenant))].sort()
  const both = ['default', secondTenant]

  it('verifies both, by name, and says that the store is sound of both', async () => {
    assert.equal(
      await said('verify'),
      '1 conversation of tenant default verified, none damaged.\n2 conversations of tenant team verified, none damaged.\nThe store is sound.\n',
    )
    assert.match(await said('verify', '--tenant', 'team'), /^2 conversations of tenant team verified, none damaged\. /)
    assert.match(
      await said('verify', 'team-1'),
      /^0 conversations of tenant default .*\n1 conversation of tenant team /,
    )
    const { checked, tenants } = await document('verify')
    assert.deepEqual([checked, tenantsIn(tenants)], [3, both])
  })

  it('lists, searches and scans both, by name', async () => {
    assert.match(await said('list'), /^Tenant default:\n.*edited.*\nTenant team:\n.*team-2.*\n.*team-1.*\n$/s)
    assert.deepEqual(tenantsIn((await document('list'))['conversations']), both)
    assert.match(await said('search', 'walrus'), /^Tenant default:\nNothing was found\.\nTenant team:\n.*team-\d/s)
    assert.deepEqual(tenantsIn((await document('search', 'walrus'))['hits']), ['team'])
    assert.match(await said('scan'), /^Tenant default:\nNo secrets.* in 6 .*Tenant team:\nNo secrets.* in 4 /s)
    assert.equal((await document('scan'))['scanned'], 10)
  })

  it('counts both, by name, and says whose rows and bytes it counts', async () => {
    const text = await said('stats', '--store')
    assert.match(text, /^Tenant default:\n {2}conversations +1,.*\nTenant team:\n {2}conversations +2,/s)
    assert.match(text, /\nAll tenants of the store together:\n {2}size /)
    assert.match(await said('stats', '--by', 'role'), /^Tenant default:\n.*Tenant team:\n/s)
    assert.deepEqual(tenantsIn((await document('stats'))['tenants']), both)
  })

  it('rebuilds, reads again, purges, sweeps and lists erasures and prices for both, by name', async () => {
    assert.match(
      await said('reindex'),
      /^The index is rebuilt from 10 observations, of all 2 tenants: default, team\.\n$/,
    )
    assert.match(await said('reread'), /^Tenant default:\nRead 1 conversation .*\nTenant team:\nRead 2 conversations /s)
    assert.equal(await said('purge'), '0 erasures are purged now: 0 of tenant default, 0 of tenant team.\n')
    assert.match(
      await said('erasures'),
      /^Tenant default:\nNothing was erased\.\nTenant team:\nNothing was erased\.\n$/,
    )
    assert.match(await said('erasures', 'sweep'), /^Tenant default:\nNothing .*\nTenant team:\nNothing /)
    assert.match(await said('prices', 'list'), /^Tenant default:\nThere are no prices.*\nTenant team:\n/)
  })

  it('names the one tenant of which it writes tables, and files of all conversations', async () => {
    for (const [tenant, files] of [
      ['default', '1 file'],
      ['team', '2 files'],
    ] as const) {
      const at = tenant === 'default' ? [] : ['--tenant', tenant]
      const all = await turngraph(env, 'export', '--all', join(folder, `all-${tenant}`), ...at)
      assert.ok(all.stdout.startsWith(`${files} of tenant ${tenant} written to `), all.stdout)
      const table = await turngraph(env, 'export', '--of', 'conversations', '--output', join(folder, 'table'), ...at)
      assert.match(table.stdout, new RegExp(`^conversations of tenant ${tenant}: \\d+ bytes written to `))
      const { stdout } = await turngraph(env, 'export', '--of', 'conversations', '--json', ...at)
      assert.equal((JSON.parse(stdout) as { tenant: string }).tenant, tenant)
    }
  })

  it('lists the receipts of an erased tenant, by its name', async () => {
    const erased = await turngraph(
      env,
      'tenants',
      'erase',
      'team',
      '--reason',
      'other',
      '--yes',
      '--unserved',
      '--json',
    )
    assert.equal(erased.status, 0, erased.stderr)
    const { receipt } = JSON.parse(erased.stdout) as { receipt: { id: string } }
    assert.match(
      (await turngraph(env, 'erasures')).stdout,
      new RegExp(`^Tenant default:\\nNothing was erased\\.\\nTenant team:\\n.*${receipt.id}`, 's'),
    )
    const { erasures } = JSON.parse((await turngraph(env, 'erasures', '--json')).stdout) as {
      erasures: { id: string; tenant: string }[]
    }
    assert.deepEqual(
      erasures.map(({ id, tenant }) => [id, tenant]),
      [[receipt.id, 'team']],
    )
    assert.match((await turngraph(env, 'list')).stdout, /^\d{4}.*edited/)
  })
})

describe('each command', () => {
  const { stream } = collector()
  const root = programWith({ env: {}, stdout: stream, stderr: stream }, () => undefined)

  it('is said to speak of the store, to work on one tenant, or to need no store', () => {
    const known = [...ofTheStore, ...ofTheStoreElsewhere, ...ofOneTenant, ...ofNoStore, ...groups]
    assert.deepEqual(
      describedCommands(root)
        .map(({ path }) => path.join(' '))
        .sort(),
      known.sort(),
    )
  })

  it('that speaks of the store was asked of two tenants', () =>
    assert.deepEqual([...asked].sort(), ofTheStore.toSorted()))
})
