import { randomUUID } from 'node:crypto'
import { ExactEvmScheme } from '@x402/evm/exact/client'
import { appendPaymentIdentifierToExtensions } from '@x402/extensions/payment-identifier'
import { decodePaymentRequiredHeader } from '@x402/core/http'
import { wrapFetchWithPayment, x402Client } from '@x402/fetch'
import { fromRlp, toRlp, type Hex } from 'viem'
import { privateKeyToAccount } from 'viem/accounts'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { createClient } from '../../src/outside/net/request.ts'
import { PATH_USD } from '../../src/outside/chains/tempo/tokens.ts'
import { rpc } from '../../src/service/sandbox/anvil.ts'
import type { Sandbox } from '../../src/service/sandbox/sandbox.ts'
import { balanceOf } from '../../src/service/sandbox/token.ts'
import { bearer, BUYER_KEYS, createBuyer, tampered } from '../support/buyer.ts'
import { atOnce, call } from '../support/calls.ts'
import { createFixtures } from '../support/fixture-tools.ts'
import { openTestService, type TestService } from '../support/service.ts'
import {
  evmMethod,
  payBy,
  payingWith,
  tamperedMpp,
  tempoMethod,
  wireOf,
} from '../support/mpp-buyer.ts'

type Headers = Readonly<Record<string, string>>

const PRICE = 1_000n
const fixtures = createFixtures()
const client = createClient({ policy: 'trusted' })
let service: TestService
let sandbox: Sandbox
let chosen = 0

beforeAll(async () => {
  const settings = { SANDBOX: 'true', MPP: 'true' }
  service = await openTestService({ tools: fixtures.tools, settings })
  sandbox = service.sandbox!
})
afterAll(async () => {
  await client.close()
  await service.stop()
})
beforeEach(() => void (chosen += 1))

const x402With = (key: `0x${string}`): typeof fetch =>
  wrapFetchWithPayment(
    fetch,
    new x402Client().register('eip155:*', new ExactEvmScheme(privateKeyToAccount(key))),
  ) as typeof fetch

/** Unmodified clients, by the way they pay, and what the seller has received so. */
const CLIENTS = {
  '@x402/fetch': {
    as: (key: `0x${string}`) => x402With(key),
    received: () => balanceOf(client, sandbox.rpcUrl, sandbox.network.asset, sandbox.payTo),
  },
  'mppx evm': {
    as: (key: `0x${string}`) => payingWith(evmMethod(sandbox, key)),
    received: () => balanceOf(client, sandbox.rpcUrl, sandbox.network.asset, sandbox.payTo),
  },
  'mppx tempo': {
    as: (key: `0x${string}`) => payingWith(tempoMethod(sandbox.tempoRpcUrl, key)),
    received: () => balanceOf(client, String(sandbox.tempoRpcUrl), PATH_USD.address, sandbox.payTo),
  },
}

const [KEY, OTHER_KEY] = BUYER_KEYS
const ask = (paying: typeof fetch, text = 'hi', headers: Headers = {}) =>
  paying(`${service.url}/api/fixture-echo`, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      'idempotency-key': `chosen ${chosen}`,
      ...headers,
    },
    body: JSON.stringify({ text }),
  })

describe.each(Object.entries(CLIENTS))('a repeat by %s', (_name, { as, received }) => {
  test('under the same key gets the same answer, and is charged once', async () => {
    const paying = as(KEY)
    const before = await received()
    const first = await ask(paying)
    expect(first.status).toBe(200)
    const said = await first.text()
    expect(await received()).toBe(before + PRICE)
    const runs = fixtures.runs('fixture-echo')
    for (let repeat = 1; repeat <= 2; repeat++) {
      const again = await ask(paying)
      expect([again.status, await again.text()]).toEqual([200, said])
      expect(again.headers.get('x-idempotent-replay')).toBe('true')
    }
    expect(fixtures.runs('fixture-echo')).toBe(runs)
    expect(await received()).toBe(before + PRICE)
  })

  test('by another wallet is another call', async () => {
    const before = await received()
    const [mine, theirs] = [await ask(as(KEY)), await ask(as(OTHER_KEY))]
    expect([mine.status, theirs.status]).toEqual([200, 200])
    expect(theirs.headers.get('x-idempotent-replay')).toBeNull()
    expect(await theirs.text()).not.toBe(await mine.text())
    expect(await received()).toBe(before + 2n * PRICE)
  })

  test('with another key or another question is another call', async () => {
    const paying = as(KEY)
    await ask(paying)
    for (const other of [
      await ask(paying, 'ho'),
      await ask(paying, 'hi', { 'idempotency-key': 'x' }),
    ])
      expect(other.headers.get('x-idempotent-replay')).toBeNull()
  })
})

