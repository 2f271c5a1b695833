import { describe, expect, test } from 'vitest'
import { runExample } from '../../../../../test/support/run-tool.ts'
import type { ToolSpec } from '../../../../base/core/tool.ts'
import countryInfo from '../geo/country-info.ts'
import bankLookup from './bank-lookup.ts'
import cfrSearch from './cfr-search.ts'
import cfrText from './cfr-text.ts'
import companyRegistry from './company-registry.ts'
import euTenders from './eu-tenders.ts'
import federalAwards from './federal-awards.ts'
import federalRegister from './federal-register.ts'
import govData from './gov-data.ts'
import grantsSearch from './grants-search.ts'
import tariffLookup from './tariff-lookup.ts'
import usDemographics from './us-demographics.ts'

type Input = Record<string, unknown>

const ANSWERS: [ToolSpec, Input, Input][] = [
  [
    companyRegistry,
    { q: 'Danone', countryCode: 'FR' },
    {
      companies: [
        {
          id: '552032534',
          status: 'active',
          employees: '500-999',
          officers: [
            { name: 'ANTOINE DE SAINT-AFFRIQUE', role: 'Directeur Général' },
            { name: 'KPMG SA' },
          ],
        },
        { status: 'closed', employees: null, address: null },
      ],
    },
  ],
  [companyRegistry, { q: 'nothing', countryCode: 'NO' }, { companies: [], total: 0 }],
  [
    companyRegistry,
    { q: 'Equinor', countryCode: 'NO' },
    {
      companies: [
        { employees: '21408', status: 'active', address: 'Forusbeen 50, 4035 STAVANGER, Norge' },
        { employees: '1-4', status: 'insolvent', statusText: 'konkurs' },
      ],
    },
  ],
  [
    companyRegistry,
    { q: 'ASSECO', countryCode: 'CZ' },
    { companies: [{ status: 'active', activity: '620, 6201' }, { status: 'closed' }] },
  ],
  [
    companyRegistry,
    { q: 'Marine', countryCode: 'GB' },
    { companies: [{ status: 'insolvent' }, { status: 'closed' }], total: 2 },
  ],
  [bankLookup, { q: 'silvergate' }, { banks: [], total: 0 }],
  [
    bankLookup,
    { q: 'silvergate', activeOnly: false },
    {
      banks: [
        {
          active: false,
          assetsUsdK: 11355571,
          reportDate: '2023-09-30',
          establishedDate: '1988-08-22',
          closedDate: '2023-11-22',
        },
      ],
    },
  ],
  [bankLookup, { q: 'chase' }, { banks: [{ assetsUsdK: null, closedDate: null }] }],
  [federalRegister, { q: 'nothing' }, { documents: [], total: 0 }],
  [
    federalRegister,
    { q: 'stablecoin' },
    {
      documents: [
        {
          effectiveDate: '2026-07-03',
          agencies: ['Treasury Department', 'An Office Without A Page'],
        },
        { effectiveDate: null, abstract: null },
      ],
    },
  ],
  [federalAwards, { q: 'nothing' }, { awards: [], more: false }],
  [federalAwards, { q: 'cyber' }, { awards: [{ amountUsd: 1234567.89 }], more: true }],
  [
    federalAwards,
    { q: 'broadband', kind: 'loans' },
    { awards: [{ amountUsd: 5_000_000, startDate: '2024-03-01', endDate: null }] },
  ],
  [
    govData,
    { q: 'traffic', limit: 1 },
    { datasets: [{ formats: ['CSV', 'application/json'] }], count: 1, cursor: 'WzEuMF0=' },
  ],
  [
    govData,
    { q: 'traffic', cursor: 'WzEuMF0=' },
    {
      datasets: [{ url: 'https://catalog.data.gov/dataset/crash-data', modifiedIso: 'R/P1Y' }],
      cursor: null,
    },
  ],
  [
    grantsSearch,
    { q: 'rural' },
    {
      opportunities: [
        { openDate: '2026-08-01', closeDate: '2026-09-30', cfda: ['10.752'] },
        { id: '356072', closeDate: null, cfda: ['10.886'] },
      ],
    },
  ],
  [
    euTenders,
    { q: 'cloud "hosting"' },
    {
      notices: [
        {
          title: 'Germany – Cloud hosting',
          buyer: 'Stadt Beispiel',
          deadlineIso: '2026-03-31T08:00:00.000Z',
          countryCode: 'DE',
        },
        { language: 'fra', deadlineIso: null, buyer: null },
        { deadlineIso: '2026-05-01' },
      ],
      total: 40,
    },
  ],
  [euTenders, { q: 'cloud', countryCode: 'de' }, { notices: [{ countryCode: 'DE' }] }],
  [usDemographics, { state: 'ca', county: '003' }, { medianHomeValueUsd: null }],
  [cfrSearch, { q: 'nothing' }, { results: [], total: 0 }],
  [
    cfrSearch,
    { q: 'yellow 6' },
    { results: [{ citation: '21 CFR 74.2706', heading: 'FD&C Yellow No. 6.', endsOn: null }] },
  ],
  [
    cfrText,
    { citation: '17 C.F.R. § 240.10b-5' },
    {
      found: true,
      date: '2026-05-28',
      asOf: '2026-05-28T00:00:00.000Z',
      heading: '§ 240.10b-5 Employment of manipulative and deceptive devices.',
      text: expect.stringContaining(
        '(a) To employ any device, scheme, or artifice to defraud,\n\n',
      ),
      notes: ['[13 FR 8183, Dec. 22, 1948, as amended at 16 FR 7928, Aug. 11, 1951]'],
    },
  ],
  [cfrText, { citation: '17 CFR 240.999' }, { found: false, text: null }],
  [tariffLookup, { q: 'nothing' }, { rows: [], total: 0 }],
  [
    tariffLookup,
    { q: 'laptop' },
    {
      rows: [
        { general: null, description: expect.stringContaining('; see below') },
        { general: 'Free', other: '35%', footnotes: ['See 9903.88.15.'] },
      ],
    },
  ],
  [countryInfo, { q: 'do' }, { callingCodes: ['+1809', '+1829', '+1849'], borders: ['HT'] }],
  [countryInfo, { q: 'Россия' }, { cca2: 'RU', callingCodes: ['+7'] }],
  [countryInfo, { q: 'US' }, { callingCodes: ['+1'], officialName: 'United States of America' }],
  [countryInfo, { q: "Côte d'Ivoire" }, { cca2: 'CI', currencies: { XOF: expect.any(String) } }],
  [countryInfo, { q: '010' }, { capital: [], areaKm2: 14_000_000, currencies: {} }],
]

