import { createHash } from 'node:crypto'
import type { Json } from '../../domain/model.ts'
import { faultOf } from './schema.ts'
import { damaged, readLine, version, type End, type Header, type BackupLine } from './lines.ts'

/** A text is no longer than this. */
const longestLine = 400 * 1024 * 1024
const newline = 0x0a

/**
 * Yields the lines of a backup between its first and its last one; throws, naming the line, where it is not as it was made.
 * `onHeader` is called with the first line before any other is yielded.
 */
export async function* checkedLines(
  bytes: AsyncIterable<Uint8Array>,
  onHeader?: (header: Header) => void,
): AsyncGenerator<BackupLine, Header> {
  const hash = createHash('sha256')
  let header: Header | null = null
  let end: End | null = null
  let last = 0
  for await (const { number, raw, whole } of rawLines(bytes)) {
    last = number
    if (end !== null) throw damaged(number, 'stands after the last line of the backup')
    const line = whole ? readLine(raw, number) : throwCut(number)
    if (header === null) {
      header = headerOf(line)
      onHeader?.(header)
    } else if (line.line === 'end') end = endOf(line, hash.copy().digest('hex'))
    else yield line
    hash.update(raw).update('\n')
  }
  if (header === null) throw damaged(1, 'is missing: the file is empty')
  if (end === null) throw damaged(last + 1, 'is missing: the backup was cut off, for it has no last line')
  return header
}

function headerOf({ line, value, number }: BackupLine): Header {
  const { format, version: input = null } = value as { readonly format?: Json; readonly version?: Json }
  if (line !== 'header' || format !== 'turngraph') throw damaged(number, 'is not the first line of a backup')
  if (input !== version)
    throw damaged(number, `says version ${JSON.stringify(input)}, and this turngraph reads up to ${version}`, {
      version: input,
    })
  const fault = faultOf('header', value)
  if (fault !== null) throw damaged(number, `is no first line as a backup has it (${fault})`)
  return value as unknown as Header
}

function endOf({ value, number }: BackupLine, sha256: string): End {
  const end = value as unknown as End
  if (end.lines !== number - 1)
    throw damaged(number, `says that ${end.lines} lines stand before it, and there are ${number - 1}`)
  if (end.sha256 !== sha256)
    throw damaged(number, 'says another SHA-256 than the lines before it have: they were altered')
  return end
}

function throwCut(number: number): never {
  throw damaged(number, 'is cut off: it has no end')
}

interface RawLine {
  readonly number: number
  readonly raw: Buffer
  /** It has its line break. */
  readonly whole: boolean
}

async function* rawLines(bytes: AsyncIterable<Uint8Array>): AsyncGenerator<RawLine> {
  let number = 0
  let parts: Buffer[] = []
  let length = 0
  const joined = () => {
    const raw = parts.length === 1 ? (parts[0] as Buffer) : Buffer.concat(parts)
    ;[parts, length] = [[], 0]
    return raw
  }
  try {
    for await (const piece of bytes) {
      const buffer = Buffer.from(piece.buffer, piece.byteOffset, piece.byteLength)
      for (let from = 0; from < buffer.length;) {
        const at = buffer.indexOf(newline, from)
        const part = buffer.subarray(from, at < 0 ? undefined : at)
        parts.push(part)
        length += part.length
        if (length > longestLine) throw damaged(number + 1, `is longer than ${longestLine} bytes`)
        if (at < 0) break
        yield { number: ++number, raw: joined(), whole: true }
        from = at + 1
      }
    }
  } catch (error) {
    throw unpackable(error) ? damaged(number + 1, 'cannot be unpacked: the file was cut off or altered') : error
  }
  if (length > 0) yield { number: number + 1, raw: joined(), whole: false }
}

/** Says whether an error is of unpacking. */
function unpackable(error: unknown): boolean {
  const code = (error as { code?: unknown } | null)?.code
  return typeof code === 'string' && /^(Z_|ERR_Z|ZSTD|ERR_ZLIB|UNPACK)/.test(code)
}
