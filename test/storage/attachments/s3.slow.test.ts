import assert from 'node:assert/strict'
import { mkdtempSync, rmSync } from 'node:fs'
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, describe, it } from 'node:test'
import { StoreUnavailable } from '../../../src/storage/graphStore.ts'
import { openS3 } from '../../../src/storage/attachments/s3.ts'
import { s3Servers, type RunningS3 } from '../../support/s3.ts'
import { attachmentContract, hashOf, inPieces } from './contract.ts'
import { tenantFor } from '../../support/tenants.ts'

for (const server of s3Servers)
  describe(`an S3 bucket (${server.name})`, () => {
    const folder = mkdtempSync(join(tmpdir(), 'turngraph-s3-uploads-'))
    let running: RunningS3
    before(async () => void (running = await server.start()))
    after(async () => {
      await running.stop()
      rmSync(folder, { recursive: true, force: true })
    })
    const open = (uploads: string, given: { bucket?: string; endpoint?: string } = {}) =>
      openS3({ prefix: 'some/where/', region: 'us-east-1', ...running, uploads, ...given })

    attachmentContract(server.name, (own) => open(join(own, 'uploads')))

    it('that does not exist is a fault, not an absence of bytes', async () => {
      const kept = await open(folder, { bucket: 'no-such-bucket' })
      await assert.rejects(kept.get(tenantFor('default'), hashOf(Buffer.from('x')), null), { name: 'NoSuchBucket' })
      await assert.rejects(kept.put(tenantFor('default'), inPieces([Buffer.from('x')]), { limit: 1, expected: null }), {
        name: 'NoSuchBucket',
      })
    })

    it('is emptied of a tenant page by page, and says where it keeps versions of what was there', async () => {
      const left = ['a', 'b', 'c']
      const fake = createServer((request, response) => {
        const { pathname, searchParams } = new URL(request.url ?? '', 'http://localhost')
        if (request.method === 'DELETE') {
          const key = pathname.slice(pathname.lastIndexOf('/') + 1)
          left.splice(left.indexOf(key), 1)
          response.writeHead(204, key === 'b' ? { 'x-amz-version-id': 'v1', 'x-amz-delete-marker': 'true' } : {}).end()
          return
        }
        const keys = left
          .slice(0, 2)
          .map((key) => `<Contents><Key>${searchParams.get('prefix')}${key}</Key></Contents>`)
        response.writeHead(200, { 'content-type': 'application/xml' })
        response.end(
          `<ListBucketResult><IsTruncated>${left.length > 2}</IsTruncated>${keys.join('')}</ListBucketResult>`,
        )
      }).listen(0, '127.0.0.1')
      try {
        await once(fake, 'listening')
        const kept = await open(folder, { endpoint: `http://127.0.0.1:${(fake.address() as AddressInfo).port}` })
        assert.deepEqual(await kept.removeAll(tenantFor('acme')), { removed: 3, hasVersions: true })
        assert.deepEqual(left, [])
        await kept.close()
      } finally {
        fake.close()
      }
    })

    it('that cannot be reached is said to be out of reach', async () => {
      const kept = await open(folder, { endpoint: 'http://127.0.0.1:9' })
      await assert.rejects(kept.has(tenantFor('default'), hashOf(Buffer.from('x'))), StoreUnavailable)
    })
  })
