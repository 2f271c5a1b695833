import { standIn } from './define.ts'

const TICKERS = {
  '0': { cik_str: 320193, ticker: 'AAPL', title: 'Apple Inc.' },
  '1': { cik_str: 1067983, ticker: 'BRK-B', title: 'BERKSHIRE HATHAWAY INC' },
  '2': { cik_str: 1418121, ticker: 'APLE', title: 'Apple Hospitality REIT, Inc.' },
}

const APPLE = {
  cik: '0000320193',
  entityType: 'operating',
  sic: '3571',
  sicDescription: 'Electronic Computers',
  name: 'Apple Inc.',
  tickers: ['AAPL'],
  exchanges: ['Nasdaq'],
  ein: '942404110',
  fiscalYearEnd: '0926',
  stateOfIncorporation: 'CA',
  addresses: {
    business: {
      street1: 'ONE APPLE PARK WAY',
      street2: null,
      city: 'CUPERTINO',
      stateOrCountry: 'CA',
      zipCode: '95014',
      stateOrCountryDescription: 'CA',
    },
  },
  formerNames: [
    {
      name: 'APPLE COMPUTER INC',
      from: '1994-01-26T05:00:00.000Z',
      to: '2007-01-04T05:00:00.000Z',
    },
  ],
  filings: { recent: {}, files: [] },
}

const OTHER = {
  name: 'BERKSHIRE HATHAWAY INC',
  tickers: ['BRK-B', 'BRK-A'],
  exchanges: ['NYSE', 'NYSE'],
}

/** Both hosts in one server, as an override has them. */
export default standIn({
  at: 'UPSTREAM_EDGAR_URL',
  answer: ({ path }) =>
    ({
      '/files/company_tickers.json': TICKERS,
      '/submissions/CIK0000320193.json': APPLE,
      '/submissions/CIK0001067983.json': OTHER,
    })[path],
})
