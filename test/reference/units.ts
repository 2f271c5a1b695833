import unitConvert from '../../src/goods/tools/math/arithmetic/unit-convert.ts'
import { answer, asked, comparison, has, isNear, python, write } from './_compare.ts'

/** unit-convert against GNU units and pint: each unit into each other of its kind. */

/** Our name; the names at GNU units and at pint, where they have it under another or not at all. */
type Row = readonly [ours: string, gnu?: string | null, pint?: string | null]

/** Words that are the same in all three. */
const same = (words: string): readonly Row[] => words.split(' ').map((word) => [word])

const KINDS: Readonly<Record<string, readonly Row[]>> = {
  length: [
    ...same('m km cm mm inch foot yard mile angstrom micron'),
    // Of pint these are of the foot of the survey.
    ['furlong', 'furlong', '660 * foot'],
    ['fathom', 'fathom', '6 * foot'],
    ['league', 'league', '3 * mile'],
    ['nauticalmile', 'nauticalmile', 'nautical_mile'],
    ['rod', null, null],
    ['chain', '66 foot', null],
    ['link', '0.66 foot', null],
    ['hand'],
    ['mil', 'mil', 'thou'],
    ['thou'],
    ['parsec'],
    ['kiloparsec'],
    ['Mpc', 'megaparsec', 'megaparsec'],
    ['ly', 'lightyear', 'light_year'],
    ['au', 'astronomicalunit', 'astronomical_unit'],
    ['surveyfoot', 'surveyfoot', 'survey_foot'],
    ['point', 'computerpoint', 'point'],
    ['pica', 'computerpica', 'pica'],
  ],
  area: [
    ...same('m^2 cm^2 km^2 hectare are barn'),
    ['sqft', 'ft^2', 'ft^2'],
    ['sqin', 'in^2', 'in^2'],
    ['sqyd', 'yd^2', 'yd^2'],
    ['sqmi', 'mile^2', 'mile^2'],
    ['square foot', 'ft^2', 'ft^2'],
    ['acre', 'intacre', '43560 * foot^2'],
    ['sqrd', 'rod^2', null],
    ['sqch', '(66 foot)^2', null],
  ],
  volume: [
    ...same('L mL m^3 cm^3 gallon quart pint cup tablespoon teaspoon bushel peck'),
    ['cc', 'cc', 'cc'],
    ['cuin', 'in^3', 'in^3'],
    ['cuft', 'ft^3', 'ft^3'],
    ['cuyd', 'yd^3', 'yd^3'],
    ['fluidounce', 'usfluidounce', 'fluid_ounce'],
    ['fluiddram', 'fluiddram', 'fluid_dram'],
    ['minim', 'minim', 'minim'],
    ['gill', 'gill', 'gill'],
    ['hogshead', 'ushogshead', 'hogshead'],
    ['barrel', 'barrel', 'oil_barrel'],
    ['bbl', 'bbl', 'oil_barrel'],
    ['oilbarrel', 'barrel', 'oil_barrel'],
    ['beerbarrel', 'usbeerbarrel', 'beer_barrel'],
    ['dryquart', 'drygallon / 4', 'dry_quart'],
    ['drypint', 'drypint', 'dry_pint'],
    ['cord', 'cord', '128 * foot^3'],
    ['boardfoot', 'boardfoot', 'board_foot'],
    ['acrefoot', 'intacre foot', '43560 * foot^3'],
    ['metriccup', 'metriccup', null],
    ['imperialgallon', 'brgallon', 'imperial_gallon'],
    ['imperialquart', 'brquart', 'imperial_quart'],
    ['imperialpint', 'brpint', 'imperial_pint'],
    ['imperialfluidounce', 'brfluidounce', 'imperial_fluid_ounce'],
    ['imperialbushel', 'brbushel', 'imperial_bushel'],
    ['stere'],
  ],
  mass: [
    ...same('kg g mg tonne grain ounce stone slug carat'),
    ['lb', 'pound', 'pound'],
    ['dram'],
    ['cwt', 'ushundredweight', 'hundredweight'],
    ['ton', 'uston', 'short_ton'],
    ['shortton', 'shortton', 'short_ton'],
    ['longton', 'longton', 'long_ton'],
    ['metricton', 'tonne', 'metric_ton'],
    ['longhundredweight', 'longhundredweight', 'long_hundredweight'],
    ['troyounce', 'troyounce', 'troy_ounce'],
    ['troypound', 'troypound', 'troy_pound'],
    ['pennyweight', 'pennyweight', 'pennyweight'],
    ['scruple', 'scruple', 'scruple'],
    ['quintal', 'quintal', '100 * kg'],
    ['tola', 'tola', null],
    ['dalton', 'dalton', 'dalton'],
  ],
  time: [
    ...same('s ms minute hour day week fortnight'),
    ['century', '36525 day', 'century'],
    ['decade', '10 * 365.25 day', null],
    // A year of GNU units is the tropical one.
    ['year', '365.25 day', 'year'],
    ['month', '365.25 day / 12', 'month'],
    ['shake', 'shake', 'shake'],
  ],
  speed: [
    ...same('mile/hour m/s ft/s knot'),
    ['km/h', 'km/hour', 'km/hour'],
    ['mph'],
    ['kph', 'km/hour', 'kph'],
    ['lightspeed', 'c', 'speed_of_light'],
  ],
  turning: [
    ['rpm', 'rpm', 'rpm'],
    ['rps', 'rev/s', 'turn/s'],
    ['deg/s', 'degree/s', 'degree/s'],
    ['rad/s', 'radian/s', 'radian/s'],
  ],
  angle: [
    ['deg', 'degree', 'degree'],
    ['rad', 'radian', 'radian'],
    ['grad', 'grade', 'grad'],
    ['arcmin', 'arcmin', 'arcminute'],
    ['arcsec', 'arcsec', 'arcsecond'],
    ['turn', 'turn', 'turn'],
    ['revolution', 'revolution', 'revolution'],
  ],
  force: [
    ...same('N kN dyne lbf poundal'),
    ['kgf', 'kgf', 'kilogram_force'],
    ['kilopond', 'kgf', 'kilogram_force'],
    ['gramforce', 'gram force', 'gram * standard_gravity'],
    ['kip', 'kip', 'kip'],
  ],
  pressure: [
    ...same('Pa kPa bar mbar atm torr psi inHg mmHg'),
    ['ksi', '1000 psi', 'ksi'],
    ['psf', 'lbf/ft^2', 'lbf/ft^2'],
    ['inH2O', 'inH2O', null],
    ['cmH2O', 'cm water', null],
    ['mmH2O', 'mmH2O', null],
    ['ftH2O', 'ft water', null],
    ['technicalatmosphere', 'technicalatmosphere', 'technical_atmosphere'],
    ['barye', 'barye', 'barye'],
  ],
  energy: [
    ...same('J kJ erg eV'),
    ['MeV', 'MeV', 'MeV'],
    ['kWh', 'kW hour', 'kW*hour'],
    // That of pint is the rounded one of ISO 31.
    ['BTU', 'btu', null],
    ['cal', 'calorie_th', 'calorie'],
    ['kcal', 'kilocalorie_th', 'kilocalorie'],
    // The therm of the European Community; that of GNU units is the American.
    ['therm', '100000 btu', null],
    ['ustherm', 'therm', 'US_therm'],
    ['quad', 'quad', null],
    ['tontnt', 'ton tnt', 'ton_TNT'],
    ['toe', '1e7 kilocalorie_IT', 'tonne_of_oil_equivalent'],
    ['footpound', 'foot lbf', 'foot_pound'],
  ],
  power: [
    ['W', 'W', 'W'],
    ['kW', 'kW', 'kW'],
    ['hp', 'horsepower', 'horsepower'],
    ['PS', 'metrichorsepower', 'metric_horsepower'],
    ['boilerhorsepower', 'boilerhorsepower', null],
    ['refrigerationton', 'tonref', null],
    ['BTU/hour', 'btu/hour', null],
  ],
  viscosity: [
    ['poise', 'poise', 'poise'],
    ['cP', 'centipoise', 'centipoise'],
    ['Pa s', 'Pa s', 'Pa*s'],
  ],
  flowing: [
    ['stokes', 'stokes', 'stokes'],
    ['cSt', 'centistokes', 'centistokes'],
    ['m^2/s', 'm^2/s', 'm^2/s'],
  ],
  induction: [
    ['T', 'tesla', 'tesla'],
    ['gauss', 'gauss', '1e-4*tesla'],
  ],
  flux: [
    ['Wb', 'weber', 'weber'],
    ['maxwell', 'maxwell', '1e-8*weber'],
  ],
  magnetism: [
    ['A/m', 'A/m', 'A/m'],
    ['oersted', '(250 / pi) A/m', '1000/(4*pi)*A/m'],
  ],
  decays: [
    ['Bq', 'Bq', 'Bq'],
    ['becquerel', 'becquerel', 'becquerel'],
    ['mCi', 'millicurie', 'millicurie'],
    ['curie', 'curie', 'curie'],
  ],
  dose: [
    ['Gy', 'gray', 'gray'],
    ['mSv', 'millisievert', 'millisievert'],
    ['rem', 'rem', 'rem'],
    ['mrem', 'millirem', 'millirem'],
  ],
  exposure: [
    ['C/kg', 'C/kg', 'C/kg'],
    ['roentgen', 'roentgen', 'roentgen'],
  ],
  enzymes: [
    ['katal', 'katal', 'katal'],
    ['mol/minute', 'mol/minute', 'mol/minute'],
  ],
  illumination: [
    ['lux', 'lux', 'lux'],
    ['lx', 'lx', 'lx'],
    ['footcandle', 'footcandle', 'lumen/ft^2'],
    ['phot', 'phot', '10000*lux'],
  ],
  brightness: [
    ['nit', 'nit', 'nit'],
    ['stilb', 'stilb', 'stilb'],
    ['lambert', 'lambert', 'lambert'],
    ['footlambert', 'footlambert', 'cd/ft^2/pi'],
  ],
  yarn: [
    ['tex', 'tex', 'tex'],
    ['denier', 'denier', 'denier'],
    ['kg/m', 'kg/m', 'kg/m'],
  ],
  data: [
    ['bit', 'bit', 'bit'],
    ['byte', 'byte', 'byte'],
    ['nibble', 'nibble', '4*bit'],
    ['kB', 'kB', 'kB'],
    ['MB', 'MB', 'MB'],
    ['MiB', 'MiB', 'MiB'],
    ['GiB', 'GiB', 'GiB'],
    ['Gb', 'gigabit', 'gigabit'],
  ],
  fuel: [
    ['mpg', 'mile/gallon', 'mile/gallon'],
    ['km/L', 'km/liter', 'km/liter'],
  ],
  heat: [
    ['W/(m K)', 'W/(m K)', 'W/(m*K)'],
    ['BTU/(hour ft K)', 'btu/(hour ft K)', null],
  ],
  density: [
    ['kg/m^3', 'kg/m^3', 'kg/m^3'],
    ['lb/cuft', 'lb/ft^3', 'lb/ft^3'],
    ['g/cm^3', 'g/cm^3', 'g/cm^3'],
    ['oz/cuin', 'oz/in^3', 'oz/in^3'],
  ],
  torque: [
    ['N m', 'N m', 'N*m'],
    ['lbf ft', 'lbf ft', 'lbf*ft'],
    ['kgf cm', 'kgf cm', 'kilogram_force*cm'],
  ],
  flow: [
    ['L/minute', 'L/minute', 'L/minute'],
    ['gallon/minute', 'gallon/minute', 'gallon/minute'],
    ['cuft/s', 'ft^3/s', 'ft^3/s'],
    ['bbl/day', 'bbl/day', 'oil_barrel/day'],
    ['acrefoot/year', 'intacre foot/(365.25 day)', '43560*foot^3/year'],
  ],
}

