import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { Readable } from 'node:stream'
import { document } from './made-up.ts'

/** The office that publishes the list, in a process of its own: what it holds is not counted. */
const server = createServer((_request, response) => Readable.from(document()).pipe(response))
server.listen(0, '127.0.0.1', () => {
  process.stdout.write(`http://127.0.0.1:${(server.address() as AddressInfo).port}\n`)
})
