import { z } from 'zod'
import { Fault, notFound } from '../../../../base/core/fault.ts'
import { statisticIn } from '../../../../engines/numbers/series.ts'

export interface ChainRequest {
  readonly provider: 'alpha-vantage' | 'cboe'
  readonly text: string
  readonly spot: number | null
  readonly ticker: string
  /** Without it, the nearest expiry that is not over. */
  readonly expiry: string | null
  readonly today: string
  readonly kind: 'call' | 'put' | 'all'
  readonly strikes: number
}

interface Contract {
  readonly symbol: string
  readonly kind: 'call' | 'put'
  readonly strike: number
  readonly expiry: string
  readonly bid: number | null
  readonly ask: number | null
  readonly last: number | null
  readonly iv: number | null
  readonly delta: number | null
  readonly gamma: number | null
  readonly theta: number | null
  readonly vega: number | null
  readonly volume: number
  readonly openInterest: number
}

interface Chain {
  readonly spot: number
  readonly contracts: readonly Contract[]
  /** When the quotes were made, as the provider writes it. */
  readonly told: string | null
}

/** The chosen contracts of a chain, around the price of the security. */
export function work(wanted: ChainRequest) {
  const { ticker, expiry, today, kind, strikes } = wanted
  const { spot, contracts, told } = wanted.provider === 'cboe' ? ofCboe(wanted) : ofAlpha(wanted)
  const open = contracts.filter((one) => one.expiry >= today)
  const expiries = [...new Set(open.map((one) => one.expiry))].toSorted()
  const day = expiry ?? expiries[0]
  if (day === undefined) throw notFound(`There are no options on ${ticker}.`)
  if (!expiries.includes(day)) {
    const some = expiries.slice(0, 20).join(', ')
    throw notFound(`No options on ${ticker} expire on ${day}; some do on ${some}.`)
  }
  const ofDay = open.filter((one) => one.expiry === day)
  const near = new Set(
    [...new Set(ofDay.map(({ strike }) => strike))]
      .toSorted((a, b) => Math.abs(a - spot) - Math.abs(b - spot))
      .slice(0, strikes),
  )
  const volumeOf = (side: 'call' | 'put') =>
    open.reduce((sum, one) => sum + (one.kind === side ? one.volume : 0), 0)
  const calls = volumeOf('call')
  return {
    spot,
    told,
    expiry: day,
    expiries,
    contracts: ofDay
      .filter((one) => near.has(one.strike) && (kind === 'all' || one.kind === kind))
      .toSorted((a, b) => a.strike - b.strike || a.kind.localeCompare(b.kind)),
    putCallRatio: calls > 0 ? Number((volumeOf('put') / calls).toPrecision(6)) : null,
  }
}

const text = z.string().nullish()

const Alpha = z.object({
  data: z.array(
    z.object({
      contractID: z.string(),
      expiration: z.iso.date(),
      strike: z.string(),
      type: z.enum(['call', 'put']),
      date: text,
      last: text,
      bid: text,
      ask: text,
      volume: text,
      open_interest: text,
      implied_volatility: text,
      delta: text,
      gamma: text,
      theta: text,
      vega: text,
    }),
  ),
})

function ofAlpha({ text: json, spot }: ChainRequest): Chain {
  const value = parseJson(json)
  const refusal = z.object({ Information: z.string() }).safeParse(value)
  if (refusal.success)
    throw new Fault(
      'upstream_failed',
      'The plan of Alpha Vantage allows no more requests at the moment.',
    )
  const { data } = read(Alpha, value, 'Alpha Vantage')
  if (spot === null) throw odd('Alpha Vantage')
  const contracts = data.map((one) => ({
    symbol: one.contractID,
    kind: one.type,
    strike: Number(one.strike),
    expiry: one.expiration,
    bid: numberIn(one.bid),
    ask: numberIn(one.ask),
    last: traded(numberIn(one.last)),
    iv: traded(numberIn(one.implied_volatility)),
    delta: numberIn(one.delta),
    gamma: numberIn(one.gamma),
    theta: numberIn(one.theta),
    vega: numberIn(one.vega),
    volume: numberIn(one.volume) ?? 0,
    openInterest: numberIn(one.open_interest) ?? 0,
  }))
  return { spot, contracts, told: data[0]?.date ?? null }
}

const value = z.number().nullish()

const Cboe = z.object({
  timestamp: z.string(),
  data: z.object({
    current_price: z.number(),
    options: z.array(
      z.object({
        option: z.string(),
        bid: value,
        ask: value,
        iv: value,
        open_interest: value,
        volume: value,
        delta: value,
        gamma: value,
        theta: value,
        vega: value,
        last_trade_price: value,
      }),
    ),
  }),
})

/** A root, the day as yymmdd, the side, and the strike in thousandths of a dollar. */
const SYMBOL = /^[A-Z0-9^.]{1,10}(\d\d)(\d\d)(\d\d)([CP])(\d{8})$/

function ofCboe({ text: json }: ChainRequest): Chain {
  const { timestamp, data } = read(Cboe, parseJson(json), 'Cboe')
  const contracts = data.options.map((one) => {
    const [, year, month, day, side, strike] = SYMBOL.exec(one.option) ?? []
    if (strike === undefined) throw odd('Cboe')
    return {
      symbol: one.option,
      kind: side === 'C' ? ('call' as const) : ('put' as const),
      strike: Number(strike) / 1_000,
      expiry: `20${year}-${month}-${day}`,
      bid: one.bid ?? null,
      ask: one.ask ?? null,
      last: traded(one.last_trade_price ?? null),
      iv: traded(one.iv ?? null),
      delta: one.delta ?? null,
      gamma: one.gamma ?? null,
      theta: one.theta ?? null,
      vega: one.vega ?? null,
      volume: one.volume ?? 0,
      openInterest: one.open_interest ?? 0,
    }
  })
  return { spot: data.current_price, contracts, told: timestamp }
}

const numberIn = (told: string | null | undefined): number | null => statisticIn(told ?? '')

/** Zero means that a contract has never been traded. */
const traded = (price: number | null): number | null => (price === 0 ? null : price)

function parseJson(json: string): unknown {
  try {
    return JSON.parse(json)
  } catch {
    return null
  }
}

function read<S extends z.ZodType>(schema: S, given: unknown, title: string): z.output<S> {
  const result = schema.safeParse(given)
  if (result.success) return result.data
  throw odd(title, result.error)
}

const odd = (title: string, cause?: unknown): Fault =>
  new Fault('upstream_failed', `${title} answered in an unknown shape.`, { cause })
