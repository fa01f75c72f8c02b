import { crc32 } from 'node:zlib'

/** A file of an archive. */
export interface ZippedFile {
  readonly name: string
  readonly bytes: Uint8Array
}

const [localHeader, centralHeader, endOfArchive] = [0x04034b50, 0x02014b50, 0x06054b50]
/** The version that reads it, and names in UTF-8. */
const [versionNeeded, utf8Names] = [20, 0x0800]

/** Returns files as a zip archive, unpacked as they are: so several files that belong together are one import. */
export function storedZip(files: readonly ZippedFile[]): Buffer {
  const [pieces, directory]: [Uint8Array[], Buffer[]] = [[], []]
  let offset = 0
  for (const { name, bytes } of files) {
    const encoded = Buffer.from(name)
    const about = Buffer.alloc(26)
    about.writeUInt16LE(versionNeeded, 0)
    about.writeUInt16LE(utf8Names, 2)
    about.writeUInt32LE(crc32(bytes), 10)
    about.writeUInt32LE(bytes.length, 14)
    about.writeUInt32LE(bytes.length, 18)
    about.writeUInt16LE(encoded.length, 22)
    const local = [signature(localHeader), about, encoded, bytes]
    const place = Buffer.alloc(14)
    place.writeUInt32LE(offset, 10)
    directory.push(signature(centralHeader), about.subarray(0, 2), about, place, encoded)
    pieces.push(...local)
    offset += lengthOf(local)
  }
  const end = Buffer.alloc(18)
  end.writeUInt16LE(files.length, 4)
  end.writeUInt16LE(files.length, 6)
  end.writeUInt32LE(lengthOf(directory), 8)
  end.writeUInt32LE(offset, 12)
  return Buffer.concat([...pieces, ...directory, signature(endOfArchive), end])
}

function signature(value: number): Buffer {
  const bytes = Buffer.alloc(4)
  bytes.writeUInt32LE(value)
  return bytes
}

const lengthOf = (pieces: readonly Uint8Array[]): number => pieces.reduce((sum, { length }) => sum + length, 0)
