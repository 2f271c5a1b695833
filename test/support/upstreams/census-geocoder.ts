import { standIn } from './define.ts'

const area = (NAME: string, GEOID: string) => [{ NAME, GEOID, BASENAME: NAME, AREALAND: 1 }]

/** After https://geocoding.geo.census.gov/geocoder/Geocoding_Services_API.html. */
const GEOGRAPHIES = {
  '119th Congressional Districts': area('Congressional District 11', '0611'),
  '2020 Census Blocks': area('Block 1002', '060750176011002'),
  'Census Tracts': area('Census Tract 176.01', '06075017601'),
  Counties: area('San Francisco County', '06075'),
  States: area('California', '06'),
  'Unified School Districts': area('San Francisco Unified School District', '0634410'),
}

/** As `locations/onelineaddress` answers: what it cannot match is an empty list. */
const MATCHES = [
  {
    tigerLine: { side: 'L', tigerLineId: '76355984' },
    coordinates: { x: -89.6537, y: 39.7983 },
    addressComponents: { zip: '62701', city: 'SPRINGFIELD', state: 'IL' },
    matchedAddress: '401 S 2ND ST, SPRINGFIELD, IL, 62701',
  },
]

export default standIn({
  at: 'UPSTREAM_CENSUS_GEOCODER_URL',
  answer({ path, query }) {
    if (path === '/geocoder/locations/onelineaddress') {
      const isKnown = /springfield/i.test(query.get('address') ?? '')
      return { result: { input: {}, addressMatches: isKnown ? MATCHES : [] } }
    }
    if (path !== '/geocoder/geographies/coordinates') return undefined
    const isThere = Number(query.get('x')) < -60 && Number(query.get('y')) > 0
    return { result: { input: { location: {} }, geographies: isThere ? GEOGRAPHIES : {} } }
  },
})
