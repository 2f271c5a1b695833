import { standIn } from './define.ts'

/**
 * `format=csvdata` of https://data.ecb.europa.eu/help/api/data: one line for each observation, with
 * the columns of its data flow, and an empty value where there is none.
 */
const HEAD =
  'KEY,FREQ,CURRENCY,CURRENCY_DENOM,EXR_TYPE,EXR_SUFFIX,TIME_PERIOD,OBS_VALUE,OBS_STATUS,OBS_CONF,OBS_PRE_BREAK,OBS_COM,TIME_FORMAT,BREAKS,COLLECTION,COMPILING_ORG,DISS_ORG,DOM_SER_IDS,PUBL_ECB,PUBL_MU,PUBL_PUBLIC,UNIT_INDEX_BASE,COMPILATION,COVERAGE,DECIMALS,NAT_TITLE,SOURCE_AGENCY,SOURCE_PUB,TITLE,TITLE_COMPL,UNIT,UNIT_MULT'

const rate = (currency: string, day: string, value: string, status = 'A') =>
  `EXR.D.${currency}.EUR.SP00.A,D,${currency},EUR,SP00,A,${day},${value},${status},F,,,P1D,,A,,,,,,,99Q1=100,,,4,,4F0,,US dollar/Euro,"ECB reference exchange rate, US dollar/Euro, 2.15 pm (C.E.T.)",${currency},0`

/** A day without a fixing has no value. */
const FIXINGS: Readonly<Record<string, readonly (readonly [day: string, value: string])[]>> = {
  USD: [
    ['2025-01-02', '1.0321'],
    ['2025-01-03', '1.0299'],
    ['2025-01-06', '1.0426'],
    ['2025-12-25', ''],
    ['2025-12-30', '1.1762'],
    ['2025-12-31', '1.1750'],
  ],
  JPY: [
    ['2025-01-03', '161.74'],
    ['2025-12-31', '184.09'],
  ],
  CHF: [['2025-12-31', '0.93']],
}

/** Lines of each currency by day; an empty list of them means all. */
function fixingsOf(currencies: string, query: URLSearchParams): readonly string[] {
  const [from, to] = [query.get('startPeriod') ?? '', query.get('endPeriod') ?? '9999']
  const last = Number(query.get('lastNObservations') ?? Infinity)
  const asked = currencies === '' ? Object.keys(FIXINGS).toSorted() : currencies.split('+')
  return asked.flatMap((currency) =>
    (FIXINGS[currency] ?? [])
      .filter(([day]) => day >= from && day <= to)
      .slice(-last)
      .map(([day, value]) => rate(currency, day, value, value === '' ? 'H' : 'A')),
  )
}

const DEPOSIT = `KEY,FREQ,REF_AREA,CURRENCY,PROVIDER_FM,INSTRUMENT_FM,PROVIDER_FM_ID,DATA_TYPE_FM,TIME_PERIOD,OBS_VALUE,OBS_STATUS,OBS_CONF,OBS_PRE_BREAK,OBS_COM,TITLE,TITLE_COMPL,UNIT,UNIT_MULT
FM.D.U2.EUR.4F.KR.DFR.LEV,D,U2,EUR,4F,KR,DFR,LEV,2025-12-31,2.00,A,F,,,Deposit facility - date of changes,Euro area (changing composition) - Key interest rate - ECB Deposit facility,PCPA,0
`

const csv = (body: string) => new Response(body, { headers: { 'content-type': 'text/csv' } })

export default standIn({
  at: 'UPSTREAM_ECB_URL',
  answer({ path, query }) {
    const [, currencies] = /^\/service\/data\/EXR\/D\.([A-Z+]*)\.EUR\.SP00\.A$/.exec(path) ?? []
    if (currencies !== undefined) {
      const lines = fixingsOf(currencies, query)
      return lines.length > 0 ? csv(`${[HEAD, ...lines].join('\n')}\n`) : undefined
    }
    return path.startsWith('/service/data/FM/') ? csv(DEPOSIT) : undefined
  },
})
