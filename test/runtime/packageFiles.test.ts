import assert from 'node:assert/strict'
import { existsSync, readFileSync } from 'node:fs'
import { describe, it } from 'node:test'
import { packageFile } from '../../src/runtime/packageFiles.ts'

describe('a file of the package', () => {
  it('is found by its path from the folder that holds package.json', () => {
    const { name } = JSON.parse(readFileSync(packageFile('package.json'), 'utf8')) as { name: string }
    assert.equal(name, 'turngraph')
    assert.ok(existsSync(packageFile('schema.graphql')))
    assert.equal(existsSync(packageFile('src/package.json')), false)
  })

  it('may have any letters in its name', () => {
    assert.equal(packageFile('dist/a b é.js').pathname.endsWith('/dist/a%20b%20%C3%A9.js'), true)
  })
})
