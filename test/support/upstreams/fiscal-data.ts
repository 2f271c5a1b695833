import { standIn } from './define.ts'

/** https://fiscaldata.treasury.gov/datasets/debt-to-the-penny/: every value is a text. */
const ROWS = [
  ['2025-12-31', '38513988163372.62', '30808206022811.75', '7705782140560.87'],
  ['2025-12-30', '38386385463125.41', '30754221005514.83', '7632164457610.58'],
  ['2025-12-29', '38386385462000.40', '30754221004389.82', '7632164457610.58'],
] as const

export default standIn({
  at: 'UPSTREAM_FISCAL_DATA_URL',
  answer({ path, query }) {
    if (path !== '/services/api/fiscal_service/v2/accounting/od/debt_to_penny') return undefined
    const [, since = ''] = /^record_date:gte:(.*)$/.exec(query.get('filter') ?? '') ?? []
    const data = ROWS.filter(([date]) => date >= since).map(([date, total, held, own]) => ({
      record_date: date,
      tot_pub_debt_out_amt: total,
      debt_held_public_amt: held,
      intragov_hold_amt: own,
    }))
    return {
      data,
      meta: { count: data.length, 'total-count': data.length, 'total-pages': 1 },
      links: { self: '&page%5Bnumber%5D=1&page%5Bsize%5D=400' },
    }
  },
})
