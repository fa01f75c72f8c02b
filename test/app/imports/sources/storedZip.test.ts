import assert from 'node:assert/strict'
import { it } from 'node:test'
import { crc32 } from 'node:zlib'
import yauzl from 'yauzl'
import { storedZip, type ZippedFile } from '../../../../src/app/imports/sources/storedZip.ts'

/** The files of an archive as another program reads them. */
async function unzipped(bytes: Buffer): Promise<[string, string][]> {
  const zip = await new Promise<yauzl.ZipFile>((resolve, reject) => {
    yauzl.fromBuffer(bytes, { lazyEntries: true }, (fault, opened) => (fault ? reject(fault) : resolve(opened)))
  })
  const files: [string, string][] = []
  return new Promise((resolve, reject) => {
    zip.on('error', reject)
    zip.on('end', () => resolve(files))
    zip.on('entry', (entry: yauzl.Entry) => {
      zip.openReadStream(entry, (fault, stream) => {
        if (fault) {
          reject(fault)
          return
        }
        const pieces: Buffer[] = []
        stream.on('data', (piece: Buffer) => pieces.push(piece))
        stream.on('error', reject)
        stream.on('end', () => {
          const bytes = Buffer.concat(pieces)
          assert.equal(entry.crc32, crc32(bytes), entry.fileName)
          files.push([entry.fileName, bytes.toString()])
          zip.readEntry()
        })
      })
    })
    zip.readEntry()
  })
}

it('files come out of the archive as they went in, in order, by names of any letters', async () => {
  const files = [
    ['a.jsonl', 'one\n'],
    ['päth/ü😀.md', ''],
    ['b', 'é'.repeat(1000)],
  ] as const
  const zipped = files.map(([name, text]): ZippedFile => ({ name, bytes: Buffer.from(text) }))
  assert.deepEqual(await unzipped(storedZip(zipped)), files)
  assert.deepEqual(await unzipped(storedZip([])), [])
})
