import { standIn } from './define.ts'

/** After the OpenAPI document of https://aviationweather.gov/data/api/. */
const METAR = {
  icaoId: 'KJFK',
  receiptTime: '2026-06-01T11:54:12.123Z',
  obsTime: 1_780_314_660,
  reportTime: '2026-06-01T12:00:00.000Z',
  temp: 22.2,
  dewp: 12.2,
  wdir: 'VRB',
  wspd: 4,
  wgst: 15,
  visib: '10+',
  altim: 1016.6,
  qcField: 4,
  metarType: 'METAR',
  rawOb: 'METAR KJFK 011151Z VRB04G15KT 10SM FEW030 SCT250 22/12 A3002 RMK AO2',
  lat: 40.6392,
  lon: -73.7639,
  elev: 3,
  name: 'New York/JF Kennedy Intl, NY, US',
  cover: 'SCT',
  clouds: [
    { cover: 'FEW', base: 3000 },
    { cover: 'SCT', base: 25_000 },
  ],
  fltCat: 'VFR',
}
const TAF = {
  icaoId: 'KJFK',
  issueTime: '2026-06-01T11:20:00.000Z',
  rawTAF: 'TAF KJFK 011120Z 0112/0218 18008KT P6SM SCT250',
  fcsts: [],
}

export default standIn({
  at: 'UPSTREAM_AVIATION_WEATHER_URL',
  answer({ path, query }) {
    const found = { '/api/data/metar': METAR, '/api/data/taf': TAF }[path]
    if (!found) return undefined
    const isKnown = (query.get('ids') ?? '').split(',').includes('KJFK')
    return isKnown ? [found] : new Response(null, { status: 204 })
  },
})
