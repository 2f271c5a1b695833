import { base58 } from '@scure/base'
import { standIn } from './define.ts'

/** Shapes after solana.com/docs/rpc/http; numbers of 64 bits stand unquoted, as nodes send them. */
const WALLET = 'vines1vzrYbzLMRdu58ou5XTby4qAqVRLmqo36NKPTg'
const OTHER = '9WzDXwBbmkg8ZTbNMqUxvQRAyrZzDsGYdLVL9zYtAWWM'
const USDC = 'EPjFWdd5AufqSSqeM2qN1xzybapC8G4wEGGkZwyTDt1v'
/** Of Token-2022, with everything that can go wrong. */
export const DANGEROUS = 'DangerousMint111111111111111111111111111111'
const TOKEN = 'TokenkegQfeZyiNwAJbNbGKPFXCWuBvf9Ss623VQ5DA'
const TOKEN_2022 = 'TokenzQdBNbLqP5VEhdkAS6EPFLC1PHnBqCXEpPxuEb'
const SIGNATURE =
  '5h6xBEauJ3PK6SWCZ1PGjBvj8vDdWG3KpwATGy1ARAXFSDwt8GFXM7W5Ncn16wmqokgpiKRLuS83KUxyZyv2sUYv'

const context = { apiVersion: '2.1.0', slot: 340_000_100 }

const account = (data: unknown, owner: string, lamports: unknown = 1_000_000) => ({
  data,
  executable: false,
  lamports,
  owner,
  rentEpoch: '@18446744073709551615@',
  space: 82,
})

const mint = (info: object, program = 'spl-token') => ({
  parsed: { info: { isInitialized: true, ...info }, type: 'mint' },
  program,
  space: 82,
})

const ACCOUNTS: Readonly<Record<string, unknown>> = {
  [WALLET]: account(['', 'base64'], '11111111111111111111111111111111', '@9123456789012345678@'),
  [USDC]: account(
    mint({
      decimals: 6,
      supply: '9000000000123456',
      mintAuthority: 'BJE5MMbqXjVwjAF7oxwPYXnTXDyspzZyt4vwenNw5ruG',
      freezeAuthority: '7dGbd2QZcCKcTndnHcTL8q7SMVXAkp688NTQYwrRCrar',
    }),
    TOKEN,
  ),
  [DANGEROUS]: account(
    mint(
      {
        decimals: 2,
        supply: '1000',
        mintAuthority: OTHER,
        freezeAuthority: OTHER,
        extensions: [
          { extension: 'permanentDelegate', state: { delegate: OTHER } },
          { extension: 'defaultAccountState', state: { accountState: 'frozen' } },
          {
            extension: 'transferFeeConfig',
            state: {
              newerTransferFee: { epoch: 700, maximumFee: 5_000, transferFeeBasisPoints: 1_250 },
              olderTransferFee: { epoch: 600, maximumFee: 5_000, transferFeeBasisPoints: 0 },
              transferFeeConfigAuthority: OTHER,
              withdrawWithheldAuthority: OTHER,
              withheldAmount: 0,
            },
          },
          { extension: 'transferHook', state: { authority: OTHER, programId: OTHER } },
          { extension: 'pausableConfig', state: { authority: OTHER, paused: false } },
          { extension: 'mintCloseAuthority', state: { closeAuthority: OTHER } },
          { extension: 'metadataPointer', state: { authority: null, metadataAddress: OTHER } },
        ],
      },
      'spl-token-2022',
    ),
    TOKEN_2022,
  ),
}

const held = (mintAddress: string, amount: string) => ({
  pubkey: '3emsAVdmGKERbHjmGfQ6oZ1e35dkf5iYcS6U4CPKFVaa',
  account: account(
    {
      program: 'spl-token',
      parsed: {
        type: 'account',
        info: {
          isNative: false,
          mint: mintAddress,
          owner: WALLET,
          state: 'initialized',
          tokenAmount: { amount, decimals: 6, uiAmount: 1, uiAmountString: '1' },
        },
      },
      space: 165,
    },
    TOKEN,
  ),
})

const balance = (accountIndex: number, owner: string, amount: string) => ({
  accountIndex,
  mint: USDC,
  owner,
  programId: TOKEN,
  uiTokenAmount: { amount, decimals: 6, uiAmount: 1, uiAmountString: '1' },
})

