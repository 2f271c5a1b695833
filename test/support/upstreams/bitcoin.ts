import { Transaction } from '@scure/btc-signer'
import { standIn } from './define.ts'

/** Shapes after mempool.space/docs/api/rest and the Esplora interface (API.md of Blockstream). */
const ADDRESS = 'bc1qar0srrr7xfkvy5l643lydnw9re59gtzzwf5mdq'
const OTHER = '1BoatSLRHtKNngkdXEeobR76b53LETtpyT'
const TXID = '15e10745f15593a899cef391191bdd3d7c12412cc4696b7bcb669d0feadc8521'
const GENESIS = '4a5e1e4baab89f3a32518a88c31bc87f618f76673e2cc77ab2127b7afdeda33b'

const output = (address: string | undefined, value: number) => ({
  scriptpubkey: '0014e8df018c7e326cc253faac7e46cdc51e68542c42',
  scriptpubkey_asm: 'OP_0 OP_PUSHBYTES_20 e8df018c7e326cc253faac7e46cdc51e68542c42',
  scriptpubkey_type: address ? 'v0_p2wpkh' : 'op_return',
  ...(address && { scriptpubkey_address: address }),
  value,
})

const SPENDING = {
  txid: TXID,
  version: 2,
  locktime: 0,
  vin: [
    {
      txid: GENESIS,
      vout: 0,
      prevout: output(ADDRESS, 250_000),
      scriptsig: '',
      scriptsig_asm: '',
      witness: ['00'],
      is_coinbase: false,
      sequence: 4_294_967_293,
    },
  ],
  vout: [output(OTHER, 100_000), output(ADDRESS, 148_000), output(undefined, 0)],
  size: 222,
  weight: 561,
  fee: 2_000,
  status: {
    confirmed: true,
    block_height: 850_000,
    block_hash: '00000000000000000002a0b5db2a7f8d9087464c2586b546be7bce8eb53b8187',
    block_time: 1_719_689_674,
  },
}

const COINBASE = {
  txid: GENESIS,
  version: 1,
  locktime: 0,
  vin: [
    {
      txid: '0'.repeat(64),
      vout: 4_294_967_295,
      prevout: null,
      is_coinbase: true,
      sequence: 4_294_967_295,
    },
  ],
  vout: [output(ADDRESS, 5_000_000_000)],
  size: 204,
  weight: 816,
  fee: 0,
  status: { confirmed: false },
}

const stats = (funded: number, spent: number, count: number) => ({
  funded_txo_count: count,
  funded_txo_sum: funded,
  spent_txo_count: count - 1,
  spent_txo_sum: spent,
  tx_count: count,
})

const ANSWERS: Readonly<Record<string, unknown>> = {
  [`/address/${ADDRESS}`]: {
    address: ADDRESS,
    chain_stats: stats(398_000, 250_000, 3),
    mempool_stats: stats(5_000_000_000, 0, 1),
  },
  [`/address/${ADDRESS}/txs`]: [COINBASE, SPENDING],
  [`/tx/${TXID}`]: SPENDING,
  [`/tx/${GENESIS}`]: COINBASE,
  '/blocks/tip/height': 850_010,
  '/v1/fees/recommended': {
    fastestFee: 12,
    halfHourFee: 9,
    hourFee: 7.5,
    economyFee: 2,
    minimumFee: 1,
  },
  '/mempool': {
    count: 41_230,
    vsize: 22_345_678,
    total_fee: 95_000_000,
    fee_histogram: [[12, 50_123]],
  },
  '/v1/difficulty-adjustment': {
    progressPercent: 44.3,
    difficultyChange: -1.37,
    estimatedRetargetDate: 1_720_000_000_000,
    remainingBlocks: 1_122,
    remainingTime: 665_977_000,
    previousRetarget: -4.8,
    nextRetargetHeight: 851_132,
  },
  '/v1/mining/hashrate/3d': {
    hashrates: [{ timestamp: 1_719_600_000, avgHashrate: 5.9e20 }],
    difficulty: [],
    currentHashrate: 5.912e20,
    currentDifficulty: 83_675_262_295_059.91,
  },
}

/** Ids of transactions that were sent here. */
const taken = new Set<string>()
const REFUSED_LOCK_TIME = 666

function sent(hex: string): Response {
  const tx = Transaction.fromRaw(Buffer.from(hex, 'hex'), { allowUnknownOutputs: true })
  const refused = (why: string) =>
    new Response(`sendrawtransaction RPC error: {"code":-25,"message":"${why}"}`, { status: 400 })
  if (tx.lockTime === REFUSED_LOCK_TIME) return refused('bad-txns-inputs-missingorspent')
  if (taken.has(tx.id)) return refused('Transaction already in block chain')
  taken.add(tx.id)
  return new Response(tx.id)
}

export default standIn({
  at: ['UPSTREAM_MEMPOOL_SPACE_URL', 'UPSTREAM_BLOCKSTREAM_URL'],
  answer({ method, path, body }) {
    if (method === 'POST' && path === '/tx') return sent(body)
    const [, txid] = /^\/tx\/([0-9a-f]{64})$/.exec(path) ?? []
    return txid !== undefined && taken.has(txid) ? { ...SPENDING, txid } : ANSWERS[path]
  },
})
