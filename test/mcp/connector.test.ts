import { ExactEvmScheme } from '@x402/evm/exact/client'
import { x402Client } from '@x402/core/client'
import { encode } from 'gpt-tokenizer/encoding/o200k_base'
import { McpClient } from 'mppx/mcp/client'
import { privateKeyToAccount } from 'viem/accounts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createClient } from '../../src/outside/net/request.ts'
import { balanceOf } from '../../src/service/sandbox/token.ts'
import { bearer, BUYER_KEYS } from '../support/buyer.ts'
import { call } from '../support/calls.ts'
import { createFixtures, SETTING } from '../support/fixture-tools.ts'
import { openTestService, type TestService } from '../support/service.ts'
import {
  STOCK_CLIENTS,
  type StockClient,
  type McpCall,
  type McpResult,
} from '../support/mcp-clients.ts'
import { evmMethod } from '../support/mpp-buyer.ts'

const PRICE = 1_000n
const fixtures = createFixtures()
const net = createClient({ policy: 'trusted' })
const settings = {
  SANDBOX: 'true',
  MPP: 'true',
  CONNECTOR_PER_MINUTE: '1000',
  CONNECTOR_PER_HOUR: '1000',
}
let service: TestService

beforeAll(async () => {
  service = await openTestService({ tools: fixtures.tools, settings })
})
afterAll(async () => {
  await net.close()
  await service.stop()
})

/** What the seller has received on the chain. */
const received = () =>
  balanceOf(net, service.sandbox!.rpcUrl, service.sandbox!.network.asset, service.sandbox!.payTo)

const payer = privateKeyToAccount(BUYER_KEYS[0])
const x402 = new x402Client().register('eip155:*', new ExactEvmScheme(payer))
const STRANGER = { name: 'catalog.call', arguments: { slug: 'fixture-stranger', params: {} } }
const bodyOf = ({ content }: McpResult) => JSON.parse(String(content[0]?.['text'])) as unknown

async function signed(quote: McpResult) {
  const payment = await x402.createPaymentPayload(quote.structuredContent as never)
  return { 'x402/payment': payment }
}

test('a call whose message has two members of one name is told of the lost one', async () => {
  const ask = async (name: string, input: string) => {
    const params = `{"name":"${name}","arguments":${input}}`
    const heard = await call(service, '/mcp', {
      body: `{"jsonrpc":"2.0","id":1,"method":"tools/call","params":${params}}`,
      headers: { accept: 'application/json, text/event-stream' },
    })
    return heard.text
  }
  const twice = '{"data":{"id":1,"id":2},"schema":{}}'
  const told = '(all of this name but the last)'
  expect(await ask('json-validate', twice)).toContain(`/params/arguments/data/id ${told}`)
  const nested = `{"slug":"json-validate","params":${twice}}`
  expect(await ask('catalog.call', nested)).toContain(`/params/arguments/params/data/id ${told}`)
  const asText = `{"slug":"json-validate","params":${JSON.stringify(twice)}}`
  expect(await ask('catalog.call', asText)).toContain(`/params/arguments/params/data/id ${told}`)
  expect(await ask('hash', '{"text":"a","text":"b"}')).not.toContain(told)
})

