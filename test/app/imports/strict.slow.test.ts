// Takes long: all real files of Claude Code against their schemas.
import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { it } from 'node:test'
import { Ajv2020 } from 'ajv/dist/2020.js'
import { compose } from '../../../src/compose.ts'
import { readConfig } from '../../../src/config/config.ts'
import { file as writeFile, temporaryFolder, turngraph } from '../../cli/support.ts'
import { Refusal } from '../../../src/domain/refusals.ts'
import type { JsonObject } from '../../../src/domain/model.ts'
import { root } from '../../../scripts/root.ts'
import { onEveryStore } from '../../support/scopes.ts'
import { noSharedFiles, realFiles } from '../../support/sharedFiles.ts'
import { imports } from '../../support/transcripts.ts'

const common = {
  isSidechain: false,
  userType: 'external',
  cwd: '/w',
  sessionId: 's',
  version: '2.1.33',
  gitBranch: 'm',
  timestamp: '2026-01-01T00:00:00.000Z',
}
const prompt = (uuid: string, more: JsonObject = {}): JsonObject => ({
  ...common,
  type: 'user',
  uuid,
  parentUuid: null,
  message: { role: 'user', content: `says ${uuid}` },
  ...more,
})
const file = (...values: readonly unknown[]) =>
  values.map((value) => `${typeof value === 'string' ? value : JSON.stringify(value)}\n`).join('')

interface Told {
  readonly count: number
  readonly lines: readonly { readonly line: number; readonly message: string }[]
}

await onEveryStore('a strict import', (on) => {
  let tenants = 0
  const alone = () => on.scope({ tenant: `strict-${on.name}-${++tenants}` })

  async function refused(text: string, format?: string): Promise<Told> {
    const scope = alone()
    const thrown: unknown = await imports(scope, text, { strict: true, format: format ?? null }).then(
      () => assert.fail('it was taken'),
      (reason: unknown) => reason,
    )
    assert.ok(thrown instanceof Refusal)
    assert.equal(thrown.code, 'BAD_INPUT')
    assert.deepEqual(await scope.store.conversations(['s']), [null])
    return thrown.facts as Told
  }

  it('takes every real file of Claude Code', { skip: noSharedFiles }, async () => {
    for (const { bytes, name } of realFiles('claude-code')) {
      const { report } = await imports(alone(), bytes, { strict: true })
      assert.ok(report.added > 0, name)
    }
  })

  it('refuses a file whose lines no schema fits, names each by its line, and stores nothing', async () => {
    const { message: _message, ...withoutMessage } = prompt('u5')
    const told = await refused(
      file(
        prompt('u1'),
        prompt('u2', { version: '9.9.9' }),
        { ...common, type: 'hologram', uuid: 'u3', parentUuid: 'u1' },
        { ...common, type: 'system', subtype: 'unheard_of', uuid: 'u4', parentUuid: 'u1' },
        withoutMessage,
        prompt('u6', { isSidechain: 'no' }),
        '{"type":"user", torn',
        '[1]',
        '',
        prompt('u7', { message: { role: 'user', content: [{ type: 'smell' }] } }),
      ),
    )
    assert.equal(told.count, 8)
    assert.deepEqual(
      told.lines.map(({ line }) => line),
      [2, 3, 4, 5, 6, 7, 8, 10],
    )
    const [version = '', type = '', subtype = '', member = '', kind = ''] = told.lines.map(({ message }) => message)
    assert.match(version, /^A "user" line of version "9\.9\.9" was seen in versions 1\.0\.53, .*, 2\.1\.331 only\.$/)
    assert.equal(type, 'No schema is known of a "hologram" line of version "2.1.33".')
    assert.equal(subtype, 'No schema is known of a "system/unheard_of" line of version "2.1.33".')
    assert.match(member, /must have required property 'message'/)
    assert.match(kind, /at "\/isSidechain" it must be boolean/)
  })

  it('takes the same lines but for its own word, and keeps them as they are', async () => {
    const { report } = await imports(
      alone(),
      file(prompt('u1'), { ...common, type: 'hologram', uuid: 'u3', parentUuid: 'u1' }),
    )
    assert.deepEqual([report.added, report.findings.map(({ code }) => code)], [2, ['UNKNOWN_TYPE']])
  })

  it('refuses two values on one line, and formats that have no schemas', async () => {
    const glued = await refused(file(prompt('u1'), JSON.stringify(prompt('u2')) + JSON.stringify(prompt('u3'))))
    assert.deepEqual(
      glued.lines.map(({ line }) => line),
      [2],
    )
    await refused(file({ role: 'user', content: 'hello' }, { role: 'assistant', content: 'yes' }))
  })
})

it('the command line names the lines and exits with 1, here and at a server', async () => {
  const folder = temporaryFolder()
  const path = writeFile(folder, 's.jsonl', file(prompt('u1'), prompt('u2', { version: '9.9.9' })))
  const app = await compose(readConfig({ DATA: join(folder, 'served'), LOG_LEVEL: 'silent' }))
  try {
    const url = await app.server.listen({ host: '127.0.0.1', port: 0 })
    for (const at of [[], ['--url', url]]) {
      const { status, stderr } = await turngraph({ DATA: join(folder, 'here') }, 'import', '--strict', path, ...at)
      assert.equal(status, 1)
      assert.match(stderr, /1 line fits no schema: line 2: A "user" line of version "9\.9\.9" was seen in versions /)
    }
  } finally {
    await app.close()
  }
})

it('each schema is one, and names the versions that it takes', () => {
  const text = readFileSync(join(root, 'src/formats/claudeCode/strict/lines.schema.json'), 'utf8')
  const { $defs } = JSON.parse(text) as {
    $defs: Record<string, { properties?: { version?: { enum: string[] } }; 'x-versions': string[] }>
  }
  const ajv = new Ajv2020({ strict: false })
  assert.ok(Object.keys($defs).length > 30)
  for (const [kind, schema] of Object.entries($defs)) {
    assert.ok(ajv.validateSchema(schema), kind)
    assert.deepEqual(schema.properties?.version?.enum ?? [], schema['x-versions'], kind)
  }
})

it('the schemas are what the real files and the notes on formats say', { skip: noSharedFiles }, async () => {
  const { linesSchema } = await import('../../../scripts/claudeCodeSchemas.ts')
  assert.equal(await linesSchema(), readFileSync(join(root, 'src/formats/claudeCode/strict/lines.schema.json'), 'utf8'))
})
