import type { ByteRange } from '../../storage/attachments/attachmentBytes.ts'

/** Returns the bytes that a Range header asks for; null for the whole, `unsatisfiable` when there are none of them. */
export function rangeOf(header: string | undefined, byteSize: number): ByteRange | null | 'unsatisfiable' {
  const [, first = '', last = ''] = /^bytes=(\d{0,15})-(\d{0,15})$/.exec(header ?? '') ?? []
  // Several ranges at once, and what is no range, may be answered with the whole (RFC 9110).
  if (first === '' && last === '') return null
  const from = first === '' ? Math.max(0, byteSize - Number(last)) : Number(first)
  const to = first === '' || last === '' ? byteSize - 1 : Math.min(Number(last), byteSize - 1)
  if (first !== '' && last !== '' && Number(last) < Number(first)) return null
  return from > to ? 'unsatisfiable' : { from, to }
}
