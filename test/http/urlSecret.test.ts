/** Addresses of downloads end with the secret that signed them, be it given or kept in DATA. */
import assert from 'node:assert/strict'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, it } from 'node:test'
import { startApi, type Api } from '../graphql/support/api.ts'
import { describeOnce } from '../support/stores.ts'
import { tenantApi } from '../tenants/support/tenantApi.ts'

describeOnce('an address that was signed', () => {
  const DATA = mkdtempSync(join(tmpdir(), 'turngraph-signed-'))
  after(() => rmSync(DATA, { recursive: true, force: true }))
  const during = async <T>(env: Record<string, string>, work: (api: Api) => Promise<T>): Promise<T> => {
    const api = await startApi({ AUTH: 'keys', RATE_LIMIT: '0', DATA, ...env })
    try {
      return await work(api)
    } finally {
      await api.close()
    }
  }
  const signedBy = (env: Record<string, string>, tenant: string) =>
    during(env, async (api) => {
      const asked = await tenantApi(api, tenant)
      const put = await asked.fetch('/attachments?mediaType=text/plain', { method: 'PUT', body: 'hello' })
      const { downloadUrl } = (await put.json()) as { downloadUrl: string }
      assert.equal((await fetch(api.url + downloadUrl)).status, 200)
      return downloadUrl
    })
  const statusIn = (env: Record<string, string>, address: string) =>
    during(env, async ({ url }) => (await fetch(url + address)).status)

  it('opens what it named while URL_SECRET stays, also after a new start, and nothing under another', async () => {
    const old = { URL_SECRET: 'o'.repeat(32) }
    const address = await signedBy(old, 'given')
    assert.equal(await statusIn(old, address), 200)
    assert.equal(await statusIn({ URL_SECRET: 'n'.repeat(32) }, address), 404)
  })

  it('opens it while url.key in DATA stays, and nothing once that is made anew', async () => {
    const address = await signedBy({}, 'kept')
    assert.equal(await statusIn({}, address), 200)
    rmSync(join(DATA, 'url.key'))
    assert.equal(await statusIn({}, address), 404)
  })
})