const key = (pubkey: string, signer: boolean) => ({
  pubkey,
  signer,
  source: 'transaction',
  writable: true,
})

const TRANSACTION = {
  slot: 340_000_000,
  blockTime: 1_780_271_940,
  version: 0,
  meta: {
    err: null,
    status: { Ok: null },
    fee: 5_000,
    computeUnitsConsumed: 6_000,
    preBalances: [1_000_000, 2_039_280, 2_039_280],
    postBalances: [995_000, 2_039_280, 2_039_280],
    preTokenBalances: [balance(1, WALLET, '15000000'), balance(2, OTHER, '0')],
    postTokenBalances: [balance(1, WALLET, '12500000'), balance(2, OTHER, '2500000')],
    innerInstructions: [],
    logMessages: [`Program ${TOKEN} success`],
    rewards: [],
  },
  transaction: {
    signatures: [SIGNATURE],
    message: {
      accountKeys: [key(WALLET, true), key(OTHER, false), key(USDC, false)],
      instructions: [
        {
          program: 'spl-token',
          programId: TOKEN,
          parsed: {
            type: 'transferChecked',
            info: { tokenAmount: { amount: '2500000', decimals: 6 } },
          },
          stackHeight: null,
        },
        { accounts: [], data: '2j', programId: 'MemoSq4gqABAXKb96qnH8TysNcWxMyWCqXgDLGmfcHr' },
      ],
      recentBlockhash: USDC,
    },
  },
}

const largest = (amount: string) => [
  {
    address: '3emsAVdmGKERbHjmGfQ6oZ1e35dkf5iYcS6U4CPKFVaa',
    amount,
    decimals: 6,
    uiAmount: 1,
    uiAmountString: '1',
  },
]

/** Signatures of transactions that were sent here. */
const taken = new Set<string>()
const REFUSED_MARK = 66

/** Null where the node refuses it. */
function sent(base64: string): string | null {
  const bytes = Buffer.from(base64, 'base64').subarray(1, 65)
  const signature = base58.encode(bytes)
  if (bytes[0] === REFUSED_MARK || taken.has(signature)) return null
  taken.add(signature)
  return signature
}

function answer(method: string, [first, second]: readonly unknown[]): unknown {
  const { programId } = (second ?? {}) as { programId?: string }
  if (method === 'getAccountInfo') return { context, value: ACCOUNTS[String(first)] ?? null }
  if (method === 'getTokenAccountsByOwner') {
    const value = programId === TOKEN ? [held(USDC, '12000000'), held(USDC, '500000')] : []
    return { context, value }
  }
  if (method === 'getSignaturesForAddress')
    return [
      {
        blockTime: 1_780_271_940,
        confirmationStatus: 'finalized',
        err: null,
        memo: null,
        signature: SIGNATURE,
        slot: 340_000_000,
      },
    ]
  if (method === 'getTransaction')
    return first === SIGNATURE || taken.has(String(first)) ? TRANSACTION : null
  if (method === 'getRecentPrioritizationFees')
    return [0, 1_000, 50_000].map((prioritizationFee, at) => ({
      slot: 340_000_000 + at,
      prioritizationFee,
    }))
  if (method === 'getSlot')
    return (first as { commitment?: string }).commitment === 'finalized' ? 340_000_068 : 340_000_100
  if (method === 'getTokenLargestAccounts')
    return { context, value: largest(first === USDC ? '900000000000000' : '900') }
  return undefined
}

export default standIn({
  at: 'SOLANA_RPC_URL',
  answer({ body }) {
    const { id, method, params } = JSON.parse(body) as {
      id: number
      method: string
      params: unknown[]
    }
    const result = method === 'sendTransaction' ? sent(String(params[0])) : answer(method, params)
    const reply =
      method === 'sendTransaction' && result === null
        ? { jsonrpc: '2.0', id, error: { code: -32_002, message: 'Simulation failed' } }
        : result === undefined
          ? { jsonrpc: '2.0', id, error: { code: -32_601, message: 'Method not found' } }
          : { jsonrpc: '2.0', id, result }
    return new Response(JSON.stringify(reply).replaceAll(/"@(\d+)@"/g, '$1'))
  },
})
