import { z } from 'zod'
import { notFound } from '../../../../base/core/fault.ts'
import { defineTool } from '../../../../base/core/tool.ts'
import { solana, type SolanaTransaction } from '../../../../capabilities/upstreams/solana.ts'
import { isoOf, SOL_DECIMALS } from '../../../../engines/onchain/chain-amounts.ts'
import { unitsOf } from '../../../../engines/onchain/token-units.ts'

const INSTRUCTIONS_MAX = 200
const LOGS_MAX = 50
const INFO_LENGTH_MAX = 4_000

export default defineTool({
  route: 'GET /api/sol-transaction',
  name: 'Solana transaction',
  description:
    'Solana transaction by its signature: parsed instructions, fee, error, and what balances changed.',
  asks: [
    'what happened in a Solana transaction',
    'instructions, fee and error of a Solana transaction signature',
    'did my Solana payment go through',
    'what happened in a SOL transaction',
  ],
  price: '$0.002',
  uses: { solana },
  input: z.object({
    signature: z
      .string()
      .trim()
      .regex(/^[1-9A-HJ-NP-Za-km-z]{64,88}$/, { error: 'must be a signature in base58' })
      .describe('Signature of the transaction, in base58.'),
  }),
  output: z.object({
    signature: z.string().describe('The signature.'),
    status: z
      .enum(['success', 'failed'])
      .describe('How it ended. Failed transactions pay their fee too.'),
    slot: z.int().describe('Slot of its block.'),
    timeIso: z.string().nullable().describe('Time of its block.'),
    feeSol: z.string().describe('Fee in SOL.'),
    feeLamports: z.string().describe('Fee in lamports.'),
    signers: z.array(z.string()).describe('Who signed; the first one pays the fee.'),
    instructions: z
      .array(
        z.object({
          program: z.string().describe('Name of the program where the node knows it, else its id.'),
          programId: z.string().describe('Program.'),
          type: z.string().nullable().describe('What it does, where the node knows the program.'),
          info: z.unknown().describe('Its fields where the node knows the program, else null.'),
          inner: z.boolean().describe('Whether another instruction called it.'),
        }),
      )
      .describe('In their order, inner ones after the one that called them, at most 200.'),
    tokenChanges: z
      .array(
        z.object({
          mint: z.string().describe('Token.'),
          owner: z.string().nullable().describe('Wallet that owns the account.'),
          change: z.string().describe('Change in units; negative for a loss.'),
          changeBase: z.string().describe('In base units.'),
          decimals: z.int().describe('Decimals of the token.'),
        }),
      )
      .describe('What token accounts gained and lost.'),
    solChanges: z
      .array(
        z.object({
          address: z.string().describe('Account.'),
          changeSol: z.string().describe('Change in SOL, fee included; negative for a loss.'),
          changeLamports: z.string().describe('In lamports.'),
        }),
      )
      .describe('What accounts gained and lost.'),
    error: z.unknown().describe('What failed, as the chain says it; null where nothing did.'),
    logs: z.array(z.string()).describe('Last 50 lines that the programs logged, if it failed.'),
  }),
  examples: [
    {
      input: {
        signature:
          '5h6xBEauJ3PK6SWCZ1PGjBvj8vDdWG3KpwATGy1ARAXFSDwt8GFXM7W5Ncn16wmqokgpiKRLuS83KUxyZyv2sUYv',
      },
      at: '2026-06-02T00:00:00Z',
      output: {
        signature:
          '5h6xBEauJ3PK6SWCZ1PGjBvj8vDdWG3KpwATGy1ARAXFSDwt8GFXM7W5Ncn16wmqokgpiKRLuS83KUxyZyv2sUYv',
        status: 'success',
        slot: 340_000_000,
        timeIso: '2026-05-31T23:59:00.000Z',
        feeSol: '0.000005',
        feeLamports: '5000',
        signers: ['vines1vzrYbzLMRdu58ou5XTby4qAqVRLmqo36NKPTg'],
        instructions: [
          {
            program: 'spl-token',
            programId: 'TokenkegQfeZyiNwAJbNbGKPFXCWuBvf9Ss623VQ5DA',
            type: 'transferChecked',
            info: { tokenAmount: { amount: '2500000', decimals: 6 } },
            inner: false,
          },
          {
            program: 'MemoSq4gqABAXKb96qnH8TysNcWxMyWCqXgDLGmfcHr',
            programId: 'MemoSq4gqABAXKb96qnH8TysNcWxMyWCqXgDLGmfcHr',
            type: null,
            info: null,
            inner: false,
          },
        ],
        tokenChanges: [
          {
            mint: 'EPjFWdd5AufqSSqeM2qN1xzybapC8G4wEGGkZwyTDt1v',
            owner: 'vines1vzrYbzLMRdu58ou5XTby4qAqVRLmqo36NKPTg',
            change: '-2.5',
            changeBase: '-2500000',
            decimals: 6,
          },
          {
            mint: 'EPjFWdd5AufqSSqeM2qN1xzybapC8G4wEGGkZwyTDt1v',
            owner: '9WzDXwBbmkg8ZTbNMqUxvQRAyrZzDsGYdLVL9zYtAWWM',
            change: '2.5',
            changeBase: '2500000',
            decimals: 6,
          },
        ],
        solChanges: [
          {
            address: 'vines1vzrYbzLMRdu58ou5XTby4qAqVRLmqo36NKPTg',
            changeSol: '-0.000005',
            changeLamports: '-5000',
          },
        ],
        error: null,
        logs: [],
        source: 'Solana node',
        asOf: '2026-06-02T00:00:00.000Z',
        untrustedContent: true,
      },
    },
  ],

  async run({ signature }, { solana }) {
    const found = await solana.transaction(signature)
    if (!found)
      throw notFound(
        'signature: no such transaction is known. It may not be confirmed yet, or it is older than the history of the node.',
      )
    const { meta, transaction, slot, blockTime } = found
    const error = meta.err ?? null
    return {
      signature,
      status: error === null ? 'success' : 'failed',
      slot,
      timeIso: isoOf(blockTime),
      feeSol: unitsOf(meta.fee, SOL_DECIMALS),
      feeLamports: String(meta.fee),
      signers: transaction.message.accountKeys
        .filter(({ signer }) => signer)
        .map(({ pubkey }) => pubkey),
      instructions: instructionsOf(found).slice(0, INSTRUCTIONS_MAX),
      tokenChanges: tokenChangesOf(found),
      solChanges: solChangesOf(found),
      error,
      logs: error === null ? [] : (meta.logMessages ?? []).slice(-LOGS_MAX),
    }
  },
})

