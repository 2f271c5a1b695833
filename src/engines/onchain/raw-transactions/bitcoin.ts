import { sha256 } from '@noble/hashes/sha2.js'
import { hexOf } from '../../../base/lib/bytes.ts'
import { unitsOf } from '../token-units.ts'

const BTC_DECIMALS = 8
const OUTPUTS_MAX = 1_000
const SATOSHIS_MAX = 2_100_000_000_000_000n

/** A Bitcoin transaction; a sentence on what is wrong with it otherwise. */
export async function readBitcoin(text: string) {
  if (/^(cHNidP|70736274ff)/i.test(text))
    return 'is a PSBT, which is not read here; must be raw hex'
  if (!/^([0-9a-f]{2})+$/i.test(text)) return 'must be hex digits in pairs'
  const { Address, NETWORK, OutScript, RawTx } = await import('@scure/btc-signer')
  const bytes = Buffer.from(text, 'hex')
  let tx: ReturnType<typeof RawTx.decode>
  try {
    tx = RawTx.decode(bytes)
  } catch {
    return 'is no Bitcoin transaction: its encoding cannot be read'
  }
  const outputs = tx.outputs.slice(0, OUTPUTS_MAX).map(({ amount, script }) => {
    const read = quietly(() => OutScript.decode(script))
    const address = read && quietly(() => Address(NETWORK).encode(read))
    return {
      address: address ?? null,
      amountBase: String(amount),
      amount: unitsOf(amount, BTC_DECIMALS),
      type: script[0] === 0x6a ? 'data' : (read?.type ?? 'unknown'),
    }
  })
  const total = tx.outputs.reduce((sum, { amount }) => sum + amount, 0n)
  const hasSignatures = tx.inputs.every(
    (input, at) => input.finalScriptSig.length > 0 || (tx.witnesses?.[at]?.length ?? 0) > 0,
  )
  const plain = RawTx.encode({ ...tx, segwitFlag: false, witnesses: undefined })
  const txHash = hexOf(sha256(sha256(plain)).toReversed())
  const [inputs, paid] = [counted(tx.inputs.length, 'coin'), counted(tx.outputs.length, 'output')]
  const btc = unitsOf(total, BTC_DECIMALS)
  const isFinal = tx.inputs.every(({ sequence }) => sequence === 0xffffffff)
  return {
    type: tx.segwitFlag ? 'segwit' : 'legacy',
    network: 'bitcoin',
    to: outputs.length === 1 ? (outputs[0]?.address ?? null) : null,
    value: String(total),
    valueNative: btc,
    signed: hasSignatures,
    txHash: hasSignatures ? txHash : null,
    outputs,
    words: `Spends ${inputs} for ${paid} of ${btc} BTC in all.`,
    warnings: [
      'what it costs cannot be told: the amounts of the coins that it spends do not stand in it',
      'addresses are written as of mainnet; a transaction does not tell its network',
      ...(tx.outputs.length > OUTPUTS_MAX
        ? [`only the first ${OUTPUTS_MAX} outputs are listed`]
        : []),
      ...(total > SATOSHIS_MAX ? ['it pays more than all bitcoins there are'] : []),
      ...(tx.lockTime > 0 && !isFinal ? [`it cannot be mined before ${lockOf(tx.lockTime)}`] : []),
      ...(hasSignatures ? [] : ['it is not signed']),
    ],
  }
}

const counted = (count: number, name: string): string => `${count} ${name}${count === 1 ? '' : 's'}`

/** Up to 500 million it is a block, above that a time. */
const lockOf = (lockTime: number): string =>
  lockTime < 500_000_000 ? `block ${lockTime}` : new Date(lockTime * 1_000).toISOString()

function quietly<T>(read: () => T): T | null {
  try {
    return read()
  } catch {
    return null
  }
}
