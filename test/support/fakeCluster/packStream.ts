/**
 * The binary form of Bolt's messages: https://neo4j.com/docs/bolt/current/packstream/. Whole numbers are BigInt and
 * others are Number, so that what is read and written again is the same.
 */
export type Packed =
  null | boolean | bigint | number | string | Buffer | readonly Packed[] | Struct | { readonly [name: string]: Packed }

/** A value with a tag: a message, a point, a date. */
export class Struct {
  readonly tag: number
  readonly fields: readonly Packed[]
  constructor(tag: number, ...fields: readonly Packed[]) {
    this.tag = tag
    this.fields = fields
  }
}

/** A map of names to values. */
export type PackedMap = Readonly<Record<string, Packed>>

/** Returns a value as a map; an empty one where it is none. */
export function mapOf(value: Packed | undefined): PackedMap {
  const isMap = typeof value === 'object' && value !== null && !Array.isArray(value) && !Buffer.isBuffer(value)
  return isMap && !(value instanceof Struct) ? (value as PackedMap) : {}
}

/** Returns the value that these bytes are. */
export function decode(bytes: Buffer): Packed {
  let at = 0
  const take = (size: number): number => (at += size) - size
  const text = (size: number) => bytes.toString('utf8', take(size), at)
  const list = (size: number): Packed[] => Array.from({ length: size }, value)
  const map = (size: number) => Object.fromEntries(Array.from({ length: size }, () => [value() as string, value()]))
  const sizeOf = (marker: number, first: number): number =>
    marker === first
      ? bytes.readUInt8(take(1))
      : marker === first + 1
        ? bytes.readUInt16BE(take(2))
        : bytes.readUInt32BE(take(4))
  function value(): Packed {
    const marker = bytes.readUInt8(take(1))
    if (marker < 0x80) return BigInt(marker)
    if (marker >= 0xf0) return BigInt(marker - 0x100)
    const low = marker & 0x0f
    if (marker < 0x90) return text(low)
    if (marker < 0xa0) return list(low)
    if (marker < 0xb0) return map(low)
    if (marker < 0xc0) return new Struct(bytes.readUInt8(take(1)), ...list(low))
    if (marker === 0xc0) return null
    if (marker === 0xc1) return bytes.readDoubleBE(take(8))
    if (marker <= 0xc3) return marker === 0xc3
    if (marker === 0xc8) return BigInt(bytes.readInt8(take(1)))
    if (marker === 0xc9) return BigInt(bytes.readInt16BE(take(2)))
    if (marker === 0xca) return BigInt(bytes.readInt32BE(take(4)))
    if (marker === 0xcb) return bytes.readBigInt64BE(take(8))
    if (marker <= 0xce) return Buffer.from(bytes.subarray(take(sizeOf(marker, 0xcc)), at))
    if (marker <= 0xd2) return text(sizeOf(marker, 0xd0))
    if (marker <= 0xd6) return list(sizeOf(marker, 0xd4))
    return map(sizeOf(marker, 0xd8))
  }
  return value()
}

/** Returns the bytes of a value. */
export function encode(value: Packed): Buffer {
  const parts: Buffer[] = []
  add(parts, value)
  return Buffer.concat(parts)
}

function add(parts: Buffer[], value: Packed): void {
  if (value === null) parts.push(Buffer.from([0xc0]))
  else if (typeof value === 'boolean') parts.push(Buffer.from([value ? 0xc3 : 0xc2]))
  else if (typeof value === 'bigint') parts.push(whole(value))
  else if (typeof value === 'number') parts.push(sized(0xc1, 8, (to) => to.writeDoubleBE(value, 1)))
  else if (typeof value === 'string') {
    const bytes = Buffer.from(value)
    parts.push(header(bytes.length, 0x80, 0xd0), bytes)
  } else if (Buffer.isBuffer(value)) parts.push(header(value.length, null, 0xcc), value)
  else if (value instanceof Struct) {
    parts.push(Buffer.from([0xb0 + value.fields.length, value.tag]))
    for (const field of value.fields) add(parts, field)
  } else if (Array.isArray(value)) {
    parts.push(header(value.length, 0x90, 0xd4))
    for (const item of value as readonly Packed[]) add(parts, item)
  } else {
    const members = Object.entries(value)
    parts.push(header(members.length, 0xa0, 0xd8))
    for (const member of members) for (const each of member) add(parts, each)
  }
}

function sized(marker: number, size: number, write: (to: Buffer) => void): Buffer {
  const bytes = Buffer.alloc(size + 1)
  bytes[0] = marker
  write(bytes)
  return bytes
}

function whole(value: bigint): Buffer {
  if (value >= -16n && value <= 127n) return Buffer.from([Number(value) & 0xff])
  return sized(0xcb, 8, (to) => to.writeBigInt64BE(value, 1))
}

/** The marker of something with a size: in one byte where it is small, in up to five where it is large. */
function header(size: number, tiny: number | null, first: number): Buffer {
  if (tiny !== null && size < 16) return Buffer.from([tiny + size])
  if (size < 0x100) return Buffer.from([first, size])
  if (size < 0x10000) return sized(first + 1, 2, (to) => to.writeUInt16BE(size, 1))
  return sized(first + 2, 4, (to) => to.writeUInt32BE(size, 1))
}

/** Returns a message cut into chunks, as it goes over the wire. */
export function framed(message: Buffer): Buffer {
  const parts: Buffer[] = []
  for (let from = 0; from < message.length; from += 0xffff) {
    const chunk = message.subarray(from, from + 0xffff)
    const size = Buffer.alloc(2)
    size.writeUInt16BE(chunk.length)
    parts.push(size, chunk)
  }
  return Buffer.concat([...parts, Buffer.alloc(2)])
}

/** Returns what takes bytes as they come, and calls `onMessage` for each message that is complete. */
export function unframed(onMessage: (message: Buffer) => void): (bytes: Buffer) => void {
  let rest: Buffer = Buffer.alloc(0)
  let chunks: Buffer[] = []
  return (bytes) => {
    rest = rest.length === 0 ? bytes : Buffer.concat([rest, bytes])
    while (rest.length >= 2) {
      const size = rest.readUInt16BE(0)
      if (rest.length < size + 2) return
      if (size > 0) chunks.push(rest.subarray(2, size + 2))
      else if (chunks.length > 0) {
        onMessage(Buffer.concat(chunks))
        chunks = []
      }
      rest = rest.subarray(size + 2)
    }
  }
}
