/** What one server signs, another one on the same store takes, where they share the secret. */
import assert from 'node:assert/strict'
import { mkdirSync, mkdtempSync, rmSync, symlinkSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, describe, it } from 'node:test'
import { startApi, type Api } from '../../graphql/support/api.ts'
import { says, startModel } from '../../graphql/support/model.ts'
import { emptyNeo4j, neo4jLines } from '../../support/neo4j.ts'
import { isWanted } from '../../support/stores.ts'
import { tenantApi } from '../../tenants/support/tenantApi.ts'

type Environment = Readonly<Record<string, string>>
const secrets = { URL_SECRET: 'u'.repeat(32), PROBE_SECRET: 'p'.repeat(32) }
const others = { URL_SECRET: 'v'.repeat(32), PROBE_SECRET: 'q'.repeat(32) }

function suite(name: string, skip: string | false, open: () => Promise<readonly [Environment, Environment]>): void {
  describe(`two servers on ${name}`, { skip }, () => {
    it('open what the other one has signed: an address of a download, and a probe', async () => {
      const model = await startModel()
      const asked = { RESPONDER_URL: model.url, RESPONDER_MODEL: 'small', RESPONDER_API_KEY: 'key' }
      const [one, another] = await open()
      const start = (env: Environment) => startApi({ AUTH: 'keys', RATE_LIMIT: '0', ...asked, ...env })
      const here = await start({ ...one, ...secrets })
      const there = await start({ ...another, ...secrets })
      const stranger = await start({ ...another, ...others })
      try {
        model.does = says('An answer.')
        const client = await tenantApi(here, 'shared')
        const put = await client.fetch('/attachments?mediaType=text/plain', { method: 'PUT', body: 'hello' })
        const { downloadUrl } = (await put.json()) as { downloadUrl: string }
        const opened = async ({ url }: Api) => (await fetch(url + downloadUrl)).status
        assert.deepEqual(await Promise.all([here, there, stranger].map(opened)), [200, 200, 404])

        await client.ask(
          `mutation { storeTurn(input: { conversationId: "c", turnId: "1", role: USER, text: "Hi." }) { userErrors { code } } }`,
        )
        const { probeConversation } = await client.ask<{ probeConversation: { probe: string } }>(
          'mutation { probeConversation(input: { conversationId: "c", prompt: "And now?" }) { probe } }',
        )
        const promoted = async (api: Api) => {
          const { data } = await api.send(
            'mutation ($probe: String!) { promoteProbe(input: { probe: $probe }) { userErrors { code } } }',
            probeConversation,
            client.headers,
          )
          return (data as { promoteProbe: { userErrors: { code: string }[] } }).promoteProbe.userErrors.map(
            ({ code }) => code,
          )
        }
        assert.deepEqual(await promoted(stranger), ['BAD_INPUT'])
        assert.deepEqual(await promoted(there), [])
      } finally {
        await Promise.all([here.close(), there.close(), stranger.close(), model.close()])
      }
    })
  })
}

const folder = mkdtempSync(join(tmpdir(), 'turngraph-shared-'))
after(() => rmSync(folder, { recursive: true, force: true }))

if (isWanted('sqlite'))
  suite('SQLite', false, async () => [{ DATA: join(folder, 'file') }, { DATA: join(folder, 'file') }])
for (const { line, version, skip } of await neo4jLines())
  suite(`Neo4j ${version}`, skip, async () => {
    const { uri, user, password } = await emptyNeo4j(line)
    const store = { STORE: uri, STORE_USER: user, STORE_PASSWORD: password }
    const [one, another] = ['one', 'another'].map((name) => join(folder, line, name)) as [string, string]
    mkdirSync(join(one, 'attachments'), { recursive: true })
    mkdirSync(another, { recursive: true })
    // One folder of attachments, mounted on both.
    symlinkSync(join(one, 'attachments'), join(another, 'attachments'))
    return [
      { ...store, DATA: one },
      { ...store, DATA: another },
    ]
  })