describe.each(Object.entries(STOCK_CLIENTS))('%s', (_name, open) => {
  let client: StockClient

  beforeAll(async () => {
    client = await open(service)
  })
  afterAll(() => client.close())

  test('lists a short list of tools', async () => {
    const { tools } = await client.listTools()
    expect(tools.map(({ name }) => name)).toContain('catalog.call')
    expect(tools.length).toBeGreaterThanOrEqual(14)
    expect(encode(JSON.stringify({ tools })).length).toBeLessThan(2_500)
  })

  test('runs a pure tool without payment, directly and through the catalog', async () => {
    const input = { text: 'a' }
    const digest = { hex: expect.stringMatching(/^ca978112/) as string }
    const direct = await client.callTool({ name: 'hash', arguments: input })
    expect(direct.structuredContent).toMatchObject(digest)
    const asText = { slug: 'hash', params: JSON.stringify(input) }
    const through = await client.callTool({ name: 'catalog_call', arguments: asText })
    expect(through.structuredContent).toMatchObject({ slug: 'hash', result: digest })
    expect(bodyOf(through)).toMatchObject(digest)
  })

  test('is told what is wrong with an input, and that a tool is unknown', async () => {
    const wrong = await client.callTool({ name: 'hash', arguments: {} })
    expect(wrong.isError).toBe(true)
    expect(bodyOf(wrong)).toMatchObject({ error: expect.stringContaining('text') as string })
    const unasked = await client.callTool({ name: 'catalog.search', arguments: { limit: 99 } })
    const error = 'query: is required. limit: must be at most 25.'
    expect(bodyOf(unasked)).toEqual({ error })
    for (const name of ['no-such-tool', 'constructor', 'toString'])
      await expect(client.callTool({ name })).rejects.toMatchObject({ code: -32602 })
  })

  test('is told at once that a setting is missing, and not asked to pay', async () => {
    const call = { slug: 'fixture-upstream', params: {} }
    const told = await client.callTool({ name: 'catalog.call', arguments: call })
    expect(told.isError).toBe(true)
    expect(bodyOf(told)).toEqual({ error: expect.stringContaining(SETTING) as string })
    expect(told._meta?.['org.paymentauth/payment-required']).toBeUndefined()
  })

  test('pays by x402 in the call, once', async () => {
    const before = await received()
    const quote = await client.callTool(STRANGER)
    expect(quote.isError).toBe(true)
    expect(quote.structuredContent).toMatchObject({ x402Version: 2 })
    expect(bodyOf(quote)).toEqual(quote.structuredContent)
    const payment = await signed(quote)
    const paid = await client.callTool({ ...STRANGER, _meta: payment })
    expect(paid.isError).toBeFalsy()
    expect(paid.structuredContent).toMatchObject({ result: { untrustedContent: true } })
    const receipt = paid._meta?.['x402/payment-response'] as Record<string, unknown>
    expect(receipt).toMatchObject({ success: true, payer: payer.address })
    expect(await received()).toBe(before + PRICE)
    const again = await client.callTool({ ...STRANGER, _meta: payment })
    expect(again.isError).toBe(true)
    expect(await received()).toBe(before + PRICE)
  })

  test('pays by MPP with the stock wrapper', async () => {
    const before = await received()
    const methods = [evmMethod(service.sandbox!)]
    // The wrapper changes the client that it is given.
    const own = await open(service)
    const wrapped = McpClient.wrap(own as never, { methods } as never) as unknown as StockClient
    const paid = (await wrapped.callTool(STRANGER)) as McpResult & { receipt?: unknown }
    await own.close()
    expect(paid.structuredContent).toMatchObject({ slug: 'fixture-stranger' })
    expect(paid.receipt).toMatchObject({ status: 'success', method: 'evm' })
    expect(await received()).toBe(before + PRICE)
  })

  test('gets the kept answer for the same key and payer, and pays once', async () => {
    const before = await received()
    const key = { 'io.farebox/idempotency-key': `key of ${_name}` }
    const order = { name: 'catalog.call', arguments: { slug: 'fixture-stranger', params: {} } }
    const first = { ...key, ...(await signed(await client.callTool(order))) }
    await client.callTool({ ...order, _meta: first })
    const second = { ...key, ...(await signed(await client.callTool(order))) }
    const kept = await client.callTool({ ...order, _meta: second })
    expect(kept.isError).toBeFalsy()
    expect(kept._meta).toMatchObject({ 'io.farebox/replayed': true })
    expect(await received()).toBe(before + PRICE)
  })

  test('reads prompts and documents', async () => {
    const { prompts } = await client.listPrompts()
    expect(prompts.map(({ name }) => name)).toContain('skill-domain-intel')
    const asked = { name: 'skill-domain-intel', arguments: { domain: 'example.com' } }
    expect(JSON.stringify(await client.getPrompt(asked))).toContain('catalog.call')
    await expect(client.getPrompt({ name: 'skill-domain-intel' })).rejects.toMatchObject({
      code: -32602,
    })
    for (const { uri } of (await client.listResources()).resources)
      expect(JSON.stringify(await client.readResource({ uri: String(uri) }))).toContain('whois')
    const page = await client.readResource({ uri: 'farebox://tools/hash' })
    expect(JSON.stringify(page)).toContain('SHA-256')
  })

  test('pays by a credits key in the header', async () => {
    const key = await service.issueKey('$1')
    const rich = await open(service, bearer(key))
    const paid = await rich.callTool(STRANGER)
    await rich.close()
    expect(paid._meta).toMatchObject({ 'io.farebox/credits-balance': 0.999 })
    expect((await service.account(key)).balance).toBe(999_000)
  })

  test.each([
    ['a token that is no key', async () => bearer('unused')],
    ['a key that can pay', async () => bearer(await service.issueKey('$1'))],
    ['a key that cannot pay', async () => bearer(await service.issueKey('$0.0001'))],
  ])('pays nothing for a pure tool, with %s in the header', async (_says, headers) => {
    const sent = await headers()
    const known = await open(service, sent)
    await known.listTools()
    const heard = await known.callTool({ name: 'hash', arguments: { text: 'a' } })
    await known.close()
    expect(heard.structuredContent).toMatchObject({ algo: 'sha256' })
    expect((await service.sales()).at(-1)).toMatchObject({ rail: 'connector', amount: 0 })
  })

  test('is listed the tools that its URL names', async () => {
    const chosen = await open(service, {}, '?tools=json-diff,jq')
    const { tools } = await chosen.listTools()
    await chosen.close()
    expect(tools.map(({ name }) => name).slice(-2)).toEqual(['jq', 'json-diff'])
  })

  test.each([
    ['?tools=nope,hash', ['tools: must be slugs as catalog.search tells them', 'here: nope.']],
    ['?family=nope', ['family: must be among', 'encoding', 'here: nope.']],
  ])('hears what %s may name instead', async (query, parts) => {
    const chosen = await open(service, {}, query)
    const says = await chosen.listTools().catch((thrown: unknown) => String(thrown))
    await chosen.close()
    for (const part of parts) expect(says).toContain(part)
  })

  test('gets bytes as a part of its kind', async () => {
    const picture = await client.callTool({ name: 'fixture-picture' })
    expect(picture.content[0]).toMatchObject({ type: 'image', mimeType: 'image/png' })
  })
})

