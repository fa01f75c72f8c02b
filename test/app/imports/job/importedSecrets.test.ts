import assert from 'node:assert/strict'
import { it } from 'node:test'
import type { JsonObject } from '../../../../src/domain/model.ts'
import { secretsPage } from '../../../../src/app/secrets/secretsPage.ts'
import { drawnSecrets } from '../../../support/drawnSecrets.ts'
import { onEveryStore } from '../../../support/scopes.ts'
import { imports, linesOf } from '../../../support/transcripts.ts'

const entry = (id: string, parentId: string | null, content: readonly JsonObject[]): JsonObject => ({
  ...{ type: 'message', id, parentId, timestamp: '2026-01-01T00:00:01.000Z' },
  message: { role: 'user', content },
})
const text = (text: string) => ({ type: 'text', text })

await onEveryStore('secrets in a file', (on) => {
  it('are findings with line, turn and kind, once for what an import stores', async () => {
    const scope = on.scope({ tenant: `imported secrets ${on.name}` })
    const [github, key] = [drawnSecrets.github(), drawnSecrets.privateKey()]
    const session = { type: 'session', version: 3, id: 'pi', timestamp: '2026-01-01T00:00:00.000Z', cwd: '/w' }
    const first = [session, entry('u1', null, [text('hello')]), entry('u2', 'u1', [text('x'), text(`use ${github}`)])]
    const found = async (lines: readonly JsonObject[]) => {
      const { report } = await imports(scope, linesOf([...lines]))
      assert.equal(JSON.stringify(report).includes(github.slice(4, 12)), false)
      return report.findings.filter(({ code }) => code === 'SECRET')
    }
    assert.deepEqual(await found([...first, first[2] as JsonObject]), [
      { line: 3, code: 'SECRET', message: 'Turn "u2" holds what looks like a secret: GITHUB_TOKEN, in its text.' },
    ])
    assert.deepEqual(await found(first), [])
    const longer = await found([...first, entry('u3', 'u2', [text(`${github}\n${key}`)])])
    assert.deepEqual(
      longer.map(({ line, message }) => [line, /: ([A-Z_]+),/.exec(message)?.[1]]),
      [
        [4, 'GITHUB_TOKEN'],
        [4, 'PRIVATE_KEY'],
      ],
    )
    const stored = await secretsPage(scope, ['pi'], {})
    assert.deepEqual(
      stored.items.map(({ item }) => [item.observation?.messageId, item.kind, item.block]),
      [
        ['pi:u3', 'GITHUB_TOKEN', 0],
        ['pi:u3', 'PRIVATE_KEY', 0],
        ['pi:u2', 'GITHUB_TOKEN', 1],
      ],
    )
  })
})
