import { z } from 'zod'
import { defineTool } from '../../../../base/core/tool.ts'
import { readAddress } from './_addresses.ts'

export default defineTool({
  route: 'POST /api/address-validate',
  name: 'Address check',
  description:
    'Which blockchain an address belongs to (EVM, Bitcoin, Solana, Algorand, Stellar, Tron, Litecoin, XRP, Cosmos and others), and whether its checksum holds.',
  asks: [
    'does the checksum of this blockchain address hold',
    'is this a Solana, Tron or Bitcoin address',
    'is this a real crypto address',
    'which coin does an address belong to',
  ],
  price: '$0.001',
  uses: {},
  input: z.object({
    address: z.string().min(1).max(200).describe('The address, up to 200 characters.'),
  }),
  output: z.object({
    valid: z
      .boolean()
      .describe('Whether form and checksum are valid on a chain; not whether it is in use.'),
    chains: z
      .array(
        z.object({
          family: z.string().describe('Family of chains, such as evm, bitcoin or solana.'),
          kind: z.string().describe('What kind of address, such as p2wpkh.'),
          network: z
            .string()
            .describe('mainnet, testnet or regtest; any if the form does not say.'),
        }),
      )
      .describe('Every family whose form and checksum it has.'),
    normalized: z.string().describe('The address in its recommended form.'),
    checksumValid: z
      .boolean()
      .nullable()
      .describe('Whether its checksum is valid; null if it has none.'),
    testnet: z.boolean().describe('Whether it is of a test network, if the form says so.'),
    contractLike: z
      .boolean()
      .describe('Whether scripts or contracts have this form; always false for EVM.'),
    problems: z.array(z.string()),
  }),
  examples: [
    {
      input: { address: 'bc1qar0srrr7xfkvy5l643lydnw9re59gtzzwf5mdq' },
      output: {
        valid: true,
        chains: [{ family: 'bitcoin', kind: 'p2wpkh', network: 'mainnet' }],
        normalized: 'bc1qar0srrr7xfkvy5l643lydnw9re59gtzzwf5mdq',
        checksumValid: true,
        testnet: false,
        contractLike: false,
        problems: [],
      },
    },
    {
      input: { address: '0x833589fcd6edb6e08f4c7c32d4f71b54bda02913' },
      output: {
        valid: true,
        chains: [{ family: 'evm', kind: 'account or contract', network: 'any' }],
        normalized: '0x833589fCD6eDb6E08f4c7C32D4f71b54bdA02913',
        checksumValid: null,
        testnet: false,
        contractLike: false,
        problems: ['it has no checksum, so a mistyped digit cannot be found'],
      },
    },
  ],

  run: ({ address }) => readAddress(address.trim()),
})
