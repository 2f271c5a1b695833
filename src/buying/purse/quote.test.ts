import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { evmNetworkOf } from '../../outside/chains/networks.ts'
import { createClient } from '../../outside/net/request.ts'
import { createEvmWallet } from './evm-wallet.ts'
import type { JsonObject } from '../../base/lib/json-object.ts'
import { chooseTerms, offersIn, termsOf } from './quote.ts'

interface Case {
  readonly name: string
  readonly quoteUsd?: number
  readonly probePayTo?: string
  readonly live?: Readonly<Record<string, unknown>>
  readonly expect: string
}

const { cases } = JSON.parse(
  readFileSync(new URL('../../../test/fixtures/sellers/payer_cases.json', import.meta.url), 'utf8'),
) as { readonly cases: readonly Case[] }

const network = evmNetworkOf('eip155:8453')
const wallet = createEvmWallet({
  chain: 'base',
  network,
  labels: [network.id, 'base'],
  key: `0x${'11'.repeat(32)}`,
  rpcUrl: 'http://node.example',
  client: createClient(),
})
const OFFER = {
  scheme: 'exact',
  network: network.id,
  asset: network.asset,
  amount: '5000',
  payTo: '0x1111111111111111111111111111111111111111',
  maxTimeoutSeconds: 60,
  extra: network.domain,
}

const rulesFor = ({ quoteUsd = 0.01, probePayTo }: Partial<Case>) => ({
  wallet,
  unitsMax: BigInt(quoteUsd * 1e6),
  payTos: probePayTo === undefined ? [] : [probePayTo],
  own: [wallet.address],
})

const offered = (accept: JsonObject) => ({ accept, header: () => ['x-payment', ''] as const })

const refused = cases.filter((each) => each.live && each.expect.startsWith('refuse '))

test.each(refused)('$name', (given) => {
  const live = { ...given.live }
  if (live['payTo'] === '$OWN') live['payTo'] = wallet.address
  expect(`refuse ${JSON.stringify(termsOf(offered(live), rulesFor(given)))}`).toBe(
    given.expect.replace('refuse ', 'refuse "') + '"',
  )
})

test.each([
  ['absurd', cases.find(({ name }) => name === 'validity window absurd')?.live, 90],
  ['shorter than ours', { ...OFFER, maxTimeoutSeconds: 30 }, 30],
  ['none', { ...OFFER, maxTimeoutSeconds: 0 }, 60],
  ['not a number', { ...OFFER, maxTimeoutSeconds: 'long' }, 60],
])('a signature ends soon, where the window is %s', async (_name, live, seconds) => {
  const chosen = chooseTerms(quoteOf(live), [rulesFor({})])
  if ('refusal' in chosen) throw new Error(chosen.refusal)
  const now = Date.parse('2026-01-01T00:00:00Z')
  const [first, second] = [
    await wallet.sign(chosen.terms, now),
    await wallet.sign(chosen.terms, now),
  ]
  expect((first.expires - now) / 1000).toBe(seconds)
  expect(first.payload).toMatchObject({
    authorization: { validBefore: String(first.expires / 1000), nonce: first.nonce },
  })
  expect(second.nonce).not.toBe(first.nonce)
})

test.each([
  ['another scheme', { scheme: 'upto' }, 'scheme_not_exact'],
  ['nothing', { amount: '0' }, 'amount_not_atomic'],
  ['a number', { amount: 5000 }, 'amount_not_atomic'],
  ['a negative amount', { amount: '-5000' }, 'amount_not_atomic'],
  ['the zero address', { payTo: `0x${'0'.repeat(40)}` }, 'payto_invalid'],
  ['the token itself', { payTo: network.asset }, 'payto_invalid'],
  ['no address', { payTo: null }, 'payto_invalid'],
  ['another name of the token', { extra: { name: 'USDC', version: '2' } }, 'domain_mismatch'],
])('%s is not paid', (_name, change, refusal) => {
  expect(termsOf(offered({ ...OFFER, ...change }), rulesFor({}))).toBe(refusal)
})

test('the first offer that may be paid is, whatever stands before it', () => {
  const quote = quoteOf({ ...OFFER, network: 'solana:x' }, { ...OFFER, scheme: 'upto' }, OFFER)
  expect(chooseTerms(quote, [rulesFor({})])).toMatchObject({ terms: { units: 5_000n } })
  expect(chooseTerms(quoteOf({ ...OFFER, network: 'solana:x' }), [rulesFor({})])).toEqual({
    refusal: 'network_mismatch',
  })
})

test('the header counts where the body says something else', () => {
  const header = Buffer.from(JSON.stringify({ x402Version: 2, accepts: [OFFER] }))
  const headers = new Headers({ 'payment-required': header.toString('base64') })
  const body = Buffer.from(JSON.stringify({ x402Version: 2, accepts: [{ ...OFFER, amount: '1' }] }))
  expect(offersIn({ headers, bytes: body })?.map(({ accept }) => accept)).toEqual([OFFER])
})

test.each([
  ['no JSON', '<html>'],
  ['two readers could read two wallets', '{"accepts":[{"payTo":"0x1","payTo":"0x2"}]}'],
  ['the same name in other letters', String.raw`{"accepts":[],"\u0061ccepts":[{}]}`],
  ['33 offers', JSON.stringify({ accepts: Array.from({ length: 33 }, () => OFFER) })],
  ['too deep', `{"accepts":${'['.repeat(20)}${']'.repeat(20)}}`],
  ['too large', JSON.stringify({ accepts: [], x: 'x'.repeat(70_000) })],
])('a 402 is not read, in the body or in the header: %s', (_name, text) => {
  const bytes = Buffer.from(text)
  expect(offersIn({ headers: new Headers(), bytes })).toBeNull()
  const headers = new Headers({ 'payment-required': bytes.toString('base64') })
  const good = Buffer.from(JSON.stringify({ x402Version: 2, accepts: [OFFER] }))
  expect(offersIn({ headers, bytes: good })).toBeNull()
})

test('a header of plain JSON is not paid: half of all readers see nothing in it', () => {
  const headers = new Headers({ 'payment-required': JSON.stringify({ accepts: [OFFER] }) })
  expect(offersIn({ headers, bytes: Buffer.alloc(0) })).toBeNull()
})

const quoteOf = (...accepts: readonly unknown[]) => {
  const offers = offersIn({
    headers: new Headers(),
    bytes: Buffer.from(JSON.stringify({ x402Version: 2, accepts })),
  })
  if (!offers) throw new Error('no offers')
  return offers
}