type Instruction = SolanaTransaction['transaction']['message']['instructions'][number]

const Parsed = z.object({ type: z.string(), info: z.unknown() })

function instructionRow({ program, programId, parsed }: Instruction, inner: boolean) {
  const known = Parsed.safeParse(parsed).data
  const isLong = JSON.stringify(known?.info ?? null).length > INFO_LENGTH_MAX
  return {
    program: program ?? programId,
    programId,
    type: known?.type ?? null,
    info: isLong ? null : (known?.info ?? (typeof parsed === 'string' ? parsed : null)),
    inner,
  }
}

const instructionsOf = ({ meta, transaction }: SolanaTransaction) =>
  transaction.message.instructions.flatMap((instruction, at) => {
    const inner = (meta.innerInstructions ?? []).filter(({ index }) => index === at)
    return [
      instructionRow(instruction, false),
      ...inner.flatMap(({ instructions }) => instructions.map((one) => instructionRow(one, true))),
    ]
  })

/** An account may be created or closed by the transaction. */
function tokenChangesOf({ meta }: SolanaTransaction) {
  const [before, after] = [meta.preTokenBalances ?? [], meta.postTokenBalances ?? []]
  const accounts = new Map([...before, ...after].map((one) => [one.accountIndex, one]))
  const amountIn = (balances: typeof before, index: number): bigint =>
    BigInt(balances.find((one) => one.accountIndex === index)?.uiTokenAmount.amount ?? 0)
  return [...accounts.values()].flatMap(({ accountIndex, mint, owner = null, uiTokenAmount }) => {
    const change = amountIn(after, accountIndex) - amountIn(before, accountIndex)
    const { decimals } = uiTokenAmount
    if (change === 0n) return []
    return [
      { mint, owner, change: unitsOf(change, decimals), changeBase: String(change), decimals },
    ]
  })
}

const solChangesOf = ({ meta, transaction }: SolanaTransaction) =>
  transaction.message.accountKeys.flatMap(({ pubkey }, at) => {
    const change = (meta.postBalances[at] ?? 0n) - (meta.preBalances[at] ?? 0n)
    if (change === 0n) return []
    return [
      { address: pubkey, changeSol: unitsOf(change, SOL_DECIMALS), changeLamports: String(change) },
    ]
  })
