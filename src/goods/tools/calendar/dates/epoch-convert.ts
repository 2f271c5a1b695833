import { Temporal } from 'temporal-polyfill'
import { z } from 'zod'
import { badInput } from '../../../../base/core/fault.ts'
import { defineTool } from '../../../../base/core/tool.ts'
import { numericText } from '../../../../base/lib/fields.ts'
import { instantOf } from '../../../../engines/time/instants-notations.ts'
import { isoIn, zone } from '../../../../engines/time/instants.ts'
import { EPOCHS, momentOf, numbersOf, type EpochUnit } from './_epochs.ts'

const UNITS = Object.keys(EPOCHS) as [EpochUnit, ...EpochUnit[]]
/** A bare number most likely means a moment between these. */
const LIKELY = { from: '1980-01-01T00:00:00Z', to: '2100-01-01T00:00:00Z' }

export default defineTool({
  route: 'GET /api/epoch-convert',
  name: 'Epoch convert',
  description:
    'Turns epoch numbers of Unix (seconds to nanoseconds), Windows, GPS, Excel, NTP, old Mac and Cocoa into dates, and dates into all of them.',
  asks: [
    'convert a Unix epoch number to a date',
    'Windows, GPS or Excel epoch number as a date',
    'what date is 1700000000',
    'seconds since 1970',
    'Excel serial number to date',
    'Unix time in milliseconds',
  ],
  price: '$0.001',
  uses: {},
  input: z.object({
    value: numericText(60).describe('The number, or a date in ISO 8601 to turn into numbers.'),
    unit: z
      .enum(['auto', ...UNITS])
      .default('auto')
      .describe(
        'Unit of the number. auto: s, ms, us or ns by its size; `alternatives` lists the other meanings.',
      ),
    tz: zone().default('UTC').describe('IANA time zone of `local`, and of Excel days.'),
  }),
  output: z.object({
    iso: z.string().describe('The moment in UTC.'),
    local: z.string().describe('The moment in `tz` with its offset.'),
    epochSeconds: z.number().describe('Seconds since 1970.'),
    epochMs: z.number().describe('Milliseconds since 1970.'),
    unit: z.string().describe('Unit that was used; `date` if a date was given.'),
    excel: z
      .number()
      .nullable()
      .describe('Excel day number of the local time; null before 1900-03-01.'),
    alternatives: z
      .record(z.string(), z.string())
      .describe(
        'Other meanings of the number between 1980 and 2100, by unit; for a date, all its numbers.',
      ),
  }),
  examples: [
    {
      input: { value: '1767225600' },
      output: {
        iso: '2026-01-01T00:00:00Z',
        local: '2026-01-01T00:00:00Z',
        epochSeconds: 1767225600,
        epochMs: 1767225600000,
        unit: 's',
        excel: 46023,
        alternatives: { gps: '2036-01-05T23:59:42Z', cocoa: '2057-01-01T00:00:00Z' },
      },
    },
    { input: { value: '46023.5', unit: 'excel', tz: 'Europe/Berlin' } },
  ],

  run({ value, unit, tz }) {
    const text = value.trim().replaceAll('_', '')
    const isNumber = /^[+-]?\d{1,25}(\.\d{1,12})?$/.test(text)
    if (!isNumber && unit !== 'auto') throw badInput('value: must be a number of that unit')
    const taken = isNumber ? (unit === 'auto' ? unitBySize(text) : unit) : 'date'
    const moment = taken === 'date' ? instantOf('value', text, tz) : momentOf(text, taken, tz)
    if (moment === null || !isShown(moment))
      throw badInput('value: must be within the years 1 to 9999')
    const local = moment.toZonedDateTimeISO(tz)
    const { excel, ...numbers } = numbersOf(moment, tz)
    return {
      iso: moment.toString(),
      local: isoIn(local),
      epochSeconds: Number(moment.epochNanoseconds) / 1e9,
      epochMs: Number(moment.epochNanoseconds) / 1e6,
      unit: taken,
      excel,
      alternatives: taken === 'date' ? numbers : unit === 'auto' ? othersOf(text, taken, tz) : {},
    }
  },
})

const isShown = (moment: Temporal.Instant): boolean => {
  const { year } = moment.toZonedDateTimeISO('UTC')
  return year >= 1 && year <= 9_999
}

/**
 * Seconds up to eleven digits; then each three digits more mean a unit a thousand times smaller.
 */
function unitBySize(text: string): EpochUnit {
  const digits = /^[+-]?0*(\d*)/.exec(text)?.[1]?.length ?? 0
  if (digits <= 11) return 's'
  if (digits <= 14) return 'ms'
  return digits <= 17 ? 'us' : 'ns'
}

function othersOf(text: string, taken: EpochUnit, tz: string): Record<string, string> {
  const found = UNITS.filter((unit) => unit !== taken).flatMap((unit) => {
    const iso = momentOf(text, unit, tz)?.toString() ?? ''
    return iso >= LIKELY.from && iso < LIKELY.to && !iso.startsWith('+') && !iso.startsWith('-')
      ? [[unit, iso] as const]
      : []
  })
  return Object.fromEntries(found)
}
