import { z } from 'zod'
import { badInput } from '../../../core/fault.ts'
import { defineTool } from '../../../core/tool.ts'
import { loadMath } from '../../../lib/expression.ts'
import { tidy } from '../../../lib/number-fields.ts'

/** Names that people write, for those of the library. */
const OTHER_NAMES: Readonly<Record<string, string>> = {
  kph: 'km/h',
  kmh: 'km/h',
  mph: 'mile/hour',
  mpg: 'mile/gallon',
  '°c': 'degC',
  '°f': 'degF',
  'm²': 'm2',
  'm³': 'm3',
}

/** Units that the library does not have, by their definitions. */
const MORE_UNITS = {
  nauticalmile: { definition: '1852 m', aliases: ['nmi', 'nauticalmiles'] },
  knot: { definition: '0.514444444444444444 m/s', aliases: ['knots', 'kn'] },
  calorie: { definition: '4.184 J', aliases: ['calories', 'cal'] },
  kilocalorie: { definition: '4184 J', aliases: ['kilocalories', 'kcal'] },
  troyounce: { definition: '31.1034768 g', aliases: ['ozt', 'troyounces'] },
  carat: { definition: '0.2 g', aliases: ['carats', 'ct'] },
  metrichorsepower: { definition: '735.49875 W', aliases: ['PS'] },
  lightyear: { definition: '9460730472580800 m', aliases: ['ly', 'lightyears'] },
  astronomicalunit: { definition: '149597870700 m', aliases: ['au'] },
  imperialgallon: { definition: '4.54609 L', aliases: ['imperialgallons'] },
  imperialpint: { definition: '0.56826125 L', aliases: ['imperialpints'] },
  gforce: { definition: '9.80665 m/s^2', aliases: [] },
  // The library rounds these, or takes a metric spoon for that of the United States.
  psi: { definition: '6894.757293168361 Pa' },
  torr: { definition: '133.3223684210526 Pa' },
  mmHg: { definition: '133.322387415 Pa' },
  mmhg: { definition: '133.322387415 Pa' },
  hp: { definition: '745.6998715822702 W' },
  eV: { definition: '1.602176634e-19 J', prefixes: 'short' },
  electronvolt: { definition: '1.602176634e-19 J', prefixes: 'long' },
  acre: { definition: '4046.8564224 m^2' },
  acres: { definition: '4046.8564224 m^2' },
  kip: { definition: '4448.2216152605 N' },
  kips: { definition: '4448.2216152605 N' },
  tablespoon: { definition: '14.78676478125 mL' },
  tablespoons: { definition: '14.78676478125 mL' },
  teaspoon: { definition: '4.92892159375 mL' },
  teaspoons: { definition: '4.92892159375 mL' },
} as const

const UNIT = /^[A-Za-z0-9µμ°²³ ./*^()-]{1,200}$/

const unitField = () => z.string().trim().regex(UNIT, { error: 'must be a unit such as km/h' })

export default defineTool({
  route: 'POST /api/unit-convert',
  name: 'Unit conversion',
  description:
    'Converts a value between units: length, mass, temperature, speed, data, pressure, energy, cooking, compound units.',
  asks: ['convert km/h to mph', 'convert units of temperature and mass'],
  price: '$0.001',
  uses: {},
  place: 'thread',
  heavyField: 'from',
  input: z.object({
    value: z.number().min(-1e15).max(1e15).describe('In the unit from.'),
    from: unitField().describe('Such as kg, ft, degC, km/h, MiB, kW h.'),
    to: unitField().describe('A unit of the same dimension.'),
  }),
  output: z.object({
    value: z.number().describe('In the unit to, to 14 digits.'),
    from: z.string().describe('As it was understood.'),
    to: z.string(),
    factor: z
      .number()
      .nullable()
      .describe('One from in to; null for temperatures, which have an offset.'),
    dimension: z.string().describe('As powers of base quantities.'),
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
    const math = await loadMath()
    math.createUnit(structuredClone(MORE_UNITS) as never, { override: true })
    const [source, target] = [unit('from', from), unit('to', to)]
    if (!source.equalBase(target)) throw badInput(`to: ${to} measures something else than ${from}`)
    const names = [source, target].map((one) => one.formatUnits())
    const hasOffset = names.some((name) => /deg[CFR]|celsius|fahrenheit/i.test(name))
    const converted = (amount: number): number =>
      hasOffset
        ? unitOf(amount, names[0] ?? '').toNumber(names[1] ?? '')
        : amount * (plain(source) / plain(target))
    const told = converted(value)
    if (!Number.isFinite(told)) throw badInput('value: makes an infinite value in that unit')
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
        return unitOf(1, OTHER_NAMES[name.toLowerCase()] ?? name)
      } catch {
        throw badInput(`${field}: ${name} is no unit that is known; write it such as kg, ft, km/h`)
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

/** One of the unit in base units. */
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
