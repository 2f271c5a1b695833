import { standIn } from './define.ts'

/** After https://api.tidesandcurrents.noaa.gov/api/prod/responseHelp.html. */
export default standIn({
  at: 'UPSTREAM_NOAA_TIDES_URL',
  answer({ path, query }) {
    if (path !== '/api/prod/datagetter') return undefined
    if (query.get('station') !== '9414290')
      return {
        error: {
          message:
            ' No Predictions data was found. This product may not be offered at this station.',
        },
      }
    const day = (query.get('begin_date') ?? '').replace(/^(\d{4})(\d\d)(\d\d)$/, '$1-$2-$3')
    return {
      predictions: [
        { t: `${day} 05:38`, v: '1.934', type: 'H' },
        { t: `${day} 12:57`, v: '-0.176', type: 'L' },
      ],
    }
  },
})
