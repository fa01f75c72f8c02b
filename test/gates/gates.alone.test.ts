import assert from 'node:assert/strict'
import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, describe, it } from 'node:test'
import type { Gate, Gates, ListedBytes } from '../../src/app/merges/gate.ts'
import type { Judgement } from '../../src/domain/records/merge.ts'
import type { Json } from '../../src/domain/model.ts'
import { jsonSchemaGate } from '../../src/gates/jsonSchema.ts'
import { openGates } from '../../src/gates/openGates.ts'

const folder = mkdtempSync(join(tmpdir(), 'turngraph-gates-'))
after(() => rmSync(folder, { recursive: true }))

function bytesOf(text: string | Uint8Array) {
  const bytes = Buffer.from(text)
  return {
    byteSize: bytes.length,

    open: async () =>
      (async function* () {
        yield await Promise.resolve(bytes)
      })(),
  }
}

async function judged(gate: Gate, ...texts: (string | Uint8Array)[]): Promise<Judgement[]> {
  try {
    return await Promise.all(texts.map((text) => gate.judge(bytesOf(text), undefined)))
  } finally {
    await gate.close()
  }
}

const listOf = (...texts: (string | Uint8Array)[]): ListedBytes[] =>
  texts.map((text, i) => {
    const artifact = { attachmentId: 'f'.repeat(64), fileName: `${i}.json`, kind: 'report', environment: 'ci' }
    return { ...bytesOf(text), artifact }
  })

describe('a JSON Schema as a gate', () => {
  it('judges what is judged together as an array', async () => {
    const schema = { if: { type: 'array' }, then: { maxItems: 2, items: { type: 'object' } }, else: { type: 'object' } }
    const gate = await jsonSchemaGate(schema, { timeoutMs: 20_000, bytes: 100 })
    const together = (...texts: (string | Uint8Array)[]) => gate.judgeList(listOf(...texts), undefined)
    try {
      assert.deepEqual(await together('{"a":1}', '{"b":2}'), { survives: true, reason: null })
      assert.match((await together('{}', '{}', '{}')).reason ?? '', /must NOT have more than 2 items/)
      // What passed another gate before is one item, or none.
      assert.equal((await together('{}', '{},{}')).reason, '1.json is not JSON.')
      assert.equal((await together('{}', new Uint8Array([0xff]))).reason, '1.json is not JSON.')
      assert.match((await together('{}', `"${'x'.repeat(100)}"`)).reason ?? '', /Together they have 104 bytes/)
    } finally {
      await gate.close()
    }
  })

  const bySchema = async (schema: Json, ...texts: (string | Uint8Array)[]) =>
    judged(await jsonSchemaGate(schema, { timeoutMs: 2000, bytes: 1000 }), ...texts)

  it('lets pass what meets it and says of the rest where it does not', async () => {
    const schema = { type: 'object', required: ['passed'], properties: { passed: { const: true } } }
    const [good, bad, none, text, binary, large] = await bySchema(
      schema,
      ...['{"passed":true}', '{"passed":false}', '{}', 'passed', new Uint8Array([0xff, 0xfe]), ' '.repeat(1001)],
    )
    assert.deepEqual(good, { survives: true, reason: null })
    assert.match(bad?.reason ?? '', /"\/passed" does not match the schema: must be equal to constant/)
    assert.match(none?.reason ?? '', /must have required property 'passed'/)
    assert.match(text?.reason ?? '', /not JSON/)
    assert.match(binary?.reason ?? '', /not UTF-8/)
    assert.match(large?.reason ?? '', /1001 bytes/)
  })

  it('is read by the draft that it names', async () => {
    const tuple = { type: 'array', items: [{ type: 'string' }] }
    const named = (draft: string) => ({ ...tuple, $schema: draft })
    for (const draft of ['http://json-schema.org/draft-07/schema#', 'https://json-schema.org/draft/2019-09/schema'])
      assert.deepEqual(
        (await bySchema(named(draft), '["a"]', '[1]')).map(({ survives }) => survives),
        [true, false],
      )
    const dated = { prefixItems: [{ type: 'string' }] }
    assert.equal((await bySchema(dated, '[1]'))[0]?.survives, false)
    assert.equal((await bySchema(false, '1'))[0]?.survives, false)
  })

  it('is refused when it is none, or names what would have to be fetched', async () => {
    for (const schema of [3, { type: 'nothing' }, { $ref: 'http://127.0.0.1:9/schema' }, { pattern: '(' }])
      await assert.rejects(jsonSchemaGate(schema), { code: 'BAD_INPUT', field: ['gate', 'jsonSchema'] })
  })

  it('cannot hold the process with a pattern that does not end', async () => {
    const gate = await jsonSchemaGate({ properties: { a: { pattern: '^(a+)+$' } } }, { timeoutMs: 2000, bytes: 1000 })
    const [slow, quick] = await judged(gate, JSON.stringify({ a: `${'a'.repeat(40)}!` }), '{"a":"aa"}')
    assert.match(slow?.reason ?? '', /more than 2000 ms/)
    assert.equal(quick?.survives, true)
  })
})

