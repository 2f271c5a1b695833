import { standIn } from './define.ts'

/** api.fdic.gov/banks/docs: `GET /institutions`. */
const SILVERGATE = {
  ACTIVE: 0,
  ASSET: 11355571,
  CERT: 27330,
  CITY: 'LA JOLLA',
  DEP: 6309410,
  ENDEFYMD: '11/22/2023',
  ESTYMD: '08/22/1988',
  ID: '27330',
  NAME: 'SILVERGATE BANK',
  REGAGNT: 'FED',
  REPDTE: '09/30/2023',
  STALP: 'CA',
  WEBADDR: 'www.silvergate.com',
}
const CHASE = {
  ACTIVE: 1,
  CERT: 628,
  CITY: 'COLUMBUS',
  ENDEFYMD: '12/31/9999',
  ESTYMD: '01/01/1824',
  ID: '628',
  NAME: 'JPMORGAN CHASE BANK, NATIONAL ASSOCIATION',
  REGAGNT: 'OCC',
  STALP: 'OH',
}

export default standIn({
  at: 'UPSTREAM_FDIC_URL',
  answer({ path, query }) {
    if (path !== '/banks/institutions') return undefined
    const search = query.get('search')
    const isOpenOnly = query.get('filters') === 'ACTIVE:1'
    const found = [
      ...(search === 'NAME:"silvergate"' && !isOpenOnly ? [SILVERGATE] : []),
      ...(search === 'NAME:"chase"' ? [CHASE] : []),
    ]
    return {
      meta: { total: found.length, parameters: {}, index: {} },
      data: found.map((data) => ({ data, score: 1 })),
      totals: { count: found.length },
    }
  },
})