describe('limits and strangers', () => {
  const ask = (at: TestService, headers: Readonly<Record<string, string>>) =>
    call(at, '/mcp', {
      headers: { accept: 'application/json, text/event-stream', ...headers },
      body: {
        jsonrpc: '2.0',
        id: 1,
        method: 'tools/call',
        params: { name: 'hash', arguments: { text: 'a' } },
      },
    })

  test('a page of another site is refused, and so is a host that is not ours', async () => {
    expect((await ask(service, { origin: 'https://evil.example' })).status).toBe(403)
    expect((await ask(service, { host: 'evil.example' })).status).toBe(403)
    expect((await ask(service, { origin: service.url })).status).toBe(200)
  })

  test('a few documents may be read at once, and no more', async () => {
    const read = { jsonrpc: '2.0', method: 'resources/read', params: { uri: 'farebox://packs' } }
    const reads = (many: number) =>
      call(service, '/mcp', {
        headers: { accept: 'application/json, text/event-stream' },
        body: Array.from({ length: many }, (_, id) => ({ ...read, id })),
      })
    expect((await reads(3)).status).toBe(200)
    const refused = await reads(4)
    expect([refused.status, refused.text]).toEqual([
      400,
      expect.stringContaining('at most 3 messages of resources/read'),
    ])
  })

  test('past the limit, a key pays for what succeeds, or hears why it cannot', async () => {
    const small = await openTestService({
      tools: fixtures.tools,
      settings: { CONNECTOR_PER_MINUTE: '1' },
    })
    const paidBy = async (key: string, asked: McpCall) => {
      const client = await STOCK_CLIENTS['sdk 1, 2025']!(small, bearer(key))
      await client.listTools()
      const heard = await client.callTool(asked)
      await client.close()
      return heard
    }
    try {
      const [poor, rich] = [await small.issueKey('$0.0001'), await small.issueKey('$1')]
      const asked = { name: 'hash', arguments: { text: 'a' } }
      await paidBy('unused', asked)
      expect(bodyOf(await paidBy('unused', asked))).toHaveProperty('retryAfterSeconds')
      expect(bodyOf(await paidBy(poor, asked))).toMatchObject({ reason: 'insufficient' })
      const failing = { name: 'fixture-fault', arguments: { code: 'upstream_failed' } }
      expect((await paidBy(rich, failing)).isError).toBe(true)
      expect((await paidBy(rich, asked)).isError).toBeFalsy()
      expect((await small.account(rich)).balance).toBe(999_000)
    } finally {
      await small.stop()
    }
  })

  test('past the limit, free calls are refused, and paid ones are not', async () => {
    const small = await openTestService({ settings: { CONNECTOR_PER_MINUTE: '2' } })
    try {
      const key = bearer(await small.issueKey('$1'))
      const heard = [await ask(small, {}), await ask(small, {}), await ask(small, {})]
      expect(heard.map(({ text }) => text.includes('isError'))).toEqual([false, false, true])
      expect(heard[2]?.text).toContain('retryAfterSeconds')
      expect((await ask(small, key)).text).not.toContain('isError')
      const sales = await small.sales()
      expect(sales.map(({ rail, amount }) => [rail, amount])).toEqual([
        ['connector', 0],
        ['connector', 0],
        ['credits', 1_000],
      ])
    } finally {
      await small.stop()
    }
  })

  test.each([
    ['no JSON', 'x{', 400],
    ['too many messages', `[${'{},'.repeat(20)}{}]`, 400],
  ])('%s answers an error', async (_what, body, status) => {
    const headers = { accept: 'application/json, text/event-stream' }
    expect((await call(service, '/mcp', { headers, body })).status).toBe(status)
  })
})
