import { createServer, type AddressInfo } from 'node:net'

/** A free port, for callers that do not need a certain one. */
export function freePort(host: string): Promise<number> {
  return new Promise((resolve, reject) => {
    const server = createServer().once('error', reject)
    server.listen({ port: 0, host, exclusive: true }, () => {
      const { port } = server.address() as AddressInfo
      server.close(() => resolve(port))
    })
  })
}
