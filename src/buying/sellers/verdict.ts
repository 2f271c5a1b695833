import { FOLLOWED, reaches, SPEND_CHAINS, type History, type SpendChain } from '../purse/chains.ts'
import type { Accept } from './accepts.ts'
import { domainProblem } from './domain-names.ts'
import { caip2Of } from './network-label.ts'
import type { Nanos } from './price.ts'

/** Why a route may be bought or not, with what it means. */
export const REASONS = {
  local_catalog: 'A tool of this service. Not eligible: it is not set up, or only called directly.',
  eligible: 'Can be bought: its wallet has a history of settled calls.',
  settlement_checked_at_pay_time:
    'Can be bought: its wallet is looked at when it is paid, unless the price is small.',
  crawl_failed: 'The last crawl failed, or none was made yet, so nothing is known to be true now.',
  network_unknown: 'No payment network is known.',
  no_supported_route: 'None of its payment networks has a spending wallet here.',
  url_template: 'The address holds placeholders that only the buyer can fill.',
  price_unknown: 'No price is known, or it says 0 and yet asks to be paid.',
  usdc_domain_mismatch: 'It names the token otherwise than the chain does: a signature would fail.',
  gateway_rail_unsupported: 'It takes nothing but Circle Gateway payments.',
  delivery_failing: 'The last payment to its domain or its wallet brought no answer.',
  settlement_self_funded: 'Without the payments made with its own money, its history is too short.',
  settlement_required: 'Too few settled calls, or too few payers, at the wallet that it names.',
} as const satisfies Readonly<Record<string, string>>
export type Reason = keyof typeof REASONS

/** In rising severity: the last one that applies is reported. */
const PRECEDENCE: readonly Reason[] = [
  'crawl_failed',
  'network_unknown',
  'no_supported_route',
  'url_template',
  'price_unknown',
  'usdc_domain_mismatch',
  'gateway_rail_unsupported',
  'delivery_failing',
  'settlement_self_funded',
  'settlement_required',
]

/** Everything that the decision depends on. The identity of the seller is not part of it. */
export interface Candidate {
  readonly isLocal: boolean
  /** The last crawl was good. */
  readonly isRoutable: boolean
  /** False where only a registry has listed it so far. */
  readonly isCrawled?: boolean
  readonly price: Nanos | null
  readonly isTemplate: boolean
  /** CAIP-2 ids or labels, in the order of the seller. */
  readonly networks: readonly string[]
  readonly accepts: readonly Accept[]
}

export interface Evidence {
  readonly spendChains: readonly SpendChain[]
  /** Their CAIP-2 ids, where they are not those of the real chains. */
  readonly networks?: Readonly<Record<SpendChain, string>>
  readonly floor: History
  /** Up to here a seller without a history may be tried. */
  readonly unprovenMax: Nanos
  /** By wallet, and never summed: anybody can list a busy wallet. */
  readonly historyOf: (wallet: string) => History | undefined
  /** Of the calls that a wallet paid for with its own money. */
  readonly selfFundedOf: (wallet: string) => History | undefined
  /** Wallets that unrelated sellers claim. */
  readonly isShared: (wallet: string) => boolean
  readonly failing: readonly SpendChain[]
  /** Chains on which the number of payments to a wallet can never be read. */
  readonly untold?: readonly SpendChain[]
}

export interface ChainVerdict {
  readonly eligible: boolean
  readonly reason: Reason
  readonly detail?: string
  /** May be tried all the same, up to a small price. */
  readonly unprovenTier?: true
  readonly unprovenMaxUsd?: number
}

export interface SellerVerdict {
  readonly eligible: boolean
  readonly reason: Reason
  readonly byChain: Readonly<Partial<Record<SpendChain, ChainVerdict>>>
}

const NANOS_PER_DOLLAR = 1_000_000_000

