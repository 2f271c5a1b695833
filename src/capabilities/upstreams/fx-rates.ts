import { settingsOfAll, type Capability } from '../../base/core/capability.ts'
import { Fault } from '../../base/core/fault.ts'
import { sourceOf, type Source } from '../../base/lib/cross-check.ts'
import { statisticIn } from '../../engines/numbers/series.ts'
import { ecb } from './ecb.ts'
import { ECB_CURRENCIES, frankfurter, type FxQuery, type FxRates } from './frankfurter.ts'

export interface FxProvider {
  /** Sorted by day; days on which no rate was fixed are left out. */
  rates(query: FxQuery): Promise<FxRates>
}

/** Frankfurter; the European Central Bank itself for the rates that Frankfurter has from there. */
export const fxRates: Capability<readonly Source<FxProvider>[]> = {
  name: 'fx-rates',
  texts: 'own',
  settings: settingsOfAll([frankfurter, ecb]),
  live: true,
  isFree: true,
  providers: [...(frankfurter.providers ?? []), ...(ecb.providers ?? [])],
  open(host) {
    const [openFirst, openBank] = [frankfurter.open(host), ecb.open(host)]
    return (call) => {
      const bank = openBank(call)
      const rates = async (query: FxQuery) => ratesOfBank(bank, query)
      return [sourceOf(frankfurter, openFirst(call)), sourceOf(ecb, { rates })]
    }
  },
}

const EURO = 'EUR'
/** After so many days without a fixing, the last rate is no rate of that day. */
const LAST_DAYS = 10

/** Units of each currency for one euro, by day. */
type Fixings = ReadonlyMap<string, ReadonlyMap<string, number>>

type Bank = ReturnType<ReturnType<typeof ecb.open>>

/** The bank quotes currencies against the euro; two quotes of one day give a rate between them. */
async function ratesOfBank(bank: Bank, query: FxQuery): Promise<FxRates> {
  const { base, quotes, date, from, to, group } = query
  const currencies = [...new Set([base, ...quotes])]
  const unknown = currencies.find((one) => !ECB_CURRENCIES.has(one))
  if (unknown !== undefined) throw lacking(`does not quote ${unknown}`)
  if (group !== undefined) throw lacking('has rates of days only')
  const quoted = currencies.filter((one) => one !== EURO)
  if (quoted.length === 0) throw lacking('does not quote the euro against itself')
  const rows = await bank.observations({
    flow: 'EXR',
    key: `D.${quoted.join('+')}.${EURO}.SP00.A`,
    startPeriod: from,
    endPeriod: date ?? to,
    last: from === undefined ? LAST_DAYS : undefined,
  })
  const fixings = fixingsIn(rows)
  const rates = quotes.flatMap((quote) => {
    const days = [...fixings].flatMap(([day, perEuro]) => {
      const [own, other] = [perEuro.get(base), perEuro.get(quote)]
      if (own === undefined || other === undefined) return []
      return [{ date: day, base, quote, rate: Number((other / own).toPrecision(6)) }]
    })
    return from === undefined ? days.slice(-1) : days
  })
  return { rates: rates.toSorted((a, b) => a.date.localeCompare(b.date)), origin: 'ECB' }
}

function fixingsIn(rows: Awaited<ReturnType<Bank['observations']>>): Fixings {
  const days = new Map<string, Map<string, number>>()
  for (const { KEY, TIME_PERIOD: day, OBS_VALUE } of rows) {
    const [, , currency = ''] = KEY.split('.')
    // A day without a fixing has no value.
    const value = OBS_VALUE === '' ? null : statisticIn(OBS_VALUE)
    if (value === null || value <= 0) continue
    const fixed = days.get(day) ?? new Map([[EURO, 1]])
    days.set(day, fixed.set(currency, value))
  }
  return new Map([...days].toSorted(([a], [b]) => a.localeCompare(b)))
}

/** Not the caller's mistake: another source knows it. */
const lacking = (what: string): Fault =>
  new Fault('upstream_failed', `The European Central Bank ${what}.`)