const nameAt = (row: Row, place: 1 | 2): string | null => {
  const name = row[place]
  return name === undefined ? row[0] : name
}

const PAIRS = Object.values(KINDS).flatMap((rows) =>
  rows.flatMap((from) => rows.filter((to) => to !== from).map((to) => ({ from, to }))),
)
/** So that values of all sizes come up, the same each time. */
const valueFor = (at: number): number => ((at * 7_919) % 9_973) / 8 + 0.5

type Pair = (typeof PAIRS)[number]

async function comparePairs(
  name: string,
  pairs: readonly Pair[],
  factors: readonly (number | string)[],
  tolerance: number,
): Promise<void> {
  const { same: compared, close } = comparison(`unit-convert with ${name}, to ${tolerance}`)
  for (const [at, { from, to }] of pairs.entries()) {
    const [value, factor] = [valueFor(at), factors[at] ?? 'nothing']
    const told = await answer(unitConvert, { value, from: from[0], to: to[0] })
    const ours = told['value'] ?? told['refused']
    const theirs = typeof factor === 'number' ? value * factor : factor
    const isAlike = isNear(ours, theirs, tolerance)
    compared([value, from[0], to[0]], isAlike ? true : ours, isAlike ? true : theirs)
  }
  close()
}

const known = (place: 1 | 2) =>
  PAIRS.filter(({ from, to }) => nameAt(from, place) !== null && nameAt(to, place) !== null)

