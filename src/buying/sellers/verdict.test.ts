import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { acceptOf } from './accepts.ts'
import { priceOf, type Nanos } from './price.ts'
import type { History, SpendChain } from '../purse/chains.ts'
import { judge } from './verdict.ts'

interface Case {
  readonly name: string
  readonly input: {
    readonly local: boolean
    readonly routable: boolean
    readonly priceUsd: number | null
    readonly urlTemplate: boolean
    readonly networks: readonly string[]
    readonly accepts: readonly unknown[]
    readonly spendChains: readonly SpendChain[]
    readonly floor: History
    readonly unprovenMaxUsd: number
    readonly evidence: Readonly<Record<string, History>>
    readonly selfFunded: Readonly<Record<string, History>>
    readonly shared: readonly string[]
    readonly deliveryFailing: readonly SpendChain[]
  }
  readonly expect: {
    readonly eligible: boolean
    readonly reason: string
    readonly byChain?: Readonly<Record<string, string>>
    readonly unprovenTier?: boolean
  }
}

const { cases } = JSON.parse(
  readFileSync(
    new URL('../../../test/fixtures/sellers/dispatch_cases.json', import.meta.url),
    'utf8',
  ),
) as { readonly cases: readonly Case[] }

const evidenceOf = ({ input }: Pick<Case, 'input'>) => ({
  spendChains: input.spendChains,
  floor: input.floor,
  unprovenMax: priceOf(input.unprovenMaxUsd) as Nanos,
  historyOf: (wallet: string) => input.evidence[wallet],
  selfFundedOf: (wallet: string) => input.selfFunded[wallet],
  isShared: (wallet: string) => input.shared.includes(wallet),
  failing: input.deliveryFailing,
})

const candidateOf = ({ input }: Pick<Case, 'input'>) => ({
  isLocal: input.local,
  isRoutable: input.routable,
  price: priceOf(input.priceUsd),
  isTemplate: input.urlTemplate,
  networks: input.networks,
  accepts: input.accepts.flatMap((raw) => acceptOf(raw) ?? []),
})

test.each(cases)('$name', (given) => {
  const verdict = judge(candidateOf(given), evidenceOf(given))
  const { eligible, reason, byChain, unprovenTier } = given.expect
  expect(verdict).toMatchObject({ eligible, reason })
  if (byChain) {
    const reasons = Object.entries(verdict.byChain).map(([chain, each]) => [chain, each.reason])
    expect(Object.fromEntries(reasons)).toEqual(byChain)
  }
  if (unprovenTier !== undefined)
    expect(Object.values(verdict.byChain).some((each) => each.unprovenTier === true)).toBe(
      unprovenTier,
    )
})

const [proven] = cases as [Case, ...Case[]]
const WALLET = '0x1111111111111111111111111111111111111111'

test('a wallet that unrelated sellers claim proves nothing', () => {
  const evidence = { ...evidenceOf(proven), isShared: () => true }
  expect(judge(candidateOf(proven), evidence).byChain.base).toMatchObject({
    reason: 'settlement_required',
    detail: 'evidence_payto_shared',
  })
})

test('a history at a wallet that no accept names is not looked at', () => {
  const accepts = candidateOf(proven).accepts.map((accept) => ({ ...accept, payTo: null }))
  const verdict = judge({ ...candidateOf(proven), accepts }, evidenceOf(proven))
  expect(verdict.byChain.base).toMatchObject({ detail: 'evidence_payto_unverified' })
})

test('nothing can be spent without a purse', () => {
  const verdict = judge(candidateOf(proven), { ...evidenceOf(proven), spendChains: [] })
  expect(verdict).toEqual({ eligible: false, reason: 'no_supported_route', byChain: {} })
})

test('own goods are always open', () => {
  expect(
    judge({ ...candidateOf(proven), isLocal: true, isRoutable: false }, evidenceOf(proven)),
  ).toEqual({
    eligible: true,
    reason: 'local_catalog',
    byChain: {},
  })
})

test('one payer less than the floor is too few', () => {
  const few = {
    ...evidenceOf(proven),
    historyOf: (wallet: string) => (wallet === WALLET ? { settled: 50, payers: 2 } : undefined),
  }
  const enough = { ...evidenceOf(proven), historyOf: () => ({ settled: 50, payers: 3 }) }
  expect(judge(candidateOf(proven), few).eligible).toBe(false)
  expect(judge(candidateOf(proven), enough).reason).toBe('eligible')
})

test('where the chain tells no history, nothing is bought above what is risked on anybody', () => {
  const network = 'algorand:wGHE2Pwdvd7S12BL5FaOP20EGYesN73k'
  const given = { ...candidateOf(proven), networks: [network], price: priceOf(0.5) }
  const evidence = { ...evidenceOf(proven), spendChains: ['algorand' as const] }
  const told = judge(given, { ...evidence, untold: ['algorand'] })
  expect(judge(given, evidence).reason).toBe('settlement_checked_at_pay_time')
  expect(told).toMatchObject({ eligible: false, reason: 'settlement_required' })
  expect(told.byChain.algorand?.unprovenTier).toBeUndefined()
  const small = judge({ ...given, price: priceOf(0.01) }, { ...evidence, untold: ['algorand'] })
  expect(small.byChain.algorand).toMatchObject({ unprovenTier: true, unprovenMaxUsd: 0.01 })
})
