import fc from 'fast-check'
import type { ToolSpec } from '../../src/base/core/tool.ts'
import dayCount from '../../src/goods/tools/calendar/business/day-count.ts'
import age from '../../src/goods/tools/calendar/dates/age.ts'
import calendarConvert from '../../src/goods/tools/calendar/dates/calendar-convert.ts'
import dateInfo from '../../src/goods/tools/calendar/dates/date-info.ts'
import movableFeasts from '../../src/goods/tools/calendar/dates/movable-feasts.ts'
import skyEvents from '../../src/goods/tools/calendar/dates/sky-events.ts'
import sunTimes from '../../src/goods/tools/calendar/dates/sun-times.ts'
import { answer, comparison, has, python, write } from './_compare.ts'

const SEED = 14
const samples = <T>(arbitrary: fc.Arbitrary<T>, count: number): readonly T[] =>
  fc.sample(arbitrary, { seed: SEED, numRuns: count })
const day = (first: string, last: string) =>
  fc
    .integer({ min: Date.parse(first) / 86_400_000, max: Date.parse(last) / 86_400_000 })
    .map((number) => new Date(number * 86_400_000).toISOString().slice(0, 10))

const fieldsOf = async (tool: ToolSpec, input: object, names: readonly string[]) => {
  const told = await answer(tool, input)
  return names.map((name) => told[name])
}

async function compareFacts(): Promise<void> {
  const { same, close } = comparison('date-info with Python datetime')
  const dates = samples(day('0001-01-01', '9999-12-31'), 400)
  const theirs = python(
    `import datetime as d, calendar as c
out=[]
for t in data:
    x=d.date.fromisoformat(t); y,w,_=x.isocalendar()
    out.append([x.strftime('%A'), w, y, x.timetuple().tm_yday, c.isleap(x.year), c.monthrange(x.year,x.month)[1], x.toordinal()+1721425])
print(json.dumps(out))`,
    dates,
  ) as readonly unknown[]
  const names = [
    'weekday',
    'isoWeek',
    'isoWeekYear',
    'dayOfYear',
    'isLeapYear',
    'daysInMonth',
    'julianDay',
  ]
  for (const [at, date] of dates.entries())
    same(date, await fieldsOf(dateInfo, { date }, names), theirs[at])
  close()
}

async function compareAges(): Promise<void> {
  const { same, close } = comparison('age with dateutil relativedelta')
  // Born on 29 February, dateutil celebrates on the 28th, and we on 1 March.
  const born = day('1900-01-01', '2020-12-31').filter((text) => !text.endsWith('02-29'))
  const pairs = samples(fc.tuple(born, day('2021-01-01', '2060-12-31')), 400)
  const theirs = python(
    `import datetime as d
from dateutil.relativedelta import relativedelta as r
out=[]
for a,b in data:
    x=r(d.date.fromisoformat(b), d.date.fromisoformat(a)); out.append([x.years, x.months, x.days])
print(json.dumps(out))`,
    pairs,
  ) as readonly unknown[]
  for (const [at, [birthDate, onDate]] of pairs.entries())
    same(
      [birthDate, onDate],
      await fieldsOf(age, { birthDate, onDate }, ['years', 'months', 'days']),
      theirs[at],
    )
  close()
}

async function compareEasters(): Promise<void> {
  const { same, close } = comparison('movable-feasts with dateutil easter')
  const years = samples(fc.integer({ min: 1583, max: 4099 }), 300)
  const theirs = python(
    `from dateutil.easter import easter
print(json.dumps([[easter(y,3).isoformat(), easter(y,2).isoformat()] for y in data]))`,
    years,
  ) as readonly unknown[]
  for (const [at, year] of years.entries())
    same(
      year,
      await fieldsOf(movableFeasts, { year }, ['easterWestern', 'easterOrthodox']),
      theirs[at],
    )
  close()
}

async function compareCalendars(): Promise<void> {
  const { same, close } = comparison('calendar-convert with convertdate')
  const dates = samples(day('1900-03-01', '2099-12-31'), 200)
  const theirs = python(
    `from convertdate import hebrew, persian, julian, islamic, coptic, indian_civil
out=[]
for t in data:
    y,m,d=map(int,t.split('-'))
    h=hebrew.from_gregorian(y,m,d); p=persian.from_gregorian(y,m,d); j=julian.from_gregorian(y,m,d)
    c=coptic.from_gregorian(y,m,d); i=indian_civil.from_gregorian(y,m,d); s=islamic.from_gregorian(y,m,d)
    out.append({'hebrew':[h[0],h[2]],'persian':list(p),'julian':list(j),'coptic':list(c),'indian':list(i),'islamic-civil':list(s)})
print(json.dumps(out))`,
    dates,
  ) as readonly Readonly<Record<string, readonly number[]>>[]
  for (const [at, date] of dates.entries()) {
    const to = Object.keys(theirs[at] ?? {}).join(',')
    const told = (await answer(calendarConvert, { date, to }))['calendars'] as Readonly<
      Record<string, { year: number; month: number; day: number }>
    >
    for (const [name, expected] of Object.entries(theirs[at] ?? {})) {
      const { year = 0, month = 0, day: date_ = 0 } = told[name] ?? {}
      // The months of Hebrew years are numbered from another one there.
      same([date, name], name === 'hebrew' ? [year, date_] : [year, month, date_], expected)
    }
  }
  close()
}

/** Latitude and longitude. */
const PLACES = [
  [52.52, 13.405],
  [40.71, -74.01],
  [-33.87, 151.21],
  [1.35, 103.82],
  [-54.8, -68.3],
  [35.68, 139.69],
] as const

