import { randomBytes, randomInt } from 'node:crypto'
import { v1, v4, v6, v7 } from 'uuid'
import { z } from 'zod'
import { defineTool } from '../../../../base/core/tool.ts'
import { countField } from './_fields.ts'

const Version = z.enum(['1', '4', '6', '7'])
type Version = z.output<typeof Version>

export default defineTool({
  route: 'GET /api/uuid',
  name: 'UUID generate',
  description:
    'Fresh UUIDs (GUIDs): random version 4, or versions 1, 6 and 7, which hold the time; 6 and 7 sort by it.',
  asks: [
    'generate a random UUID or GUID',
    'I need ten fresh version 7 UUIDs that sort by time',
    'unique identifier for a row',
    'GUID',
  ],
  price: '$0.001',
  uses: {},
  input: z.object({
    version: Version.default('4').describe(
      '4: random. 7: time in milliseconds, then random; sorts. 6 and 1: time in 100 ns, random node.',
    ),
    count: countField(),
  }),
  output: z.object({
    uuids: z
      .array(z.string())
      .describe('UUIDs in lower case; for versions 7 and 6 each is above the previous one.'),
    version: z.int().describe('The version asked for.'),
    count: z.int().describe('Number of all.'),
  }),
  examples: [{ input: { version: '7', count: 3 } }, { input: {} }],

  run({ version, count }, { now }) {
    const next = createMaker(version, now())
    return {
      uuids: Array.from({ length: count }, (_, at) => next(at)),
      version: Number(version),
      count,
    }
  },
})

/** If several hold the time, each is one step above the previous one. */
function createMaker(version: Version, msecs: number): (at: number) => string {
  const clockseq = randomInt(0x4000)
  const node = randomBytes(6)
  // The bit of a multicast address says that this is no network card.
  node[0] = (node[0] ?? 0) | 1
  // Half of the range stays free, so that counting up cannot overflow.
  const firstSeq = randomInt(0x7fffffff)
  const gregorian = (at: number) => ({ msecs, nsecs: at, clockseq, node })
  return {
    1: (at: number) => v1(gregorian(at)),
    4: () => v4(),
    6: (at: number) => v6(gregorian(at)),
    7: (at: number) => v7({ msecs, seq: firstSeq + at, random: randomBytes(16) }),
  }[version]
}
