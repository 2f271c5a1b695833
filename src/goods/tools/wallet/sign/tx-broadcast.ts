import { z } from 'zod'
import { badInput, Fault } from '../../../../base/core/fault.ts'
import { defineTool } from '../../../../base/core/tool.ts'
import { transactionUrl } from '../../../../engines/onchain/chains/evm-networks.ts'
import { transactionPage } from '../../../../engines/onchain/chains/explorers.ts'
import { KB } from '../../../../base/lib/fields.ts'
import { readBitcoin } from '../../../../engines/onchain/raw-transactions/bitcoin.ts'
import { readEvm } from '../../../../engines/onchain/raw-transactions/evm.ts'
import { readSolana } from '../../../../engines/onchain/raw-transactions/solana.ts'
import { bitcoin, type Bitcoin } from '../../../../capabilities/upstreams/bitcoin.ts'
import { evm, type EvmChain } from '../../../../capabilities/upstreams/evm.ts'
import { solana, type Solana } from '../../../../capabilities/upstreams/solana.ts'

const WAIT_SECONDS_MAX = 30

export default defineTool({
  route: 'POST /api/tx-broadcast',
  name: 'Send a signed transaction',
  description:
    'Send a transaction of an EVM chain, Bitcoin or Solana that you have already signed, and wait for its block if you like.',
  asks: [
    'broadcast a raw signed transaction',
    'eth_sendRawTransaction without my own node',
    'send a signed transaction out',
  ],
  price: '$0.002',
  uses: { evm, bitcoin, solana },
  limits: { firstEventMs: (WAIT_SECONDS_MAX + 15) * 1_000 },
  input: z.object({
    rawTransaction: z
      .string()
      .min(4)
      .max(200 * KB)
      .describe('The signed transaction, up to 200 KB: hex, or base64 or base58 of Solana.'),
    network: z
      .string()
      .max(40)
      .default('base')
      .describe('EVM network by name or chain id; or bitcoin, or solana.'),
    waitSeconds: z
      .int()
      .min(0)
      .max(WAIT_SECONDS_MAX)
      .default(0)
      .describe('How long to wait until it is in a block, 0 to 30 seconds.'),
  }),
  output: z.object({
    txHash: z.string(),
    network: z.string(),
    status: z
      .enum(['sent', 'known', 'success', 'failed', 'pending'])
      .describe(
        'sent, or known if the network already had it; after a wait success, failed, or pending.',
      ),
    blockNumber: z.int().nullable().describe('Block that it is in; null if it is in none yet.'),
    from: z.string().nullable().describe('Who pays; null for Bitcoin, where coins pay.'),
    words: z.string().describe('What the transaction does, in a sentence.'),
    explorerUrl: z.string(),
  }),
  examples: [
    {
      at: '2026-01-01T00:10:00Z',
      input: {
        rawTransaction:
          '0x02f86c82210580830f424085174876e8008252089422222222222222222222222222222222222222220180c001a0bc6a7718146dbaaf429544d606dbb97f213afccf324ced68c83f21185104d2a0a059b83c705849d4968e01b2e35cfcdf69d6d52d060463688b0e1dacd8e5e5151b',
      },
    },
  ],

  async run({ rawTransaction, network, waitSeconds }, { evm, bitcoin, solana }) {
    const given = { raw: rawTransaction.replace(/\s+/g, ''), waitSeconds }
    if (/^bitcoin$/i.test(network)) return sendBitcoin(given, bitcoin)
    if (/^solana$/i.test(network)) return sendSolana(given, solana)
    const chain = evm.on(network)
    const read = await readEvm(given.raw)
    if (typeof read === 'string') throw badInput(`rawTransaction: ${read}`)
    const { from, txHash, chainId, words } = read
    if (from === null || txHash === null) throw badInput('rawTransaction: must be signed by a key')
    const { slug, chainId: wanted } = chain.network
    if (chainId !== null && chainId !== wanted)
      throw badInput(
        `network: must be the network of the transaction, chain ${chainId}, not ${slug}`,
      )
    const raw = `0x${given.raw.replace(/^0x/i, '')}`
    const answered = await chain.ask('eth_sendRawTransaction', [raw])
    const refusal = 'refused' in answered ? answered.refused.message : null
    const isKnown = refusal !== null && (await isThere(chain, txHash))
    if (refusal !== null && !isKnown)
      throw badInput(`rawTransaction: the network refuses it: ${refusal.slice(0, 300)}`)
    const landed = waitSeconds === 0 ? null : await landing(chain, txHash, waitSeconds)
    return {
      txHash,
      network: slug,
      ...(landed ?? {
        status: isKnown ? ('known' as const) : ('sent' as const),
        blockNumber: null,
      }),
      from,
      words,
      explorerUrl: transactionUrl(chain.network, txHash),
    }
  },
})

