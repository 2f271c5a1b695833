/** Units that the library lacks, rounds, or defines unlike most people. */

interface UnitDefinition {
  readonly definition: string
  readonly aliases?: readonly string[]
  readonly prefixes?: 'short' | 'long'
}

/** A unit with its singular name, its plural and other names. */
const unit = (definition: string, ...aliases: readonly string[]): UnitDefinition => ({
  definition,
  aliases,
})
const prefixed = (prefixes: 'short' | 'long', definition: string): UnitDefinition => ({
  definition,
  prefixes,
})

const LENGTHS = {
  nauticalmile: unit('1852 m', 'nmi', 'nauticalmiles'),
  lightyear: unit('9460730472580800 m', 'ly', 'lightyears'),
  astronomicalunit: unit('149597870700 m', 'au'),
  parsec: prefixed('long', '3.0856775814913674e16 m'),
  pc: prefixed('short', '3.0856775814913674e16 m'),
  furlong: unit('201.168 m', 'furlongs'),
  fathom: unit('1.8288 m', 'fathoms'),
  league: unit('4828.032 m', 'leagues'),
  hand: unit('0.1016 m', 'hands'),
  // Of the United States, abolished in 2022.
  surveyfoot: unit('0.3048006096012192 m', 'surveyfeet'),
  micron: unit('1e-6 m', 'microns'),
  thou: unit('0.0000254 m'),
  point: unit('0.3527777777777778 mm', 'points'),
  pica: unit('4.233333333333333 mm', 'picas'),
  rd: unit('5.0292 m'),
}

const AREAS = {
  acre: unit('4046.8564224 m^2', 'acres'),
  are: unit('100 m^2', 'ares'),
  barn: unit('1e-28 m^2', 'barns'),
  sqrd: unit('25.29285264 m^2'),
  sqch: unit('404.68564224 m^2'),
}

/** Units of the United States, unless the name says otherwise; a barrel is one of oil. */
const VOLUMES = {
  barrel: unit('158.987294928 L', 'barrels', 'bbl', 'bbls'),
  bushel: unit('35.23907016688 L', 'bushels'),
  peck: unit('8.80976754172 L', 'pecks'),
  dryquart: unit('1.101220942715 L', 'dryquarts'),
  drypint: unit('0.5506104713575 L', 'drypints'),
  cord: unit('3.624556363776 m^3', 'cords'),
  boardfoot: unit('2.359737216 L', 'boardfeet'),
  acrefoot: unit('1233.48183754752 m^3', 'acrefeet'),
  metriccup: unit('250 mL', 'metriccups'),
  tablespoon: unit('14.78676478125 mL', 'tablespoons', 'tbsp'),
  teaspoon: unit('4.92892159375 mL', 'teaspoons', 'tsp'),
  imperialgallon: unit('4.54609 L', 'imperialgallons'),
  imperialquart: unit('1.1365225 L', 'imperialquarts'),
  imperialpint: unit('0.56826125 L', 'imperialpints'),
  imperialfluidounce: unit('28.4130625 mL', 'imperialfluidounces'),
  imperialbushel: unit('36.36872 L', 'imperialbushels'),
  stere: unit('1 m^3', 'steres'),
}

const MASSES = {
  troyounce: unit('31.1034768 g', 'ozt', 'troyounces'),
  troypound: unit('373.2417216 g', 'troypounds'),
  pennyweight: unit('1.55517384 g', 'pennyweights', 'dwt'),
  scruple: unit('1.2959782 g', 'scruples'),
  carat: unit('0.2 g', 'carats', 'ct'),
  slug: unit('14.593902937206364 kg', 'slugs'),
  shortton: unit('907.18474 kg', 'shorttons'),
  longton: unit('1016.0469088 kg', 'longtons'),
  metricton: unit('1000 kg', 'metrictons'),
  longhundredweight: unit('50.80234544 kg', 'longhundredweights'),
  quintal: unit('100 kg', 'quintals'),
  tola: unit('11.6638038 g', 'tolas'),
  dalton: unit('1.66053906660e-27 kg', 'daltons', 'amu'),
}

const TIMES = {
  fortnight: unit('14 day', 'fortnights'),
  shake: unit('1e-8 s', 'shakes'),
  revolution: unit('1 cycle', 'revolutions', 'rev', 'turn', 'turns'),
  rpm: unit('1 cycle/minute'),
  rps: unit('1 cycle/second'),
  knot: unit('0.514444444444444444 m/s', 'knots', 'kn'),
  lightspeed: unit('299792458 m/s'),
}

