import { connect } from 'node:net'
import type { Place } from './servers.ts'

/** All in milliseconds. How long a machine may take to take a connection: the system does that, however busy the database is. */
const LOOK_TIME = 1_200
/** What stands before a database that is gone may take a connection, and breaks it at once. */
const SETTLED = 50

/** Returns why the address takes no connection; null where it takes one. */
export function whyNoConnection(address: Place): Promise<Error | null> {
  return new Promise((done) => {
    const socket = connect(address)
    let isTaken = false
    const end = (reason: Error | null) => {
      clearTimeout(timer)
      socket.destroy()
      done(reason)
    }
    // A process that was busy for so long has not seen yet what came meanwhile.
    const late = () => setImmediate(() => setImmediate(() => end(isTaken ? null : noConnection(address))))
    const timer = setTimeout(late, LOOK_TIME)
    socket.once('error', end)
    socket.once('close', () => end(noConnection(address)))
    socket.once('connect', () => {
      isTaken = true
      setTimeout(() => end(null), SETTLED)
    })
  })
}

const noConnection = ({ host, port }: Place): Error => new Error(`${host}:${port} takes no connection.`)
