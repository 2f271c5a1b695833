import type { FoundProxy } from '../../../../engines/onchain/chains/contract.ts'
import type { FoundPower, Power } from './_token-powers.ts'
import type { Traded } from './_token-trade.ts'

interface TokenFinding {
  readonly code: string
  readonly severity: 'high' | 'medium' | 'low'
  /** Function, storage slot, or simulation. */
  readonly evidence: string
  readonly says: string
}

/** Facts about a token; null if unknown. */
export interface SeenToken {
  readonly verified: boolean | null
  readonly proxy: FoundProxy | null
  readonly delegates: boolean
  readonly owner: string | null
  readonly renounced: boolean | null
  readonly paused: boolean | null
  readonly symbol: string | null
  readonly genuine: boolean | null
  readonly isToken: boolean
  readonly powers: readonly FoundPower[]
  readonly anybodyMints: string | null
  readonly traded: Traded | null
  readonly pool: string | null
  readonly liquidityUsd: number | null
}

const POWERS: Readonly<Record<Power, readonly [code: string, says: string]>> = {
  mint: ['mintable', 'Somebody may be able to create more of it.'],
  pause: ['pausable', 'Somebody may be able to pause all transfers.'],
  blacklist: ['blacklist', 'Somebody may be able to block holders, who then cannot sell.'],
  fee: ['fee-changeable', 'Somebody may be able to change the fee of transfers.'],
  trading: ['trading-switch', 'Somebody may be able to open and close trading.'],
  seize: ['can-take', 'Somebody may be able to take or destroy tokens of holders.'],
}
/** Proxies that always run the same code. */
const FIXED = 'EIP-1167'
const HIGH_TAX_PCT = 10
const THIN_USD = 10_000
const EVIDENCES_MAX = 5

/** Most severe first. */
export function findingsOf(seen: SeenToken): readonly TokenFinding[] {
  const found = [...ofCode(seen), ...ofPowers(seen), ...ofState(seen), ...ofTrade(seen)]
  const order = ['high', 'medium', 'low']
  return found.toSorted((a, b) => order.indexOf(a.severity) - order.indexOf(b.severity))
}

const when = (isSo: boolean, ...[code, severity, evidence, says]: Row): readonly TokenFinding[] =>
  isSo ? [{ code, severity, evidence, says }] : []
type Row = readonly [
  code: string,
  severity: TokenFinding['severity'],
  evidence: string,
  says: string,
]

function ofCode({ verified, proxy, delegates, isToken }: SeenToken): readonly TokenFinding[] {
  const kind = proxy?.kind ?? ''
  const runs = `storage: proxy (${kind}) to ${proxy?.implementation ?? 'nothing'}`
  const admin = proxy?.admin == null ? '' : `, admin ${proxy.admin}`
  return [
    ...when(
      verified === false,
      'source-not-verified',
      'high',
      'Sourcify has no source of the code that runs',
      'The source of the code that runs is not published.',
    ),
    ...when(
      proxy !== null && kind !== FIXED,
      'upgradeable',
      'medium',
      `${runs}${admin}`,
      'The code can be replaced by other code.',
    ),
    ...when(
      delegates,
      'runs-other-code',
      'medium',
      'function: DELEGATECALL in the code',
      'It may run code of other contracts as its own, which is not checked here.',
    ),
    ...when(
      !isToken,
      'no-standard',
      'medium',
      'function: decimals() or totalSupply() answers nothing',
      'It does not answer as an ERC-20 token.',
    ),
  ]
}

function ofPowers({ powers, renounced, anybodyMints }: SeenToken): readonly TokenFinding[] {
  const severity = renounced === true ? 'low' : 'medium'
  const found = (Object.keys(POWERS) as Power[]).flatMap((power) => {
    const own = powers.filter((one) => one.power === power).slice(0, EVIDENCES_MAX)
    const [code, says] = POWERS[power]
    return when(own.length > 0, code, severity, own.map((one) => one.evidence).join('; '), says)
  })
  const says = 'Anybody can create more of it.'
  return [
    ...when(anybodyMints !== null, 'anybody-mints', 'high', `simulation: ${anybodyMints}`, says),
    ...found,
  ]
}

function ofState({ genuine, symbol, paused }: SeenToken): readonly TokenFinding[] {
  return [
    ...when(
      genuine === false,
      'namesake',
      'high',
      `function: symbol() answers ${symbol ?? ''}`,
      'It has the symbol of a known token, but is another contract.',
    ),
    ...when(
      paused === true,
      'paused',
      'high',
      'function: paused() answers true',
      'All transfers are paused.',
    ),
  ]
}

function ofTrade({ traded, pool, liquidityUsd }: SeenToken): readonly TokenFinding[] {
  const where = `simulation: pool ${pool ?? ''}`
  const why = traded?.reason == null ? '' : `: ${traded.reason}`
  const taxes = [
    ['buy', traded?.buyTaxPct ?? 0],
    ['sell', traded?.sellTaxPct ?? 0],
  ] as const
  return [
    ...when(
      traded?.buyable === false,
      'cannot-be-bought',
      'high',
      `${where}${why}`,
      'A simulated buy fails.',
    ),
    ...when(
      traded?.sellable === false,
      'cannot-be-sold',
      'high',
      `${where}${why}`,
      'In a simulation it can be bought, but not sold.',
    ),
    ...taxes.flatMap(([side, percent]) =>
      when(
        percent > 0,
        `${side}-tax`,
        percent >= HIGH_TAX_PCT ? 'high' : 'medium',
        `${where}: ${percent} % of a ${side === 'buy' ? 'buy' : 'sale'} does not arrive`,
        `It keeps ${percent} % of each ${side === 'buy' ? 'buy' : 'sale'}.`,
      ),
    ),
    ...when(
      liquidityUsd !== null && liquidityUsd < THIN_USD,
      'thin-liquidity',
      'medium',
      `storage: pool ${pool ?? ''} holds about $${liquidityUsd ?? 0}`,
      'Its deepest pool is small: a sale moves the price.',
    ),
  ]
}
