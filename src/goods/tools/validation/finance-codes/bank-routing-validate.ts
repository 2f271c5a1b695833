import { z } from 'zod'
import { defineTool } from '../../../../base/core/tool.ts'
import { line } from '../../../../base/lib/fields.ts'

const Scheme = z.enum(['aba', 'sort-code', 'bsb', 'ifsc', 'clabe', 'transit'])
type SchemeName = z.output<typeof Scheme>

interface Checked {
  readonly formatted: string
  readonly region?: string | undefined
  readonly bankPrefix?: string
  readonly problems: readonly string[]
}

const RESERVE_BANKS =
  'Boston,New York,Philadelphia,Cleveland,Richmond,Atlanta,Chicago,St. Louis,Minneapolis,' +
  'Kansas City,Dallas,San Francisco'
/**
 * From 2 on; the Capital Territory belongs to New South Wales, the Northern Territory to South
 * Australia.
 */
const BSB_STATES = 'New South Wales,Victoria,Queensland,South Australia,Western Australia,Tasmania'

export default defineTool({
  route: 'POST /api/bank-routing-validate',
  name: 'Bank routing number check',
  description:
    'Check national bank routing numbers: US ABA, UK sort code, Australian BSB, Indian IFSC, ' +
    'Mexican CLABE, Canadian transit.',
  asks: [
    'is this us routing transit number real',
    'validate a sort code or an ifsc',
    'is the sort code right',
    'routing number of a US bank',
  ],
  price: '$0.001',
  uses: {},
  input: z.object({
    number: line(20).describe('The number, spaces and hyphens allowed, up to 20 characters.'),
    scheme: Scheme.default('aba').describe('Scheme of the number.'),
  }),
  output: z.object({
    valid: z
      .boolean()
      .describe(
        'Whether form and check digit are right. Whether a bank has the number is unknown.',
      ),
    scheme: Scheme,
    formatted: z.string().describe('The number in its usual form.'),
    region: z
      .string()
      .optional()
      .describe('Federal Reserve district of an ABA number, state of a BSB.'),
    bankPrefix: z.string().optional().describe('Part that identifies the bank.'),
    checkDigit: z.boolean().describe('Whether numbers of this scheme carry a check digit.'),
    problems: z.array(z.string()),
  }),
  examples: [
    {
      input: { number: '021000021', scheme: 'aba' },
      output: {
        valid: true,
        scheme: 'aba',
        formatted: '021000021',
        region: 'New York',
        bankPrefix: '0210',
        checkDigit: true,
        problems: [],
      },
    },
    {
      input: { number: '032180000118359718', scheme: 'clabe' },
      output: {
        valid: false,
        scheme: 'clabe',
        formatted: '032180000118359718',
        bankPrefix: '032',
        checkDigit: true,
        problems: ['the check digit must be 9'],
      },
    },
  ],

  run({ number, scheme }) {
    const bare = number.replace(/[\s-]+/g, '').toUpperCase()
    const { problems, region, ...parts } = CHECKS[scheme](bare)
    return {
      valid: problems.length === 0,
      scheme,
      ...parts,
      ...(region && { region }),
      checkDigit: scheme === 'aba' || scheme === 'clabe',
      problems: [...problems],
    }
  },
})

const CHECKS: Readonly<Record<SchemeName, (bare: string) => Checked>> = {
  aba: (bare) => {
    if (!/^\d{9}$/.test(bare)) return wrong(bare, 'an ABA number has 9 digits')
    const first = Number(bare.slice(0, 2))
    const region = regionOfAba(first)
    const problems = digitProblem(bare, digitOf371(bare))
    if (!region) problems.push(`no Federal Reserve district has numbers from ${bare.slice(0, 2)}`)
    return { formatted: bare, region, bankPrefix: bare.slice(0, 4), problems }
  },
  'sort-code': (bare) => {
    if (!/^\d{6}$/.test(bare)) return wrong(bare, 'a sort code has 6 digits')
    return { formatted: pairs(bare), bankPrefix: bare.slice(0, 2), problems: [] }
  },
  bsb: (bare) => {
    if (!/^\d{6}$/.test(bare)) return wrong(bare, 'a BSB has 6 digits')
    return {
      formatted: `${bare.slice(0, 3)}-${bare.slice(3)}`,
      region: BSB_STATES.split(',')[Number(bare[2]) - 2],
      bankPrefix: bare.slice(0, 2),
      problems: [],
    }
  },
  ifsc: (bare) => {
    if (!/^[A-Z]{4}0[A-Z0-9]{6}$/.test(bare))
      return wrong(bare, 'an IFSC has 4 letters, a 0, and 6 letters or digits')
    return { formatted: bare, bankPrefix: bare.slice(0, 4), problems: [] }
  },
  clabe: (bare) => {
    if (!/^\d{18}$/.test(bare)) return wrong(bare, 'a CLABE has 18 digits')
    const problems = digitProblem(bare, digitOf371(bare))
    return { formatted: bare, bankPrefix: bare.slice(0, 3), problems }
  },
  transit: (bare) => {
    const [, bank = '', branch = ''] = /^0(\d{3})(\d{5})$/.exec(bare) ?? []
    if (bank) return transit(branch, bank)
    if (/^\d{8}$/.test(bare)) return transit(bare.slice(0, 5), bare.slice(5))
    return wrong(bare, 'a Canadian number has a transit of 5 digits and an institution of 3')
  },
}

const wrong = (bare: string, problem: string): Checked => ({
  formatted: bare,
  problems: [problem],
})

const transit = (branch: string, bank: string): Checked => ({
  formatted: `${branch}-${bank}`,
  bankPrefix: bank,
  problems: [],
})

const pairs = (digits: string): string => digits.replace(/(..)(?=.)/g, '$1-')

/** The check digit of an ABA number and of a CLABE: weights 3, 7, 1. */
function digitOf371(bare: string): number {
  const sum = Array.from(bare.slice(0, -1)).reduce(
    (total, digit, at) => total + Number(digit) * ([3, 7, 1][at % 3] ?? 0),
    0,
  )
  return (10 - (sum % 10)) % 10
}

const digitProblem = (bare: string, digit: number): string[] =>
  Number(bare.at(-1)) === digit ? [] : [`the check digit must be ${digit}`]

/** 01 to 12 banks, 21 to 32 savings institutions, 61 to 72 electronic, 80 traveller's cheques. */
function regionOfAba(first: number): string | undefined {
  if (first === 0) return 'United States Government'
  if (first === 80) return "traveller's cheques"
  const offset = [0, 20, 60].find((base) => first > base && first <= base + 12)
  return offset === undefined ? undefined : RESERVE_BANKS.split(',')[first - offset - 1]
}
