import fc from 'fast-check'
import { daylightOf } from '../../src/engines/time/daylight.ts'
import { greatCircle } from '../../src/engines/numbers/geodesy.ts'
import { cellsOf, type JsonStat } from '../../src/engines/numbers/series.ts'
import { leiField } from '../../src/goods/tools/data/knowledge/_lei.ts'
import { lookAlikeOf } from '../../src/goods/tools/data/software/_look-alikes.ts'
import { euAqiOf, usAqiOf } from '../../src/goods/tools/data/weather/_air.ts'
import { trendPct } from '../../src/goods/tools/research/_trend.ts'
import { comparison, has, python, write } from './_compare.ts'

/**
 * What the tools on the world work out of what providers send, against other libraries of Debian:
 * `python3-ephem`, `python3-geographiclib`, `python3-stdnum`, `python3-jellyfish`,
 * `python3-numpy` and `python3-pandas`.
 */

const SEED = 16
const samples = <T>(arbitrary: fc.Arbitrary<T>, count: number): readonly T[] =>
  fc.sample(arbitrary, { seed: SEED, numRuns: count })
const decimal = (min: number, max: number, places: number) =>
  fc.double({ min, max, noNaN: true }).map((value) => Number(value.toFixed(places)) + 0)
const knows = (library: string): boolean => {
  const isThere = has('python3', '-c', `import ${library}`)
  if (!isThere) write(`${library} is not installed: skipped`)
  return isThere
}

async function compareDaylight(): Promise<void> {
  if (!knows('ephem')) return
  const { same, close } = comparison('daylight against ephem, to 60 s')
  const cases = samples(
    fc.record({
      lat: decimal(-64, 64, 4),
      lon: decimal(-179, 179, 4),
      day: fc.integer({ min: 0, max: 20_000 }),
    }),
    2_000,
  ).map(({ lat, lon, day }) => {
    const date = new Date(day * 86_400_000).toISOString().slice(0, 10)
    const hours = Math.round(lon / 15)
    const tz = hours === 0 ? 'UTC' : `Etc/GMT${hours > 0 ? '-' : '+'}${Math.abs(hours)}`
    const start = new Date((day * 24 - hours) * 3_600_000).toISOString().slice(0, 19)
    return { lat, lon, date, tz, start }
  })
  const theirs = python(
    `import ephem,datetime as d
out=[]
for c in data:
    t0=d.datetime.fromisoformat(c['start']); row=[]
    for way in ('next_rising','next_setting'):
        o=ephem.Observer(); o.lat=str(c['lat']); o.lon=str(c['lon']); o.pressure=0; o.horizon='-0:34'; o.date=ephem.Date(t0)
        try:
            t=getattr(o,way)(ephem.Sun()).datetime()
            row.append(t.replace(tzinfo=d.timezone.utc).timestamp() if t<t0+d.timedelta(days=1) else None)
        except ephem.CircumpolarError: row.append(None)
    out.append(row)
print(json.dumps(out))`,
    cases,
  ) as readonly (readonly (number | null)[])[]
  for (const [at, { date, tz, start: _start, ...point }] of cases.entries()) {
    const { sunriseIso, sunsetIso } = await daylightOf(point, date, tz)
    for (const [which, iso] of [sunriseIso, sunsetIso].entries()) {
      const theirTime = theirs[at]?.[which] ?? null
      const ours = iso === null ? null : Date.parse(iso) / 1_000
      const isSame =
        ours === null || theirTime === null
          ? ours === theirTime
          : Math.abs(ours - theirTime) <= DAYLIGHT_SECONDS
      same({ ...point, date, tz, which, ours, theirTime }, isSame, true)
    }
  }
  close()
}

/** Where the Sun rises at a flat angle, a hair of refraction is many seconds. */
const DAYLIGHT_SECONDS = 60

function compareDistances(): void {
  if (!knows('geographiclib')) return
  const { same, close } = comparison('distances on the sphere against GeographicLib, to 1 mm')
  const point = fc.record({ lat: decimal(-90, 90, 5), lon: decimal(-180, 180, 5) })
  const cases = samples(fc.tuple(point, point), 3_000)
  const theirs = python(
    `from geographiclib.geodesic import Geodesic
a=6378137.0;f=1/298.257223563
g=Geodesic(a*(3-f)/3,0)
print(json.dumps([g.Inverse(p['lat'],p['lon'],q['lat'],q['lon'])['s12'] for p,q in data]))`,
    cases,
  ) as readonly number[]
  for (const [at, [from, to]] of cases.entries()) {
    const { metres } = greatCircle(from, to)
    // Opposite points lose digits in the half angle.
    const most = metres > 19_900_000 ? 1 : 0.001
    same({ from, to, metres }, Math.abs(metres - (theirs[at] ?? NaN)) <= most, true)
  }
  close()
}

