import { one, type Mutant } from './mutant.ts'

const apart = { file: 'test/tenants/noninterference.stores.test.ts' }
const following = { file: 'test/tenants/following.stores.test.ts' }
const work = { file: 'test/tenants/work.stores.slow.test.ts', only: 'message that a turn is of' }
const watches = { file: 'test/app/subscriptions/watches.test.ts', only: 'leave other tenants their share' }
const digests = { file: 'test/domain/access/keyedDigest.test.ts' }
const probe = { file: 'test/tenants/probes.stores.slow.test.ts', only: 'promoteProbe' }

/** Of the rules and of what a process keeps beside the store: lanes, caches, watches. */
export const ofApplication: readonly Mutant[] = [
  one(
    'a salted name is a plain digest',
    'src/domain/access/keyedDigest.ts',
    'return salted ? (digest)',
    'return !salted ? (digest)',
    digests,
    { file: 'test/app/imports/saltedNames.test.ts' },
  ),
  one(
    'all tenants have one key for names',
    'src/domain/access/keyedDigest.ts',
    "Buffer.from(nameKey, 'hex')",
    "Buffer.from('', 'hex')",
    digests,
  ),
  one('a cursor without its tenant', 'src/app/read/cursors.ts', '`${tenant}\\n${name}`', '`${tenant ? name : name}`', {
    ...apart,
    only: 'refuses the cursors',
  }),
  one(
    'lanes of all tenants in one',
    'src/app/write/lanes/lanes.ts',
    'lane: lanes.of(tenant, id)',
    "lane: lanes.of('', id)",
    apart,
  ),
  {
    name: 'known messages of all tenants in one',
    file: 'src/app/write/lanes/lanes.ts',
    edits: [
      ['known.get(tenant, id)', "known.get('', tenant && id)"],
      ['known.set(tenant, id, true)', "known.set('', tenant && id, true)"],
    ],
    killers: [work],
  },
  {
    name: 'segments of all tenants in one cache',
    file: 'src/app/read/reads.ts',
    edits: [
      ['segments.get(tenant, id)', "segments.get('', tenant && id)"],
      ['segments.set(tenant, segment.id, segment)', "segments.set('', tenant && segment.id, segment)"],
    ],
    killers: [following],
  },
  one(
    'watches of equal ids in one',
    'src/app/subscriptions/ledgerWatches.ts',
    '`${tenant}\\n${conversationId}`',
    '`${tenant && conversationId}`',
    following,
  ),
  one(
    'ledgers of equal ids read as one',
    'src/app/subscriptions/ledger.ts',
    'JSON.stringify([tenant, list.list,',
    'JSON.stringify([tenant.slice(99), list.list,',
    following,
  ),
  one(
    'hints go to whoever follows a list',
    'src/app/subscriptions/listWatch.ts',
    'const lists = all.get(tenant)\n      if (!lists) return',
    'const lists = [...all.values()][tenant ? 0 : 0]\n      if (!lists) return',
    following,
  ),
  one(
    'subscriptions of all tenants share one part',
    'src/app/subscriptions/shares.ts',
    'const own = shares.get(tenant) ?? 0',
    'const own = [...shares.values()].reduce((sum, n) => sum + n, 0)',
    watches,
  ),
  one('a probe of any tenant is good', 'src/app/probes/signedProbe.ts', '      audience: tenant,\n', '', probe),
]
