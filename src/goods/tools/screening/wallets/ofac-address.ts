import { z } from 'zod'
import { defineTool } from '../../../../base/core/tool.ts'
import { lists } from '../../../../capabilities/kept/lists.ts'
import { addressFormat } from '../../../../engines/onchain/address-format.ts'
import { anyAddress, NOTICE } from './_fields.ts'

export default defineTool({
  route: 'GET /api/ofac-address',
  name: 'OFAC address',
  description: 'Is a crypto address on the US OFAC sanctions list (SDN), and whose is it?',
  asks: [
    'check a bitcoin or ethereum wallet against the Treasury SDN list',
    'which sanctioned person owns this crypto address',
    'is a crypto address blocked by the US',
  ],
  price: '$0.002',
  uses: { lists },
  input: z.object({
    address: anyAddress().describe(
      'Address on any chain, 6 to 128 characters. One with a wrong checksum is looked up too.',
    ),
  }),
  output: z.object({
    address: z.string().describe('The address as it was given.'),
    listed: z.boolean().describe('Whether the list contains it, under any currency.'),
    format: z.string().describe('Detected format, such as evm, bitcoin, tron or unknown.'),
    checksumValid: z
      .boolean()
      .nullable()
      .describe('Null if the format has no checksum, or it is not checked.'),
    entries: z
      .array(
        z.object({
          name: z.string().describe('Main name of the entry.'),
          uid: z.string().describe('Number of the entry.'),
          program: z.string().describe('Sanctions programmes, comma-separated.'),
          bucket: z
            .string()
            .describe('Currency that it is listed under; its chain may be another.'),
        }),
      )
      .describe('Owners of the address, one row for each entry and currency.'),
    list: z
      .object({
        publishedDate: z.string().nullable().describe('Date of the list, YYYY-MM-DD.'),
        fetchedIso: z.string().describe('When OFAC last confirmed that there is no newer one.'),
        entries: z.int().describe('Number of parties on the list.'),
        addresses: z.int().describe('Number of addresses on the list.'),
      })
      .describe('The list that was read; it is never older than 48 hours.'),
    notice: z.string().describe('What the answer does not prove.'),
  }),
  examples: [
    {
      input: { address: '0x8589427373d6d84e98730d7795d8f6f8731fda16' },
      at: '2026-06-02T00:00:00Z',
      output: {
        address: '0x8589427373d6d84e98730d7795d8f6f8731fda16',
        listed: true,
        format: 'evm',
        checksumValid: null,
        entries: [
          {
            name: 'EXAMPLE Ivan Petrovich',
            uid: '90001',
            program: 'CYBER2, RUSSIA-EO14024',
            bucket: 'ETH',
          },
        ],
        list: {
          publishedDate: '2026-05-28',
          fetchedIso: '2026-06-02T00:00:00.000Z',
          entries: 3,
          addresses: 5,
        },
        notice: NOTICE,
        source: 'OFAC Specially Designated Nationals List',
        asOf: '2026-05-28T00:00:00.000Z',
      },
    },
    { input: { address: 'TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t' } },
  ],

  async run({ address }, { lists }) {
    const { hits, state } = await lists.address(address)
    const { publishedDate, fetchedIso, entries, addresses } = state
    return {
      address,
      listed: hits.length > 0,
      ...addressFormat(address),
      entries: hits.map(({ name, uid, programs, bucket }) => ({
        name,
        uid,
        program: programs.join(', '),
        bucket,
      })),
      list: { publishedDate, fetchedIso, entries, addresses },
      notice: NOTICE,
    }
  },
})
