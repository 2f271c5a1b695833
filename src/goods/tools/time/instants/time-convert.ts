import type { Temporal } from 'temporal-polyfill'
import { z } from 'zod'
import { badInput } from '../../../../base/core/fault.ts'
import { defineTool } from '../../../../base/core/tool.ts'
import { instantOf, NOTATIONS, timeText } from '../../../../engines/time/instants-notations.ts'
import {
  describeMoment,
  isZone,
  localOf,
  zone,
  ZONE_ERROR,
} from '../../../../engines/time/instants.ts'

const ZONES_MAX = 50

export default defineTool({
  route: 'POST /api/time-convert',
  name: 'Convert time',
  description:
    'One instant in any notation (ISO 8601, epoch, HTTP date) shown in one or several time zones.',
  asks: [
    'convert a time from one zone to another',
    'unix timestamp to a readable date',
    '3 pm New York in Berlin',
    'what time is it for my colleague in Tokyo',
    'different time zones',
  ],
  price: '$0.001',
  uses: {},
  input: z.object({
    time: timeText().describe(`The moment: ${NOTATIONS}.`),
    tz: zone().default('UTC').describe('IANA time zone in which to read and show the time.'),
    to: z
      .union([z.string().max(4000), z.array(z.string().max(100)).max(ZONES_MAX)])
      .optional()
      .meta({ type: ['string', 'array'] })
      .describe(
        `More zones to show it in, up to ${ZONES_MAX}, as comma-separated text or an array.`,
      ),
  }),
  output: z.object({
    iso: z.string().describe('The moment in UTC.'),
    epochSeconds: z.int().describe('Seconds since 1970.'),
    epochMs: z.int().describe('Milliseconds since 1970.'),
    tz: z.string().describe('IANA time zone.'),
    local: z.string().describe('Local time in `tz`, without offset.'),
    offset: z.string().describe('Offset from UTC, such as +01:00.'),
    weekday: z.string().describe('Day of the week in English.'),
    zones: z
      .array(
        z.object({
          tz: z.string().describe('IANA time zone.'),
          local: z.string().describe('Local time there, without offset.'),
          offset: z.string().describe('Offset from UTC, such as +01:00.'),
        }),
      )
      .describe('The same moment in each zone of `to`.'),
  }),
  examples: [
    {
      input: { time: '2026-03-29T01:30:00Z', tz: 'Europe/Berlin' },
      output: {
        iso: '2026-03-29T01:30:00Z',
        epochSeconds: 1774747800,
        epochMs: 1774747800000,
        tz: 'Europe/Berlin',
        local: '2026-03-29T03:30:00',
        offset: '+02:00',
        weekday: 'Sunday',
        zones: [],
      },
    },
    {
      input: { time: 'Sun, 06 Nov 1994 08:49:37 GMT', to: 'Asia/Tokyo,America/New_York' },
      output: {
        iso: '1994-11-06T08:49:37Z',
        epochSeconds: 784111777,
        epochMs: 784111777000,
        tz: 'UTC',
        local: '1994-11-06T08:49:37',
        offset: '+00:00',
        weekday: 'Sunday',
        zones: [
          { tz: 'Asia/Tokyo', local: '1994-11-06T17:49:37', offset: '+09:00' },
          { tz: 'America/New_York', local: '1994-11-06T03:49:37', offset: '-05:00' },
        ],
      },
    },
  ],

  run({ time, tz, to }) {
    const instant = instantOf('time', time, tz)
    const { iso, epochSeconds, local, offset, weekday, ...moment } = describeMoment(
      instant.toZonedDateTimeISO(tz),
    )
    const zones = zonesOf(to).map((name) => shownIn(instant, name))
    const epochMs = instant.epochMilliseconds
    return { iso, epochSeconds, epochMs, tz: moment.tz, local, offset, weekday, zones }
  },
})

function zonesOf(to: string | readonly string[] = []): readonly string[] {
  if (typeof to === 'string' && to !== '' && to.trim() === '') throw badInput(`to: ${ZONE_ERROR}`)
  const names = (typeof to === 'string' ? to.split(',') : to).map((name) => name.trim())
  const sent = names.filter((name) => name !== '')
  if (sent.length > ZONES_MAX) throw badInput(`to: must name at most ${ZONES_MAX} zones`)
  const unknown = sent.find((name) => !isZone(name))
  if (unknown !== undefined) throw badInput(`to: ${JSON.stringify(unknown)} ${ZONE_ERROR}`)
  return sent
}

function shownIn(instant: Temporal.Instant, tz: string) {
  const moment = instant.toZonedDateTimeISO(tz)
  return { tz: moment.timeZoneId, local: localOf(moment), offset: moment.offset }
}
