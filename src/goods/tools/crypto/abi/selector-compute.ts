import { z } from 'zod'
import { badInput } from '../../../../base/core/fault.ts'
import { defineTool } from '../../../../base/core/tool.ts'
import {
  abiOf,
  codec,
  abiItemOf,
  type AbiItem,
  type Codec,
  type AbiEvent,
  type AbiFunction,
} from '../../../../engines/onchain/calldata/codec.ts'
import { typeText } from '../../../../engines/onchain/calldata/values.ts'

const Item = z.object({
  signature: z.string().describe('Signature in its shortest form.'),
  kind: z.enum(['function', 'event', 'error']),
  selector: z.string().nullable().describe('First four bytes; null for an event.'),
  topic0: z.string().nullable().describe('The whole hash of an event; null for others.'),
})
type Item = z.output<typeof Item>

export default defineTool({
  route: 'POST /api/selector-compute',
  name: 'Compute selectors',
  description: 'Function selectors, event topics and the interface id of signatures or an ABI.',
  asks: [
    'selectors and event topics of every function in an abi',
    'do two functions of my abi collide, and what is its ERC-165 id',
    'four byte id of transfer(address,uint256)',
    'topic hash of an event',
  ],
  price: '$0.001',
  uses: {},
  place: 'thread',
  input: z.object({
    signatures: z
      .array(z.string().max(5_000))
      .min(1)
      .max(1_000)
      .optional()
      .describe(
        'Signatures such as transfer(address,uint256), event Paid(address) or error Poor(). Give this or abi.',
      ),
    abi: z.unknown().optional().describe('ABI as JSON.'),
  }),
  output: z.object({
    items: z.array(Item),
    interfaceId: z
      .string()
      .nullable()
      .describe('ERC-165 interface id: the selectors of all functions combined.'),
    clashes: z
      .array(z.object({ selector: z.string(), signatures: z.array(z.string()) }))
      .describe('Different functions or errors that share a selector.'),
    count: z.int(),
  }),
  examples: [
    {
      input: {
        signatures: ['transfer(address,uint256)', 'event Transfer(address,address,uint256)'],
      },
      output: {
        items: [
          {
            signature: 'transfer(address,uint256)',
            kind: 'function',
            selector: '0xa9059cbb',
            topic0: null,
          },
          {
            signature: 'Transfer(address,address,uint256)',
            kind: 'event',
            selector: null,
            topic0: '0xddf252ad1be2c89b69c2b068fc378daa952ba7f163c4a11628f55a4df523b3ef',
          },
        ],
        interfaceId: '0xa9059cbb',
        clashes: [],
        count: 2,
      },
    },
  ],

  async run({ signatures, abi }) {
    if ((signatures === undefined) === (abi === undefined))
      throw badInput('signatures: give either signatures or abi.')
    const read = signatures
      ? await Promise.all(signatures.map((text, at) => abiItemOf(`signatures.${at}`, text)))
      : await abiOf('abi', abi)
    const utils = await codec()
    const items = read.flatMap((item) => shownOf(item, utils))
    const functions = [
      ...new Set(
        items.filter(({ kind }) => kind === 'function').map(({ selector }) => selector ?? ''),
      ),
    ]
    const id = functions.reduce((sum, selector) => sum ^ Number(selector), 0) >>> 0
    const bySelector = Map.groupBy(
      items.filter(({ kind }) => kind !== 'event'),
      ({ selector, kind }) => `${kind} ${selector}`,
    )
    const clashes = [...bySelector.values()].flatMap((group) => {
      const names = [...new Set(group.map(({ signature }) => signature))]
      return names.length > 1 ? [{ selector: group[0]?.selector ?? '', signatures: names }] : []
    })
    return {
      items,
      interfaceId: functions.length > 0 ? `0x${id.toString(16).padStart(8, '0')}` : null,
      clashes,
      count: items.length,
    }
  },
})

function shownOf(item: AbiItem, { toEventSelector, toFunctionSelector }: Codec): readonly Item[] {
  if (item.type !== 'function' && item.type !== 'event' && item.type !== 'error') return []
  const { name, inputs, type: kind } = item as AbiFunction | AbiEvent
  const signature = `${name}(${inputs.map(typeText).join(',')})`
  if (item.type === 'event')
    return [{ signature, kind: 'event', selector: null, topic0: toEventSelector(item) }]
  const selector = toFunctionSelector(`function ${signature}`)
  return [{ signature, kind: kind, selector, topic0: null }]
}
