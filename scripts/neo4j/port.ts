import { createServer, type AddressInfo } from 'node:net'

/** The wanted port of 127.0.0.1 when it is free, else any free one. */
export async function freePort(wanted = 0): Promise<number> {
  return new Promise((resolve, reject) => {
    const server = createServer()
    server.once('error', () => (wanted === 0 ? reject(new Error('No port is free.')) : resolve(freePort())))
    server.listen(wanted, '127.0.0.1', () => {
      const { port } = server.address() as AddressInfo
      server.close(() => resolve(port))
    })
  })
}
