import { z } from 'zod'
import { defineTool } from '../../../../base/core/tool.ts'
import { line } from '../../../../base/lib/fields.ts'
import { countryOf, makerOf } from './_wmi.ts'

/** ISO 3779 leaves out I, O and Q, which look like digits. */
const VALUES: Readonly<Record<string, number>> = Object.fromEntries(
  Array.from('0123456789ABCDEFGHJKLMNPRSTUVWXYZ', (character, at) => [
    character,
    at < 10 ? at : Number('12345678123457923456789'[at - 10]),
  ]),
)
const WEIGHTS = [8, 7, 6, 5, 4, 3, 2, 10, 0, 9, 8, 7, 6, 5, 4, 3, 2]
const YEARS = 'ABCDEFGHJKLMNPRSTVWXY123456789'
const FIRST_YEAR = 1980
const REGIONS: readonly (readonly [RegExp, string])[] = [
  [/^[A-H]/, 'Africa'],
  [/^[J-R]/, 'Asia'],
  [/^[S-Z]/, 'Europe'],
  [/^[1-5]|^7[F-Z0-9]/, 'North America'],
  [/^[67]/, 'Oceania'],
  [/^[89]/, 'South America'],
]

export default defineTool({
  route: 'POST /api/vin-validate',
  name: 'VIN check',
  description:
    'Is a vehicle identification number (VIN, car chassis number) valid: check digit, maker, model year and plant, without a look-up.',
  asks: [
    'is this car chassis number right',
    'who made the vehicle with this vin',
    'is the chassis number real',
  ],
  price: '$0.001',
  uses: {},
  input: z.object({
    vin: line(40).describe('The 17 characters, spaces and hyphens allowed.'),
  }),
  output: z.object({
    valid: z
      .boolean()
      .describe(
        'Whether the form is right, and also the check digit where North America or China requires it.',
      ),
    checkDigitValid: z
      .boolean()
      .optional()
      .describe(
        'Whether the check digit is right. Makers elsewhere need not use it, so false is no error there.',
      ),
    checkDigitRequired: z.boolean().optional(),
    wmi: z.string().optional().describe('First three characters, which name the maker.'),
    region: z.string().optional(),
    country: z.string().optional().describe('Country where the maker is registered.'),
    manufacturer: z.string().optional().describe('Maker; left out if it is not in the table.'),
    modelYears: z
      .array(z.int())
      .describe(
        'Years by the tenth character, which repeats after 30 years; none after next year.',
      ),
    plant: z.string().optional().describe('Eleventh character, a code of the maker for the plant.'),
    serial: z.string().optional().describe('The last six characters.'),
    problems: z.array(z.string()),
  }),
  examples: [
    {
      input: { vin: '1HGCM82633A004352' },
      at: '2026-01-01T00:00:00Z',
      output: {
        valid: true,
        checkDigitValid: true,
        checkDigitRequired: true,
        wmi: '1HG',
        region: 'North America',
        country: 'United States',
        manufacturer: 'Honda',
        modelYears: [2003],
        plant: 'A',
        serial: '004352',
        problems: [],
      },
    },
    {
      input: { vin: '1HGCM82633A0O4352' },
      output: {
        valid: false,
        modelYears: [],
        problems: ['the letters I, O and Q are not allowed: they look like 1 and 0'],
      },
    },
  ],

  run({ vin }, context) {
    const bare = vin.replace(/[\s-]+/g, '').toUpperCase()
    const problem = formProblem(bare)
    if (problem) return { valid: false, modelYears: [], problems: [problem] }
    const digit = checkDigit(bare)
    const checkDigitValid = digit === bare[8]
    const checkDigitRequired = /^([1-5L]|7[F-Z0-9])/.test(bare)
    const wmi = bare.slice(0, 3)
    const country = countryOf(bare)
    const manufacturer = makerOf(wmi)
    const region = REGIONS.find(([pattern]) => pattern.test(bare))?.[1]
    const valid = checkDigitValid || !checkDigitRequired
    return {
      valid,
      checkDigitValid,
      checkDigitRequired,
      wmi,
      ...(region && { region }),
      ...(country && { country }),
      ...(manufacturer && { manufacturer }),
      modelYears: modelYears(bare, context.now()),
      plant: bare[10] ?? '',
      serial: bare.slice(11),
      problems: valid ? [] : [`the check digit, character 9, must be ${digit}`],
    }
  },
})

function formProblem(bare: string): string | undefined {
  if (bare.length !== 17) return `a VIN has 17 characters, but this has ${bare.length}`
  if (/[IOQ]/.test(bare)) return 'the letters I, O and Q are not allowed: they look like 1 and 0'
  return /^[A-Z0-9]+$/.test(bare) ? undefined : 'only letters and digits are allowed'
}

function checkDigit(bare: string): string {
  const sum = WEIGHTS.reduce(
    (total, weight, at) => total + weight * (VALUES[bare[at] ?? ''] ?? 0),
    0,
  )
  return sum % 11 === 10 ? 'X' : String(sum % 11)
}

/**
 * North America distinguishes the two cycles of light vehicles by character 7: a digit before 2010,
 * a letter from then on. Elsewhere both are possible.
 */
function modelYears(bare: string, now: number): number[] {
  const at = YEARS.indexOf(bare[9] ?? '')
  if (at < 0) return []
  const last = new Date(now).getUTCFullYear() + 1
  const years = [FIRST_YEAR + at, FIRST_YEAR + YEARS.length + at].filter((year) => year <= last)
  if (!/^[1-5]/.test(bare) || years.length < 2) return years
  return /\d/.test(bare[6] ?? '') ? years.slice(0, 1) : years.slice(1)
}