async function landing(chain: EvmChain, txHash: string, waitSeconds: number) {
  const receipt = await chain.receipt(txHash, waitSeconds * 1_000)
  if (!receipt) return { status: 'pending' as const, blockNumber: null }
  const status = receipt.status === 0 ? ('failed' as const) : ('success' as const)
  return { status, blockNumber: receipt.blockNumber }
}

/** A node refuses a transaction that it already has; then it can answer with it. */
async function isThere(chain: EvmChain, txHash: string): Promise<boolean> {
  const answered = await chain.ask('eth_getTransactionByHash', [txHash])
  return 'result' in answered && answered.result !== null
}

const SOLANA = 'solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp'

interface Raw {
  readonly raw: string
  readonly waitSeconds: number
}

/** Sends a transaction of Bitcoin. A server that refuses what the network has says it is known. */
async function sendBitcoin({ raw, waitSeconds }: Raw, bitcoin: Bitcoin) {
  const read = await readBitcoin(raw)
  if (typeof read === 'string') throw badInput(`rawTransaction: ${read}`)
  const { txHash, words } = read
  if (txHash === null) throw badInput('rawTransaction: must be signed by a key')
  const status = await sentOrKnown(
    async () => bitcoin.send(raw),
    async () => bitcoin.transaction(txHash),
  )
  const height = waitSeconds === 0 ? null : await bitcoin.landed(txHash, waitSeconds * 1_000)
  const landed = height === null ? ('pending' as const) : ('success' as const)
  return {
    txHash,
    network: 'bitcoin',
    status: waitSeconds === 0 ? status : landed,
    blockNumber: height,
    from: null,
    words,
    explorerUrl: `https://mempool.space/tx/${txHash}`,
  }
}

async function sendSolana({ raw, waitSeconds }: Raw, solana: Solana) {
  const read = readSolana(raw)
  if (typeof read === 'string') throw badInput(`rawTransaction: ${read}`)
  const { txHash, words, from, base64 } = read
  if (txHash === null) throw badInput('rawTransaction: must be signed by a key')
  const status = await sentOrKnown(
    async () => solana.send(base64),
    async () => solana.transaction(txHash),
  )
  const landed = waitSeconds === 0 ? null : await solana.landed(txHash, waitSeconds * 1_000)
  const ended = landed?.isGood === false ? ('failed' as const) : ('success' as const)
  return {
    txHash,
    network: 'solana',
    status: waitSeconds === 0 ? status : landed ? ended : ('pending' as const),
    blockNumber: landed?.slot ?? null,
    from,
    words,
    explorerUrl: transactionPage(SOLANA, txHash) ?? '',
  }
}

async function sentOrKnown(send: () => Promise<unknown>, find: () => Promise<unknown>) {
  try {
    await send()
    return 'sent' as const
  } catch (thrown) {
    if (!(thrown instanceof Fault) || thrown.code !== 'bad_input') throw thrown
    const found = await find().catch(() => null)
    if (found !== null) return 'known' as const
    throw thrown
  }
}
