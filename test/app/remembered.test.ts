import assert from 'node:assert/strict'
import { it } from 'node:test'
import { rememberedOf } from '../../src/app/remembered.ts'
import type { Segment, Tenant } from '../../src/domain/model.ts'
import type { GraphStore } from '../../src/storage/graphStore.ts'

const mebibyte = 1024 * 1024

/** Says whether the first of a thousand segments is still remembered. */
function remembersFirst(cacheBytes: number): boolean {
  const { cache } = rememberedOf({} as GraphStore, { cacheBytes })
  const tenant = 'default' as Tenant
  for (let n = 0; n < 1_000; n++) cache.set(tenant, { id: `s${n}` } as Segment)
  assert.notEqual(cache.get(tenant, 's999'), undefined)
  return cache.get(tenant, 's0') !== undefined
}

it('a process with a small cache remembers less, one with a large cache no more than with the usual', () => {
  assert.deepEqual(
    [1, 64, 10_000].map((size) => remembersFirst(size * mebibyte)),
    [false, true, true],
  )
})