/** What each unit is of the first of its kind; the factor of a pair is a quotient of two. */
function factorsOf(
  place: 1 | 2,
  pairs: readonly Pair[],
  measured: (names: readonly (readonly [name: string, first: string])[]) => readonly unknown[],
): readonly (number | string)[] {
  const names = Object.values(KINDS).flatMap((rows) => {
    const known = rows.flatMap((row) => nameAt(row, place) ?? [])
    return known.map((name) => [name, known[0] ?? ''] as const)
  })
  const told = measured(names)
  const sizes = new Map(names.map(([name], at) => [name, told[at]]))
  return pairs.map(({ from, to }) => {
    const [one, other] = [from, to].map((row) => sizes.get(nameAt(row, place) ?? ''))
    const isKnown = typeof one === 'number' && typeof other === 'number'
    return isKnown ? one / other : `${String(one)} / ${String(other)}`
  })
}

async function compareGnu(): Promise<void> {
  const pairs = known(1)
  const factors = factorsOf(1, pairs, (names) =>
    names.map(([name, first]) => {
      const { ok, text } = asked('units', ['-t', '-o', '%.16e', name, first], '')
      return ok ? Number(text) : text.trim()
    }),
  )
  await comparePairs('GNU units', pairs, factors, 1e-10)
}