/** Whether a route may be bought, and why: the one function that route, index and tools ask. */
export function judge(candidate: Candidate, evidence: Evidence): SellerVerdict {
  if (candidate.isLocal) return { eligible: true, reason: 'local_catalog', byChain: {} }
  const networks = candidate.networks.flatMap((label) => caip2Of(label) ?? [])
  const chains = networks.flatMap((network) => chainOf(network, evidence) ?? [])
  const byChain = Object.fromEntries(
    chains.map((chain) => [chain, onChain(chain, candidate, evidence)] as const),
  )
  const verdicts = Object.values(byChain)
  const open = verdicts.find(({ eligible }) => eligible)
  if (open) return { eligible: true, reason: open.reason, byChain }
  const reasons = new Set<Reason>(verdicts.map(({ reason }) => reason))
  if (!candidate.isRoutable) reasons.add('crawl_failed')
  if (networks.length === 0) reasons.add('network_unknown')
  else if (chains.length === 0) reasons.add('no_supported_route')
  const reason = PRECEDENCE.find((each) => reasons.has(each)) ?? 'no_supported_route'
  return { eligible: false, reason, byChain }
}

const networkOn = (chain: SpendChain, { networks = SPEND_CHAINS }: Evidence): string =>
  networks[chain]

function chainOf(network: string, evidence: Evidence): SpendChain | undefined {
  return evidence.spendChains.find((chain) => networkOn(chain, evidence) === network)
}

const no = (reason: Reason, detail?: string): ChainVerdict => ({
  eligible: false,
  reason,
  ...(detail && { detail }),
})

function onChain(chain: SpendChain, candidate: Candidate, evidence: Evidence): ChainVerdict {
  const { isRoutable, isCrawled, isTemplate, price } = candidate
  if (!isRoutable) return no('crawl_failed', isCrawled === false ? 'not_crawled_yet' : undefined)
  if (isTemplate) return no('url_template')
  if (price === null || price === 0) return no('price_unknown')
  const accepts = candidate.accepts.filter(({ network }) => network === networkOn(chain, evidence))
  const plain = accepts.filter(({ domain }) => domain?.name !== GATEWAY)
  const sound = plain.filter((accept) => domainProblem(accept) === null)
  const mismatch = plain.map(domainProblem).find((problem) => problem !== null)
  if (sound.length === 0 && mismatch) return no('usdc_domain_mismatch', mismatch)
  if (plain.length === 0 && accepts.length > 0) return no('gateway_rail_unsupported')
  if (evidence.failing.includes(chain)) return no('delivery_failing')
  if (evidence.untold?.includes(chain))
    return unproven(price, evidence, 'evidence_payto_unverified')
  if (chain !== FOLLOWED) return { eligible: true, reason: 'settlement_checked_at_pay_time' }
  return proven(sound, price, evidence)
}

/** What Circle's batched payments call themselves. */
const GATEWAY = 'GatewayWalletBatched'

/** On Base the history of the wallet that the 402 names must reach the floor. */
function proven(accepts: readonly Accept[], price: Nanos, evidence: Evidence): ChainVerdict {
  const { floor, historyOf, selfFundedOf, isShared } = evidence
  const wallets = [...new Set(accepts.flatMap(({ payTo }) => payTo ?? []))]
  const own = wallets.filter((wallet) => !isShared(wallet))
  if (own.some((wallet) => reaches(historyOf(wallet), floor)))
    return { eligible: true, reason: 'eligible' }
  const isSelfFunded = own.some((wallet) => {
    const [real, circular] = [historyOf(wallet), selfFundedOf(wallet)]
    return circular && reaches(sumOf(real, circular), floor)
  })
  if (isSelfFunded) return no('settlement_self_funded')
  return unproven(price, evidence, detailOf(wallets, own))
}

/** Nothing but a history is missing: it may be tried, up to a small price. */
function unproven(price: Nanos, { unprovenMax }: Evidence, detail?: string): ChainVerdict {
  const verdict = no('settlement_required', detail)
  if (price > unprovenMax) return verdict
  return { ...verdict, unprovenTier: true, unprovenMaxUsd: unprovenMax / NANOS_PER_DOLLAR }
}

const sumOf = (a: History = { settled: 0, payers: 0 }, b: History): History => ({
  settled: a.settled + b.settled,
  payers: a.payers + b.payers,
})

function detailOf(wallets: readonly string[], own: readonly string[]): string | undefined {
  if (wallets.length === 0) return 'evidence_payto_unverified'
  return own.length === 0 ? 'evidence_payto_shared' : undefined
}
