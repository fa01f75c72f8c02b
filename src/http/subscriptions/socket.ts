import type { Duplex } from 'node:stream'
import type { Server } from 'graphql-ws'
import type { Logger } from 'pino'
import type { WebSocket } from 'ws'
import type { Caller } from '../admission/caller.ts'
import { createThrottle, type Throttle } from './throttle.ts'

/** What may be under way to a client at once on one socket: answers to events, and answers to what it asked. */
const eventsAtOnce = 8
const answersAtOnce = 16
/** Bytes that may wait for a client; when there are more, nothing is read from it. */
const mostUnread = 1024 * 1024

/** One socket, as operations see it. */
export interface SocketConnection {
  /** Who has begun to speak; operations come after that. */
  caller: Caller | null
  /** What the request to change the protocol said of who asks. */
  readonly authorization: string | undefined
  /** Where it came from. */
  readonly address: string
  /** Lets the caller speak until it may no more; calls `onEnd` when the socket is closed. */
  readonly begin: (caller: Caller, onEnd: () => void) => void
  readonly end: (code: number, reason: string) => void
  /** Room for answers to events, and for answers to queries and mutations: neither waits for the other. */
  readonly events: Throttle
  readonly answers: Throttle
}

/** Has a socket speak graphql-ws's protocol. What a client does wrong is logged; what we do wrong ends its socket. */
export function speak(
  protocol: Server<SocketConnection>,
  socket: WebSocket,
  wire: Duplex,
  request: Pick<SocketConnection, 'authorization' | 'address'>,
  log: Logger,
): void {
  const joined = joinWrites(wire)
  const written = readWhileWritable(socket)
  const failed = (err: unknown) => {
    log.error({ err }, 'A WebSocket message could not be worked on')
    socket.close(4500, 'Internal server error')
  }
  const end = (code: number, reason: string) => {
    socket.close(code, reason)
  }
  const room = { events: createThrottle(eventsAtOnce), answers: createThrottle(answersAtOnce) }
  const begin = (caller: Caller, onEnd: () => void) => {
    connection.caller = caller
    if (socket.readyState === socket.CLOSED) onEnd()
    else socket.once('close', onEnd)
    socket.once(
      'close',
      caller.onRevoked(() => end(4403, 'Forbidden')),
    )
  }
  const connection: SocketConnection = { caller: null, ...request, begin, end, ...room }
  const closed = protocol.opened(
    {
      protocol: socket.protocol,
      // Resolves when the text has left for the client, or never will.
      send: (text) =>
        new Promise((resolve) => {
          if (socket.readyState !== socket.OPEN) {
            resolve()
            return
          }
          joined()
          socket.send(text, written(resolve))
        }),
      close: (code, reason) => {
        socket.close(code, reason)
      },
      onMessage: (hear) => {
        socket.on('message', (message: Buffer) => void hear(message.toString()).catch(failed))
      },
    },
    connection,
  )
  socket.on('ping', (data: Buffer) => {
    socket.pong(data, false, written())
  })
  // The client's mistake, not ours: where it was noticed helps nobody.
  socket.on('error', ({ message, code }: NodeJS.ErrnoException) =>
    log.warn({ reason: message, code }, 'A WebSocket client sent what is refused'),
  )
  socket.once('close', (code: number, reason: Buffer) => void closed(code, reason.toString()).catch(failed))
}

/** Returns what to call before each writing, so that those of one turn leave as one. */
function joinWrites(wire: Duplex): () => void {
  let isJoined = false
  return () => {
    if (isJoined) return
    isJoined = true
    wire.cork()
    process.nextTick(() => {
      isJoined = false
      wire.uncork()
    })
  }
}

/**
 * Reads nothing from a client that does not read what is written to it: it would be answered into memory. Returns what to
 * call for each writing, which answers what to call once that has left.
 */
function readWhileWritable(socket: WebSocket): (then?: () => void) => () => void {
  const isFull = () => socket.bufferedAmount > mostUnread
  return (then) => {
    if (isFull()) socket.pause()
    return () => {
      if (socket.isPaused && !isFull()) socket.resume()
      then?.()
    }
  }
}

/** Returns who speaks: nothing is asked before that is known. */
export function callerOn({ caller }: SocketConnection): Caller {
  if (!caller) throw new Error('An operation came before its caller was known.')
  return caller
}