/** The limits of 2024 are in no library here: the formula of the document, with its own table. */
function compareFineDust(): void {
  const { same, close } = comparison('indices of dust against the formula of 40 CFR 58 App. G')
  const cases = samples(decimal(0, 620, 2), 2_000)
  const theirs = python(
    `from decimal import Decimal as D, ROUND_DOWN, ROUND_HALF_UP
T={'pm25':[('0.0','9.0',0,50),('9.1','35.4',51,100),('35.5','55.4',101,150),('55.5','125.4',151,200),('125.5','225.4',201,300),('225.5','325.4',301,500)],
'pm10':[('0','54',0,50),('55','154',51,100),('155','254',101,150),('255','354',151,200),('355','424',201,300),('425','604',301,500)]}
def f(v,k,step):
    c=D(str(v)).quantize(D(step),ROUND_DOWN)
    for lo,hi,a,b in T[k]:
        if c<=D(hi): return int(((D(b)-a)/(D(hi)-D(lo))*(c-D(lo))+a).quantize(D('1'),ROUND_HALF_UP))
    return 500
print(json.dumps([[f(v,'pm25','0.1'),f(v,'pm10','1')] for v in data]))`,
    cases,
  ) as readonly (readonly number[])[]
  for (const [at, value] of cases.entries()) {
    same({ pm25: value }, usAqiOf({ pm25: value, pm10: null }), theirs[at]?.[0])
    same({ pm10: value }, usAqiOf({ pm25: null, pm10: value }), theirs[at]?.[1])
  }
  const eu = samples(fc.record({ pm25: decimal(0, 90, 1), pm10: decimal(0, 180, 1) }), 500)
  const theirEu = python(
    `import bisect
def one(v,t):
    if v>t[-1]: return 101
    xs=[0]+t
    i=max(1,bisect.bisect_left(xs,v))
    return int(((i-1)*20+(v-xs[i-1])/(xs[i]-xs[i-1])*20)+.5)
print(json.dumps([max(one(c['pm25'],[10,20,25,50,75]),one(c['pm10'],[20,40,50,100,150])) for c in data]))`,
    eu,
  ) as readonly number[]
  for (const [at, dust] of eu.entries()) same(dust, euAqiOf(dust), theirEu[at])
  close()
}

const LETTERS = Array.from('0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ')

function compareLei(): void {
  if (!knows('stdnum')) return
  const { same, close } = comparison('LEI against python-stdnum')
  const sign = fc.constantFrom(...LETTERS)
  const bare = samples(fc.array(sign, { minLength: 18, maxLength: 18 }), 1_000)
  const whole = python(
    `from stdnum.iso7064 import mod_97_10
print(json.dumps([x+mod_97_10.calc_check_digits(x) for x in data]))`,
    bare.map((signs) => signs.join('')),
  ) as readonly string[]
  const cases = whole.flatMap((lei, at) => {
    const place = at % 20
    const other = LETTERS[(LETTERS.indexOf(lei[place] ?? '0') + 1 + (at % 34)) % LETTERS.length]
    return [lei, lei.slice(0, place) + other + lei.slice(place + 1)]
  })
  const theirs = python(
    `from stdnum import lei
import re
print(json.dumps([lei.is_valid(x) and bool(re.match('^[0-9A-Z]{18}[0-9]{2}$',x)) for x in data]))`,
    cases,
  ) as readonly boolean[]
  for (const [at, lei] of cases.entries()) same(lei, leiField().safeParse(lei).success, theirs[at])
  close()
}