async function compareSun(): Promise<void> {
  const { same, close } = comparison('sun-times with ephem, within a minute')
  const dates = samples(day('1990-01-01', '2040-12-31'), 40)
  const cases = PLACES.flatMap(([lat, lon]) => dates.map((date) => ({ lat, lon, date })))
  const noons = await Promise.all(
    cases.map(async (one) => (await answer(sunTimes, one))['solarNoonIso']),
  )
  const theirs = python(
    `import ephem, datetime as d
out=[]
for c in data:
    # The upper limb, 34 minutes of arc below: what refraction lifts.
    o=ephem.Observer(); o.lat=str(c['lat']); o.lon=str(c['lon']); o.pressure=0; o.horizon='-0:34'
    o.date=ephem.Date(d.datetime.fromisoformat(c['noon'].replace('Z','')))
    s=ephem.Sun(); out.append([x.datetime().isoformat()+'Z' for x in (o.previous_rising(s), o.next_setting(s))])
print(json.dumps(out))`,
    cases.map((one, at) => ({ ...one, noon: noons[at] })),
  ) as readonly (readonly string[])[]
  for (const [at, one] of cases.entries()) {
    const ours = await fieldsOf(sunTimes, one, ['sunriseIso', 'sunsetIso'])
    for (const [which, time] of ours.entries())
      same([one, time, theirs[at]?.[which]], within(String(time), theirs[at]?.[which] ?? ''), true)
  }
  close()
}

const within = (a: string, b: string): boolean => Math.abs(Date.parse(a) - Date.parse(b)) <= 60_000

async function compareSeasons(): Promise<void> {
  const { same, close } = comparison('sky-events with ephem, within a minute')
  const years = samples(fc.integer({ min: 1900, max: 2100 }), 60)
  const theirs = python(
    `import ephem
out=[]
for y in data:
    s=str(y)
    out.append([f(s).datetime().isoformat()+'Z' for f in (ephem.next_vernal_equinox, ephem.next_summer_solstice, ephem.next_autumnal_equinox, ephem.next_winter_solstice)])
print(json.dumps(out))`,
    years,
  ) as readonly (readonly string[])[]
  for (const [at, year] of years.entries()) {
    const { seasons } = await answer(skyEvents, { year })
    const ours = Object.values(seasons as Readonly<Record<string, string>>)
    for (const [which, time] of ours.entries())
      same([year, time, theirs[at]?.[which]], within(time, theirs[at]?.[which] ?? ''), true)
  }
  close()
}

async function compareYears(): Promise<void> {
  const { same, close } = comparison('day-count with fractions of Python')
  const pairs = samples(
    fc.tuple(day('1990-01-01', '2020-12-31'), day('2021-01-01', '2060-12-31')),
    200,
  )
  const theirs = python(
    `import datetime as d
from fractions import Fraction as F
out=[]
for a,b in data:
    x,y=d.date.fromisoformat(a),d.date.fromisoformat(b); f=F(0); t=x
    while t<y:
        n=min(y,d.date(t.year+1,1,1)); f+=F((n-t).days, 366 if t.year%4==0 and (t.year%100 or t.year%400==0) else 365); t=n
    out.append(float(f))
print(json.dumps(out))`,
    pairs,
  ) as readonly number[]
  for (const [at, [from, to]] of pairs.entries()) {
    const { yearFraction } = await answer(dayCount, { from, to, convention: 'act/act' })
    same([from, to], Math.abs(Number(yearFraction) - (theirs[at] ?? 0)) < 1e-12, true)
  }
  close()
}

/** QuantLib counts February to a 31st one day longer than the standard of SIFMA does. */
const toThe31st = (from: string, to: string): boolean =>
  to.endsWith('-31') && /-02-2[89]$/.test(from)

async function compareThirties(): Promise<void> {
  const { same, close } = comparison('day-count with QuantLib')
  const drawn = samples(
    fc.tuple(day('1990-01-01', '2020-12-31'), day('2021-01-01', '2060-12-31')),
    300,
  )
  const ends = [2019, 2020, 2023, 2024].flatMap((year) =>
    ['02-27', '02-28', ...(year % 4 === 0 ? ['02-29'] : []), '03-31', '08-30', '08-31'].map(
      (end) => `${year}-${end}`,
    ),
  )
  const hard = ends.flatMap((from) =>
    ends.filter((to) => to >= from).map((to): [string, string] => [from, to]),
  )
  const pairs = [...drawn, ...hard]
  const names = ['30/360', '30u/360', '30e/360'] as const
  const theirs = python(
    `import QuantLib as q
p=lambda t: q.Date(t,'%Y-%m-%d'); T=q.Thirty360
rules=[T(T.BondBasis),T(T.USA),T(T.EurobondBasis)]
print(json.dumps([[r.dayCount(p(a),p(b)) for r in rules] for a,b in data]))`,
    pairs,
  ) as readonly (readonly number[])[]
  for (const [at, [from, to]] of pairs.entries())
    for (const [which, convention] of names.entries()) {
      if (convention === '30u/360' && toThe31st(from, to)) continue
      const { days } = await answer(dayCount, { from, to, convention })
      same([from, to, convention], days, theirs[at]?.[which])
    }
  close()
}

await compareFacts()
await compareYears()
if (has('python3', '-c', 'import QuantLib')) await compareThirties()
else write('python3 with QuantLib is not installed')
if (has('python3', '-c', 'import dateutil, convertdate, ephem')) {
  await compareAges()
  await compareEasters()
  await compareCalendars()
  await compareSun()
  await compareSeasons()
} else write('python3 with dateutil, convertdate, ephem is not installed')
