import { standIn } from './define.ts'

/**
 * `format=csvdata` of https://data.ecb.europa.eu/help/api/data: one line for each observation, with
 * the columns of its data flow, and an empty value where there is none.
 */
const HEAD =
  'KEY,FREQ,CURRENCY,CURRENCY_DENOM,EXR_TYPE,EXR_SUFFIX,TIME_PERIOD,OBS_VALUE,OBS_STATUS,OBS_CONF,OBS_PRE_BREAK,OBS_COM,TIME_FORMAT,BREAKS,COLLECTION,COMPILING_ORG,DISS_ORG,DOM_SER_IDS,PUBL_ECB,PUBL_MU,PUBL_PUBLIC,UNIT_INDEX_BASE,COMPILATION,COVERAGE,DECIMALS,NAT_TITLE,SOURCE_AGENCY,SOURCE_PUB,TITLE,TITLE_COMPL,UNIT,UNIT_MULT'

const rate = (currency: string, day: string, value: string, status = 'A') =>
  `EXR.D.${currency}.EUR.SP00.A,D,${currency},EUR,SP00,A,${day},${value},${status},F,,,P1D,,A,,,,,,,99Q1=100,,,4,,4F0,,US dollar/Euro,"ECB reference exchange rate, US dollar/Euro, 2.15 pm (C.E.T.)",${currency},0`

const DOLLARS = [
  rate('USD', '2025-12-30', '1.1762'),
  // A day without a fixing.
  rate('USD', '2025-12-25', '', 'H'),
  rate('USD', '2025-12-31', '1.1750'),
].toSorted()

const DEPOSIT = `KEY,FREQ,REF_AREA,CURRENCY,PROVIDER_FM,INSTRUMENT_FM,PROVIDER_FM_ID,DATA_TYPE_FM,TIME_PERIOD,OBS_VALUE,OBS_STATUS,OBS_CONF,OBS_PRE_BREAK,OBS_COM,TITLE,TITLE_COMPL,UNIT,UNIT_MULT
FM.D.U2.EUR.4F.KR.DFR.LEV,D,U2,EUR,4F,KR,DFR,LEV,2025-12-31,2.00,A,F,,,Deposit facility - date of changes,Euro area (changing composition) - Key interest rate - ECB Deposit facility,PCPA,0
`

const csv = (body: string) => new Response(body, { headers: { 'content-type': 'text/csv' } })

export default standIn({
  at: 'UPSTREAM_ECB_URL',
  answer({ path, query }) {
    const last = Number(query.get('lastNObservations'))
    if (path === '/service/data/EXR/D.USD.EUR.SP00.A')
      return csv(`${[HEAD, ...DOLLARS.slice(-last)].join('\n')}\n`)
    if (path === '/service/data/EXR/D..EUR.SP00.A')
      return csv(`${[HEAD, rate('CHF', '2025-12-31', '0.93'), DOLLARS[2]].join('\n')}\n`)
    return path.startsWith('/service/data/FM/') ? csv(DEPOSIT) : undefined
  },
})
