import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { buffer } from 'node:stream/consumers'
import { pipeline } from 'node:stream/promises'
import { Pool } from 'undici'

/** The least that a proxy can do: undici hands on what it is sent, and looks at nothing. */
const [, , provider = ''] = process.argv
const pool = new Pool(provider, { allowH2: false })

async function handOn(request: IncomingMessage, response: ServerResponse): Promise<void> {
  const gone = new AbortController()
  response.once('close', () => gone.abort())
  const { statusCode, headers, body } = await pool.request({
    path: request.url ?? '/',
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: await buffer(request),
    signal: gone.signal,
  })
  response.writeHead(statusCode, { 'content-type': String(headers['content-type']) })
  await pipeline(body, response)
}

const server = createServer((request, response) => {
  handOn(request, response).catch(() => response.destroy())
})
server.listen(0, '127.0.0.1', () => {
  process.stdout.write(`http://127.0.0.1:${(server.address() as AddressInfo).port}\n`)
})
