import { once } from 'node:events'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, expect, test } from 'vitest'
import { createClient } from '../../../outside/net/request.ts'
import { nodesOf } from './nodes.ts'

const client = createClient({ policy: 'trusted' })
const servers: Server[] = []
afterAll(async () => {
  for (const server of servers) server.close()
  await client.close()
})

/** A node that answers its own name to everything, or breaks. */
async function nodeOf(name: string | null): Promise<string> {
  const server = createServer((_request, response) => {
    response.setHeader('connection', 'close')
    if (name === null) return void response.destroy()
    response.end(JSON.stringify({ jsonrpc: '2.0', id: 1, result: name }))
  }).listen(0, '127.0.0.1')
  servers.push(server)
  await once(server, 'listening')
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`
}

test('a chunk is compared with a node that has had no part in it', async () => {
  const urls = [await nodeOf('first'), await nodeOf('second')] as const
  const { ask, others } = nodesOf(urls, client)
  others!.begin()
  expect(await ask('eth_chainId', [])).toBe('first')
  const next = others!.next()
  expect(next?.name).toBe(new URL(urls[1]).host)
  expect(await next?.ask('eth_chainId', [])).toBe('second')
})

test('what has stood in for another is not compared with itself', async () => {
  const [broken, second] = [await nodeOf(null), await nodeOf('second')]
  const { ask, others } = nodesOf([broken, second], client)
  others!.begin()
  expect(await ask('eth_chainId', [])).toBe('second')
  // The one that failed may be asked again; its failure is then no answer.
  expect(others!.next()?.name).toBe(new URL(broken).host)
  expect(nodesOf([second, `${second}/again`], client)).not.toHaveProperty('others')
})
