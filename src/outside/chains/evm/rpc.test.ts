import { once } from 'node:events'
import { createServer, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { json } from 'node:stream/consumers'
import {
  createPublicClient,
  custom,
  parseAbi,
  toFunctionSelector,
  type EIP1193RequestFn,
} from 'viem'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { createClient, type Client } from '../../net/request.ts'
import { isAnswer, isLimit } from './node-error.ts'
import { createRpc } from './rpc.ts'

interface Question {
  readonly id: number
  readonly method: string
}

type Answer = (asked: Question | Question[], response: ServerResponse) => void

const SECRET = 'a-key-of-the-operator'
const server = createServer()
let client: Client
let answer: Answer
let heard: (Question | Question[])[]
let rpc: (method: string) => Promise<unknown>
let request: EIP1193RequestFn

const good = ({ id, method }: Question) => ({ jsonrpc: '2.0', id, result: `${method}!` })

beforeEach(async () => {
  heard = []
  server.removeAllListeners('request').on('request', (incoming, response) => {
    void json(incoming).then((asked) => {
      heard.push(asked as Question)
      answer(asked as Question, response)
    })
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  client = createClient({ policy: 'trusted' })
  const { port } = server.address() as AddressInfo
  request = createRpc(`http://127.0.0.1:${port}/${SECRET}`, client)
  rpc = (method) => request({ method } as never)
})

afterEach(async () => {
  await client.close()
  server.closeAllConnections()
  await new Promise((resolve) => server.close(resolve))
})

const says =
  (text: unknown, status = 200): Answer =>
  (_, response) =>
    void response.writeHead(status).end(typeof text === 'string' ? text : JSON.stringify(text))

const failure = (method: string): Promise<Error> =>
  rpc(method).then(
    () => Promise.reject(new Error('it was answered')),
    (thrown: Error) => thrown,
  )

describe('JSON-RPC', () => {
  test('one request is sent alone, several at once as a batch, answered in any order', async () => {
    answer = (asked, response) => {
      const told = Array.isArray(asked) ? asked.map(good).toReversed() : good(asked)
      response.end(JSON.stringify(told))
    }
    expect(await rpc('one')).toBe('one!')
    expect(await Promise.all([rpc('two'), rpc('three')])).toEqual(['two!', 'three!'])
    expect(heard).toMatchObject([{ method: 'one' }, [{ method: 'two' }, { method: 'three' }]])
  })

  test('a batch has at most 50 requests', async () => {
    answer = (asked, response) => void response.end(JSON.stringify([asked].flat().map(good)))
    await Promise.all(Array.from({ length: 120 }, () => rpc('many')))
    expect(heard.map((batch) => [batch].flat().length)).toEqual([50, 50, 20])
  })

  test('an error of the node is passed on with its code and message', async () => {
    answer = (asked, response) => {
      const { id } = [asked].flat()[0]!
      const error = { code: -32_000, message: 'nonce too low' }
      response.end(JSON.stringify({ jsonrpc: '2.0', id, error }))
    }
    const refusal = await failure('send')
    expect([refusal.message, isAnswer(refusal)]).toEqual(['nonce too low', true])
  })

  test('a provider that refuses batches gets single requests', async () => {
    const error = { code: -32_600, message: 'no batches' }
    answer = (asked, response) =>
      void response.end(JSON.stringify(Array.isArray(asked) ? { id: null, error } : good(asked)))
    for (const round of [1, 2]) {
      expect(await Promise.all([rpc('one'), rpc('two')])).toEqual(['one!', 'two!'])
      expect(heard).toHaveLength(1 + 2 * round)
    }
  })

  test('a single answer to a batch resolves only the request with its id', async () => {
    answer = (asked, response) => void response.end(JSON.stringify(good([asked].flat()[0]!)))
    const both = await Promise.allSettled([rpc('one'), rpc('two')])
    expect(both).toMatchObject([{ value: 'one!' }, { status: 'rejected' }])
    expect(await Promise.all([rpc('one'), rpc('two')])).toEqual(['one!', 'two!'])
  })

  test('a batch that hits a rate limit is not repeated as single requests', async () => {
    answer = says({ id: null, error: { code: -32_005, message: 'slower' } }, 429)
    const both = await Promise.allSettled([rpc('one'), rpc('two')])
    expect(both.map((one) => one.status === 'rejected' && isLimit(one.reason))).toEqual([
      true,
      true,
    ])
    expect(heard).toHaveLength(1)
  })

  test('an unreadable answer in a batch does not affect the others', async () => {
    answer = (asked, response) => {
      const [first, second, third] = [asked].flat() as [Question, Question, Question]
      const told = [{ id: String(first.id), result: 1 }, { id: second.id, error: {} }, null, third]
      response.end(JSON.stringify(told))
    }
    const three = await Promise.allSettled([rpc('one'), rpc('two'), rpc('three')])
    expect(three).toMatchObject([
      { value: 1 },
      { reason: { message: 'The node gave no reason.', code: 0 } },
      { reason: { shortMessage: 'The node left that out.' } },
    ])
  })

  test('a revert is reported with the name of its error', async () => {
    const abi = parseAbi(['error InvalidNonce()', 'function pay() view'])
    const data = toFunctionSelector('InvalidNonce()')
    answer = (asked, response) => {
      const error = { code: 3, message: 'execution reverted', data }
      response.end(JSON.stringify({ id: ([asked].flat()[0] as Question).id, error }))
    }
    const reading = createPublicClient({ transport: custom({ request }, { retryCount: 0 }) })
    const address = `0x${'11'.repeat(20)}` as const
    const call = reading.readContract({ abi, address, functionName: 'pay' })
    await expect(call).rejects.toThrow('InvalidNonce()')
  })

  test.each([
    ['no JSON', says('<html>', 502), 'The node answered 502, and no JSON-RPC.'],
    ['JSON of another kind', says('null'), 'The node answered 200, and no JSON-RPC.'],
    ['nothing for it', says([]), 'The node left that out.'],
    ['neither result nor error', says([{ id: 1 }]), 'The node left that out.'],
    ['the end', (_: unknown, response: ServerResponse) => response.destroy(), 'cannot be reached'],
  ])('%s is an error that does not reveal the endpoint', async (_, way, reason) => {
    answer = way
    const thrown = await failure('one')
    expect(thrown.message).toContain(reason)
    expect(isAnswer(thrown)).toBe(false)
    expect(String(thrown.stack) + JSON.stringify(thrown)).not.toContain(SECRET)
  })

  test('viem treats a failed request as failed, and sends it once', async () => {
    answer = says('<html>', 502)
    const transport = custom({ request }, { retryCount: 0 })
    const thrown = await createPublicClient({ transport })
      .getBlockNumber()
      .catch((failed: Error) => failed)
    expect(isAnswer(thrown)).toBe(false)
    expect(heard).toHaveLength(1)
  })
})