test('of many concurrent repeats by a stock client, one is charged', async () => {
  const { as, received } = CLIENTS['@x402/fetch']
  const paying = as(KEY)
  const before = await received()
  const heard = await atOnce(5, async () => (await ask(paying)).status)
  expect(heard.filter((status) => status === 200).length).toBeGreaterThan(0)
  expect(heard.every((status) => status === 200 || status === 409)).toBe(true)
  expect((await ask(paying)).headers.get('x-idempotent-replay')).toBe('true')
  expect(await received()).toBe(before + PRICE)
})

describe('a payment that names itself', () => {
  const buyer = createBuyer()
  const named = async (id: string) => {
    const { headers } = await call(service, '/api/fixture-echo', { body: { text: 'hi' } })
    const required = decodePaymentRequiredHeader(String(headers['payment-required']))
    appendPaymentIdentifierToExtensions(required.extensions as Record<string, unknown>, id)
    return buyer.sign(required)
  }

  test('and is signed anew gets the same answer, and is charged once', async () => {
    const { received } = CLIENTS['@x402/fetch']
    const before = await received()
    const id = `payment_${'7'.repeat(20)}`
    const send = async () =>
      call(service, '/api/fixture-echo', { body: { text: 'hi' }, headers: await named(id) })
    const [first, again] = [await send(), await send()]
    expect([first.status, again.status]).toEqual([200, 200])
    expect([again.text, again.headers['x-idempotent-replay']]).toEqual([first.text, 'true'])
    expect(await received()).toBe(before + PRICE)
  })
})

describe('a stranger', () => {
  const buyer = createBuyer()
  const stranger = createBuyer(OTHER_KEY)
  const body = { text: 'of the buyer' }
  const send = (headers: Headers) => call(service, '/api/fixture-echo', { body, headers })

  /** What a block shows of a payment is enough to write its header anew. */
  async function bought(key: string): Promise<Headers> {
    const headers = await buyer.payFor(service, '/api/fixture-echo', { body })
    const heard = await send({ ...headers, 'idempotency-key': key })
    expect(heard.status).toBe(200)
    const receipt = JSON.parse(
      Buffer.from(String(heard.headers['payment-response']), 'base64').toString(),
    ) as { transaction: string }
    const mined = (await rpc(client, sandbox.rpcUrl, 'eth_getTransactionByHash', [
      receipt.transaction,
    ])) as { input: string }
    const { payload } = JSON.parse(
      Buffer.from(String(headers['payment-signature']), 'base64').toString(),
    ) as { payload: { authorization: { nonce: string } } }
    expect(mined.input).toContain(payload.authorization.nonce.slice(2))
    return headers
  }

  const told = async (headers: Headers) => {
    const heard = await send(headers)
    return [heard.status, heard.body['text']]
  }

  test('who has read the payment on the chain gets nothing', async () => {
    const headers = await bought('known to the buyer')
    expect(await told(headers)).toEqual([402, undefined])
    expect(await told({ ...headers, 'idempotency-key': 'guessed' })).toEqual([402, undefined])
    expect(await told({ ...headers, 'x-resume-token': 'guessed' })).toEqual([402, undefined])
  })

  test('who knows the key gets only answers that it pays for', async () => {
    await bought('leaked')
    const own = await stranger.payFor(service, '/api/fixture-echo', { body })
    const heard = await send({ ...own, 'idempotency-key': 'leaked' })
    expect(heard.headers['x-idempotent-replay']).toBeUndefined()
    expect(heard.status).toBe(200)
  })

  test('who names another wallet under its key gets nothing', async () => {
    await bought('leaked too')
    const fresh = await buyer.payFor(service, '/api/fixture-echo', { body })
    const forged = tampered(fresh, ({ payload }) => {
      payload.authorization['nonce'] = `0x${'5'.repeat(64)}`
    })
    expect(await told({ ...forged, 'idempotency-key': 'leaked too' })).toEqual([402, undefined])
    const signedByOther = tampered(
      await stranger.payFor(service, '/api/fixture-echo', { body }),
      ({ payload }) => (payload.authorization['from'] = buyer.address),
    )
    expect(await told({ ...signedByOther, 'idempotency-key': 'leaked too' })).toEqual([
      402,
      undefined,
    ])
    // Another payment of the same wallet that was settled is no fresh signature.
    const used = await bought('of its own')
    expect(await told({ ...used, 'idempotency-key': 'leaked too' })).toEqual([402, undefined])
  })
})