describe('refused and unknown inputs', () => {
  test.each<[ToolSpec, Input, string, RegExp]>([
    [companyRegistry, { q: 'ab', countryCode: 'FR' }, 'bad_input', /^q:/],
    [companyRegistry, { q: 'a', countryCode: 'CZ' }, 'bad_input', /^q:/],
    [federalAwards, { q: 'ab' }, 'bad_input', /^q:/],
    [govData, { q: 'x', cursor: 'a b' }, 'bad_input', /^cursor:/],
    [grantsSearch, { q: 'broken' }, 'upstream_failed', /Grants\.gov/],
    [euTenders, { q: 'cloud', countryCode: 'US' }, 'bad_input', /^countryCode:/],
    [euTenders, { q: 'slow' }, 'upstream_failed', /TED/],
    [usDemographics, { state: 'XX' }, 'bad_input', /^state:/],
    [usDemographics, { state: '06', county: '999' }, 'not_found', /place/],
    [usDemographics, { state: '06', year: 2029 }, 'not_found', /year/],
    [cfrText, { citation: '17 USC 240' }, 'bad_input', /^citation:/],
    [cfrText, { citation: '49 CFR 1.1' }, 'bad_input', /no such title/],
    [cfrText, { citation: '17 CFR 240.1', date: '2026-06-01' }, 'bad_input', /^date:.*2026-05-28/],
    [countryInfo, { q: 'Atlantis' }, 'not_found', /^q: no country/],
    [countryInfo, { q: 'dominican' }, 'not_found', /near it: Dominican Republic/],
  ])('%#', async (spec, input, code, message) => {
    const run = runExample(spec, input)
    await expect(run).rejects.toMatchObject({ code, message: expect.stringMatching(message) })
  })
  test('the register of the UK is not available without its key', async () => {
    const run = runExample(companyRegistry, { q: 'Marine', countryCode: 'GB' }, undefined, {
      COMPANIES_HOUSE_API_KEY: '',
    })
    await expect(run).rejects.toMatchObject({ code: 'not_configured' })
  })
})

describe('answers in another form, and answers that fail', () => {
  test.each(ANSWERS)('%#', async (spec, input, expected) => {
    expect(await runExample(spec, input)).toMatchObject(expected)
  })
})
