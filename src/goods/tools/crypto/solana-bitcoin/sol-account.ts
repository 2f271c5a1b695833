import { z } from 'zod'
import { defineTool } from '../../../../base/core/tool.ts'
import { askSources, crossCheckField, crossCheckResult } from '../../../../base/lib/cross-check.ts'
import { about, exactly } from '../../../../base/lib/figures.ts'
import { solana, type SolanaReads } from '../../../../capabilities/upstreams/solana.ts'
import { isoOf, SOL_DECIMALS, solanaAddress } from '../../../../engines/onchain/chain-amounts.ts'
import { unitsOf } from '../../../../engines/onchain/token-units.ts'

const TOKEN_PROGRAMS = [
  'TokenkegQfeZyiNwAJbNbGKPFXCWuBvf9Ss623VQ5DA',
  'TokenzQdBNbLqP5VEhdkAS6EPFLC1PHnBqCXEpPxuEb',
] as const
const TOKENS_MAX = 500

export default defineTool({
  route: 'GET /api/sol-account',
  name: 'Solana account',
  description: 'Solana account: SOL balance, tokens, owning program and recent signatures.',
  asks: [
    'SOL balance of a Solana account',
    'recent signatures and tokens of a Solana account',
    'what is in this Solana wallet',
    'SOL balance',
  ],
  price: '$0.002',
  uses: { solana },
  input: z.object({
    address: solanaAddress().describe('Address of a wallet, a program or another account.'),
    tokens: z.boolean().default(true).describe('Whether to list the tokens that it owns.'),
    transactions: z
      .int()
      .min(0)
      .max(50)
      .default(0)
      .describe('Most recent signatures to list, 0 to 50.'),
    crossCheck: crossCheckField('the Solana nodes of this instance'),
  }),
  output: z.object({
    address: z.string().describe('The address.'),
    exists: z
      .boolean()
      .describe('False if nothing was ever sent to it, or everything was taken out.'),
    solBalance: z.string().describe('Balance in SOL.'),
    lamports: z.string().describe('Balance in lamports.'),
    tokens: z
      .array(
        z.object({
          mint: z.string().describe('Token.'),
          amount: z.string().describe('Amount in units.'),
          amountBase: z.string().describe('Amount in units.'),
          decimals: z.int().describe('Decimals of the token.'),
          frozen: z.boolean().describe('Whether an account that holds it is frozen.'),
        }),
      )
      .describe('Tokens that it owns, of both token programs, at most 500. Anyone can send some.'),
    tokenCount: z.int().describe('All tokens that it owns.'),
    owner: z.string().nullable().describe('Program that owns the account.'),
    executable: z.boolean().describe('Whether it is a program.'),
    signatures: z
      .array(
        z.object({
          signature: z.string().describe('Signature of the transaction.'),
          slot: z.int().describe('Slot.'),
          timeIso: z.string().nullable().describe('Time of its block.'),
          failed: z.boolean().describe('Whether it failed.'),
        }),
      )
      .describe('Newest first.'),
    slot: z.int().describe('Slot of the oldest part of this answer.'),
    crossCheck: crossCheckResult(),
  }),
  examples: [
    {
      input: { address: 'vines1vzrYbzLMRdu58ou5XTby4qAqVRLmqo36NKPTg', transactions: 1 },
      at: '2026-06-02T00:00:00Z',
      output: {
        address: 'vines1vzrYbzLMRdu58ou5XTby4qAqVRLmqo36NKPTg',
        exists: true,
        solBalance: '9123456789.012345678',
        lamports: '9123456789012345678',
        tokens: [
          {
            mint: 'EPjFWdd5AufqSSqeM2qN1xzybapC8G4wEGGkZwyTDt1v',
            amount: '12.5',
            amountBase: '12500000',
            decimals: 6,
            frozen: false,
          },
        ],
        tokenCount: 1,
        owner: '11111111111111111111111111111111',
        executable: false,
        signatures: [
          {
            signature:
              '5h6xBEauJ3PK6SWCZ1PGjBvj8vDdWG3KpwATGy1ARAXFSDwt8GFXM7W5Ncn16wmqokgpiKRLuS83KUxyZyv2sUYv',
            slot: 340_000_000,
            timeIso: '2026-05-31T23:59:00.000Z',
            failed: false,
          },
        ],
        slot: 340_000_100,
        source: 'Solana node',
        asOf: '2026-06-02T00:00:00.000Z',
        untrustedContent: true,
      },
    },
    { input: { address: 'EPjFWdd5AufqSSqeM2qN1xzybapC8G4wEGGkZwyTDt1v', tokens: false } },
  ],

  async run({ address, tokens: withTokens, transactions, crossCheck }, { solana }) {
    const programs = withTokens ? TOKEN_PROGRAMS : []
    const { answer, checked } = await askSources(
      crossCheck ? solana.nodes : [{ title: 'Solana node', provider: solana }],
      (node) => accountAt(node, { address, programs, transactions }),
      crossCheck && { figures: figuresOf },
    )
    const { value, signatures, held, lamports, slot } = answer
    return {
      address,
      exists: value !== null,
      solBalance: unitsOf(lamports, SOL_DECIMALS),
      lamports: String(lamports),
      tokens: held.slice(0, TOKENS_MAX).map(([mint, { base, decimals, frozen }]) => ({
        mint,
        amount: unitsOf(base, decimals),
        amountBase: String(base),
        decimals,
        frozen,
      })),
      tokenCount: held.length,
      owner: value?.owner ?? null,
      executable: value?.executable ?? false,
      signatures: signatures.map(({ signature, slot, err, blockTime }) => ({
        signature,
        slot,
        timeIso: isoOf(blockTime),
        failed: err !== null && err !== undefined,
      })),
      slot,
      ...checked,
    }
  },
})

interface Asked {
  readonly address: string
  readonly programs: readonly string[]
  readonly transactions: number
}

async function accountAt(node: SolanaReads, { address, programs, transactions }: Asked) {
  const [{ value, context }, signatures, ...owned] = await Promise.all([
    node.account(address),
    transactions === 0 ? [] : node.signatures(address, transactions),
    ...programs.map(async (one) => node.tokenAccounts(address, one)),
  ])
  const tokens = new Map<string, { base: bigint; decimals: number; frozen: boolean }>()
  for (const { account } of owned.flatMap((one) => one.value)) {
    const { mint, tokenAmount, state } = account.data.parsed.info
    const known = tokens.get(mint)
    tokens.set(mint, {
      base: (known?.base ?? 0n) + BigInt(tokenAmount.amount),
      decimals: tokenAmount.decimals,
      frozen: (known?.frozen ?? false) || state === 'frozen',
    })
  }
  const held = [...tokens].filter(([, { base }]) => base > 0n)
  const slot = Math.min(context.slot, ...owned.map((one) => one.context.slot))
  return { value, signatures, held, lamports: value?.lamports ?? 0n, slot }
}

/** About a minute. */
const SLOTS_APART = 150

/** Nodes answer of different slots, between which balances may change. */
const figuresOf = ({ lamports, value, held, slot }: Awaited<ReturnType<typeof accountAt>>) => ({
  lamports: exactly(String(lamports)),
  owner: exactly(value?.owner ?? null),
  tokenCount: exactly(held.length),
  ...Object.fromEntries(
    held.map(([mint, { base }]) => [`tokens.${mint}.amountBase`, exactly(String(base))]),
  ),
  slot: about(slot, SLOTS_APART),
})
