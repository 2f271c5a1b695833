import { z } from 'zod'
import { badInput } from '../../../../base/core/fault.ts'
import { defineTool } from '../../../../base/core/tool.ts'
import { KB } from '../../../../base/lib/fields.ts'
import { readBitcoin } from '../../../../engines/onchain/raw-transactions/bitcoin.ts'
import { readEvm } from '../../../../engines/onchain/raw-transactions/evm.ts'
import { readSolana } from '../../../../engines/onchain/raw-transactions/solana.ts'

const text = z.string().nullable()

export default defineTool({
  route: 'POST /api/tx-decode',
  name: 'Transaction reader',
  description:
    'Read a raw signed or unsigned transaction of EVM, Bitcoin or Solana before sending it: who pays whom, what is called, and what is risky.',
  asks: [
    'what does this raw transaction do',
    'decode a 0x02f8 hex transaction',
    'what does this raw transaction do',
  ],
  price: '$0.001',
  uses: {},
  place: 'thread',
  heavyField: 'rawTransaction',
  input: z.object({
    rawTransaction: z
      .string()
      .min(1)
      .max(200 * KB)
      .describe('Hex of EVM and Bitcoin, base64 or base58 of Solana; up to 200 KB.'),
    kind: z
      .enum(['auto', 'evm', 'bitcoin', 'solana'])
      .default('auto')
      .describe('Kind of transaction; auto: found by its first bytes.'),
  }),
  output: z.object({
    kind: z.enum(['evm', 'bitcoin', 'solana']),
    type: z.string().describe('Type of transaction, such as eip1559, segwit or v0.'),
    chainId: z.int().nullable().describe('Chain id, for EVM; null if it is valid on every chain.'),
    network: text,
    from: text.describe('Who signed it, or pays the fee.'),
    to: text,
    value: text.describe('Value in base units: wei, satoshis of all outputs, or lamports.'),
    valueNative: text.describe('Value in units of the coin.'),
    nonce: z.int().nullable(),
    gas: z.record(z.string(), text).nullable().describe('Gas limit and prices in wei, as text.'),
    data: text,
    call: z
      .object({
        signature: text.describe('Signature of the function; null if no known signature fits.'),
        args: z.array(z.object({ name: z.string(), type: z.string(), value: z.unknown() })),
      })
      .nullable(),
    signed: z.boolean(),
    txHash: text.describe('Transaction hash; null before it is signed.'),
    outputs: z
      .array(
        z.object({ address: text, amountBase: z.string(), amount: z.string(), type: z.string() }),
      )
      .describe('Outputs, for Bitcoin.'),
    instructions: z
      .array(
        z.object({
          program: z.string(),
          name: text.describe('Name of the program, if it is known.'),
          words: text,
          accounts: z.array(z.string()),
          data: z.string().describe('Data as hex.'),
        }),
      )
      .describe('Instructions, for Solana.'),
    words: z.string().describe('What it does, in a sentence.'),
    warnings: z.array(z.string()),
  }),
  examples: [
    {
      input: {
        rawTransaction:
          '0x02f082210505843b9aca00843b9aca0082520894222222222222222222222222222222222222222287038d7ea4c6800080c0',
      },
      output: {
        kind: 'evm',
        type: 'eip1559',
        chainId: 8453,
        network: 'base',
        from: null,
        to: '0x2222222222222222222222222222222222222222',
        value: '1000000000000000',
        valueNative: '0.001',
        nonce: 5,
        gas: {
          gas: '21000',
          gasPrice: null,
          maxFeePerGas: '1000000000',
          maxPriorityFeePerGas: '1000000000',
          feeMax: '21000000000000',
        },
        data: null,
        call: null,
        signed: false,
        txHash: null,
        outputs: [],
        instructions: [],
        words: 'Sends 0.001 ETH to 0x2222222222222222222222222222222222222222 on base.',
        warnings: [],
      },
    },
  ],

  async run({ rawTransaction, kind }) {
    const raw = rawTransaction.replace(/\s+/g, '')
    const told = kind === 'auto' ? kindOf(raw) : kind
    const read = await READERS[told](raw)
    if (typeof read === 'string') throw badInput(`rawTransaction: ${read}`)
    return { ...NOTHING, kind: told, ...read }
  },
})

const READERS = { evm: readEvm, bitcoin: readBitcoin, solana: readSolana } as const

const NOTHING = {
  chainId: null,
  network: null,
  from: null,
  to: null,
  value: null,
  valueNative: null,
  nonce: null,
  gas: null,
  data: null,
  call: null,
  txHash: null,
  outputs: [],
  instructions: [],
}

/** Bitcoin begins with a version of four bytes, the lowest first; EVM with a type of one byte. */
function kindOf(raw: string): keyof typeof READERS {
  if (/^0x/i.test(raw)) return 'evm'
  if (/^0[12]000000[0-9a-f]{20,}$/i.test(raw)) return 'bitcoin'
  if (/^(0[1-4]|[c-f][0-9a-f])[0-9a-f]+$/i.test(raw)) return 'evm'
  if (/^[A-Za-z0-9+/]+={0,2}$/.test(raw)) return 'solana'
  throw badInput('rawTransaction: must be hex, base64 or base58')
}
