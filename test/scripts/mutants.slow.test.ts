// Takes long: a copy of the sources is made.
import assert from 'node:assert/strict'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, it } from 'node:test'
import { mutants } from '../../scripts/mutants/list.ts'
import { mutated, openWorkshop } from '../../scripts/mutants/workshop.ts'
import { root } from '../../scripts/root.ts'

describe('the mutants of the isolation of tenants', () => {
  it('break what still stands in the sources, and name tests that are there', () => {
    assert.ok(mutants.length >= 40)
    assert.equal(new Set(mutants.map(({ name }) => name)).size, mutants.length)
    for (const mutant of mutants) {
      const text = readFileSync(join(root, mutant.file), 'utf8')
      assert.notEqual(mutated(text, mutant), text, mutant.name)
      for (const { file, only } of mutant.killers) {
        assert.ok(existsSync(join(root, file)), `${mutant.name}: ${file}`)
        assert.ok(mutant.killers.length > 0 && only !== '', mutant.name)
      }
    }
  })

  // What is served comes from files, some of which are made of others when they are missing.
  it('are made in a copy that has all that a server gives', async () => {
    const workshop = openWorkshop({ TEST_STORES: 'sqlite' })
    try {
      const { names, output } = await workshop.failures({ file: 'test/http/access.test.ts', only: 'gives the page' })
      assert.deepEqual(names, [], output)
      assert.match(output, /^# pass 1$/m)
    } finally {
      workshop.close()
    }
  })

  it('are refused where the text is gone, or stands twice', () => {
    const [mutant] = mutants
    assert.ok(mutant)
    const { edits } = mutant
    assert.throws(() => mutated('', mutant), /has not once/)
    assert.throws(() => mutated(`${edits[0]?.[0]} ${edits[0]?.[0]}`, mutant), /has not once/)
  })
})
