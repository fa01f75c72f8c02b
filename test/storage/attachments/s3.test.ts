import assert from 'node:assert/strict'
import { mkdtempSync, rmSync } from 'node:fs'
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

    it('that cannot be reached is said to be out of reach', async () => {
      const kept = await open(folder, { endpoint: 'http://127.0.0.1:9' })
      await assert.rejects(kept.has(tenantFor('default'), hashOf(Buffer.from('x'))), StoreUnavailable)
    })
  })
