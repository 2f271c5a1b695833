import { standIn } from './define.ts'

const ALERT = {
  id: 'https://api.weather.gov/alerts/urn:oid:2.49.0.1.840.0.1',
  type: 'Feature',
  geometry: null,
  properties: {
    '@type': 'wx:Alert',
    areaDesc: 'San Diego County Valleys',
    sent: '2026-07-18T02:05:00-07:00',
    onset: '2026-07-18T11:00:00-07:00',
    expires: '2026-07-18T15:15:00-07:00',
    ends: '2026-07-20T21:00:00-07:00',
    status: 'Actual',
    messageType: 'Alert',
    severity: 'Moderate',
    certainty: 'Likely',
    urgency: 'Expected',
    event: 'Heat Advisory',
    headline: 'Heat Advisory issued July 18 at 2:05AM PDT until July 20 at 9:00PM PDT',
    instruction: 'Drink plenty of fluids and stay out of the sun.',
  },
}

/** One alert in California; no point east of the Atlantic is covered. */
export default standIn({
  at: 'UPSTREAM_WEATHER_GOV_URL',
  answer({ path, query }) {
    if (path !== '/alerts/active') return undefined
    const [lat = 0, lon = 0] = (query.get('point') ?? '').split(',').map(Number)
    if (query.has('point') && lon > -30)
      return Response.json({ title: 'Invalid Parameter', status: 400 }, { status: 400 })
    const isThere = query.get('area') === 'CA' || (lat < 42 && lon < -114)
    return { type: 'FeatureCollection', features: isThere ? [ALERT] : [] }
  },
})
