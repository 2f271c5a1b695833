import { z } from 'zod'
import { defineTool } from '../../../core/tool.ts'
import { isoOf } from '../../../lib/chain-amounts.ts'
import { evmAddress, evmNetwork } from '../../../lib/chains/fields.ts'
import { goplus, type TokenApproval } from '../../../upstreams/goplus.ts'

const APPROVALS_MAX = 500

export default defineTool({
  route: 'GET /api/approval-risk',
  name: 'Approval risk',
  description: 'Token approvals that a wallet has given, unlimited ones and bad spenders marked.',
  asks: [
    'unlimited token approvals of a wallet',
    'token approvals that a wallet has given to bad spenders',
  ],
  price: '$0.004',
  uses: { goplus },
  input: z.object({
    address: evmAddress().describe('EVM address of the wallet.'),
    network: evmNetwork().describe('EVM network, by name or chain id.'),
  }),
  output: z.object({
    address: z.string().describe('The address in checksum form.'),
    approvals: z
      .array(
        z.object({
          token: z.string().describe('Contract of the token.'),
          symbol: z.string().nullable().describe('Symbol that the token claims.'),
          spender: z.string().describe('Account that may spend it.'),
          spenderName: z.string().nullable().describe('Name or tag of the spender, if known.'),
          allowance: z.string().describe('In units of the token, or unlimited.'),
          unlimited: z.boolean().describe('Whether all of it may be spent, at any time.'),
          malicious: z.boolean().describe('Whether the spender has been reported.'),
          lastIso: z.string().nullable().describe('Time of the last approval.'),
        }),
      )
      .describe('Bad spenders first, then unlimited ones, at most 500.'),
    count: z.int().describe('Number of all approvals.'),
    maliciousCount: z.int().describe('Approvals of reported spenders.'),
  }),
  examples: [
    {
      input: { address: '0x1111111111111111111111111111111111111111', network: 'base' },
      at: '2026-06-02T00:00:00Z',
      output: {
        address: '0x1111111111111111111111111111111111111111',
        approvals: [
          {
            token: '0x833589fcd6edb6e08f4c7c32d4f71b54bda02913',
            symbol: 'USDC',
            spender: '0x2222222222222222222222222222222222222222',
            spenderName: 'Drainer',
            allowance: 'unlimited',
            unlimited: true,
            malicious: true,
            lastIso: '2026-01-01T00:00:00.000Z',
          },
        ],
        count: 1,
        maliciousCount: 1,
        source: 'GoPlus',
        asOf: '2026-06-02T00:00:00.000Z',
        untrustedContent: true,
      },
    },
  ],

  async run({ address, network }, { goplus }) {
    const found = (await goplus.approvals(address, network.chainId)).flatMap(shown)
    const rank = (one: (typeof found)[number]) => (one.malicious ? 0 : one.unlimited ? 1 : 2)
    return {
      address,
      approvals: found.toSorted((one, other) => rank(one) - rank(other)).slice(0, APPROVALS_MAX),
      count: found.length,
      maliciousCount: found.filter(({ malicious }) => malicious).length,
    }
  },
})

const shown = ({
  token_address: token,
  token_symbol: symbol,
  approved_list: list,
}: TokenApproval) =>
  list.map(
    ({ approved_contract: spender, approved_amount: amount, approved_time, address_info }) => {
      const unlimited = /^unlimited$/i.test(amount)
      return {
        token,
        symbol: symbol || null,
        spender,
        spenderName: address_info?.tag || address_info?.contract_name || null,
        allowance: unlimited ? 'unlimited' : amount,
        unlimited,
        malicious:
          address_info?.doubt_list === 1 || (address_info?.malicious_behavior ?? []).length > 0,
        lastIso: isoOf(approved_time),
      }
    },
  )
