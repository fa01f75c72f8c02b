import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import fc from '../../support/properties.ts'
import { contentOf, isTerminated, lines, type SourceLine } from '../../../src/formats/reading/lines/lines.ts'

async function linesOf(...pieces: readonly (string | Uint8Array)[]): Promise<SourceLine[]> {
  const found: SourceLine[] = []
  async function* source() {
    for (const piece of pieces) yield Buffer.from(piece)
  }
  for await (const some of lines(source())) found.push(...some)
  return found
}
const texts = (found: readonly SourceLine[]) => found.map((line) => Buffer.from(line.bytes).toString())

describe('reading a file by lines', () => {
  it('cuts after each newline and keeps every byte', async () => {
    assert.deepEqual(texts(await linesOf('a\n\nb\r\nc')), ['a\n', '\n', 'b\r\n', 'c'])
  })
  it('joins a line from pieces', async () => {
    const found = await linesOf('on', 'e\ntw', '', 'o\n')
    assert.deepEqual(texts(found), ['one\n', 'two\n'])
    assert.deepEqual(
      found.map(({ number, offset }) => [number, offset]),
      [
        [1, 0],
        [2, 4],
      ],
    )
  })
  it('tells content from terminator', async () => {
    const [crlf, torn] = await linesOf('a\r\nb\r')
    assert.equal(Buffer.from(contentOf(crlf!)).toString(), 'a')
    assert.equal(Buffer.from(contentOf(torn!)).toString(), 'b\r')
    assert.equal(isTerminated(torn!), false)
  })
  it('gives nothing for an empty file', async () => {
    assert.deepEqual(await linesOf(''), [])
  })
  it('gives back the same bytes and the same lines however the file comes in pieces', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(fc.uint8Array({ max: 14 })), async (pieces) => {
        const bytes = Buffer.concat(pieces.map((piece) => piece.map((byte) => (byte === 7 ? 10 : byte))))
        const found = await linesOf(...pieces.map((piece) => piece.map((byte) => (byte === 7 ? 10 : byte))))
        assert.deepEqual(Buffer.concat(found.map((line) => line.bytes)), bytes)
        assert.deepEqual(texts(found), texts(await linesOf(bytes)))
      }),
    )
  })
})
