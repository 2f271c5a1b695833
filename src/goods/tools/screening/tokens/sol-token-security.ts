import { z } from 'zod'
import { nullIfTheirs } from '../../../../base/core/failover.ts'
import { defineTool } from '../../../../base/core/tool.ts'
import { solanaAddress } from '../../../../engines/onchain/chain-amounts.ts'
import { holdersOf, mintOf, topPct } from '../../../../engines/onchain/solana-mint.ts'
import { jupiter } from '../../../../capabilities/upstreams/jupiter.ts'
import { solana } from '../../../../capabilities/upstreams/solana.ts'
import { dangersOf, type Danger } from './_sol-dangers.ts'

const CONCENTRATED_PCT = 50

export default defineTool({
  route: 'GET /api/sol-token-security',
  name: 'Solana token security',
  description:
    'Dangers of a Solana token (rug pull): who can freeze or seize it, Token-2022 extensions such as transfer fees, concentration.',
  asks: [
    'dangers of a Solana token before I buy it: freeze, seizure, rug pull',
    'Token-2022 extensions of a Solana token that are dangerous',
    'can I be cheated with this Solana coin',
    'freeze authority',
    'rug pull',
  ],
  price: '$0.003',
  uses: { solana, jupiter },
  input: z.object({ mint: solanaAddress().describe('Mint of the token.') }),
  output: z.object({
    mint: z.string().describe('The mint.'),
    findings: z
      .array(
        z.object({
          code: z.string().describe('Kind of finding, such as freeze-authority.'),
          severity: z.enum(['high', 'medium', 'low']).describe('How much harm it can do.'),
          evidence: z.string().describe('State of the account that shows it.'),
        }),
      )
      .describe('Most severe first. An empty list is no proof that the token is safe.'),
    mintAuthority: z.string().nullable().describe('Who can make more; null where nobody can.'),
    freezeAuthority: z.string().nullable().describe('Who can freeze accounts; null: nobody.'),
    extensions: z.array(z.string()).describe('Token-2022 extensions of the mint.'),
    top10Pct: z
      .number()
      .nullable()
      .describe('Share of the ten largest accounts, pools among them; null where unknown.'),
    holderCount: z.int().nullable().describe('Number of holders, by Jupiter.'),
    verified: z.boolean().nullable().describe('Whether Jupiter has verified it; null if unknown.'),
    risks: z.array(z.string()).describe('Findings in words.'),
    slot: z.int().describe('Slot at which the mint was read.'),
  }),
  examples: [
    {
      input: { mint: 'EPjFWdd5AufqSSqeM2qN1xzybapC8G4wEGGkZwyTDt1v' },
      at: '2026-06-02T00:00:00Z',
      output: {
        mint: 'EPjFWdd5AufqSSqeM2qN1xzybapC8G4wEGGkZwyTDt1v',
        findings: [
          {
            code: 'freeze-authority',
            severity: 'medium',
            evidence: '7dGbd2QZcCKcTndnHcTL8q7SMVXAkp688NTQYwrRCrar',
          },
          {
            code: 'mint-authority',
            severity: 'medium',
            evidence: 'BJE5MMbqXjVwjAF7oxwPYXnTXDyspzZyt4vwenNw5ruG',
          },
        ],
        mintAuthority: 'BJE5MMbqXjVwjAF7oxwPYXnTXDyspzZyt4vwenNw5ruG',
        freezeAuthority: '7dGbd2QZcCKcTndnHcTL8q7SMVXAkp688NTQYwrRCrar',
        extensions: [],
        top10Pct: 9.99,
        holderCount: 3_500_000,
        verified: true,
        risks: [
          'Somebody can freeze the account of any holder.',
          'Somebody can make more of it at any time.',
        ],
        slot: 340_000_100,
        source: 'Solana node, Jupiter',
        asOf: '2026-06-02T00:00:00.000Z',
        untrustedContent: true,
      },
    },
  ],

  async run({ mint }, { solana, jupiter }) {
    const [account, market, largest] = await Promise.all([
      solana.account(mint),
      jupiter.token(mint).catch(nullIfTheirs),
      solana.largest(mint).catch(nullIfTheirs),
    ])
    const token = mintOf(account)
    const top = largest && topPct(holdersOf(largest.value, token.supply), token.supply)
    const dangers = [...dangersOf(token), ...concentration(top), ...standing(market)]
    const worst = dangers.toSorted(
      (one, other) => SEVERITIES.indexOf(one.severity) - SEVERITIES.indexOf(other.severity),
    )
    return {
      mint,
      findings: worst.map(({ code, severity, evidence }) => ({ code, severity, evidence })),
      mintAuthority: token.mintAuthority,
      freezeAuthority: token.freezeAuthority,
      extensions: token.extensions.map(({ extension }) => extension),
      top10Pct: top,
      holderCount: market?.holderCount ?? null,
      verified: market?.isVerified ?? null,
      risks: worst.map(({ says }) => says),
      slot: token.slot,
    }
  },
})

const SEVERITIES = ['high', 'medium', 'low'] as const

function concentration(top: number | null): readonly Danger[] {
  if (top === null || top < CONCENTRATED_PCT) return []
  const says = 'A few accounts hold most of it; these may include pools and exchanges.'
  return [{ code: 'concentrated', severity: 'medium', evidence: `${top} %`, says }]
}

function standing(
  market: { audit?: { isSus?: boolean | null | undefined } | null | undefined } | null,
) {
  if (!market?.audit?.isSus) return []
  const says = 'Jupiter marks it as suspicious.'
  return [{ code: 'called-suspicious', severity: 'high', evidence: 'Jupiter', says } as const]
}
