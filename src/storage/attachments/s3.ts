import { createReadStream, createWriteStream } from 'node:fs'
import { readFile, rename, rm, stat } from 'node:fs/promises'
import { dirname } from 'node:path'
import type { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import type { PutObjectCommand, S3Client } from '@aws-sdk/client-s3'
import type { Tenant } from '../../domain/model.ts'
import { makeFolder } from '../../runtime/makeFolder.ts'
import { StoreUnavailable } from '../graphStore.ts'
import { asidePath, leftAside, settleAsides } from './asides.ts'
import type { AttachmentBytes, ByteRange } from './attachmentBytes.ts'
import { folderOf, placeOf } from './place.ts'
import { ownPath, removeAbandoned, spooled, withArrived, type Arrived } from './spool.ts'

/** A bucket, and how to reach it. Keys come by the SDK's own ways (AWS_ACCESS_KEY_ID and so on). */
export interface S3Settings {
  readonly bucket: string
  /** What every object's key begins with, `/` at its end; or nothing. */
  readonly prefix: string
  readonly region: string
  /** Null: Amazon's own. */
  readonly endpoint: string | null
  /** A folder for what is arriving: what it hashes to is known at its end, and names the object. */
  readonly uploads: string
}

/** What is smaller is sent from memory, so that the SDK can send it again when the server asks to slow down. */
const smallBytes = 8 * 1024 * 1024

/** Returns attachment bytes kept as objects of an S3-compatible bucket: `prefix/tenant/ab/abcd…`. */
export async function openS3({ uploads, ...settings }: S3Settings): Promise<AttachmentBytes> {
  await removeAbandoned(uploads)
  let loading: Promise<Bucket> | null = null
  // The SDK takes a third of a second to load: only once it is needed.
  const bucket = () => (loading ??= openBucket(settings))
  return {
    put: (tenant, bytes, arrival) =>
      withArrived(uploads, bytes, arrival, async (arrived) => {
        const opened = await bucket()
        if (!(await opened.has(tenant, arrived.id))) await opened.put(tenant, arrived)
        return { id: arrived.id, byteSize: arrived.byteSize }
      }),
    has: async (tenant, id) => (await bucket()).has(tenant, id),
    size: async (tenant, id) => (await bucket()).size(tenant, id),
    get: async (tenant, id, range) => (await bucket()).get(tenant, id, range),
    remove: async (tenant, id, isGone) => {
      const opened = await bucket()
      if (!(await isGone())) return { hasVersions: false }
      // Only the answer to a removal says whether versions are left of what an earlier try has removed.
      if (!(await opened.has(tenant, id))) return { hasVersions: await opened.remove(tenant, id) }
      const copy = asidePath(uploads, tenant, id)
      makeFolder(uploads)
      const byteSize = await copied(opened, { tenant, id }, copy)
      const putBack = () => opened.put(tenant, { path: copy, id, byteSize })
      try {
        const hasVersions = await opened.remove(tenant, id)
        // Who needs them either is seen now, or finds them missing and brings them again.
        if (!(await isGone())) await putBack()
        await rm(copy, { force: true })
        return { hasVersions }
      } catch (thrown) {
        // It cannot be known. Where the bucket does not take them now they lie aside until the next start.
        await putBack()
        await rm(copy, { force: true })
        throw thrown
      }
    },
    putBack: async (tenant, isLive) =>
      settleAsides(await leftAside(uploads, tenant), isLive, async ({ path, id }) => {
        const opened = await bucket()
        if (!(await opened.has(tenant, id))) await opened.put(tenant, { path, id, byteSize: (await stat(path)).size })
      }),
    removeAll: async (tenant) => {
      for (const { path } of await leftAside(uploads, tenant)) await rm(path, { force: true })
      return (await bucket()).removeAll(tenant)
    },
    async *kept(tenant) {
      yield* (await bucket()).kept(tenant)
      yield* spooled(uploads)
    },
    close: async () => (await loading)?.close(),
  }
}

/** Copies an object into a file that is there whole or not at all, and returns how many bytes it has. */
async function copied(
  bucket: Bucket,
  of: { readonly tenant: Tenant; readonly id: string },
  to: string,
): Promise<number> {
  const arriving = ownPath(dirname(to))
  try {
    const byteSize = await bucket.copyTo(of.tenant, of.id, arriving)
    await rename(arriving, to)
    return byteSize
  } finally {
    await rm(arriving, { force: true })
  }
}

interface Bucket {
  has(tenant: Tenant, id: string): Promise<boolean>
  size(tenant: Tenant, id: string): Promise<number | null>
  put(tenant: Tenant, arrived: Arrived): Promise<void>
  get(tenant: Tenant, id: string, range: ByteRange | null): Promise<Readable | null>
  /** Copies an object into a file, and returns how many bytes that has. */
  copyTo(tenant: Tenant, id: string, path: string): Promise<number>
  remove(tenant: Tenant, id: string): Promise<boolean>
  removeAll: AttachmentBytes['removeAll']
  kept: AttachmentBytes['kept']
  close(): void
}

async function openBucket({ bucket, prefix, region, endpoint }: Omit<S3Settings, 'uploads'>): Promise<Bucket> {
  const { S3Client, PutObjectCommand, HeadObjectCommand, GetObjectCommand, DeleteObjectCommand, ListObjectsV2Command } =
    await import('@aws-sdk/client-s3')
  const client: S3Client = new S3Client({
    region,
    // Checksums of the newest kind are unknown to many servers; what is sent is signed with its SHA-256 anyway.
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
    requestHandler: { connectionTimeout: 5_000, requestTimeout: 30_000 },
    ...(endpoint !== null && { endpoint, forcePathStyle: true }),
  })
  const at = (tenant: Tenant, id: string) => {
    const place = placeOf(tenant, id)
    return place && { Bucket: bucket, Key: prefix + place.join('/') }
  }
  return {
    has: async (tenant, id) => {
      const key = at(tenant, id)
      return key !== null && (await ifExists(client.send(new HeadObjectCommand(key)))) !== null
    },
    size: async (tenant, id) => {
      const key = at(tenant, id)
      const answer = key && (await ifExists(client.send(new HeadObjectCommand(key))))
      return answer?.ContentLength ?? null
    },
    put: async (tenant, arrived) => {
      const Body = arrived.byteSize < smallBytes ? await readFile(arrived.path) : createReadStream(arrived.path)
      const key = at(tenant, arrived.id) as { Bucket: string; Key: string }
      await reached(
        client.send(signed(new PutObjectCommand({ ...key, Body, ContentLength: arrived.byteSize }), arrived)),
      )
    },
    get: async (tenant, id, range) => {
      const key = at(tenant, id)
      const Range = range ? `bytes=${range.from}-${range.to}` : undefined
      const answer = key && (await ifExists(client.send(new GetObjectCommand({ ...key, Range }))))
      return answer && (answer.Body as Readable)
    },
    copyTo: async (tenant, id, path) => {
      const key = at(tenant, id) as { Bucket: string; Key: string }
      const answer = await reached(client.send(new GetObjectCommand(key)))
      await pipeline(answer.Body as Readable, createWriteStream(path))
      return answer.ContentLength ?? 0
    },
    remove: async (tenant, id) => {
      const key = at(tenant, id)
      const answer = key && (await reached(client.send(new DeleteObjectCommand(key))))
      // Only a bucket that has versions answers with one: it has marked the object, and taken nothing away.
      return answer?.VersionId !== undefined || answer?.DeleteMarker === true
    },
    async removeAll(tenant) {
      let [removed, hasVersions] = [0, false]
      for (;;) {
        const page = { Bucket: bucket, Prefix: `${prefix}${folderOf(tenant)}/` }
        const { Contents = [] } = await reached(client.send(new ListObjectsV2Command(page)))
        if (Contents.length === 0) return { removed, hasVersions }
        for (const { Key } of Contents) {
          const answer = await reached(client.send(new DeleteObjectCommand({ Bucket: bucket, Key })))
          hasVersions ||= answer.VersionId !== undefined || answer.DeleteMarker === true
          removed++
        }
      }
    },
    async *kept(tenant) {
      for (let StartAfter = ''; ;) {
        const page = { Bucket: bucket, Prefix: `${prefix}${folderOf(tenant)}/`, StartAfter }
        const { Contents = [] } = await reached(client.send(new ListObjectsV2Command(page)))
        for (const { Key = '' } of Contents) yield { id: Key.slice(Key.lastIndexOf('/') + 1), place: Key }
        const last = Contents.at(-1)?.Key
        if (last === undefined) return
        StartAfter = last
      }
    },
    close: () => client.destroy(),
  }
}

/** Has the server compare what it gets with the hash: of a stream, the SDK does not sign it by itself. */
function signed(command: PutObjectCommand, { id }: Arrived): PutObjectCommand {
  command.middlewareStack.add(
    (next) => (buildHandlerArguments) => {
      const { headers } = buildHandlerArguments.request as { headers: Record<string, string> }
      headers['x-amz-content-sha256'] = id
      return next(buildHandlerArguments)
    },
    { step: 'build', name: 'signContent' },
  )
  return command
}

/** What an object's answer is, null when there is no such object; that there is no such bucket is a fault. */
async function ifExists<R>(answer: Promise<R>): Promise<R | null> {
  try {
    return await reached(answer)
  } catch (thrown) {
    const { name } = thrown as Error
    if (name === 'NoSuchKey' || name === 'NotFound') return null
    throw thrown
  }
}

/** A server that did not answer, or asked to slow down, is no fault of ours. */
async function reached<R>(answer: Promise<R>): Promise<R> {
  try {
    return await answer
  } catch (thrown) {
    if (!isAbsence(thrown as Failure)) throw thrown
    throw new StoreUnavailable('The bucket of attachments did not answer.', { cause: thrown })
  }
}

type Failure = Error & { readonly code?: unknown; readonly $metadata?: { readonly httpStatusCode?: number } }

/** What comes from the network has a code like ECONNREFUSED; what an S3 server refuses has none. */
function isAbsence({ name, code, $metadata }: Failure): boolean {
  return typeof code === 'string' || name === 'TimeoutError' || ($metadata?.httpStatusCode ?? 0) >= 500
}
