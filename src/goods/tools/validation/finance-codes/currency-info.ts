import { data, type CurrencyCodeRecord } from 'currency-codes'
import { z } from 'zod'
import { notFound } from '../../../../base/core/fault.ts'
import { defineTool } from '../../../../base/core/tool.ts'
import { excerpt } from '../../../../base/lib/bytes.ts'
import { searchText } from '../../../../base/lib/fields.ts'

interface Currency {
  readonly code: string
  readonly numeric: string
  readonly name: string
  readonly minorDigits: number | null
  readonly countries: readonly string[]
  readonly active: boolean
}

/** Currencies newer than the edition of ISO 4217 in the package. */
const NEW_ROWS: readonly Currency[] = [
  {
    code: 'XCG',
    numeric: '532',
    name: 'Caribbean Guilder',
    minorDigits: 2,
    countries: ['Curaçao', 'Sint Maarten (Dutch part)'],
    active: true,
  },
  row('ZWG', '924', 'Zimbabwe Gold', ['Zimbabwe']),
]
/** Former currencies, which old records still have: code, number, name. */
const FORMER =
  'ANG 532 Netherlands Antillean Guilder;ZWL 932 Zimbabwe Dollar;BGN 975 Bulgarian Lev;' +
  'HRK 191 Kuna;CUC 931 Peso Convertible;SLL 694 Leone;DEM 276 Deutsche Mark;' +
  'FRF 250 French Franc;ITL 380 Italian Lira;ESP 724 Spanish Peseta;NLG 528 Netherlands Guilder;' +
  'BEF 056 Belgian Franc;ATS 040 Schilling;PTE 620 Portuguese Escudo;FIM 246 Markka;' +
  'GRD 300 Drachma;IEP 372 Irish Pound;LTL 440 Lithuanian Litas;LVL 428 Latvian Lats;' +
  'EEK 233 Kroon;SKK 703 Slovak Koruna;SIT 705 Tolar;MTL 470 Maltese Lira;CYP 196 Cyprus Pound'
/** Smallest cash amounts that differ from the smallest unit. */
const CASH: Readonly<Record<string, number>> = {
  AUD: 0.05,
  CAD: 0.05,
  CHF: 0.05,
  CZK: 1,
  DKK: 0.5,
  HUF: 5,
  NOK: 1,
  NZD: 0.1,
  SEK: 1,
}

export default defineTool({
  route: 'GET /api/currency-info',
  name: 'Currency facts',
  description:
    'Which currency (money) a country uses, and its ISO 4217 code, number, symbol, decimals, ' +
    'countries and cash rounding.',
  asks: [
    'ISO 4217 code, symbol and minor digits of the yen',
    'which currency is used in switzerland',
    'what money do they use in Thailand',
    'symbol of a currency',
    'code for Swiss francs',
  ],
  price: '$0.001',
  uses: {},
  input: z.object({
    q: searchText(100).describe('Code (JPY), number (392), name or country, up to 100 characters.'),
  }),
  output: z.object({
    code: z.string(),
    numeric: z.string().describe('Number of three digits.'),
    name: z.string().describe('Name in ISO 4217.'),
    symbol: z.string().describe('Shortest symbol in English; the code if there is none.'),
    minorDigits: z
      .int()
      .nullable()
      .describe('Number of decimals; null if ISO 4217 gives none (gold).'),
    countries: z.array(z.string()),
    cashRounding: z.number().nullable().describe('Smallest amount in cash; null without decimals.'),
    active: z.boolean().describe('Whether it is in use.'),
    others: z.array(z.string()).describe('Other codes that match `q`, up to 20.'),
  }),
  examples: [
    {
      input: { q: 'JPY' },
      output: {
        code: 'JPY',
        numeric: '392',
        name: 'Yen',
        symbol: '¥',
        minorDigits: 0,
        countries: ['Japan'],
        cashRounding: 1,
        active: true,
        others: [],
      },
    },
    { input: { q: 'Switzerland' } },
  ],

  run({ q }) {
    const all = [...data.filter(isCurrent).map(currencyOf), ...NEW_ROWS, ...formerRows()]
    const [found, ...others] = matching(all, q)
    if (!found)
      throw notFound(
        `q: must be the code, number, name or country of a currency, not ${excerpt(q)}`,
      )
    const { code, minorDigits } = found
    return {
      ...found,
      countries: [...found.countries],
      symbol: symbolOf(code),
      cashRounding: minorDigits === null ? null : (CASH[code] ?? Number(`1e-${minorDigits}`)),
      others: [...new Set(others.map((other) => other.code))]
        .filter((other) => other !== code)
        .slice(0, 20),
    }
  },
})

function row(code: string, numeric: string, name: string, countries: readonly string[]): Currency {
  return { code, numeric, name, minorDigits: 2, countries, active: countries.length > 0 }
}

const isCurrent = ({ code }: CurrencyCodeRecord): boolean => !FORMER.includes(`${code} `)

const currencyOf = ({ code, number, currency, digits, countries }: CurrencyCodeRecord) => ({
  code,
  numeric: number,
  name: currency,
  minorDigits: /^X(AU|AG|PT|PD|B[ABCD]|DR|SU|UA|TS|XX)$/.test(code) ? null : digits,
  countries: withEuro(
    code,
    // The ISO list has rows without a country, such as ZZ08_Gold.
    countries.filter((name) => !/^zz\d/i.test(name)).map((name) => name.replace(/ \(The\)$/i, '')),
  ),
  active: true,
})

const withEuro = (code: string, countries: readonly string[]): readonly string[] =>
  code === 'EUR' ? [...new Set([...countries, 'Croatia', 'Bulgaria'])] : countries

const formerRows = (): readonly Currency[] =>
  FORMER.split(';').map((text) => {
    const [code = '', numeric = '', ...name] = text.split(' ')
    return row(code, numeric, name.join(' '), [])
  })

/** Codes first, then numbers, then names; parts of names come last. */
function matching(all: readonly Currency[], q: string): readonly Currency[] {
  const wanted = q.toLowerCase()
  const exact = all.filter(
    ({ code, numeric }) => code.toLowerCase() === wanted || numeric === q.padStart(3, '0'),
  )
  if (exact.length > 0) return exact
  const named = all.filter(
    ({ name, countries }) =>
      name.toLowerCase() === wanted || countries.some((one) => one.toLowerCase() === wanted),
  )
  if (named.length > 0) return named
  if (wanted.length < 3) return []
  return all.filter(
    ({ name, countries }) =>
      name.toLowerCase().includes(wanted) ||
      countries.some((one) => one.toLowerCase().startsWith(wanted)),
  )
}

function symbolOf(code: string): string {
  const parts = new Intl.NumberFormat('en', {
    style: 'currency',
    currency: code,
    currencyDisplay: 'narrowSymbol',
  }).formatToParts(1)
  return parts.find(({ type }) => type === 'currency')?.value ?? code
}
