import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createClient } from '../net/request.ts'
import { callRpc } from './json-rpc.ts'

const client = createClient({ policy: 'trusted' })
const server = createServer((_request, response) => {
  response.end(`{"jsonrpc":"2.0","id":1,"result":${result}}`)
})
let result = ''

beforeAll(async () => {
  await once(server.listen(0, '127.0.0.1'), 'listening')
})
afterAll(async () => {
  server.close()
  await client.close()
})

function answered(text: string): Promise<unknown> {
  result = text
  const { port } = server.address() as AddressInfo
  const node = { url: `http://127.0.0.1:${port}`, client, timeoutMs: 5000, bytesMax: 16 << 20 }
  return callRpc(node, 'getAccountInfo', [])
}

test.each([
  ['18446744073709551615', '18446744073709551615'],
  ['[1,-9223372036854775808]', [1, '-9223372036854775808']],
  ['9007199254740991', 9007199254740991],
  [
    '{"a":0.12345678901234568,"b":1234567890123456e2}',
    { a: 0.12345678901234568, b: 1234567890123456e2 },
  ],
  [
    String.raw`["1:12345678901234567890","\"[12345678901234567890"]`,
    ['1:12345678901234567890', '"[12345678901234567890'],
  ],
])('a number that a double cannot hold stays text: %s', async (text, expected) => {
  await expect(answered(text)).resolves.toEqual(expected)
})

test.each([
  ['values', `[${'{},'.repeat(300_000)}1]`],
  ['lists within lists', '['.repeat(5000)],
])('an answer of too many %s is not parsed', async (_what, text) => {
  await expect(answered(text)).rejects.toMatchObject({
    code: 'upstream_failed',
    message: 'The node answers with more values than can be read.',
  })
})
