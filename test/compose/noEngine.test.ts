import assert from 'node:assert/strict'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, describe, it } from 'node:test'
import { noEngine } from '../support/engine.ts'

describe('tests of a Docker engine', () => {
  const folder = mkdtempSync(join(tmpdir(), 'turngraph-docker-'))
  after(() => rmSync(folder, { recursive: true }))
  /** Why they are left out where `docker` is a program of these lines. */
  const whyWith = (lines: string): string | false => {
    writeFileSync(join(folder, 'docker'), `#!/bin/sh\n${lines}\n`, { mode: 0o755 })
    return noEngine({ PATH: folder })
  }

  it('are left out, by a reason, where docker is missing, its engine does not answer, or it has no compose', () => {
    assert.equal(noEngine({ PATH: join(folder, 'nothing') }), 'there is no docker here')
    assert.equal(whyWith('exit 1'), 'no Docker engine answers here')
    assert.equal(whyWith('[ "$1" = version ]'), 'docker has no compose here')
  })

  it('run where both answer', () => assert.equal(whyWith('exit 0'), false))
})
