import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { quotasOf } from '../../../src/http/admission/quotas.ts'
import { waitFor } from '../../support/waitFor.ts'

const small = { most: 4, share: 2 }
const sizes = {
  requests: { most: 3, share: 1 },
  transfers: small,
  spooledBytes: { most: 100, share: 60 },
  sockets: small,
  recordedBytes: small,
}
const overloaded = (message: RegExp) => ({ name: 'Overloaded', code: 'OVERLOADED', message })

function quotas() {
  let refused = 0
  const made = quotasOf(sizes, { onChange: () => undefined, onRefused: () => refused++ })
  return { ...made, refused: () => refused }
}

describe('the quotas of a server', () => {
  it('hold of all requests as many as one may have, whoever sends them', () => {
    const { requests, refused } = quotas()
    const leave = requests.take('a')
    for (const tenant of ['a', 'a']) requests.take(tenant)
    assert.throws(() => requests.take('b'), overloaded(/^The server has 3 requests under way/))
    assert.equal(refused(), 1)
    leave()
    requests.take('b')
  })

  it('hold of each tenant its share, and of all tenants any number', () => {
    const { requestsOfTenants } = quotas()
    for (const tenant of ['a', 'b', 'c', 'd', 'e']) requestsOfTenants.take(tenant)
    assert.throws(() => requestsOfTenants.take('a'), overloaded(/^Your tenant has 1 requests under way/))
  })

  it('are apart: what is full of one kind says nothing of another', () => {
    const { transfers, sockets, spooledBytes } = quotas()
    for (const tenant of ['a', 'a', 'b', 'b']) transfers.take(tenant)
    assert.throws(() => transfers.take('c'), overloaded(/The server has 4 files on their way/))
    sockets.take('a')
    spooledBytes.take('a', 60)
    assert.throws(() => spooledBytes.take('a', 1), overloaded(/Your tenant has 60 bytes of files/))
    assert.throws(() => spooledBytes.take('b', 41), overloaded(/The server has 100 bytes/))
  })

  it('let what waits begin in the order in which it came', async () => {
    const { admissionQueue } = quotas()
    const begun: number[] = []
    for (const k of [1, 2, 3]) admissionQueue.join({ begin: () => begun.push(k), refuse: () => assert.fail('refused') })
    await waitFor(() => admissionQueue.length() === 0)
    assert.deepEqual(begun, [1, 2, 3])
  })
})
