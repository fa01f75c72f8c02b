import assert from 'node:assert/strict'
import { once } from 'node:events'
import { it } from 'node:test'
import { WebSocket } from 'ws'
import { startApi } from '../../graphql/support/api.ts'
import { describeOnce } from '../../support/stores.ts'

describeOnce('a WebSocket client that makes a mistake', () => {
  it('is one line of the log without places in the code', async () => {
    const api = await startApi()
    try {
      const socket = new WebSocket(`${api.url.replace('http', 'ws')}/graphql`, 'graphql-transport-ws')
      await once(socket, 'open')
      socket.on('error', () => undefined).send('x'.repeat(5_000_000))
      await once(socket, 'close')
      const lines = api.logged.filter((line) => line.includes('WebSocket client'))
      const { reason, code } = JSON.parse(lines[0] ?? '{}') as { reason?: string; code?: string }
      assert.deepEqual(
        [lines.length, code, reason],
        [1, 'WS_ERR_UNSUPPORTED_MESSAGE_LENGTH', 'Max payload size exceeded'],
      )
      assert.doesNotMatch(lines.join(), /stack| at /)
    } finally {
      await api.close()
    }
  })
})
