import type { Readable } from 'node:stream'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Scope } from '../../app/scope.ts'
import { putAttachment } from '../../app/attachments/attachments.ts'
import { checkFileName, type Attachment } from '../../domain/records/attachment.ts'
import { badInput, notFound } from '../../domain/refusals.ts'
import type { ByteRange } from '../../storage/attachments/attachmentBytes.ts'
import type { Callers } from '../admission/caller.ts'
import { rangeOf } from '../responses/byteRange.ts'
import { idleTimeout, signalOf } from '../timeouts.ts'
import { parameter } from '../responses/errors.ts'
import { letIn } from '../admission/authenticateRequests.ts'
import { transferRoute } from '../admission/inFlight.ts'
import { servedAs } from '../responses/contentDisposition.ts'
import { inert } from '../responses/inert.ts'
import { downloadUrl } from '../../graphql/downloadUrl.ts'
import type { RouteParts } from '../parts.ts'

type GetRequest = FastifyRequest<{ Params: { id: string } }>
type AttachmentParts = RouteParts & Pick<Callers, 'reader'>
type Downloadable = Attachment & { readonly byteSize: number }

/**
 * Serves `PUT /attachments?mediaType=&fileName=&sha256=`, where the body is the bytes, and `GET /attachments/{id}`,
 * which gives them back so that no browser runs them.
 */
export function attachmentRoutes(server: FastifyInstance, parts: AttachmentParts): void {
  void server.register(async (scope) => {
    scope.removeAllContentTypeParsers()
    scope.addContentTypeParser('*', (_request, payload, done) => done(null, payload))
    scope.put('/attachments', transferRoute, (request, reply) => take(request, reply, parts))
    scope.route<{ Params: { id: string } }>({
      method: ['GET', 'HEAD'],
      url: '/attachments/:id',
      config: { isPublic: (request) => parameter(request, 'sig') !== null },
      handler: (request, reply) => give(request, reply, parts),
    })
  })
}

async function take(request: FastifyRequest, reply: FastifyReply, { metrics, limits, addresses }: AttachmentParts) {
  const end = metrics.startRequest()
  reply.raw.once('close', () => end('attachment'))
  const { signal } = signalOf(reply)
  const fileName = fileNameOf(request)
  const bytes = request.body === undefined ? nothing() : idleTimeout(request.body as Readable, limits.requestMs)
  const mediaType = parameter(request, 'mediaType') ?? sentType(request)
  const scope = request.caller.scope('WRITE')
  const attachment = await putAttachment(scope, {
    bytes,
    mediaType,
    fileName,
    expected: expectedHash(request),
    signal,
  })
  const { id, byteSize } = attachment
  return {
    id,
    mediaType: attachment.mediaType,
    byteSize,
    downloadUrl: downloadUrl(attachment, fileName, scope.tenant, addresses?.sign ?? null),
  }
}

/** What curl says of any body means nothing. */
function sentType({ headers }: FastifyRequest): string | null {
  const type = headers['content-type']
  return type === undefined || type === 'application/x-www-form-urlencoded' ? null : type
}

async function* nothing(): AsyncGenerator<Uint8Array> {
  // A body of no bytes comes as none.
}

function fileNameOf(request: FastifyRequest): string | null {
  const text = parameter(request, 'fileName')
  return text === null ? null : checkFileName(text)
}

function expectedHash(request: FastifyRequest): string | null {
  const text = parameter(request, 'sha256')?.toLowerCase() ?? null
  if (text !== null && !/^[0-9a-f]{64}$/.test(text))
    throw badInput('"sha256" must be 64 hex digits.', { sha256: text }, ['sha256'])
  return text
}

async function give(request: GetRequest, reply: FastifyReply, parts: AttachmentParts) {
  const { metrics, log } = parts
  const end = metrics.startRequest()
  reply.raw.once('close', () => end('attachment'))
  const fileName = fileNameOf(request)
  const reading = await readingOf(request, parts, fileName, reply)
  const attachment = await storedAttachment(reading, request.params.id)
  if (isKnown(request, attachment))
    return reply
      .code(304)
      .headers(headersOf(attachment, fileName, isSigned(request)))
      .send()
  const range = rangeOf(request.headers.range, attachment.byteSize)
  if (range === 'unsatisfiable') return reply.code(416).header('content-range', `bytes */${attachment.byteSize}`).send()
  const bytes = await bytesOf(request, reading, attachment, range)
  if (bytes === null) {
    log.error({ attachmentId: attachment.id }, 'The bytes of an attachment are missing in the store of attachments')
    throw notFound('Attachment', attachment.id)
  }
  return reply
    .code(range ? 206 : 200)
    .headers(headersOf(attachment, fileName, isSigned(request)))
    .headers(lengthOf(attachment, range))
    .send(bytes)
}

/** A request with a key reads by it; one by a signed address reads what that opens and no more. */
async function readingOf(
  request: GetRequest,
  { addresses, reader }: AttachmentParts,
  fileName: string | null,
  reply: FastifyReply,
): Promise<Scope> {
  const { signal } = signalOf(reply)
  const [sig, exp, tenant] = ['sig', 'exp', 'tenant'].map((name) => parameter(request, name) ?? '')
  if (!sig) return request.caller.scope('READ', signal)
  const { id } = request.params
  const opens = addresses?.holds({ tenant: tenant ?? '', id, fileName }, { exp: exp ?? '', sig })
  const caller = opens ? await reader(tenant ?? '') : null
  if (!caller) throw notFound('Attachment', id)
  letIn(request, reply.raw, caller)
  return caller.scope('READ', signal)
}

/** What was erased is not there, whatever stays of its row: neither its length nor that its bytes are known is told. */
async function storedAttachment(scope: Scope, id: string): Promise<Downloadable> {
  const attachment = await scope.reads.attachment(id)
  if (attachment?.byteSize == null || attachment.erased) throw notFound('Attachment', id)
  return { ...attachment, byteSize: attachment.byteSize }
}

function isKnown({ headers }: FastifyRequest, { id }: Downloadable): boolean {
  const known = headers['if-none-match']?.split(',').map((tag) => tag.trim().replace(/^W\//, '')) ?? []
  return known.includes(`"${id}"`) || known.includes('*')
}

/** The bytes, nothing where the head alone is wanted, null when they are missing. */
async function bytesOf({ method }: FastifyRequest, scope: Scope, { id }: Downloadable, range: ByteRange | null) {
  if (method !== 'HEAD') return scope.attachmentBytes.get(scope.tenant, id, range)
  return (await scope.attachmentBytes.has(scope.tenant, id)) ? undefined : null
}

const isSigned = (request: FastifyRequest) => parameter(request, 'sig') !== null

/** No cache stores what a signed address opens: a reader of the cache was not given the address. */
function headersOf({ id, mediaType }: Downloadable, fileName: string | null, signed: boolean): Record<string, string> {
  const { contentType, disposition } = servedAs(mediaType, fileName)
  const cached = {
    etag: `"${id}"`,
    'accept-ranges': 'bytes',
    'cache-control': signed ? 'private, no-store' : 'private, no-cache',
  }
  const hidden = signed ? { 'referrer-policy': 'no-referrer' } : {}
  return { ...inert, ...hidden, ...cached, 'content-type': contentType, 'content-disposition': disposition }
}

function lengthOf({ byteSize }: Downloadable, range: ByteRange | null): Record<string, string> {
  if (!range) return { 'content-length': String(byteSize) }
  const { from, to } = range
  return { 'content-length': String(to - from + 1), 'content-range': `bytes ${from}-${to}/${byteSize}` }
}
