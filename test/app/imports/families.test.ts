import assert from 'node:assert/strict'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { it } from 'node:test'
import { integrity } from '../../../src/app/integrity/integrity.ts'
import { headOf } from '../../../src/app/read/paths.ts'
import type { Scope } from '../../../src/app/scope.ts'
import { usageOf } from '../../../src/app/transcripts/usage.ts'
import { root } from '../../../scripts/root.ts'
import { onEveryStore, type TestStore } from '../../support/scopes.ts'
import { imports } from '../../support/transcripts.ts'

const reports = join(root, '../shared/reports/fork-copies')
const made = join(root, '../shared/data-more')

interface Family {
  readonly name: string
  readonly files: readonly string[]
  /** Sources by their forks, which hold in each order. */
  readonly forks: Readonly<Record<string, string>>
}
const file = (folder: string, part: string) =>
  existsSync(folder)
    ? readdirSync(folder, { recursive: true, encoding: 'utf8' })
        .filter((name) => name.includes(part) && name.endsWith('.jsonl'))
        .sort()
        .map((name) => join(folder, name))
    : []
const codex = (end: string) => `01a0960f-0000-7000-8000-000000000${end}`
const claude = (end: string) => `5e5${end}-0000-4000-8000-000000000000`
const madeCodex = ['01a2102d-7589-78d1-a084-470d16ecf7d1', '01a2102d-7739-7610-82ac-5345a857afd4', '01a2102d-77e4-7273-a80a-e68c1c5be23e'] as const // prettier-ignore

const families: readonly Family[] = [
  { name: 'a fork of Codex that repeats its source', files: file(reports, 'cx-fork'), forks: { [codex('021')]: codex('020') } },
  { name: 'a fork of Codex that names its past', files: file(reports, 'cx-base'), forks: { [codex('111')]: codex('110') } },
  { name: 'a sub-agent of Codex', files: file(reports, 'cx-sub'), forks: {} },
  { name: 'pages of one thread', files: file(reports, 'rollout'), forks: {} },
  { name: 'a fork of the Agent SDK', files: file(reports, 'cc-sdk'), forks: { [claude('50021')]: claude('50020') } },
  { name: 'a fork in which nothing was said', files: file(reports, 'cc-bare'), forks: { [claude('50121')]: claude('50120') } },
  {
    name: 'a fork of a fork that Codex wrote',
    files: file(join(made, 'codex-made'), 'rollout'),
    forks: { [madeCodex[1]]: madeCodex[0], [madeCodex[2]]: madeCodex[1] },
  },
  { name: 'a fork that pi wrote', files: file(join(made, 'pi-made'), ''), forks: {} },
] // prettier-ignore

let count = 0

/** What is the same whatever came first. */
async function familyAt(scope: Scope, files: readonly string[]): Promise<Record<string, unknown>> {
  const ids = new Set<string>()
  for (const path of files) {
    const { conversations } = await imports(scope, readFileSync(path), { fileName: basename(path) })
    for (const { id } of conversations) ids.add(id)
  }
  const found: Record<string, unknown> = {}
  for (const id of [...ids].sort()) {
    scope.reads.clear()
    const conversation = await scope.reads.conversation(id)
    assert.ok(conversation)
    const head = await headOf(scope, conversation)
    const { forkedFrom, sidechainOf, turnCount } = conversation
    // Copies of what came before its past are of no usage on their path: each answer counts once in the tree.
    const tree = await usageOf(scope, conversation, 'TREE')
    found[id] = { head: head?.place.pathHash, turnCount, sidechainOf, source: forkedFrom?.conversationId, tree }
    const { damage, findings } = await integrity(scope, id)
    assert.equal(damage, 0, `${files.map((path) => basename(path)).join(', then ')}: ${JSON.stringify(findings)}`)
  }
  return found
}

function ordersOf<T>(items: readonly T[]): T[][] {
  if (items.length < 2) return [[...items]]
  return items.flatMap((one, i) => ordersOf(items.toSpliced(i, 1)).map((rest) => [one, ...rest]))
}

await onEveryStore('files of one family', (on: TestStore) => {
  for (const { name, files, forks } of families)
    it(`are the same tree in any order: ${name}`, { skip: files.length < 2, timeout: 120_000 }, async () => {
      let first: Record<string, unknown> | null = null
      for (const order of ordersOf(files)) {
        const scope = on.scope({ tenant: `families-${++count}` })
        const family = await familyAt(scope, order)
        first ??= family
        assert.deepEqual(family, first, order.map((path) => basename(path)).join(', then '))
        for (const [fork, source] of Object.entries(forks))
          assert.equal((family[fork] as { source?: string } | undefined)?.source, source)
        for (const path of order) {
          const { report } = await imports(scope, readFileSync(path), { fileName: basename(path) })
          assert.equal(report.added, 0, `${basename(path)} again`)
        }
      }
    })
})
