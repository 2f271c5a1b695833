import { standIn, type ProviderRequest } from './define.ts'
import {
  AMENDMENT,
  ELSEWHERE,
  EXERCISE,
  REPORT,
  SALE,
  TABLE_ADDED,
  TABLE_JUNE,
  TABLE_SEPTEMBER,
} from './_edgar-documents.ts'
import { ASSETS_FRAME, EPS_FRAME, FACTS, NET_INCOME } from './_edgar-figures.ts'

/**
 * The hosts of the SEC in one server, as an override has them. Shapes:
 * https://www.sec.gov/search-filings/edgar-application-programming-interfaces for data.sec.gov,
 * and what the search page https://efts.sec.gov/LATEST/search-index sends to its own script.
 */

const TICKERS = {
  '0': { cik_str: 320193, ticker: 'AAPL', title: 'Apple Inc.' },
  '1': { cik_str: 1067983, ticker: 'BRK-B', title: 'BERKSHIRE HATHAWAY INC' },
  '2': { cik_str: 1418121, ticker: 'APLE', title: 'Apple Hospitality REIT, Inc.' },
}

type Row = readonly [
  accession: string,
  form: string,
  filed: string,
  report: string,
  accepted: string,
  items: string,
  document: string,
]

/** Filings as columns, one for each fact about them. */
const columns = (rows: readonly Row[]) => ({
  accessionNumber: rows.map((row) => row[0]),
  filingDate: rows.map((row) => row[2]),
  reportDate: rows.map((row) => row[3]),
  acceptanceDateTime: rows.map((row) => row[4]),
  act: rows.map(() => '34'),
  form: rows.map((row) => row[1]),
  fileNumber: rows.map(() => '001-36743'),
  filmNumber: rows.map(() => '25000000'),
  items: rows.map((row) => row[5]),
  size: rows.map(() => 1_000_000),
  isXBRL: rows.map(() => 1),
  isInlineXBRL: rows.map(() => 1),
  primaryDocument: rows.map((row) => row[6]),
  primaryDocDescription: rows.map((row) => (row[1] === '4' ? 'FORM 4' : row[1])),
})

const form4 = (accession: string, filed: string): Row => [
  accession,
  '4',
  filed,
  filed,
  `${filed}T23:30:00.000Z`,
  '',
  'xslF345X05/form4.xml',
]
const results = (accession: string, day: string, time: string): Row => [
  accession,
  '8-K',
  day,
  day,
  `${day}T${time}.000Z`,
  '2.02,9.01',
  `aapl-${day.replaceAll('-', '')}.htm`,
]

const APPLE_FILINGS: readonly Row[] = [
  form4('0001140361-25-000001', '2025-11-12'),
  form4('0001140361-25-000003', '2025-10-21'),
  form4('0001140361-25-000002', '2025-10-17'),
  [
    '0000320193-25-000079',
    '10-K',
    '2025-10-31',
    '2025-09-27',
    '2025-10-31T10:01:26.000Z',
    '',
    'aapl-20250927.htm',
  ],
  results('0000320193-25-000077', '2025-10-30', '20:30:45'),
  results('0000320193-25-000071', '2025-07-31', '20:30:40'),
  results('0000320193-25-000055', '2025-05-01', '20:30:35'),
  results('0000320193-25-000007', '2025-01-30', '21:30:30'),
  [
    '0000320193-24-000123',
    '10-K',
    '2024-11-01',
    '2024-09-28',
    '2024-11-01T10:01:36.000Z',
    '',
    'aapl-20240928.htm',
  ],
]
const APPLE_OLDER: readonly Row[] = [
  results('0000320193-24-000120', '2024-10-31', '20:30:00'),
  results('0000320193-24-000005', '2024-02-01', '21:30:00'),
]

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
  filings: {
    recent: columns(APPLE_FILINGS),
    files: [
      {
        name: 'CIK0000320193-submissions-001.json',
        filingCount: 2,
        filingFrom: '1994-01-26',
        filingTo: '2024-10-31',
      },
    ],
  },
}

const holdings = (accession: string, form: string, filed: string, report: string): Row => [
  accession,
  form,
  filed,
  report,
  `${filed}T21:00:00.000Z`,
  '',
  'xslForm13F_X02/primary_doc.xml',
]

