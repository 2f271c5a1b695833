import { encodePaymentRequiredHeader, encodePaymentSignatureHeader } from '@x402/core/http'
import { Challenge, Credential, Receipt } from 'mppx'
import { hashTypedData, type TypedDataDefinition } from 'viem'
import { privateKeyToAccount } from 'viem/accounts'
import { usdc, eurc } from 'viem/tokens'
import { expect, test } from 'vitest'
import type { ToolSpec } from '../../../../base/core/tool.ts'
import { STABLECOINS } from '../../../../engines/onchain/stablecoins.ts'
import {
  evmAddressProblem,
  solanaAddressProblem,
} from '../../../../engines/onchain/account-address.ts'
import authorizationVerify from './authorization-verify.ts'
import mppDecode from './mpp-decode.ts'
import permitTypedData from './permit-typed-data.ts'
import transferAuthorization from './transfer-authorization.ts'
import x402Decode from './x402-decode.ts'
import x402Validate from './x402-validate.ts'

const NOW = Date.parse('2026-01-01T00:00:00Z')
const BUYER = privateKeyToAccount(`0x${'01'.repeat(32)}`)
const PAYEE = '0x2222222222222222222222222222222222222222'
const USDC = '0x833589fCD6eDb6E08f4c7C32D4f71b54bdA02913'

interface Built {
  readonly typedData: TypedDataDefinition
  readonly digest: string
  readonly domain: object
  readonly amountBase: string
}

interface Checked {
  readonly problems: readonly { readonly path: string; readonly severity: string }[]
}

async function run<T = Record<string, unknown>>(spec: ToolSpec, input: unknown): Promise<T> {
  const { signal } = new AbortController()
  const answer: unknown = await spec.run(spec.input.parse(input), { signal, now: () => NOW })
  return answer as T
}

const refusal = (spec: ToolSpec, input: unknown): Promise<string> =>
  run(spec, input).then(
    () => 'taken',
    (thrown: Error) => thrown.message,
  )

const OFFER = {
  scheme: 'exact',
  network: 'eip155:8453',
  amount: '10000',
  asset: USDC,
  payTo: PAYEE,
  maxTimeoutSeconds: 60,
  extra: { name: 'USD Coin', version: '2' },
} as const
const QUOTE = { x402Version: 2, resource: { url: 'https://example.com/a' }, accepts: [OFFER] }

async function signedPayment(change: { readonly to?: string; readonly name?: string } = {}) {
  const { typedData } = await run<Built>(transferAuthorization, {
    from: BUYER.address,
    to: change.to ?? PAYEE,
    amount: '0.01',
    validSeconds: 60,
  })
  const domain = { ...typedData.domain, ...(change.name !== undefined && { name: change.name }) }
  const signature = await BUYER.signTypedData({ ...typedData, domain })
  return {
    x402Version: 2,
    resource: QUOTE.resource,
    accepted: OFFER,
    payload: { signature, authorization: typedData.message },
  }
}

const problemsOf = async (payment: object, quote: object = QUOTE): Promise<readonly string[]> => {
  const { problems } = await run<Checked>(x402Validate, { paymentRequired: quote, payment })
  return problems.map((one) => `${one.path} ${one.severity}`)
}

test('the contracts of Circle match those of viem, and every address has a valid checksum', () => {
  for (const { symbol, network, address } of STABLECOINS) {
    const [space, id] = network.split(':')
    if (space === 'solana') expect(solanaAddressProblem(address)).toBeNull()
    if (space !== 'eip155') continue
    expect([address, evmAddressProblem(address)]).toEqual([address, null])
    const theirs = symbol === 'USDC' ? usdc : symbol === 'EURC' ? eurc : null
    if (theirs) expect(new Map(Object.entries(theirs.addresses)).get(id ?? '')).toBe(address)
  }
})

test('a built authorization has the hash of viem, and its signer is recovered', async () => {
  const built = await run<Built>(transferAuthorization, {
    from: BUYER.address,
    to: PAYEE,
    amount: '1.5',
    network: 'eip155:42220',
  })
  expect(built.domain).toMatchObject({ name: 'USDC', chainId: 42220 })
  expect(built.amountBase).toBe('1500000')
  expect(built.digest).toBe(hashTypedData(built.typedData))
  const signature = await BUYER.signTypedData(built.typedData)
  const told = await run(authorizationVerify, { typedData: built.typedData, signature })
  expect(told).toMatchObject({
    valid: true,
    signer: BUYER.address,
    matchesFrom: true,
    symbol: 'USDC',
  })
  const upper = await run(authorizationVerify, {
    typedData: { ...built.typedData, message: { ...built.typedData.message, value: '1500001' } },
    signature,
  })
  expect(upper).toMatchObject({ valid: false, matchesFrom: false })
})

test.each([
  ['eip2612', USDC, '5'],
  ['permit2', USDC, '5'],
  ['eip2612', '0x6B175474E89094C44Da98b954EedeAC495271d0F', '5'],
])('a permit of kind %s for %s has the hash of viem', async (kind, token, amount) => {
  const network = token === USDC ? 'base' : 'ethereum'
  const input = { kind, owner: BUYER.address, spender: PAYEE, token, amount, network, nonce: '7' }
  const { typedData, digest } = await run<Built>(permitTypedData, input)
  expect(digest).toBe(hashTypedData(typedData))
  const signature = await BUYER.signTypedData(typedData)
  const told = await run(authorizationVerify, { typedData, signature })
  expect(told).toMatchObject({ signer: BUYER.address, problems: [] })
})

