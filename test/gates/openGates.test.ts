import assert from 'node:assert/strict'
import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, describe, it } from 'node:test'
import type { Gates } from '../../src/app/merges/gate.ts'
import { openGates } from '../../src/gates/openGates.ts'

const folder = mkdtempSync(join(tmpdir(), 'turngraph-gates-'))
after(() => rmSync(folder, { recursive: true }))

describe('a command as a gate', () => {
  const configured = (gates: Record<string, unknown>): Gates => {
    const path = join(folder, 'gates.json')
    writeFileSync(path, JSON.stringify(gates))
    return openGates(path)
  }

  it('is configured by name, and refused at start when it is not understood or no program', () => {
    const script = join(folder, 'check.sh')
    writeFileSync(script, '#!/bin/sh\nexit 0\n')
    const relative = { command: ['./check.sh'] }
    assert.throws(
      () => configured({ one: relative }),
      /GATES: The program "\.\/check\.sh" of the gate "one" cannot be run/,
    )
    chmodSync(script, 0o700)
    const gates = configured({ two: relative, one: { command: ['sh', '-c', 'exit 0'] } })
    assert.deepEqual(gates.commands, ['one', 'two'])
    assert.equal(gates.command('three'), null)
    for (const wrong of [
      { one: { command: [] } },
      { one: { command: 'sh' } },
      { one: { command: ['sh'], timeoutMs: 0 } },
      { one: { command: ['sh'], shell: true } },
      [],
    ])
      assert.throws(() => configured(wrong as Record<string, unknown>), /^ConfigRefused: GATES: /)
    assert.throws(() => openGates(join(folder, 'none.json')), /GATES: .*cannot be read as JSON/)
    assert.deepEqual(openGates(null).commands, [])
  })

  it('is refused with the place in the file that is not understood', () => {
    assert.throws(() => configured({ one: { command: ['sh'], timeoutMs: 3_600_001 } }), /at "one\.timeoutMs"/)
    assert.throws(() => configured({ one: { command: ['sh'], outputBytes: -1 } }), /at "one\.outputBytes"/)
    assert.throws(() => configured({ two: { command: [folder] } }), /the gate "two" cannot be run/)
  })
})