const BERKSHIRE = {
  name: 'BERKSHIRE HATHAWAY INC',
  tickers: ['BRK-B', 'BRK-A'],
  exchanges: ['NYSE', 'NYSE'],
  filings: {
    recent: columns([
      holdings('0000950123-25-000003', '13F-HR/A', '2025-11-20', '2025-09-30'),
      holdings('0000950123-25-000002', '13F-HR', '2025-11-14', '2025-09-30'),
      holdings('0000950123-25-000001', '13F-HR', '2025-08-14', '2025-06-30'),
    ]),
    files: [],
  },
}

const folder = (...names: readonly string[]) => ({
  directory: {
    name: '/Archives/edgar/data/1',
    'parent-dir': '/Archives/edgar/data',
    item: [...names, 'primary_doc.xml', '0000950123-25-000003-index.html'].map((name) => ({
      'last-modified': '2025-11-14 16:01:02',
      name,
      type: 'text.gif',
      size: '',
    })),
  },
})

const hit = (
  id: string,
  [name, cik]: readonly [string, string],
  form: string,
  filed: string,
  more: object = {},
) => ({
  _index: 'edgar_file',
  _id: id,
  _score: 8.1,
  _source: {
    ciks: [cik],
    period_ending: null,
    root_forms: [form.replace('/A', '')],
    file_num: ['333-000001'],
    display_names: [`${name}  (CIK ${cik})`],
    xsl: null,
    sequence: '1',
    file_date: filed,
    biz_states: ['CA'],
    sics: ['3571'],
    form,
    adsh: id.split(':')[0],
    film_num: ['26000001'],
    biz_locations: ['Austin, TX'],
    file_type: form,
    file_description: form,
    inc_states: ['DE'],
    items: [],
    ...more,
  },
})

const NORTHWIND = ['Northwind Robotics, Inc.', '0002011111'] as const
const SEASONED = ['Seasoned Corp', '0000800000'] as const
const SPAC = ['Harbor Acquisition Corp', '0002022222'] as const

const OFFERINGS = [
  hit('0001213900-26-000111:ex99.htm', NORTHWIND, 'S-1', '2026-02-17', { file_type: 'EX-99.1' }),
  hit('0001213900-26-000111:ea01.htm', NORTHWIND, 'S-1', '2026-02-17'),
  hit('0001213900-26-000112:ea02.htm', NORTHWIND, 'S-1/A', '2026-02-18'),
  hit('0001213900-26-000113:shelf.htm', SEASONED, 'S-1', '2026-02-16'),
  hit('0001213900-26-000120:effect.xml', NORTHWIND, 'EFFECT', '2026-02-24'),
  hit('0001213900-26-000121:424b4.htm', NORTHWIND, '424B4', '2026-02-25'),
  hit('0001213900-26-000122:424b4.htm', SEASONED, '424B4', '2026-02-25'),
  hit('0001213900-26-000123:rw.htm', SPAC, 'RW', '2026-02-10'),
]
const RESULTS = [
  hit(
    '0000320193-25-000077:aapl-20251030.htm',
    ['Apple Inc.  (AAPL)', '0000320193'],
    '8-K',
    '2025-10-30',
    {
      items: ['2.02', '9.01'],
    },
  ),
  hit(
    '0000320193-25-000077:a8-kex991.htm',
    ['Apple Inc.  (AAPL)', '0000320193'],
    '8-K',
    '2025-10-30',
    {
      items: ['2.02', '9.01'],
      file_type: 'EX-99.1',
    },
  ),
  hit('0000800000-25-000009:x.htm', SEASONED, '8-K', '2025-10-30', { items: ['5.02'] }),
]
const WEAKNESS = [
  hit(
    '0001234567-25-000010:exw-20241231.htm',
    ['Example Widgets Corp.  (EXW)', '0001234567'],
    '10-K',
    '2025-03-14',
  ),
]

