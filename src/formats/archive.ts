import type { Json } from '../domain/model.ts'
import { jsonIn } from './reading/lines/jsonIn.ts'

/** A file of an archive. */
export interface Member {
  /** With its folders. */
  readonly name: string
  /** As the archive says it. */
  readonly byteSize: number
  /** Its bytes from the beginning, unpacked where it is packed in itself. */
  open(): AsyncIterable<Uint8Array>
  /** Its bytes as they lie there, for what is attached; absent: those of `open`. */
  readonly raw?: () => AsyncIterable<Uint8Array>
}

/** What lies beside a transcript in the archive in which it came. */
export interface Archive {
  readonly members: readonly Member[]
}

/** Returns a member's name without its folders. */
export const baseName = ({ name }: Pick<Member, 'name'>): string => name.split('/').at(-1) ?? name

/** Bytes of a member that says what others are. */
const mostBytes = 64 * 1024 * 1024

/** Returns what a member holds as JSON; undefined where it is none, or is too long. */
export async function jsonOf(member: Member): Promise<Json | undefined> {
  if (member.byteSize > mostBytes) return undefined
  const parts: Uint8Array[] = []
  let length = 0
  for await (const piece of member.open()) {
    length += piece.length
    if (length > mostBytes) return undefined
    parts.push(piece)
  }
  return jsonIn(
    Buffer.concat(parts)
      .toString('utf8')
      .replace(/^\uFEFF/, ''),
  )
}
