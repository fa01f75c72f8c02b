import { connect, createServer, type AddressInfo, type Socket } from 'node:net'
import { pause } from '../../support/waitFor.ts'

/** Stands between turngraph and a database, and is as slow as it is told to be. */
export interface SlowProxy {
  readonly port: number
  /** From now on whatever passes takes so many milliseconds. */
  delay(milliseconds: number): void
  /** From now on nothing passes, and nothing breaks, until `flow()`. */
  stall(): void
  flow(): void
  /** Breaks all connections. */
  cut(): void
  close(): Promise<void>
}

/** Returns a proxy to a port of this machine; on a port of its own unless one is given. */
export async function slowProxy(to: number, port = 0): Promise<SlowProxy> {
  const sockets = new Set<Socket>()
  let delay = 0
  let [gate, open] = [Promise.resolve(), () => {}]
  const flow = () => open()
  const pass = (from: Socket, into: Socket) => {
    sockets.add(from)
    let turn = Promise.resolve()
    const after = (scope: () => void) =>
      void (turn = turn.then(async () => {
        await gate
        if (delay > 0) await pause(delay, 'the way is so slow')
        scope()
      }))
    from.on('data', (bytes) => after(() => into.write(bytes)))
    from.on('error', () => from.destroy())
    from.on('close', () => {
      sockets.delete(from)
      after(() => into.destroy())
    })
  }
  const server = createServer((client) => {
    const upstream = connect(to, '127.0.0.1')
    pass(client, upstream)
    pass(upstream, client)
  })
  const cut = () => {
    for (const socket of sockets) socket.destroy()
  }
  await new Promise<void>((listening) => server.listen(port, '127.0.0.1', listening))
  return {
    port: (server.address() as AddressInfo).port,
    delay: (milliseconds) => void (delay = milliseconds),
    stall: () => {
      gate = new Promise((resolve) => (open = resolve))
    },
    flow,
    cut,
    close: () => {
      flow()
      cut()
      return new Promise((closed) => server.close(() => closed()))
    },
  }
}