describe('a repeat of the payment that bought the answer', () => {
  const buyer = createBuyer()
  const asked = { body: { text: 'hi' } }
  const path = '/api/fixture-echo'
  const send = async (headers: Headers, key: string) => {
    const heard = await call(service, path, {
      ...asked,
      headers: { ...headers, 'idempotency-key': key },
    })
    return [heard.status, heard.headers['x-idempotent-replay']]
  }
  const OTHER_SIGNATURE = `0x${'11'.repeat(65)}`

  const forgeries: Readonly<Record<string, () => Promise<readonly [Headers, Headers]>>> = {
    x402: async () => {
      const paid = await buyer.payFor(service, path, asked)
      return [paid, tampered(paid, ({ payload }) => (payload.signature = OTHER_SIGNATURE))]
    },
    'mppx evm': async () => {
      const paid = await payBy(evmMethod(sandbox, KEY))(service, path, asked)
      return [paid, tamperedMpp(paid, ({ payload }) => (payload['signature'] = OTHER_SIGNATURE))]
    },
    'mppx tempo': async () => {
      const paid = await payBy(tempoMethod(sandbox.tempoRpcUrl, KEY))(service, path, asked)
      const theirs = await payBy(tempoMethod(sandbox.tempoRpcUrl, OTHER_KEY))(service, path, asked)
      const transaction = String(wireOf(theirs).payload['signature'])
      const named = naming(buyer.address, transaction)
      return [paid, tamperedMpp(paid, ({ payload }) => (payload['signature'] = named))]
    },
  }

  test.each(Object.entries(forgeries))(
    'gets it under its own signature only: %s',
    async (name, forge) => {
      const [paid, forged] = await forge()
      expect(await send(paid, `repeated by ${name}`)).toEqual([200, undefined])
      expect(await send(forged, `repeated by ${name}`)).toEqual([402, undefined])
      expect(await send(paid, `repeated by ${name}`)).toEqual([200, 'true'])
    },
  )

  /** A transaction of Tempo can name its sender beside the signature, where a fee payer stands. */
  function naming(sender: string, transaction: string): string {
    const fields = fromRlp(`0x${transaction.slice(4)}`) as unknown[]
    return `0x76${toRlp(fields.with(FEE_PAYER, sender) as Hex[]).slice(2)}`
  }
  const FEE_PAYER = 11
})

test('what belongs to a wallet is told again for its payment under a secret key', async () => {
  const buyer = createBuyer()
  const body = { key: 'kept' }
  const path = '/api/memory/incr'
  const secret = { 'idempotency-key': randomUUID() }
  const paid = await buyer.payFor(service, path, { body })
  const first = await call(service, path, { body, headers: { ...paid, ...secret } })
  expect(first.status).toBe(200)
  const again = await call(service, path, { body, headers: { ...paid, ...secret } })
  expect([again.status, again.headers['x-idempotent-replay']]).toEqual([200, 'true'])
  expect(again.body).toEqual(first.body)
  const forged = tampered(paid, ({ payload }) => {
    payload.signature = `0x${'0'.repeat(130)}`
  })
  const other = { 'idempotency-key': randomUUID() }
  for (const headers of [{ ...forged, ...secret }, { ...paid, ...other }, paid])
    expect((await call(service, path, { body, headers })).status).toBe(402)
})

