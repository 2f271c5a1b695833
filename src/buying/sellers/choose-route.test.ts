import { expect, test } from 'vitest'
import { Fault } from '../../base/core/fault.ts'
import { NOT_SET_UP } from '../../base/core/inner-tool.ts'
import { usd } from '../../base/core/money.ts'
import { SPEND_CHAINS, type SpendChain } from '../purse/chains.ts'
import { choiceOf } from './choose-route.ts'
import type { MarketGood } from './market.ts'
import { nanosOf } from './price.ts'
import type { Reason, SellerVerdict } from './verdict.ts'

/** A route of somebody else, of which nothing but the verdict differs. */
function outside(reason: Reason, more: { method?: string; price?: null } = {}): MarketGood {
  const byChain: SellerVerdict['byChain'] =
    reason === 'eligible' ? { base: { eligible: true, reason } } : {}
  const verdict: SellerVerdict = { eligible: reason === 'eligible', reason, byChain }
  const price = more.price === null ? null : nanosOf(usd('$0.004'))
  const route = { method: more.method ?? 'GET', input: null }
  const good = { isOwn: false, seller: 'https://a.example', slug: reason, price, route }
  return { ...good, verdict: () => verdict } as unknown as MarketGood
}

const own = (alone: string | null): MarketGood => {
  const price = nanosOf(usd('$0.001'))
  return { isOwn: true, alone, seller: 'self', slug: 'own', price, required: [] } as never
}

interface RouteWish {
  readonly chains?: readonly SpendChain[]
  readonly network?: string
  readonly most?: ReturnType<typeof usd>
}

function chosen(goods: readonly MarketGood[], asked: RouteWish = {}): unknown {
  const { chains = ['base'], network, most } = asked
  try {
    const purse = { chains, networks: SPEND_CHAINS }
    return choiceOf(goods, { params: {}, most, network }, purse).wares.map(({ good }) => good.slug)
  } catch (thrown) {
    const { code, detail } = thrown as { code: string; detail: { body?: unknown } }
    return [code, detail.body]
  }
}

const SOLANA = SPEND_CHAINS.solana
const noWallet = (...supportedChains: SpendChain[]) => ['no_spending_wallet', { supportedChains }]
const notSetUp = ['not_configured', undefined]
const notDispatchable = ['not_dispatchable', undefined]

test.each<[string, readonly MarketGood[], RouteWish, unknown]>([
  ['its only chain has no wallet', [outside('no_supported_route')], {}, noWallet('base')],
  ['nobody has a wallet', [outside('no_supported_route')], { chains: [] }, noWallet()],
  [
    'one lacks a wallet, and the others more',
    [outside('crawl_failed'), outside('no_supported_route'), outside('price_unknown')],
    {},
    noWallet('base'),
  ],
  [
    'the chain is named, whatever else is wrong',
    [outside('settlement_required'), outside('delivery_failing')],
    { network: SOLANA },
    noWallet('base'),
  ],
  [
    'a wallet is missing, and the price is unknown',
    [outside('no_supported_route', { price: null })],
    {},
    noWallet('base'),
  ],
  [
    'a wallet is missing for what is called otherwise, and costs too much',
    [outside('no_supported_route', { method: 'PUT' })],
    { most: usd('$0.001') },
    noWallet('base'),
  ],
  ['nothing but a history is missing', [outside('settlement_required')], {}, notDispatchable],
  [
    'the chain has a wallet, and the seller takes another one',
    [outside('eligible')],
    { chains: ['base', 'solana'], network: SOLANA },
    notDispatchable,
  ],
  [
    'the same for a chain by its name',
    [outside('eligible')],
    { chains: ['base', 'solana'], network: 'solana' },
    notDispatchable,
  ],
  ['it is dearer than wanted', [outside('eligible')], { most: usd('$0.001') }, notDispatchable],
  ['it may delete something', [outside('eligible', { method: 'DELETE' })], {}, notDispatchable],
  [
    'only its own buyer can call it',
    [own('runs other tools itself')],
    { network: SOLANA },
    notDispatchable,
  ],
  ['it is not set up here, as a direct call says', [own(NOT_SET_UP)], {}, notSetUp],
  [
    'one is not set up here, and another is bound to its own buyer',
    [own(NOT_SET_UP), own('runs other tools itself')],
    {},
    notDispatchable,
  ],
])('a refusal says why: %s', (_name, goods, asked, refusal) => {
  expect(chosen(goods, asked)).toEqual(refusal)
})

test('a refusal reads as sentences, and says once what holds twice', () => {
  const said = (goods: readonly MarketGood[], ...chains: readonly SpendChain[]) => {
    const wishes = { params: {}, most: undefined }
    try {
      choiceOf(goods, wishes, { chains, networks: SPEND_CHAINS })
    } catch (thrown) {
      return (thrown as Fault).message
    }
    return null
  }
  const away = outside('no_supported_route')
  const why = 'no_supported_route: None of its payment networks has a spending wallet here.'
  expect(said([away, away])).toBe(`This service has no wallet to spend. ${why}`)
  expect(said([away, own(NOT_SET_UP)], 'base')).toBe(
    `This service can spend on base only. ${why.slice(0, -1)}; own: is not set up on this instance.`,
  )
})

test('what can be run is run, whatever stands before it', () => {
  const goods = [outside('no_supported_route'), outside('eligible'), own(null)]
  expect(chosen(goods)).toEqual(['eligible', 'own'])
  expect(chosen(goods, { network: SOLANA })).toEqual(['own'])
})
