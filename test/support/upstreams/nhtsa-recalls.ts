import { standIn } from './define.ts'

/** www.nhtsa.gov/nhtsa-datasets-and-apis: recallsByVehicle, whose days come first. */
const RECALL = {
  Manufacturer: 'Honda (American Honda Motor Co.)',
  NHTSACampaignNumber: '21V215000',
  parkIt: '',
  parkOutSide: false,
  ReportReceivedDate: '25/03/2021',
  Component: 'FUEL SYSTEM, GASOLINE:DELIVERY:FUEL PUMP',
  Summary: 'Honda is recalling certain vehicles.',
  Consequence: 'Fuel pump failure can cause an engine stall.',
  Remedy: 'Dealers will replace the fuel pump.',
  ModelYear: '2018',
  Make: 'HONDA',
  Model: 'ACCORD',
}

export default standIn({
  at: 'UPSTREAM_NHTSA_RECALLS_URL',
  answer({ path, query }) {
    if (path !== '/recalls/recallsByVehicle') return undefined
    const isListed = query.get('make')?.toLowerCase() === 'honda'
    if (!isListed) return Response.json({ Count: 0, results: [] }, { status: 400 })
    return { Count: 1, Message: 'Results returned successfully', results: [RECALL] }
  },
})
