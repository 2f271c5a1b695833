import { encode } from '@msgpack/msgpack'
import { readMessage } from '../../../src/outside/chains/avm/msgpack.ts'
import { otherNetworkOf } from '../../../src/outside/chains/networks.ts'
import { algorandAddressOf } from '../../../src/engines/onchain/account-address.ts'
import { ed25519KeyOf } from '../../../src/engines/onchain/ed25519.ts'
import type { Client } from '../../../src/outside/net/request.ts'
import { createAvmWallet } from '../../../src/buying/purse/avm-wallet.ts'
import { SPEND_CHAINS } from '../../../src/buying/purse/chains.ts'
import { freshPair } from '../ed25519-pair.ts'
import { createAlgorandLedger, hexOf } from '../algorand-ledger.ts'
import { jsonAnswer } from './fake-node.ts'
import type { Ledger, LedgerParts } from './ledger.ts'

const ROUND_MS = 2_800
/** How far behind a node may be, and how long it remembers a transaction. */
const LAG_ROUNDS = 60
const REMEMBERED_ROUNDS = 1_000
const FIRST_ROUND = 50_000_000
const NETWORK = otherNetworkOf(SPEND_CHAINS.algorand)
const GENESIS = NETWORK.id.slice('algorand:'.length)

const [KEY, FEE_PAYER] = [freshPair(), freshPair()].map((pair) => ed25519KeyOf(pair)!)
const SELLERS = [5, 6].map((byte) => Buffer.alloc(32, byte))

/** The real wallet over an algod without a socket, whose nodes may be behind and do forget. */
export function createPlayedAlgorand({ random, now }: LedgerParts): Ledger {
  const began = now()
  const moved = new Map<string, bigint>()
  const round = (): number => FIRST_ROUND + Math.floor((now() - began) / ROUND_MS)
  const ledger = createAlgorandLedger({
    asset: Number(NETWORK.asset),
    genesisHash: GENESIS,
    round,
  })
  ledger.holdings.set(hexOf(KEY!.publicKey), 10n ** 12n)
  for (const seller of SELLERS) ledger.holdings.set(hexOf(seller), 0n)

  function answerTo(path: string): ReturnType<typeof jsonAnswer> {
    const seen = round() - (random.chance(0.1) ? random.below(LAG_ROUNDS) : 0)
    if (path === '/v2/status') return jsonAnswer({ 'last-round': seen })
    if (path === '/v2/transactions/params')
      return jsonAnswer({ ...PARAMS, 'genesis-hash': GENESIS, 'last-round': seen })
    if (path.startsWith('/v2/accounts/'))
      return jsonAnswer({ 'asset-holding': { amount: 10 ** 12 } })
    const [, id = ''] = /pending\/(\w+)/.exec(path) ?? []
    const at = ledger.roundOf(id)
    if (id !== '') {
      const isKnown = at !== undefined && at <= seen && at > seen - REMEMBERED_ROUNDS
      return isKnown ? jsonAnswer({ 'confirmed-round': at }) : jsonAnswer({}, 404)
    }
    const block = Number(/blocks\/(\d+)/.exec(path)?.[1])
    if (block > seen) return jsonAnswer({ message: 'no such block' }, 404)
    return jsonAnswer({ blockTxids: ledger.blocks.get(block) ?? [] })
  }

  const client: Client = {
    request: async (url) => answerTo(new URL(url).pathname),
    stream: () => Promise.reject(new Error('nobody streams')),
    close: async () => {},
  }
  return {
    moved,
    keyOf: (nonce) => nonce.split('.')[0] ?? '',
    offer: {
      network: NETWORK.id,
      asset: NETWORK.asset,
      extra: { feePayer: algorandAddressOf(FEE_PAYER!.publicKey) },
    },
    payTos: [algorandAddressOf(SELLERS[0]!), algorandAddressOf(SELLERS[1]!)],
    transfer({ paymentGroup }) {
      const [fee = '', payment = ''] = paymentGroup as readonly string[]
      try {
        const ids = ledger.submit(
          Buffer.concat([signedByPayer(fee), Buffer.from(payment, 'base64')]),
        )
        moved.set(ids[1]!, unitsIn(payment))
        return true
      } catch {
        return false
      }
    },
    wallet: createAvmWallet({ network: NETWORK, key: KEY!, url: 'http://algod.example', client }),
  }
}

const PARAMS = { fee: 0, 'min-fee': 1_000, 'genesis-id': 'mainnet-v1.0' }

/** The facilitator signs what pays the fee: the same bytes, in a message with the signature. */
function signedByPayer(base64: string): Buffer {
  const txn = Buffer.from(base64, 'base64')
  const sig = FEE_PAYER!.sign(Buffer.concat([Buffer.from('TX'), txn]))
  const [head, name] = [encode({ sig }), Buffer.from(encode('txn'))]
  return Buffer.concat([Buffer.of(0x82), head.subarray(1), name, txn])
}

const unitsIn = (base64: string): bigint => {
  const signed = readMessage(Buffer.from(base64, 'base64'))
  const fields = signed?.entries?.find(({ key }) => key === 'txn')?.entries
  return BigInt(fields?.find(({ key }) => key === 'aamt')?.value ?? 0)
}