const FORCES = {
  gforce: unit('9.80665 m/s^2'),
  kilopond: unit('9.80665 N', 'kiloponds', 'kp'),
  gramforce: unit('0.00980665 N', 'gf'),
  poundal: unit('0.138254954376 N', 'poundals'),
  kip: unit('4448.2216152605 N', 'kips'),
  psi: unit('6894.757293168361 Pa'),
  ksi: unit('6894757.293168361 Pa'),
  psf: unit('47.88025898033584 Pa'),
  torr: unit('133.3223684210526 Pa'),
  mmHg: unit('133.322387415 Pa', 'mmhg'),
  inHg: unit('3386.388640341 Pa', 'inhg'),
  inH2O: unit('249.08891 Pa', 'inh2o'),
  ftH2O: unit('2989.06692 Pa', 'fth2o'),
  technicalatmosphere: unit('98066.5 Pa', 'at'),
  barye: unit('0.1 Pa', 'baryes'),
  poise: unit('0.1 Pa s'),
  centipoise: unit('0.001 Pa s', 'cP'),
  stokes: unit('0.0001 m^2/s'),
  centistokes: unit('0.000001 m^2/s', 'cSt'),
}

const ENERGIES = {
  calorie: unit('4.184 J', 'calories', 'cal'),
  kilocalorie: unit('4184 J', 'kilocalories', 'kcal'),
  eV: prefixed('short', '1.602176634e-19 J'),
  electronvolt: prefixed('long', '1.602176634e-19 J'),
  therm: unit('105505585.262 J', 'therms'),
  ustherm: unit('105480400 J', 'ustherms'),
  quad: unit('1.05505585262e18 J', 'quads'),
  tontnt: unit('4.184e9 J', 'tonTNT', 'tonstnt'),
  toe: unit('4.1868e10 J'),
  footpound: unit('1.3558179483314004 J', 'footpounds'),
  hp: unit('745.6998715822702 W', 'horsepower'),
  metrichorsepower: unit('735.49875 W', 'PS'),
  boilerhorsepower: unit('9809.50 W'),
  refrigerationton: unit('3516.852842066667 W', 'refrigerationtons'),
}

const FIELDS_AND_RAYS = {
  gauss: unit('0.0001 T'),
  maxwell: unit('1e-8 Wb', 'maxwells'),
  oersted: unit('79.57747154594767 A/m', 'oersteds'),
  becquerel: prefixed('long', '1 s^-1'),
  Bq: prefixed('short', '1 s^-1'),
  curie: prefixed('long', '3.7e10 s^-1'),
  Ci: prefixed('short', '3.7e10 s^-1'),
  gray: prefixed('long', '1 J/kg'),
  Gy: prefixed('short', '1 J/kg'),
  sievert: prefixed('long', '1 J/kg'),
  Sv: prefixed('short', '1 J/kg'),
  rem: prefixed('short', '0.01 J/kg'),
  roentgen: unit('0.000258 C/kg', 'roentgens'),
  katal: prefixed('long', '1 mol/s'),
}

const LIGHT = {
  lumen: prefixed('long', '1 cd'),
  lm: prefixed('short', '1 cd'),
  lux: prefixed('long', '1 cd/m^2'),
  lx: prefixed('short', '1 cd/m^2'),
  footcandle: unit('10.763910416709722 cd/m^2', 'footcandles', 'fc'),
  phot: unit('10000 cd/m^2'),
  nit: unit('1 cd/m^2', 'nits'),
  stilb: unit('10000 cd/m^2'),
  lambert: unit('3183.098861837907 cd/m^2', 'lamberts'),
  footlambert: unit('3.4262590996353905 cd/m^2', 'footlamberts'),
}

const OTHERS = {
  tex: unit('1e-6 kg/m'),
  denier: unit('1.111111111111111e-7 kg/m'),
  nibble: unit('4 bits', 'nibbles'),
}

export const MORE_UNITS: Readonly<Record<string, UnitDefinition>> = {
  ...LENGTHS,
  ...AREAS,
  ...VOLUMES,
  ...MASSES,
  ...TIMES,
  ...FORCES,
  ...ENERGIES,
  ...FIELDS_AND_RAYS,
  ...LIGHT,
  ...OTHERS,
}
