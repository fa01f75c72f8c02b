import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import pino from 'pino'
import { outageLog } from '../../src/logs/outageLog.ts'
import { errorSerializer } from '../../src/logs/errorSerializer.ts'
import { StoreGone, StoreHalted, StoreUnavailable } from '../../src/storage/graphStore.ts'

/** A log, its lines, and its clock. */
function opened() {
  const lines: Record<string, unknown>[] = []
  const clock = { now: 0 }
  const stream = { write: (line: string) => void lines.push(JSON.parse(line) as Record<string, unknown>) }
  const options = { base: null, timestamp: false, serializers: { err: errorSerializer } }
  const log = pino({ ...options, hooks: { logMethod: outageLog(() => clock.now) } }, stream)
  return { log, lines, clock }
}

describe('the log of a store that is away', () => {
  it('has one line a minute, without a stack, whatever fails meanwhile', () => {
    const { log, lines, clock } = opened()
    const gone = new StoreGone('Neo4j cannot be reached.', { cause: new Error('connect ECONNREFUSED 127.0.0.1:7687') })
    for (let n = 0; n < 120; n++) {
      log.error({ err: gone }, 'The store is not available')
      log.warn({ err: new StoreUnavailable('Neo4j did not answer a write.'), rows: 3 }, 'A write has to be repeated.')
      clock.now += 1_000
    }
    const reason = 'Neo4j cannot be reached. connect ECONNREFUSED 127.0.0.1:7687'
    const msg = 'The store is not available'
    assert.deepEqual(lines, [
      { level: 50, reason, lines: 1, msg },
      { level: 50, reason, lines: 120, msg },
    ])
  })

  it('hides neither what an operator must see to, nor any other fault', () => {
    const { log, lines } = opened()
    const away = new StoreUnavailable('Neo4j cannot be reached.')
    log.error({ err: away }, 'The store is not available')
    log.error({ err: new StoreHalted('Neo4j has stopped and must be started again.') }, 'The store is not available')
    log.error({ err: new Error('defect') }, 'Internal error')
    log.error({ err: new Error('defect') }, 'Internal error')
    log.info('as ever')
    const logged = lines.map(
      ({ reason, err, msg }) => reason ?? (err as { message?: string } | undefined)?.message ?? msg,
    )
    const halted = 'Neo4j has stopped and must be started again.'
    assert.deepEqual(logged, ['Neo4j cannot be reached.', halted, 'defect', 'defect', 'as ever'])
  })
})
