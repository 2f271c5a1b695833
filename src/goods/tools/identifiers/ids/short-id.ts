import { z } from 'zod'
import { badInput } from '../../../../base/core/fault.ts'
import { defineTool } from '../../../../base/core/tool.ts'
import { countField } from './_fields.ts'
import { createIds, type IdMaker } from './_short-ids.ts'

const LENGTH = { min: 6, max: 64 }
const ALPHABET_MAX = 128
const PREFIX_MAX = 63

const CUIDS_HERE = 100

export default defineTool({
  route: 'GET /api/short-id',
  name: 'Short ids',
  description:
    'Short random identifiers: nanoid of a chosen length and alphabet, cuid2, KSUID, MongoDB ObjectId or TypeID, with the risk of a collision.',
  asks: [
    'generate a short nanoid',
    'MongoDB ObjectId, KSUID or cuid2 identifier of chosen length',
    'short code for a link',
    'nanoid',
    'invite code',
  ],
  price: '$0.001',
  uses: {},
  // A cuid2 is a hash of its own; a thousand of them take a tenth of a second.
  place: ({ kind, count }) => (kind === 'cuid2' && count > CUIDS_HERE ? 'thread' : 'here'),
  input: z.object({
    kind: z
      .enum(['nanoid', 'cuid2', 'ksuid', 'objectid', 'typeid'])
      .default('nanoid')
      .describe('ksuid, objectid and typeid hold the time of the call; nanoid and cuid2 do not.'),
    length: z
      .int()
      .min(LENGTH.min)
      .max(LENGTH.max)
      .optional()
      .describe('Characters: of a nanoid 6 to 64 (default 21), of a cuid2 6 to 32 (default 24).'),
    alphabet: z
      .string()
      .max(ALPHABET_MAX)
      .regex(/^[!-~]*$/, { error: 'must hold visible ASCII characters only' })
      .refine((text) => text.length >= 2 && new Set(text).size === text.length, {
        error: 'must hold 2 characters or more, none of them twice',
      })
      .optional()
      .describe('Characters of a nanoid; by default letters, digits, - and _.'),
    prefix: z
      .string()
      .max(PREFIX_MAX)
      .regex(/^[A-Za-z0-9_.:-]*$/, { error: 'must hold letters, digits, _ . : and - only' })
      .optional()
      .describe('Text before each id; for a TypeID a-z and _, with an underscore after it.'),
    count: countField(),
  }),
  output: z.object({
    ids: z.array(z.string()).describe('The identifiers.'),
    collisionAt1PctAfter: z
      .string()
      .describe(
        'Number of ids at which two are the same with a likelihood of 1 % (made within one tick).',
      ),
    count: z.int().describe('Number of all.'),
  }),
  examples: [
    { input: { kind: 'nanoid', count: 2 } },
    { input: { kind: 'typeid', prefix: 'user' } },
    { input: { alphabet: '0123456789', length: 8 } },
  ],

  async run({ kind, length, alphabet, prefix = '', count }, { now }) {
    const maker = await createIds({ kind, length, alphabet, prefix, nowMs: now() })
    const ids = Array.from({ length: count }, maker.next)
    if (new Set(ids).size < count)
      throw badInput('length: must be larger for so many ids; two of them were the same')
    return { ids, collisionAt1PctAfter: onePercentAfter(maker), count }
  },
})

/** The birthday bound: n ids of N kinds collide with 1 - exp(-n² / 2N). */
function onePercentAfter({ bits }: IdMaker): string {
  const exponent = bits / 2 + Math.log2(Math.sqrt(-2 * Math.log(0.99)))
  const count = 2 ** exponent
  return count < 1e6 ? String(Math.max(2, Math.round(count))) : count.toExponential(1)
}