function compareCubes(): void {
  if (!knows('numpy')) return
  const { same, close } = comparison('cubes of JSON-stat against arrays of NumPy')
  const cubes = samples(
    fc.array(fc.integer({ min: 1, max: 5 }), { minLength: 1, maxLength: 4 }).chain((size) => {
      const cells = size.reduce((product, one) => product * one, 1)
      return fc.record({
        size: fc.constant(size),
        value: fc.array(fc.option(decimal(-1e6, 1e6, 3)), { minLength: cells, maxLength: cells }),
        isSparse: fc.boolean(),
        isListed: fc.boolean(),
      })
    }),
    300,
  ).map(({ size, value, isSparse, isListed }) => {
    const id = size.map((_, at) => `d${at}`)
    const dimension = Object.fromEntries(
      size.map((count, at) => {
        const codes = Array.from({ length: count }, (_, place) => `c${at}_${place}`)
        const index = isListed
          ? codes
          : Object.fromEntries(codes.map((code, place) => [code, place]))
        const label = Object.fromEntries(codes.map((code) => [code, code]))
        return [`d${at}`, { label: `d${at}`, category: { index, label } }]
      }),
    )
    const values = isSparse
      ? Object.fromEntries(value.flatMap((one, at) => (one === null ? [] : [[at, one]])))
      : value
    return { version: '2.0', class: 'dataset', label: 'x', id, size, dimension, value: values }
  })
  const theirs = python(
    `import numpy as np,itertools
def rows(c):
    n=int(np.prod(c['size'])); v=c['value']
    flat=[v.get(str(i)) for i in range(n)] if isinstance(v,dict) else v
    a=np.array(flat,dtype=object).reshape(c['size'])
    return {'|'.join('c%d_%d'%(d,k) for d,k in enumerate(p)):a[p] for p in itertools.product(*map(range,c['size'])) if a[p] is not None}
print(json.dumps([rows(c) for c in data]))`,
    cubes,
  ) as readonly Readonly<Record<string, number>>[]
  for (const [at, cube] of cubes.entries()) {
    const ours = [...cellsOf(cube as JsonStat)].flatMap(({ codes, value }) =>
      value === null ? [] : [[cube.id.map((name) => codes[name]).join('|'), value] as const],
    )
    same(cube, sorted(Object.fromEntries(ours)), sorted(theirs[at] ?? {}))
  }
  close()
}

const sorted = (record: Readonly<Record<string, number>>) =>
  Object.fromEntries(Object.entries(record).toSorted(([one], [other]) => (one < other ? -1 : 1)))

/** Names of one letter more, less or other, or with two turned round. */
function compareLookAlikes(): void {
  if (!knows('jellyfish')) return
  const { same, close } = comparison('look-alikes against the edit distance of jellyfish')
  const known = ['lodash', 'express', 'requests', 'webpack', 'prettier', 'tensorflow']
  const cases = samples(
    fc.record({
      name: fc.constantFrom(...known),
      at: fc.nat(11),
      letter: fc.constantFrom(...Array.from('abcdefghijklmnopqrstuvwxyz')),
      edit: fc.constantFrom('add', 'take', 'change', 'turn', 'two'),
    }),
    2_000,
  ).map(({ name, at: place, letter, edit }) => {
    const at = place % name.length
    const [head, tail] = [name.slice(0, at), name.slice(at)]
    if (edit === 'add') return { name, like: head + letter + tail }
    if (edit === 'take') return { name, like: head + tail.slice(1) }
    if (edit === 'change') return { name, like: head + letter + tail.slice(1) }
    if (edit === 'two') return { name, like: `${head}${letter}${tail.slice(1)}q` }
    return { name, like: head + (tail[1] ?? '') + (tail[0] ?? '') + tail.slice(2) }
  })
  const theirs = python(
    `import jellyfish
print(json.dumps([jellyfish.damerau_levenshtein_distance(c['name'],c['like']) for c in data]))`,
    cases,
  ) as readonly number[]
  for (const [at, { name, like }] of cases.entries()) {
    const ecosystem = name === 'requests' || name === 'tensorflow' ? 'pypi' : 'npm'
    const ours = lookAlikeOf(ecosystem, like)
    const distance = theirs[at] ?? 0
    // A name that is near another well-known one, or is one, is not asked here.
    if (ours !== null && ours !== name) continue
    if (distance === 1 && ours === null && lookAlikeOf(ecosystem, `${like}q`) === like) continue
    same({ name, like, distance }, ours === name, distance === 1)
  }
  close()
}

function compareTrends(): void {
  if (!knows('pandas')) return
  const { same, close } = comparison('trends against pandas, to 0.1')
  const cases = samples(fc.array(fc.nat(10_000), { minLength: 2, maxLength: 400 }), 1_000)
  const theirs = python(
    `import pandas as pd
def t(v):
    s=pd.Series(v); h=len(v)//2
    b=s.head(h).mean(); a=s.tail(h).mean()
    return None if b==0 else float((a/b-1)*100)
print(json.dumps([t(v) for v in data]))`,
    cases,
  ) as readonly (number | null)[]
  for (const [at, values] of cases.entries()) {
    const [ours, other] = [trendPct(values), theirs[at] ?? null]
    const isSame =
      ours === null || other === null ? ours === other : Math.abs(ours - other) <= 0.0500001
    same({ values: values.slice(0, 5), ours, other }, isSame, true)
  }
  close()
}

await compareDaylight()
compareDistances()
compareFineDust()
compareLei()
compareCubes()
compareLookAlikes()
compareTrends()
