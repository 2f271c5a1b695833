import { standIn } from './define.ts'

const steps = [
  { name: 'Rathausstraße', distance: 412.3, duration: 60, maneuver: { type: 'depart' } },
  {
    name: 'Grunerstraße',
    distance: 35_000,
    duration: 2_240.4,
    maneuver: { type: 'turn', modifier: 'left' },
  },
  {
    name: '',
    distance: 0,
    duration: 20,
    maneuver: { type: 'roundabout', modifier: 'right', exit: 2 },
  },
  { name: '', distance: 0, duration: 0, maneuver: { type: 'arrive' } },
]
const LENGTHS = {
  distance: 35_412.3,
  duration: 2_320.4,
  weight: 2_320.4,
  weight_name: 'routability',
}

/** After https://project-osrm.org/docs/v5.24.0/api/#route-service. */
export default standIn({
  at: 'UPSTREAM_OSRM_URL',
  answer({ path, query }) {
    const [, profile, stops = ''] = /^\/route\/v1\/(car|bike|foot)\/([\d.,;-]+)$/.exec(path) ?? []
    if (!profile) return Response.json({ code: 'InvalidUrl' }, { status: 400 })
    const [first = ''] = stops.split(';')
    if (first.startsWith('0,'))
      return Response.json({ code: 'NoRoute', message: 'Impossible route' }, { status: 400 })
    const leg = { ...LENGTHS, summary: '', steps: query.get('steps') === 'true' ? steps : [] }
    const legs = stops
      .split(';')
      .slice(1)
      .map(() => leg)
    return {
      code: 'Ok',
      routes: [{ ...LENGTHS, geometry: 'mfp_I__vpAfzXxjcA', legs }],
      waypoints: [],
    }
  },
})