test('headers of the x402 package are decoded, of a quote and of a payment', async () => {
  const quote = await run(x402Decode, { header: encodePaymentRequiredHeader(QUOTE) })
  expect(quote).toMatchObject({ kind: 'payment-required', amount: '0.01', problems: [] })
  const payment = await signedPayment()
  const header = `PAYMENT-SIGNATURE: ${encodePaymentSignatureHeader(payment)}`
  const paid = await run(x402Decode, { header })
  expect(paid).toMatchObject({ kind: 'payment-signature', payer: BUYER.address, problems: [] })
})

test('a payment that matches its quote is valid, and each mismatch is named', async () => {
  const payment = await signedPayment()
  const fine = await run(x402Validate, { paymentRequired: QUOTE, payment })
  expect(fine).toMatchObject({ valid: true, matchedOffer: 0, expiresInSeconds: 60, problems: [] })
  expect(await problemsOf(await signedPayment({ to: USDC }))).toContain(
    'payment.payload.authorization.to error',
  )
  expect(await problemsOf(await signedPayment({ name: 'USDC' }))).toEqual([
    'payment.payload.signature error',
  ])
  const dearer = { ...QUOTE, accepts: [{ ...OFFER, amount: '20000' }] }
  expect(await problemsOf(payment, dearer)).toContain('payment.accepted error')
  const { authorization, signature } = payment.payload
  const old = { ...authorization, validBefore: String(NOW / 1000 - 1) }
  expect(await problemsOf({ ...payment, payload: { signature, authorization: old } })).toContain(
    'payment.payload.authorization.validBefore error',
  )
  expect(await problemsOf({ ...payment, payload: {} })).not.toEqual([])
})

test.each([
  [{ network: 'base' }, 'accepts[0].network error'],
  [{ amount: 10_000 }, 'accepts[0].amount error'],
  [{ amount: '0.01' }, 'accepts[0].amount error'],
  [{ payTo: '0x0000000000000000000000000000000000000000' }, 'accepts[0].payTo error'],
  [{ payTo: USDC.replace('fCD', 'FCD') }, 'accepts[0].payTo error'],
  [{ asset: PAYEE }, 'accepts[0].asset warning'],
  [{ extra: {} }, 'accepts[0].extra error'],
  [{ network: 'eip155:84532' }, 'accepts[0].network warning'],
  [{ maxTimeoutSeconds: 0 }, 'accepts[0].maxTimeoutSeconds error'],
])('an offer with %j is reported', async (change, problem) => {
  const quote = { ...QUOTE, accepts: [{ ...OFFER, ...change }] }
  const { problems } = await run<Checked>(x402Validate, { paymentRequired: quote })
  expect(problems.map((one) => `${one.path} ${one.severity}`)).toContain(problem)
})

test('challenges, credentials and receipts of mppx are decoded', async () => {
  const request = {
    amount: '1000',
    currency: USDC,
    recipient: PAYEE,
    methodDetails: { chainId: 8453 },
  }
  const challenge = Challenge.from({
    id: 'abc',
    realm: 'seller.example',
    method: 'evm',
    intent: 'charge',
    request,
    expires: '2026-01-01T00:05:00.000Z',
  } as never)
  const one = Challenge.serialize(challenge)
  const header = `Bearer realm="a, b", ${one}, ${one}`
  const told = await run(mppDecode, { header })
  expect(told).toMatchObject({ kind: 'challenge', otherSchemes: ['Bearer'], problems: [] })
  const read = { id: 'abc', request, amount: '0.001', symbol: 'USDC' }
  expect(told['challenges']).toMatchObject([read, read])
  const sent = Credential.serialize(
    Credential.from({ challenge, payload: { type: 'hash', hash: '0x1' } } as never),
  )
  const credential = await run(mppDecode, { header: `Authorization: ${sent}` })
  expect(credential).toMatchObject({
    kind: 'credential',
    payload: { hash: '0x1' },
    problems: [],
    challenges: [read],
  })
  const receipt = Receipt.serialize(
    Receipt.from({
      method: 'evm',
      reference: '0x1',
      status: 'success',
      timestamp: '2026-01-01T00:00:00Z',
    } as never),
  )
  expect(await run(mppDecode, { header: receipt })).toMatchObject({ kind: 'receipt', problems: [] })
})

test.each([
  [x402Decode, { header: 'garbage!' }, 'header: '],
  [x402Decode, { header: Buffer.from('[1]').toString('base64') }, 'header: '],
  [x402Decode, { header: Buffer.from('{"a":1}').toString('base64') }, 'header: '],
  [mppDecode, { header: 'Bearer abc' }, 'header: '],
  [mppDecode, { header: 'Payment abc' }, 'header: '],
  [transferAuthorization, { from: BUYER.address, to: PAYEE, amount: '0.0000001' }, 'amount: '],
  [
    transferAuthorization,
    { from: BUYER.address, to: PAYEE, amount: '1', network: 'tempo' },
    'token: ',
  ],
  [
    transferAuthorization,
    {
      from: BUYER.address,
      to: PAYEE,
      amount: '1',
      network: 'ethereum',
      token: '0xdAC17F958D2ee523a2206206994597C13D831ec7',
    },
    'token: ',
  ],
  [permitTypedData, { owner: PAYEE, spender: PAYEE, token: PAYEE, amount: '1' }, 'decimals: '],
  [
    permitTypedData,
    { owner: PAYEE, spender: PAYEE, token: PAYEE, amount: '1', decimals: 6 },
    'tokenName: ',
  ],
  [authorizationVerify, { typedData: { types: {} }, signature: '0x00' }, 'typedData: '],
])('%# a bad input is refused with the name of its field', async (spec, input, field) => {
  expect(await refusal(spec, input)).toMatch(field)
})
