import { z } from 'zod'
import { defineTool } from '../../../../base/core/tool.ts'
import { evmAddress, evmNetwork } from '../../../../engines/onchain/chains/fields.ts'
import { goplus } from '../../../../capabilities/upstreams/goplus.ts'

const flag = (what: string) =>
  z.boolean().nullable().describe(`${what}. Null if the provider does not say.`)

export default defineTool({
  route: 'GET /api/address-risk',
  name: 'Address risk',
  description: 'Phishing, theft, mixer and fraud flags of an EVM address, as GoPlus reports them.',
  asks: [
    'phishing and theft flags of an EVM address',
    'has an address flags for mixer, fraud or theft',
    'is the wallet of a thief',
    'stolen money',
    'mixer',
    'can I trust this address',
  ],
  price: '$0.003',
  uses: { goplus },
  input: z.object({
    address: evmAddress().describe('EVM address.'),
    network: evmNetwork('ethereum').describe('EVM network, by name or chain id.'),
  }),
  output: z.object({
    address: z.string().describe('The address in checksum form.'),
    flags: z
      .object({
        phishing: flag('Phishing'),
        stealing: flag('Theft'),
        mixer: flag('A mixer'),
        honeypotRelated: flag('Made or holds tokens that cannot be sold'),
        fakeToken: flag('A fake token'),
        sanctioned: flag('Sanctioned, by the provider; ofac-address reads the list itself'),
        darkweb: flag('Dark web'),
        cybercrime: flag('Other cybercrime'),
        moneyLaundering: flag('Money laundering'),
      })
      .describe('Reports about the address.'),
    risky: z.boolean().describe('Whether any flag is set. False is no proof of innocence.'),
    maliciousContracts: z.int().nullable().describe('Malicious contracts that it made.'),
    dataSource: z.string().nullable().describe('Source of the reports.'),
  }),
  examples: [
    {
      input: { address: '0x1111111111111111111111111111111111111111' },
      at: '2026-06-02T00:00:00Z',
      output: {
        address: '0x1111111111111111111111111111111111111111',
        flags: {
          phishing: true,
          stealing: false,
          mixer: false,
          honeypotRelated: false,
          fakeToken: false,
          sanctioned: false,
          darkweb: false,
          cybercrime: false,
          moneyLaundering: false,
        },
        risky: true,
        maliciousContracts: 3,
        dataSource: 'SlowMist',
        source: 'GoPlus',
        asOf: '2026-06-02T00:00:00.000Z',
        untrustedContent: true,
      },
    },
  ],

  async run({ address, network }, { goplus }) {
    const said = await goplus.address(address, network.chainId)
    const flags = {
      phishing: said.phishing_activities,
      stealing: said.stealing_attack,
      mixer: said.mixer,
      honeypotRelated: said.honeypot_related_address,
      fakeToken: said.fake_token,
      sanctioned: said.sanctioned,
      darkweb: said.darkweb_transactions,
      cybercrime: said.cybercrime,
      moneyLaundering: said.money_laundering,
    }
    const maliciousContracts = said.number_of_malicious_contracts_created ?? null
    return {
      address,
      flags,
      risky: Object.values(flags).includes(true) || (maliciousContracts ?? 0) > 0,
      maliciousContracts,
      dataSource: said.data_source || null,
    }
  },
})
