import assert from 'node:assert/strict'
import { spawn, spawnSync } from 'node:child_process'
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, describe, it } from 'node:test'
import { root } from '../../scripts/root.ts'

/** Stands for the build: fails beside another one, and tells that it was run. */
const build = `
import { appendFileSync, mkdirSync, rmdirSync, writeFileSync } from 'node:fs'
import { sourcesHash } from '../bin/ensureBuilt.js'
mkdirSync('one')
await new Promise((done) => setTimeout(done, 500))
appendFileSync('built', 'x')
rmdirSync('one')
mkdirSync('dist', { recursive: true })
writeFileSync('dist/.built', sourcesHash())`

describe('a start before anything is installed', () => {
  const folder = mkdtempSync(join(tmpdir(), 'turngraph-bare-'))
  after(() => rmSync(folder, { recursive: true, force: true }))
  const start = (name: string) => spawnSync(process.execPath, [join(folder, 'bin', name)], { encoding: 'utf8' })

  it('says in one sentence what must be done', () => {
    cpSync(join(root, 'bin'), join(folder, 'bin'), { recursive: true })
    mkdirSync(join(folder, 'src'))
    const packages = { type: 'module', dependencies: { fastify: '1' }, devDependencies: { tsx: '1' } }
    writeFileSync(join(folder, 'package.json'), JSON.stringify(packages))
    const words = (missing: string) =>
      `Packages that turngraph needs are not installed (${missing} is missing): run "npm ci" in ${folder}/ first.\n`
    for (const name of ['start.js', 'turngraph.js']) {
      const { status, stdout, stderr } = start(name)
      assert.deepEqual([status, stdout, stderr], [1, '', words('fastify')], name)
    }
    // What was installed without what builds cannot build.
    mkdirSync(join(folder, 'node_modules/fastify'), { recursive: true })
    assert.equal(start('start.js').stderr, words('tsx'))
  })
})

describe('a first start', () => {
  let folder: string
  before(() => {
    folder = mkdtempSync(join(tmpdir(), 'turngraph-built-'))
    for (const each of ['bin', 'src', 'scripts']) mkdirSync(join(folder, each))
    cpSync(join(root, 'bin/ensureBuilt.js'), join(folder, 'bin/ensureBuilt.js'))
    mkdirSync(join(folder, 'node_modules'))
    for (const each of ['tsx', 'esbuild', '@photostructure'])
      symlinkSync(join(root, 'node_modules', each), join(folder, 'node_modules', each))
    writeFileSync(join(folder, 'package.json'), '{"type":"module"}')
    writeFileSync(join(folder, 'src/a.ts'), '')
    writeFileSync(join(folder, 'scripts/build.ts'), build)
  })
  after(() => {
    rmSync(folder, { recursive: true, force: true })
  })

  it('builds once, however many are started at once', async () => {
    assert.deepEqual(await Promise.all([start(), start(), start()]), [0, 0, 0])
    assert.equal(readFileSync(join(folder, 'built'), 'utf8'), 'x')
  })

  function start(): Promise<number | null> {
    const text = "import { ensureBuilt } from './bin/ensureBuilt.js'; ensureBuilt()"
    const child = spawn(process.execPath, ['--input-type=module', '--eval', text], { cwd: folder, stdio: 'ignore' })
    return new Promise((done) => child.once('close', done))
  }
})
