import assert from 'node:assert/strict'
import { EventEmitter } from 'node:events'
import { afterEach, beforeEach, describe, it, mock } from 'node:test'
import type { WebSocket } from 'ws'
import { heartbeat } from '../../../src/http/subscriptions/heartbeat.ts'

/** A socket that answers while it `lives`. */
class Socket extends EventEmitter {
  readonly OPEN = 1
  readyState = 1
  pings = 0
  isCut = false
  lives: boolean
  constructor(lives: boolean) {
    super()
    this.lives = lives
  }
  ping() {
    this.pings++
  }
  terminate() {
    this.isCut = true
  }
}
/** A beat; the answers come after it. */
function beat(...sockets: Socket[]): void {
  mock.timers.tick(12_000)
  for (const socket of sockets) if (socket.lives) socket.emit('pong')
}
const follow = (...sockets: Socket[]) => heartbeat(new Set(sockets) as unknown as ReadonlySet<WebSocket>)

describe('signs of life of sockets', () => {
  beforeEach(() => mock.timers.enable({ apis: ['setInterval'] }))
  afterEach(() => mock.timers.reset())

  it('are asked for at every beat, and a socket that gives them stays', () => {
    const socket = new Socket(true)
    const end = follow(socket)
    for (let k = 0; k < 10; k++) beat(socket)
    assert.deepEqual([socket.pings, socket.isCut, socket.listenerCount('pong')], [10, false, 1])
    end()
  })

  it('may stay away twice; then the socket is cut off, and no other one', () => {
    const [dead, alive] = [new Socket(false), new Socket(true)]
    const end = follow(dead, alive)
    beat(dead, alive)
    beat(dead, alive)
    assert.equal(dead.isCut, false)
    beat(dead, alive)
    assert.deepEqual([dead.isCut, alive.isCut], [true, false])
    end()
  })

  it('count anew from each one that comes', () => {
    const socket = new Socket(false)
    const end = follow(socket)
    beat()
    beat()
    socket.emit('pong')
    beat()
    assert.equal(socket.isCut, false)
    end()
  })

  it('are not asked of a socket that is closing, nor after the end', () => {
    const socket = new Socket(true)
    const end = follow(socket)
    beat()
    socket.readyState = 2
    beat()
    assert.equal(socket.pings, 1)
    socket.readyState = 1
    end()
    beat()
    assert.equal(socket.pings, 1)
  })
})