async function comparePint(): Promise<void> {
  const pairs = known(2)
  const factors = factorsOf(2, pairs, (names) => python(PINT, names) as readonly unknown[])
  await comparePairs('pint', pairs, factors, 1e-9)
}

const PINT = `import pint, math
u=pint.UnitRegistry()
def f(a,b):
    try:
        x=u.parse_expression(a,pi=math.pi)/u.parse_expression(b,pi=math.pi)
        return (x*u.Quantity(1,'dimensionless')).to('dimensionless').magnitude
    except Exception as e: return str(e)
print(json.dumps([f(a,b) for a,b in data]))`

const SCALES = ['degC', 'degF', 'K', 'degR']
const PINT_SCALES = ['degC', 'degF', 'kelvin', 'degR']

async function compareTemperatures(): Promise<void> {
  const cases = SCALES.flatMap((from, a) =>
    SCALES.flatMap((to, b) =>
      Array.from({ length: 25 }, (_, at) => ({ from, to, a, b, value: valueFor(at * 31) - 100 })),
    ),
  )
  const theirs = python(
    `import pint
u=pint.UnitRegistry()
print(json.dumps([u.Quantity(v,a).to(b).magnitude for v,a,b in data]))`,
    cases.map(({ a, b, value }) => [value, PINT_SCALES[a], PINT_SCALES[b]]),
  ) as readonly number[]
  const { same: compared, close } = comparison('unit-convert, temperatures, with pint')
  for (const [at, { from, to, value }] of cases.entries()) {
    const told = await answer(unitConvert, { value, from, to })
    const isAlike = isNear(told['value'], theirs[at], 1e-10, 1e-9)
    compared([value, from, to], isAlike ? true : told, isAlike ? true : theirs[at])
  }
  close()
}

if (has('units')) await compareGnu()
else write('GNU units is not installed')
if (has('python3', '-c', 'import pint')) {
  await comparePint()
  await compareTemperatures()
} else write('python3-pint is not installed')
