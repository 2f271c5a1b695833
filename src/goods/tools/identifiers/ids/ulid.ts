import { encodeTime, incrementBase32, TIME_MAX } from 'ulid'
import { z } from 'zod'
import { badInput } from '../../../../base/core/fault.ts'
import { defineTool } from '../../../../base/core/tool.ts'
import { isoInstant } from '../../../../engines/time/instants.ts'
import { createUnseeded } from '../../../../engines/numbers/seeded.ts'
import { countField } from './_fields.ts'

const CROCKFORD = '0123456789ABCDEFGHJKMNPQRSTVWXYZ'
const TIME_CHARACTERS = 10
const RANDOM_CHARACTERS = 16

export default defineTool({
  route: 'GET /api/ulid',
  name: 'ULID generate',
  description:
    'Fresh ULIDs: 26 characters that sort by their time to the millisecond; within one call each sorts after the previous one.',
  asks: [
    'generate ULIDs that sort by time',
    'fresh ULID for a given moment',
    'sortable identifier',
    'ids in the order of creation',
  ],
  price: '$0.001',
  uses: {},
  input: z.object({
    count: countField(),
    timeIso: isoInstant().optional().describe('Time of the ULIDs; default: now.'),
    monotonic: z
      .boolean()
      .default(true)
      .describe(
        'Whether each is one above the previous one; if not, all are random within the millisecond.',
      ),
  }),
  output: z.object({
    ulids: z.array(z.string()).describe('ULIDs in upper case.'),
    count: z.int().describe('Number of all.'),
  }),
  examples: [{ input: { count: 2 } }, { input: { timeIso: '2026-01-01T00:00:00Z' } }],

  run({ count, timeIso, monotonic }, { now }) {
    const atMs = timeIso === undefined ? now() : Math.floor(Date.parse(timeIso))
    if (!(atMs >= 0 && atMs <= TIME_MAX))
      throw badInput('timeIso: must be a time of the years 1970 to 10889')
    const time = encodeTime(atMs, TIME_CHARACTERS)
    const draw = createUnseeded()
    const random = () =>
      Array.from({ length: RANDOM_CHARACTERS }, () => CROCKFORD[draw.below(32)]).join('')
    // The first digit leaves room to count up.
    let last = `${CROCKFORD[draw.below(16)]}${random().slice(1)}`
    const next = () => {
      const made = monotonic ? last : random()
      if (monotonic) last = incrementBase32(last)
      return `${time}${made}`
    }
    return { ulids: Array.from({ length: count }, next), count }
  },
})