describe('a command as a gate', () => {
  const node = process.execPath
  const configured = (gates: Record<string, unknown>): Gates => {
    const path = join(folder, 'gates.json')
    writeFileSync(path, JSON.stringify(gates))
    return openGates(path)
  }
  const run = (script: string, more: object = {}) => {
    const gate = configured({ one: { command: [node, '-e', script], ...more } }).command('one') as Gate
    return async (text = 'said') => (await judged(gate, text))[0] as Judgement
  }

  it('lets pass what it ends well on; the artifact is its input and a file in its directory', async () => {
    const script = `const fs = require('node:fs'); const [input, file] = [fs.readFileSync(0, 'utf8'), fs.readFileSync('artifact', 'utf8')]
      console.log('saw', input); process.exit(input === file && input.includes('good') ? 0 : 3)`
    assert.deepEqual(await run(script)('good'), { survives: true, reason: null })
    assert.deepEqual(await run(script)('ill'), {
      survives: false,
      reason: 'The command ended with status 3. saw ill',
    })
  })

  it('runs in a directory of its own that is gone afterwards, with no environment but what is configured', async () => {
    const script = `require('node:fs').writeFileSync('left', ''); console.log(JSON.stringify([process.cwd(), process.env, require('node:fs').readdirSync('.')])); process.exit(1)`
    process.env['TURNGRAPH_TEST_SECRET'] = 'secret'
    const told = async () =>
      JSON.parse((await run(script, { env: { GIVEN: 'yes' } })()).reason?.replace(/^[^[]*/, '') ?? '') as [
        string,
        object,
        string[],
      ]
    const [[cwd, env, files], [other]] = [await told(), await told()]
    delete process.env['TURNGRAPH_TEST_SECRET']
    assert.deepEqual(env, { GIVEN: 'yes' })
    assert.deepEqual(files, ['artifact', 'left'])
    assert.notEqual(cwd, other)
    assert.equal(readdirSync(tmpdir()).includes(cwd.split('/').at(-1) ?? ''), false)
  })

  it('finds what is judged together in a folder, and a list that names each', async () => {
    const script = `const fs = require('node:fs'); const list = JSON.parse(fs.readFileSync(0, 'utf8'))
      if (fs.readFileSync('artifact', 'utf8') !== JSON.stringify(list) + '\\n') process.exit(9)
      console.log(list.map(({ file, fileName, kind }) => [fs.readFileSync(file, 'utf8'), fileName, kind].join()).join(' ')); process.exit(1)`
    const gate = configured({ one: { command: [node, '-e', script] } }).command('one') as Gate
    const { survives, reason } = await gate.judgeList(listOf('one', new Uint8Array([0x74])), undefined)
    assert.deepEqual([survives, reason], [false, 'The command ended with status 1. one,0.json,report t,1.json,report'])
  })

  it('has an end: of its time, of its output, and with all that it started', async () => {
    const hang = `require('node:child_process').spawn(process.execPath, ['-e', 'setInterval(() => {}, 1000)'], { stdio: 'inherit' }); setInterval(() => {}, 1000)`
    assert.match((await run(hang, { timeoutMs: 400 })()).reason ?? '', /more than 400 ms/)
    const left = hang.replace(/; setInterval.*$/, '; process.exit(0)')
    assert.equal((await run(left)()).survives, true)
    const flood = `for (;;) require('node:fs').writeSync(1, 'x'.repeat(1000))`
    assert.match((await run(flood, { outputBytes: 5000 })()).reason ?? '', /more than 5000 bytes/)
    assert.match((await run(`process.kill(process.pid, 'SIGTERM')`)()).reason ?? '', /SIGTERM/)
  })

  it('ends with the merge that is given up', async () => {
    const gate = configured({ one: { command: [node, '-e', 'setInterval(() => {}, 1000)'] } }).command('one') as Gate
    const controller = new AbortController()
    const judging = gate.judge(bytesOf('x'), controller.signal)
    setTimeout(() => controller.abort(new Error('given up')), 50)
    await assert.rejects(judging, /given up/)
  })

  it('is read by no shell', async () => {
    const gate = configured({
      one: { command: [node, '-e', 'process.exit(process.argv[1] === "$(id) > x" ? 0 : 1)', '$(id) > x'] },
    })
    assert.deepEqual(await judged(gate.command('one') as Gate, ''), [{ survives: true, reason: null }])
  })
})
