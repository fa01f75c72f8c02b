import { exportHeaders, formatOfAnswer, isPage } from '../formats/writing/headers.ts'
import type {
  FileInput,
  GraphFiles,
  HeldBeginning,
  Imported,
  ImportedReport,
  ImportOptions,
  KeptAttachment,
} from './graphClient.ts'
import { retried } from './repeat.ts'
import { addressOf, parsed, refusalOf, withParameters, type Server } from './server.ts'
import { TurngraphError } from './turngraphError.ts'

/** Returns how files go to a running server and come from it, piece by piece. */
export function remoteFiles(server: Server): GraphFiles {
  return {
    import: (file, options = {}) => importTo(server, file, options),
    async export(id, { format = null, wholeTree = false, part = null, values = null, session = null } = {}) {
      const parameters = { format, part, values, session, wholeTree: String(wholeTree) }
      const path = addressOf('export', id, parameters)
      const response = await accepted(server, path, { method: 'GET' })
      const named = formatOfAnswer(response.headers)
      if (named === null || !isWanted(named, format)) throw await unexpected(server, path, response)
      const omissions = response.headers.get(exportHeaders.omissions)
      return { format: named, omissions, pieces: piecesOf(server, path, response) }
    },
    async extract({ includeExperiments = false, includeDeleted = true, ...rest }) {
      const flags = { includeExperiments: String(includeExperiments), includeDeleted: String(includeDeleted) }
      return piecesAt(server, 'export', { ...rest, ...flags })
    },
    async attach(bytes, { mediaType, fileName } = {}) {
      const path = withParameters('attachments', { mediaType, fileName })
      const headers = { 'content-type': 'application/octet-stream' }
      const init = { method: 'PUT', headers, body: Uint8Array.from(bytes).buffer }
      const text = await (await retried(() => accepted(server, path, init), undefined)).text()
      const stored = parsed(text) as KeptAttachment | null
      if (!stored) throw new TurngraphError('UNEXPECTED_ANSWER', `${server.base} does not say what it has kept.`)
      return { id: stored.id, mediaType: stored.mediaType, byteSize: stored.byteSize }
    },
    async attachment(id) {
      const path = addressOf('attachments', id)
      const response = await retried(() => accepted(server, path, { method: 'GET' }), undefined)
      if (response.headers.get('etag')?.includes(id) !== true) throw await unexpected(server, path, response)
      const body = await response.arrayBuffer().catch(brokenOff(server.base, 'attachment'))
      return new Uint8Array(body)
    },
  }
}

/** Returns what a server has at a path, piece by piece; refused when the server does. */
export async function piecesAt(
  server: Server,
  path: string,
  parameters: Readonly<Record<string, string | null | undefined>>,
): Promise<AsyncIterable<Uint8Array>> {
  const response = await accepted(server, withParameters(path, parameters), { method: 'GET' })
  if (isPage(response.headers)) throw await unexpected(server, path, response)
  return piecesOf(server, path, response)
}

/** Says whether a format is the one that was asked for: ORIGINAL is whichever it is. */
const isWanted = (named: string, requested: string | null): boolean =>
  requested === null || ['ORIGINAL', named].includes(requested.toUpperCase().replaceAll('-', '_'))

/** Returns that an answer is none of turngraph's, whose body is not wanted. */
async function unexpected(server: Server, path: string, response: Response): Promise<TurngraphError> {
  await response.body?.cancel().catch(() => undefined)
  return refusalOf(server, path, response, '')
}

/** Asks for something other than GraphQL; what the server refuses is thrown with its code and facts. */
async function accepted(server: Server, path: string, init: RequestInit): Promise<Response> {
  const response = await server.ask(path, init)
  if (response.ok) return response
  throw refusalOf(server, path, response, await response.text().catch(() => ''))
}

async function importTo(server: Server, file: FileInput, options: ImportOptions): Promise<Imported> {
  const { format = null, conversationId = null, strict = false, onProgress, held } = options
  const details = { fileName: file.name, format, conversationId, strict: strict ? 'true' : null }
  const path = withParameters('import', { ...details, ...(held && heldParameters(held)) })
  const headers = { 'content-type': 'application/octet-stream' }
  const { body, fault } = bodyOf(file, held?.bytes ?? 0, onProgress)
  // What streams goes one way before the other; the types of browsers do not know the word.
  const init = { method: 'POST', headers, body, duplex: 'half' } as const
  const response = await accepted(server, path, init).catch((thrown: unknown) => {
    throw fault() ?? thrown
  })
  const text = await response.text()
  const { conversationIds, ...report } = (parsed(text) ?? {}) as ImportedReport & Partial<Imported>
  if (!conversationIds) throw refusalOf(server, path, response, text)
  return { report, conversationIds }
}

/** Returns a file as a body, and what was wrong with reading it: `fetch` reports only that sending failed. */
function bodyOf(file: FileInput, begin: number, onProgress: ImportOptions['onProgress']) {
  let [sent, fault]: [number, unknown] = [0, null]
  const pieces = piecesFrom(file, begin)[Symbol.asyncIterator]()
  const body = new ReadableStream<Uint8Array>({
    async pull(controller) {
      try {
        const next: IteratorResult<Uint8Array, unknown> = await pieces.next()
        if (next.done) {
          controller.close()
          return
        }
        controller.enqueue(next.value)
        onProgress?.((sent += next.value.length))
      } catch (thrown) {
        fault = thrown
        controller.error(thrown)
      }
    },
    async cancel() {
      await pieces.return?.()
    },
  })
  return { body, fault: () => fault }
}

async function* piecesFrom(file: FileInput, begin: number): AsyncIterable<Uint8Array> {
  let toSkip = begin
  for await (const piece of file.open()) {
    if (toSkip < piece.length) yield piece.subarray(toSkip)
    toSkip = Math.max(0, toSkip - piece.length)
  }
}

const heldParameters = ({ conversationId, bytes, sha256 }: HeldBeginning) => ({
  heldBy: conversationId,
  heldBytes: String(bytes),
  heldSha256: sha256,
})

async function* piecesOf({ base }: Server, path: string, { body }: Response): AsyncGenerator<Uint8Array> {
  const reader = body?.getReader() as ReadableStreamDefaultReader<Uint8Array> | undefined
  if (!reader) return
  try {
    for (;;) {
      const read = await reader.read().catch(brokenOff(base, path.split('/', 1)[0] ?? path))
      if (read.done) return
      yield read.value
    }
  } finally {
    await reader.cancel().catch(() => undefined)
  }
}

function brokenOff(base: string, what: string): (thrown: unknown) => never {
  return (cause) => {
    throw new TurngraphError('UNREACHABLE', `${base} broke off the ${what}.`, { url: base }, null, { cause })
  }
}
