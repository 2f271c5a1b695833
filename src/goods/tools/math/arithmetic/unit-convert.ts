import { z } from 'zod'
import { badInput } from '../../../../base/core/fault.ts'
import { defineTool } from '../../../../base/core/tool.ts'
import { loadMath } from '../../../../engines/numbers/expression.ts'
import { lazily } from '../../../../base/lib/lazily.ts'
import { tidy } from '../../../../engines/numbers/number-fields.ts'
import { MORE_UNITS } from './_units.ts'

/** With the units that the library lacks, or defines differently. */
const loadUnits = lazily(async () => {
  const math = await loadMath()
  math.createUnit(structuredClone(MORE_UNITS) as never, { override: true })
  return math
})

const UNIT = /^[A-Za-z0-9_µμ°²³ ./*^()-]{1,200}$/

const unitField = () => z.string().trim().regex(UNIT, { error: 'must be a unit such as km/h' })

export default defineTool({
  route: 'POST /api/unit-convert',
  name: 'Unit conversion',
  description:
    'Converts a value between units: length, mass, temperature, speed, data, pressure, energy, cooking, compound units.',
  asks: [
    'convert km/h to mph',
    'convert units of temperature and mass',
    'how many kilometres is a mile',
    'Fahrenheit to Celsius',
    'ounces into grams',
    'litres in a gallon',
    'feet to metres',
    'cups to ml',
  ],
  price: '$0.001',
  uses: {},
  place: 'thread',
  heavyField: 'from',
  input: z.object({
    value: z.number().min(-1e15).max(1e15).describe('Value in the unit `from`.'),
    from: unitField().describe(
      'Unit such as kg, ft, degC, km/h, MiB, kW h, inHg. Gallons, bushels and the like are those of ' +
        'the United States, a barrel is one of oil; other names such as imperialgallon are exact.',
    ),
    to: unitField().describe('A unit of the same dimension.'),
  }),
  output: z.object({
    value: z.number().describe('Value in the unit `to`, to 14 digits.'),
    from: z.string().describe('Unit as it was understood.'),
    to: z.string(),
    factor: z
      .number()
      .nullable()
      .describe('One unit of `from` in `to`; null for temperatures, which have an offset.'),
    dimension: z.string().describe('Dimension as powers of base quantities.'),
  }),
  examples: [
    {
      input: { value: 100, from: 'km/h', to: 'mile/hour' },
      output: {
        value: 62.137119223733,
        from: 'km / h',
        to: 'mile / hour',
        factor: 0.62137119223733,
        dimension: 'length time^-1',
      },
    },
    {
      input: { value: 20, from: 'degC', to: 'degF' },
      output: { value: 68, from: 'degC', to: 'degF', factor: null, dimension: 'temperature' },
    },
  ],

  async run({ value, from, to }) {
    const math = await loadUnits()
    const [source, target] = [unit('from', from), unit('to', to)]
    if (!source.equalBase(target))
      throw badInput(`to: must measure the same as ${from}, but is ${to}`)
    const names = [source, target].map((one) => one.formatUnits())
    const hasOffset = names.some((name) => /deg[CFR]|celsius|fahrenheit/i.test(name))
    const converted = (amount: number): number =>
      hasOffset
        ? unitOf(amount, names[0] ?? '').toNumber(names[1] ?? '')
        : amount * (plain(source) / plain(target))
    const told = converted(value)
    if (!Number.isFinite(told))
      throw badInput('value: must be smaller; it is infinite in that unit')
    return {
      value: tidy(told, 14),
      from: names[0] ?? from,
      to: names[1] ?? to,
      factor: hasOffset ? null : tidy(converted(1), 14),
      dimension: dimensionOf(source),
    }

    function unitOf(amount: number, name: string): Unit {
      const made: unknown = math.unit(amount, name)
      return made as Unit
    }

    function unit(field: string, name: string): Unit {
      try {
        return unitOf(1, readableUnit(name))
      } catch {
        throw badInput(`${field}: must be a known unit such as kg, ft, km/h, not ${name}`)
      }
    }
  },
})

interface Unit {
  readonly value: number
  readonly dimensions: readonly number[]
  equalBase(other: Unit): boolean
  formatUnits(): string
  toNumber(name: string): number
}

/** One unit in base units. */
const plain = ({ value }: Unit): number => value

const QUANTITIES = [
  'mass',
  'length',
  'time',
  'current',
  'temperature',
  'luminosity',
  'amount',
  'angle',
  'data',
]

function dimensionOf({ dimensions }: Unit): string {
  const parts = QUANTITIES.flatMap((name, at) => {
    const power = dimensions[at] ?? 0
    return power === 0 ? [] : [power === 1 ? name : `${name}^${power}`]
  })
  return parts.join(' ') || 'none'
}

/** Common names in lower case, and the library's names. */
const OTHER_NAMES: Readonly<Record<string, string>> = {
  kph: 'km/h',
  kmh: 'km/h',
  mph: 'mile/hour',
  mpg: 'mile/gallon',
  pound: 'lbm',
  pounds: 'lbm',
  yr: 'year',
  yrs: 'years',
  d: 'day',
  '°c': 'degC',
  '°f': 'degF',
  btu: 'BTU',
  'nautical mile': 'nauticalmile',
  'nautical miles': 'nauticalmile',
  'light year': 'lightyear',
  'light years': 'lightyear',
  'fluid ounce': 'fluidounce',
  'fluid ounces': 'fluidounce',
  'fl oz': 'fluidounce',
  'troy oz': 'troyounce',
  'oz t': 'troyounce',
  'troy ounce': 'troyounce',
  'troy ounces': 'troyounce',
  'short ton': 'shortton',
  'short tons': 'shortton',
  'long ton': 'longton',
  'long tons': 'longton',
  'metric ton': 'metricton',
  'metric tons': 'metricton',
  'board foot': 'boardfoot',
  'board feet': 'boardfoot',
  'acre foot': 'acrefoot',
  'acre feet': 'acrefoot',
  'imperial gallon': 'imperialgallon',
  'imperial gallons': 'imperialgallon',
  'imperial pint': 'imperialpint',
  'imperial pints': 'imperialpint',
}

const POWERS: Readonly<Record<string, string>> = { sq: '2', square: '2', cu: '3', cubic: '3' }
const RAISED = /^(square|sq|cubic|cu)\.? ([a-z]+)$/i

/** A unit in the notation of the library. */
function readableUnit(name: string): string {
  const [, power = '', base = ''] = RAISED.exec(name) ?? []
  if (base !== '') return `${base}^${POWERS[power.toLowerCase()] ?? ''}`
  const plain = name
    .replaceAll('²', '^2')
    .replaceAll('³', '^3')
    .replaceAll(/[µμ]/g, 'u')
    .replaceAll(/(?<=[a-z])[23](?![\da-z])/gi, '^$&')
    .replaceAll(/(?<=\b[kMGTP]i?)bits?\b/g, 'b')
    .replaceAll(/(?<=\b(?:[a-z]{4,5})?(?:met|lit))res?\b/g, 'er')
  return OTHER_NAMES[plain.toLowerCase().replaceAll('_', ' ')] ?? plain
}
