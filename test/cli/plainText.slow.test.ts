// Takes long: each command opens and closes the store.
import assert from 'node:assert/strict'
import { join } from 'node:path'
import { after, before, describe, it } from 'node:test'
import { compose, type App } from '../../src/compose.ts'
import { readConfig } from '../../src/config/config.ts'
import { outputTo } from '../../src/cli/output.ts'
import { progressOf } from '../../src/cli/progress.ts'
import { collector, file, session, temporaryFolder, turngraph } from './support.ts'

const obeyed = /[^\P{Cc}\t\n]|\p{Bidi_Control}/u
/** Sets the title of the window, clears the screen, rings, goes back, turns the direction; in 8 bits as well. */
const attack = '\u001b]0;owned\u0007\u001b[2J\r\b\u009b31m\u0085\u202eesrever\u2066\u200f\u061c\u007f'
const hostile = session('hostile', [
  { uuid: 'h1', parent: null, role: 'user', content: `A ${attack} B` },
  {
    uuid: 'h2',
    parent: 'h1',
    role: 'assistant',
    content: { type: 'tool_use', id: `k${attack}`, name: attack, input: {} },
  },
  { uuid: 'h3', parent: `lost${attack}`, role: 'user', content: 'C' },
]).replace('"version":"2.1.0"', `"version":${JSON.stringify(attack)}`)

const folder = temporaryFolder()
const path = file(folder, `files/${attack.replaceAll('/', '')}.jsonl`, hostile)

describe('what goes to a terminal', () => {
  const env = { DATA: join(folder, 'store') }
  let app: App
  let url = ''
  before(async () => {
    await turngraph(env, 'import', path)
    app = await compose(readConfig({ ...env, LOG_LEVEL: 'silent' }))
    url = await app.server.listen({ host: '127.0.0.1', port: 0 })
  })
  after(() => app.close())

  const commands = [
    ['import', path, `${path}-missing`],
    ['import', path, '--json'],
    ['tree', 'hostile'],
    ['tree', 'hostile', '--json'],
    ['tree', attack],
    ['stats', 'hostile'],
    ['show', 'hostile'],
    ['tree', 'hostile', '--unfold'],
    ['verify'],
    ['export', 'hostile', '--output', join(folder, attack)],
  ]
  it('has no control characters', async () => {
    for (const words of commands)
      for (const place of [env, url]) {
        const ran = await (typeof place === 'string'
          ? turngraph({}, ...words, '--url', place)
          : turngraph(place, ...words))
        assert.doesNotMatch(ran.stdout, obeyed)
        assert.doesNotMatch(ran.stderr, obeyed)
        assert.ok(ran.stdout.length + ran.stderr.length > 0)
        if (words.includes('--json')) JSON.parse(ran.stdout)
      }
  })

  it('has none where the command line is not understood', async () => {
    for (const words of [[attack], ['tree', 'hostile', '--format', attack], ['tree', attack, attack]])
      assert.doesNotMatch((await turngraph(env, ...words)).stderr, obeyed)
  })

  it('shows bytes of an export as plain text on a terminal, and as they are to a program', async () => {
    const bytes = Buffer.from(`é${attack}`)
    for (const isTTY of [true, false]) {
      const { stream, text } = collector()
      const output = outputTo(Object.assign(stream, { isTTY }))
      // A character may be cut in two.
      for (let k = 0; k < bytes.length; k++) await output.write(bytes.subarray(k, k + 1))
      assert.equal(obeyed.test(text()), !isTTY)
      assert.ok(text().startsWith('é'))
    }
  })

  it('names files plainly in a progress bar', () => {
    const { stream, text } = collector()
    const progress = progressOf(Object.assign(stream, { isTTY: true }), [{ path, bytes: 1 }])
    progress.begin({ path, bytes: 1 })
    progress.stop()
    assert.ok(!text().includes('owned\u0007'))
    assert.match(text(), /\\u001b]0;owned/)
  })
})
