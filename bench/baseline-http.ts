import { hash } from 'node:crypto'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'

/**
 * The least that a server could do for the same answers: `node:http`, no framework, no payment. It
 * sends the bytes of our 402, which it is given, and it digests the text it is sent.
 */
const quote = Buffer.from(process.argv[2] ?? '', 'base64').toString('utf8')
const { headers, body } = JSON.parse(quote) as { headers: Record<string, string>; body: string }

const server = createServer((request, response) => {
  if (request.url === '/quote') {
    request.resume()
    return void response.writeHead(402, headers).end(body)
  }
  let text = ''
  request.setEncoding('utf8')
  request.on('data', (chunk: string) => (text += chunk))
  request.on('end', () => {
    const { text: given } = JSON.parse(text) as { text: string }
    const digest = hash('sha256', given, 'buffer')
    const answer = {
      algo: 'sha256',
      hex: digest.toString('hex'),
      base64: digest.toString('base64'),
    }
    response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(answer))
  })
})
server.listen(0, '127.0.0.1', () => {
  process.stdout.write(`http://127.0.0.1:${(server.address() as AddressInfo).port}\n`)
})
