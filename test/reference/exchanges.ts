import marketHours from '../../src/goods/tools/calendar/business/market-hours.ts'
import { answer, comparison, python, write } from './_compare.ts'

/** Trading days against QuantLib's calendars, and against the general holidays of Hong Kong. */

const CALENDARS: Readonly<Record<string, string>> = {
  NYSE: 'q.UnitedStates(q.UnitedStates.NYSE)',
  NASDAQ: 'q.UnitedStates(q.UnitedStates.NYSE)',
  LSE: 'q.UnitedKingdom(q.UnitedKingdom.Exchange)',
  XETRA: 'q.Germany(q.Germany.Xetra)',
  EURONEXT: 'q.TARGET()',
  TSE: 'q.Japan()',
  TSX: 'q.Canada(q.Canada.TSX)',
}
const NOON: Readonly<Record<string, string>> = {
  NYSE: 'T16:00:00Z',
  NASDAQ: 'T16:00:00Z',
  TSX: 'T16:00:00Z',
  TSE: 'T04:00:00Z',
  HKEX: 'T02:00:00Z',
}
/** QuantLib's rules have Christmas and the last day of the year only. */
const OWN_DAYS: Readonly<Record<string, readonly string[]>> = {
  XETRA: ['2026-12-31', '2027-12-31'],
}

const daysOf = (years: readonly number[]): readonly string[] =>
  years.flatMap((year) =>
    Array.from({ length: 366 }, (_, at) =>
      new Date(Date.UTC(year, 0, 1 + at)).toISOString().slice(0, 10),
    ).filter((day) => day.startsWith(String(year))),
  )

const tradesOn = async (exchange: string, day: string): Promise<unknown> =>
  (await answer(marketHours, { exchange, atIso: `${day}${NOON[exchange] ?? 'T11:00:00Z'}` }))[
    'open'
  ]

async function compare(
  exchange: string,
  years: readonly number[],
  theirs: Readonly<Record<string, boolean>>,
): Promise<void> {
  const { same, close } = comparison(`market-hours ${exchange}`)
  for (const day of daysOf(years)) {
    const own = (OWN_DAYS[exchange] ?? []).includes(day)
    same([exchange, day], await tradesOn(exchange, day), own ? false : theirs[day])
  }
  close()
}

const quantlib = (calendar: string): string =>
  `import QuantLib as q
c=${calendar}
print(json.dumps({d:c.isBusinessDay(q.Date(int(d[8:]),int(d[5:7]),int(d[:4]))) for d in data}))`

for (const [exchange, calendar] of Object.entries(CALENDARS)) {
  const years = exchange === 'NYSE' || exchange === 'NASDAQ' ? [2026, 2027, 2028] : [2026, 2027]
  try {
    const theirs = python(quantlib(calendar), daysOf(years)) as Record<string, boolean>
    await compare(exchange, years, theirs)
  } catch (thrown) {
    write(`market-hours ${exchange}: no quantlib-python here: ${(thrown as Error).message}`)
  }
}

const HONG_KONG = `import holidays, datetime
h=holidays.HongKong(years=[2026,2027])
def day(t): return datetime.date.fromisoformat(t)
print(json.dumps({d:day(d).weekday()<5 and day(d) not in h for d in data}))`
try {
  const theirs = python(HONG_KONG, daysOf([2026, 2027])) as Record<string, boolean>
  await compare('HKEX', [2026, 2027], theirs)
} catch (thrown) {
  write(`market-hours HKEX: no python3-holidays here: ${(thrown as Error).message}`)
}
