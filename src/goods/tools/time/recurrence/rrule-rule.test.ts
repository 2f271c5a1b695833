import { expect, test } from 'vitest'
import { runExample } from '../../../../../test/support/run-tool.ts'
import rruleExpand from './rrule-expand.ts'

const expand = async (rule: string, input: Record<string, unknown> = {}) => {
  const answer = await runExample(rruleExpand, { rule, startIso: '2026-01-01', ...input })
  return { ...answer, occurrences: answer['occurrences'] as string[] }
}

test.each([
  ['FREQ=DAILY;INTERVAL=2;COUNT=1', 'every 2 days, once'],
  ['FREQ=WEEKLY;BYDAY=MO,TU,WE,TH,FR', 'every week on weekdays'],
  ['FREQ=YEARLY;BYMONTH=3,10;BYDAY=-1SU', 'every year in March and October on the last Sunday'],
  ['FREQ=MONTHLY;BYMONTHDAY=1,-1', 'every month on the 1st and last day'],
  [
    'FREQ=MONTHLY;BYDAY=FR;BYSETPOS=-2',
    'every month on Friday, only the 2nd to last of each month',
  ],
  ['FREQ=MONTHLY;BYDAY=FR;BYMONTHDAY=13', 'every month on Friday if it is the 13th day'],
  ['FREQ=YEARLY;BYWEEKNO=21;BYDAY=MO', 'every year in the 21st week on Monday'],
  ['FREQ=YEARLY;BYYEARDAY=112', 'every year on the 112th day of the year'],
  ['FREQ=DAILY;BYHOUR=9,17;BYMINUTE=30', 'every day at 09:30 and 17:30'],
  ['FREQ=MINUTELY;INTERVAL=90;BYHOUR=9', 'every 90 minutes in hour 9'],
  ['FREQ=DAILY;UNTIL=20261224T120000Z', 'every day, until 2026-12-24 12:00 UTC'],
])('%s in words', async (rule, text) => expect(await expand(rule)).toMatchObject({ text }))

test.each([
  '',
  ';',
  'FREQ',
  'FREQ=FOO',
  'INTERVAL=1',
  'FREQ=DAILY;FREQ=DAILY',
  'FREQ=DAILY;FOO=1',
  'FREQ=DAILY;COUNT=0',
  'FREQ=DAILY;COUNT=1;UNTIL=20260101',
  'FREQ=DAILY;INTERVAL=0',
  'FREQ=DAILY;INTERVAL=-1',
  'FREQ=DAILY;INTERVAL=1.5',
  'FREQ=DAILY;INTERVAL=99999999999',
  'FREQ=DAILY;UNTIL=tomorrow',
  'FREQ=DAILY;UNTIL=20260230',
  'FREQ=DAILY;UNTIL=20260101T250000Z',
  'FREQ=DAILY;BYDAY=XX',
  'FREQ=DAILY;BYDAY=1MO',
  'FREQ=YEARLY;BYDAY=0MO',
  'FREQ=YEARLY;BYDAY=54MO',
  'FREQ=YEARLY;BYWEEKNO=1;BYDAY=1MO',
  'FREQ=MONTHLY;BYWEEKNO=1',
  'FREQ=DAILY;BYYEARDAY=1',
  'FREQ=WEEKLY;BYMONTHDAY=1',
  'FREQ=DAILY;BYMONTHDAY=0',
  'FREQ=DAILY;BYHOUR=24',
  'FREQ=DAILY;BYHOUR=',
  'FREQ=DAILY;BYSETPOS=1',
  'FREQ=DAILY;WKST=XX',
  'FREQ=DAILY;__PROTO__=1',
  'FREQ=DAILY;\ud800=1',
  'DTSTART:20200101T000000Z\nRRULE:FREQ=DAILY',
])('refuses %j', (rule) => expect(expand(rule)).rejects.toThrow(/^rule: /))
