// Takes long: a compiler runs over the types of others.
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { runNode, tool } from '../../../scripts/run.ts'
import { isInstalled } from '../../../scripts/testing/prepare.ts'

const folder = 'test/adapters/sdks'
const skip = isInstalled(folder) ? false : `npm ci --prefix ${folder} installs the packages that this needs`

describe('the types of the entries for SDKs', { skip }, () => {
  it('are those that the SDKs take and give', () =>
    assert.equal(runNode(tool('tsc', ['--project', `${folder}/types`], 'typescript')), 0))
})
