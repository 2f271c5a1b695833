import { z } from 'zod'
import { defineTool } from '../../../../base/core/tool.ts'
import { known } from '../../../../engines/onchain/calldata/codec.ts'
import { typeText } from '../../../../engines/onchain/calldata/values.ts'
import { sourcifySignatures } from '../../../../capabilities/upstreams/sourcify-signatures.ts'

export default defineTool({
  route: 'GET /api/selector-lookup',
  name: 'Look up a selector',
  description: 'Known signatures behind a four-byte function selector or an event topic.',
  asks: [
    'look up the signatures behind a four-byte selector',
    '4byte directory for this event topic hash',
    'which function is 0xa9059cbb',
    'unknown selector',
  ],
  price: '$0.001',
  uses: { sourcifySignatures },
  input: z.object({
    selector: z
      .string()
      .trim()
      .regex(/^0x([0-9a-fA-F]{8}|[0-9a-fA-F]{64})$/, {
        error: 'must be 0x and 8 hex digits of a function, or 64 of an event',
      })
      .overwrite((text) => text.toLowerCase())
      .describe('Four bytes of a function or error, or the 32 bytes of an event topic.'),
  }),
  output: z.object({
    selector: z.string(),
    kind: z
      .enum(['function', 'event'])
      .describe('Kind of the selector. Errors are looked up as functions.'),
    signatures: z
      .array(z.string())
      .describe(
        'All signatures that share it, best first. Four bytes are few, so more than one may be meant.',
      ),
    count: z.int(),
  }),
  examples: [
    {
      input: { selector: '0xa9059cbb' },
    },
  ],

  async run({ selector }, { sourcifySignatures }) {
    const kind = selector.length === 10 ? 'function' : 'event'
    const found = await sourcifySignatures.lookup(kind, selector)
    const { functions, events, errors } = await known()
    const own = kind === 'event' ? events.get(selector) : functions.get(selector)
    const items = [...(own ?? []), ...(errors.get(selector) ?? [])] as readonly Item[]
    const named = items.map(({ name, inputs }) => `${name}(${inputs.map(typeText).join(',')})`)
    const signatures = [...new Set([...named, ...found])]
    return { selector, kind, signatures, count: signatures.length } as const
  },
})

interface Item {
  readonly name: string
  readonly inputs: readonly Parameters<typeof typeText>[0][]
}
