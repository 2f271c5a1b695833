import { standIn } from './define.ts'

const POINT = { magnitudeUnit: 'acres', type: 'Point', coordinates: [-122.8, 39.1] }

/** After https://eonet.gsfc.nasa.gov/docs/v3. */
const FIRE = {
  id: 'EONET_6518',
  title: 'Ridge Wildfire, Lake, California',
  description: null,
  link: 'https://eonet.gsfc.nasa.gov/api/v3/events/EONET_6518',
  closed: null,
  categories: [{ id: 'wildfires', title: 'Wildfires' }],
  sources: [{ id: 'IRWIN', url: 'https://irwin.doi.gov/observer/' }],
  geometry: [
    { ...POINT, magnitudeValue: 1250, date: '2026-06-02T18:00:00Z' },
    { ...POINT, magnitudeValue: 500, date: '2026-05-30T18:00:00Z' },
  ],
}
const FLOOD = {
  ...FIRE,
  id: 'EONET_6519',
  title: 'Flood in Assam',
  categories: [{ id: 'floods', title: 'Floods' }],
  geometry: [
    {
      magnitudeValue: null,
      magnitudeUnit: null,
      date: '2026-05-29T00:00:00Z',
      type: 'Polygon',
      coordinates: [
        [
          [92, 26],
          [93, 26],
          [93, 27],
          [92, 26],
        ],
      ],
    },
  ],
}

export default standIn({
  at: 'UPSTREAM_EONET_URL',
  answer({ path, query }) {
    if (path !== '/api/v3/events' || query.get('status') !== 'open') return undefined
    const wanted = query.get('category')
    const events = [FIRE, FLOOD].filter(
      ({ categories }) => wanted === null || categories[0]?.id === wanted,
    )
    return { title: 'EONET Events', events: events.slice(0, Number(query.get('limit'))) }
  },
})
