import assert from 'node:assert/strict'
import { openSync, readFileSync, statSync, writeFileSync, writeSync, closeSync } from 'node:fs'
import { join } from 'node:path'
import { describe, it } from 'node:test'
import { connect } from '../../../src/storage/sqlite/connection/connection.ts'
import { fileLooks } from '../../../src/storage/sqlite/contents/fileLooks.ts'
import { pieceFinder, piecesInFile } from '../../../src/storage/sqlite/contents/pieces.ts'
import { temporaryFolder } from '../../cli/support.ts'
import fc from '../../support/properties.ts'

const piece = Buffer.from('a piece of erased text 1')

describe('pieces of 24 bytes', () => {
  it('are found wherever they begin, and nowhere else', () => {
    const bytes = fc.uint8Array({ minLength: 24, maxLength: 24 }).map((some) => Buffer.from(some))
    fc.assert(
      fc.property(fc.array(bytes, { maxLength: 5 }), bytes, fc.nat(100), fc.nat(100), (others, own, before, behind) => {
        const whole = Buffer.concat([Buffer.alloc(before, 7), own, Buffer.alloc(behind, 9)])
        const found = new Set<number>()
        pieceFinder([...others, own]).find(whole, found)
        const all = [...others, own]
        assert.deepEqual([...found].sort(), [...all.keys()].filter((k) => whole.includes(all[k] as Buffer)).sort())
      }),
    )
  })

  it('are found in a file also where it is read in two parts', () => {
    const path = join(temporaryFolder(), 'large')
    for (let at = 4 * 1024 * 1024 - 30; at < 4 * 1024 * 1024 + 4; at++) {
      const bytes = Buffer.alloc(4 * 1024 * 1024 + 64)
      piece.copy(bytes, at)
      writeFileSync(path, bytes)
      assert.deepEqual([...piecesInFile(path, pieceFinder([piece]))], [0], String(at))
    }
    assert.equal(piecesInFile(`${path} that is not there`, pieceFinder([piece])).size, 0)
  })
})

describe('a look at a file', () => {
  const wrongOf = (path: string, fill: (path: string) => void, row = 'short') => {
    const connection = connect(path, 'writer')
    try {
      connection.exec('CREATE TABLE texts (text TEXT)')
      connection.run('INSERT INTO texts VALUES (?)', row)
      connection.exec('PRAGMA wal_checkpoint(TRUNCATE)')
      fill(path)
      return fileLooks(path, connection, [piece]).flatMap(({ place, wrong }) =>
        wrong === null ? [] : `${place}: ${wrong}`,
      )
    } finally {
      connection.close()
    }
  }
  const write = (path: string, at: number) => {
    const file = openSync(path, 'r+')
    writeSync(file, piece, 0, piece.length, at)
    closeSync(file)
  }
  const folder = temporaryFolder()
  let count = 0
  const path = () => join(folder, `${++count}.db`)

  it('names the file and the log that hold a piece that no row says', () => {
    const one = path()
    assert.deepEqual(
      wrongOf(one, () => undefined),
      [],
    )
    const two = path()
    assert.deepEqual(
      wrongOf(two, (file) => write(file, 4096 + 2000)),
      ['2.db: it holds 1 of 1 pieces of what was erased'],
    )
    assert.ok(readFileSync(two).includes(piece))
    assert.deepEqual(
      wrongOf(path(), (file) => writeFileSync(`${file}-journal`, piece)),
      ['3.db-journal: it has 24 bytes, of a state that somebody still reads or writes'],
    )
  })

  it('lets a row say it, and no room behind the last page be there', () => {
    assert.deepEqual(
      wrongOf(path(), () => undefined, `It is said: ${piece.toString()}`),
      [],
    )
    const behind = wrongOf(path(), (file) => write(file, statSync(file).size))
    assert.deepEqual(behind, ['5.db: it goes on behind its last page'])
  })
})