test('under a plain key it is told again for a fresh signature only', async () => {
  const buyer = createBuyer()
  const path = '/api/memory/usage'
  const key = { 'idempotency-key': 'of a wallet' }
  const first = await buyer.payFor(service, path)
  expect((await call(service, path, { headers: { ...first, ...key } })).status).toBe(200)
  const forged = tampered(first, ({ payload }) => {
    payload.signature = `0x${'0'.repeat(130)}`
  })
  expect((await call(service, path, { headers: { ...forged, ...key } })).status).toBe(402)
  const refused = await call(service, path, { headers: { ...first, ...key } })
  expect([refused.status, refused.body['error']]).toEqual([
    402,
    expect.stringMatching(/Sign a new payment and send it with the same Idempotency-Key/),
  ])
  const fresh = await buyer.payFor(service, path)
  const again = await call(service, path, { headers: { ...fresh, ...key } })
  expect([again.status, again.headers['x-idempotent-replay']]).toEqual([200, 'true'])
})

describe('a tool that makes secrets', () => {
  const bytes = async () => {
    const [payments] = await service.db.all<{ text: string | null }>(
      `select reply as text from payments where reply like '%rivate%'`,
    )
    const [keys] = await service.db.all<{ text: string | null }>(
      `select reply as text from idempotency where reply like '%rivate%'`,
    )
    return [payments, keys]
  }
  const generate = (headers: Headers) =>
    call(service, '/api/keypair-generate', { body: {}, headers })

  test.each(['credits', 'x402'])('has its answer stored nowhere: paid by %s', async (rail) => {
    const buyer = createBuyer()
    const pay =
      rail === 'credits'
        ? bearer(await service.issueKey('$1'))
        : await buyer.payFor(service, '/api/keypair-generate', { body: {} })
    const keyed = { ...pay, 'idempotency-key': `secret by ${rail}` }
    const first = await generate(keyed)
    expect(first.status).toBe(200)
    expect(first.text).toMatch(/rivate/)
    expect(await bytes()).toEqual([undefined, undefined])
    const again = await generate(keyed)
    expect(again.status).toBe(409)
    expect(again.body['error']).toMatch(/not stored.*use another key/)
    if (rail === 'credits')
      expect(await generate({ ...pay, 'idempotency-key': 'a new one' })).toMatchObject({
        status: 200,
      })
  })
})

test('a call with a key that is not paid writes nothing', async () => {
  const rows = async () => {
    const count = async (table: string) =>
      Number((await service.db.one<{ n: number }>(`select count(*) as n from ${table}`))?.n)
    return [await count('payments'), await count('idempotency'), await count('holds')]
  }
  const before = await rows()
  const key = { 'idempotency-key': 'unpaid' }
  const body = { text: 'hi' }
  for (const headers of [
    key,
    { ...key, ...bearer('junk') },
    { ...key, ...bearer(`fbx_${'x'.repeat(32)}`) },
  ])
    expect((await call(service, '/api/fixture-echo', { body, headers })).status).toBe(402)
  const garbage = { ...key, 'payment-signature': 'garbage' }
  expect((await call(service, '/api/fixture-echo', { body, headers: garbage })).status).toBe(402)
  expect(await rows()).toEqual(before)
})

test('a payment whose extensions are no object is judged like any other', async () => {
  const buyer = createBuyer()
  const body = { text: 'hi' }
  const headers = await buyer.payFor(service, '/api/fixture-echo', { body })
  for (const extensions of [null, [], 'x', 7]) {
    const odd = tampered(headers, (payload) => Object.assign(payload, { extensions }))
    expect((await call(service, '/api/fixture-echo', { body, headers: odd })).status).not.toBe(500)
  }
})