function searched({ query }: ProviderRequest) {
  const forms = new Set((query.get('forms') ?? '').split(','))
  const isAskedFor = ({
    _source: { root_forms: roots, form, file_date: filed },
  }: (typeof OFFERINGS)[number]) =>
    (forms.has(form) || roots.some((root) => forms.has(root))) &&
    filed >= (query.get('startdt') ?? '') &&
    filed <= (query.get('enddt') ?? '9')
  const all = forms.has('8-K')
    ? RESULTS
    : query.get('q')?.includes('weakness')
      ? WEAKNESS
      : OFFERINGS
  const hits = all.filter(isAskedFor).slice(Number(query.get('from') ?? 0))
  const companies = query.has('ciks')
    ? query.get('ciks')?.includes(SEASONED[1])
      ? ['Seasoned Corp  (SEAS)  (CIK 0000800000)']
      : []
    : query.get('q')?.startsWith('"')
      ? [
          'BERKSHIRE HATHAWAY INC  (BRK-A, BRK-B)  (CIK 0001067983)',
          'Hathaway Partners LLC  (CIK 0001700000)',
        ]
      : []
  const buckets = companies.map((key) => ({ key, doc_count: 3 }))
  const counted = (list: readonly object[]) => ({
    doc_count_error_upper_bound: 0,
    sum_other_doc_count: 0,
    buckets: list,
  })
  return {
    took: 40,
    timed_out: false,
    _shards: { total: 50, successful: 50, skipped: 0, failed: 0 },
    hits: { total: { value: hits.length, relation: 'eq' }, max_score: 8.1, hits },
    aggregations: { entity_filter: counted(buckets), form_filter: counted([]) },
    query: {},
  }
}

const text = (body: string, type = 'text/xml') =>
  new Response(body, { headers: { 'content-type': type } })

const APPLE_DATA = '/Archives/edgar/data/320193'
const BERKSHIRE_DATA = '/Archives/edgar/data/1067983'

export default standIn({
  at: 'UPSTREAM_EDGAR_URL',
  answer: (asked) =>
    asked.path === '/LATEST/search-index'
      ? searched(asked)
      : {
          '/files/company_tickers.json': TICKERS,
          '/submissions/CIK0000320193.json': APPLE,
          '/submissions/CIK0000320193-submissions-001.json': columns(APPLE_OLDER),
          '/submissions/CIK0001067983.json': BERKSHIRE,
          '/api/xbrl/companyconcept/CIK0000320193/us-gaap/NetIncomeLoss.json': NET_INCOME,
          '/api/xbrl/companyfacts/CIK0000320193.json': FACTS,
          '/api/xbrl/frames/us-gaap/Assets/USD/CY2023Q4I.json': ASSETS_FRAME,
          '/api/xbrl/frames/us-gaap/EarningsPerShareDiluted/USD-per-shares/CY2023.json': EPS_FRAME,
          [`${APPLE_DATA}/000114036125000001/form4.xml`]: text(SALE),
          [`${APPLE_DATA}/000114036125000002/form4.xml`]: text(EXERCISE),
          [`${APPLE_DATA}/000114036125000003/form4.xml`]: text(ELSEWHERE),
          [`${APPLE_DATA}/000032019324000123/aapl-20240928.htm`]: text(REPORT, 'text/html'),
          [`${APPLE_DATA}/000032019325000079/aapl-20250927.htm`]: text(REPORT, 'text/html'),
          [`${APPLE_DATA}/000032019325000077/aapl-20251030.htm`]: text(REPORT, 'text/html'),
          [`${BERKSHIRE_DATA}/000095012325000001/index.json`]: folder('50240.xml'),
          [`${BERKSHIRE_DATA}/000095012325000002/index.json`]: folder('form13fInfoTable.xml'),
          [`${BERKSHIRE_DATA}/000095012325000003/index.json`]: folder('46994.xml'),
          [`${BERKSHIRE_DATA}/000095012325000001/50240.xml`]: text(TABLE_JUNE),
          [`${BERKSHIRE_DATA}/000095012325000002/form13fInfoTable.xml`]: text(TABLE_SEPTEMBER),
          [`${BERKSHIRE_DATA}/000095012325000003/46994.xml`]: text(TABLE_ADDED),
          [`${BERKSHIRE_DATA}/000095012325000003/primary_doc.xml`]: text(AMENDMENT),
        }[asked.path],
})
