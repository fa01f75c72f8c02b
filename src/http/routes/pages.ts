import { createHash } from 'node:crypto'
import { readFile, stat } from 'node:fs/promises'
import { extname } from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { own } from '../../runtime/own.ts'

const types: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.ttf': 'font/ttf',
  '.woff2': 'font/woff2',
}

/** Names that hold a hash of what is in the file. */
const isHashed = /-[0-9A-Z]{8}\./

type Encoding = 'br' | 'gzip'
/** A file as it is sent, in each encoding from the first time on that one is asked for. */
interface StaticPage {
  readonly changedAt: number
  readonly bytes: Buffer
  readonly tag: string
  readonly encoded: Map<Encoding, Promise<Buffer>>
}
const pages = new Map<string, Promise<StaticPage>>()

/** Sends a file of a page, compressed as the client takes it; a client that has it already gets 304. */
export async function sendPage(request: FastifyRequest, reply: FastifyReply, file: URL): Promise<FastifyReply> {
  const { bytes, tag, encoded } = await pageOf(file)
  const encoding = own(types, extname(file.pathname)) ? encodingOf(request.headers['accept-encoding'] ?? '') : null
  const etag = `"${tag}${encoding === null ? '' : `-${encoding}`}"`
  void reply
    .header('cache-control', isHashed.test(file.pathname) ? 'public, max-age=31536000, immutable' : 'no-cache')
    .header('etag', etag)
    // Beside what CORS has said.
    .header('vary', [reply.getHeader('vary') ?? [], 'accept-encoding'].flat().join(', '))
  if (request.headers['if-none-match'] === etag) return reply.code(304).send()
  void reply.type(own(types, extname(file.pathname)) ?? 'application/octet-stream')
  if (encoding === null) return reply.send(bytes)
  const sent = encoded.get(encoding) ?? compressors[encoding](bytes)
  encoded.set(encoding, sent)
  return reply.header('content-encoding', encoding).send(await sent)
}

/** A file that was rebuilt, as during development, is read again. */
async function pageOf(file: URL): Promise<StaticPage> {
  const { mtimeMs } = await stat(file)
  const known = await pages.get(file.href)
  if (known?.changedAt === mtimeMs) return known
  const read = readFile(file).then((bytes) => {
    const tag = createHash('sha256').update(bytes).digest('base64url').slice(0, 22)
    return { changedAt: mtimeMs, bytes, tag, encoded: new Map<Encoding, Promise<Buffer>>() }
  })
  pages.set(file.href, read)
  return read
}

/** The scripts have 4 MB: this takes half a second, and leaves a quarter. */
const quality = { params: { [constants.BROTLI_PARAM_QUALITY]: 6 } }
const compressors: Readonly<Record<Encoding, (bytes: Buffer) => Promise<Buffer>>> = {
  br: (bytes) => promisify(brotliCompress)(bytes, quality),
  gzip: promisify<Buffer, Buffer>(gzip),
}

function encodingOf(accepted: string): Encoding | null {
  const names = accepted
    .split(',')
    .map((part) => part.trim().split(/\s*;\s*/))
    .filter(([, weight]) => !/^q=0(\.0*)?$/.test(weight ?? ''))
    .map(([name]) => name)
  return names.includes('br') ? 'br' : names.includes('gzip') ? 'gzip' : null
}
