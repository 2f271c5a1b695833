import { z } from 'zod'

/** A whole number of 64 bits: text if a double cannot hold it. */
const Whole = z
  .union([z.int().min(0), z.string().regex(/^\d+$/)])
  .transform((value) => BigInt(value))

const Context = z.object({ slot: z.int() })

/** Three system variables are lists: recent block hashes, slot hashes and the history of stake. */
const ParsedInfo = z.union([z.record(z.string(), z.unknown()), z.array(z.unknown())])

const ParsedData = z.object({
  program: z.string(),
  parsed: z.object({ type: z.string(), info: ParsedInfo }),
})

export const Account = z.object({
  context: Context,
  value: z
    .object({
      lamports: Whole,
      owner: z.string(),
      executable: z.boolean(),
      /** Parsed if the node knows the program; otherwise base64. */
      data: z.union([ParsedData, z.tuple([z.string(), z.string()])]),
    })
    .nullable(),
})

const TokenAmount = z.object({ amount: z.string().regex(/^\d+$/), decimals: z.int().min(0) })

export const TokenAccounts = z.object({
  context: Context,
  value: z.array(
    z.object({
      pubkey: z.string(),
      account: z.object({
        data: z.object({
          parsed: z.object({
            info: z.object({ mint: z.string(), tokenAmount: TokenAmount, state: z.string() }),
          }),
        }),
      }),
    }),
  ),
})

export const Signatures = z.array(
  z.object({
    signature: z.string(),
    slot: z.int(),
    err: z.unknown(),
    blockTime: z.int().nullish(),
  }),
)

export const PriorityFees = z.array(z.object({ slot: z.int(), prioritizationFee: Whole }))

export const Slot = z.int().min(0)

export const Supply = z.object({ context: Context, value: TokenAmount })

export const LargestAccounts = z.object({
  context: Context,
  value: z.array(TokenAmount.extend({ address: z.string() })),
})

const Instruction = z.object({
  programId: z.string(),
  program: z.string().optional(),
  parsed: z.unknown().optional(),
  data: z.string().optional(),
})

const Balance = z.object({
  accountIndex: z.int(),
  mint: z.string(),
  owner: z.string().optional(),
  uiTokenAmount: TokenAmount,
})

export const SolanaTransaction = z.object({
  slot: z.int(),
  blockTime: z.int().nullish(),
  meta: z.object({
    err: z.unknown(),
    fee: Whole,
    preBalances: z.array(Whole),
    postBalances: z.array(Whole),
    preTokenBalances: z.array(Balance).nullish(),
    postTokenBalances: z.array(Balance).nullish(),
    innerInstructions: z
      .array(z.object({ index: z.int(), instructions: z.array(Instruction) }))
      .nullish(),
    logMessages: z.array(z.string()).nullish(),
  }),
  transaction: z.object({
    message: z.object({
      accountKeys: z.array(z.object({ pubkey: z.string(), signer: z.boolean() })),
      instructions: z.array(Instruction),
    }),
  }),
})

export type SolanaTransaction = z.output<typeof SolanaTransaction>
