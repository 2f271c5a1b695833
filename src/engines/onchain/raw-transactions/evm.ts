import { chainNamed } from '../chains/caip.ts'
import { evmNetworkNamed, NATIVE_DECIMALS } from '../chains/evm-networks.ts'
import { knownTokenAt } from '../chains/known-tokens.ts'
import { codec } from '../calldata/codec.ts'
import { decodeCall, type DecodedCall } from '../calldata/decode.ts'
import { checksummed } from '../account-address.ts'
import { unitsOf } from '../token-units.ts'
import { recoverSigner } from '../typed-data.ts'

/** An EVM transaction of any type; a sentence on what is wrong with it otherwise. */
export async function readEvm(text: string) {
  const raw = `0x${text.replace(/^0x/i, '').toLowerCase()}` as const
  if (!/^0x([0-9a-f]{2})+$/.test(raw)) return 'must be hex digits in pairs'
  const { keccak256, parseTransaction } = await codec()
  let tx: ReturnType<typeof parseTransaction>
  try {
    tx = parseTransaction(raw)
  } catch {
    return 'is no EVM transaction: its encoding cannot be read'
  }
  const signed = 'r' in tx && tx.r !== undefined && tx.s !== undefined
  const from = signed ? await signerOf(tx) : null
  const network = tx.chainId === undefined ? undefined : evmNetworkNamed(String(tx.chainId))
  const { data = '0x', value = 0n } = tx
  const to = tx.to ? checksummed(tx.to) : null
  const call = to !== null && data.length >= 10 ? await decodeCall(data) : null
  const valueNative = unitsOf(value, NATIVE_DECIMALS)
  return {
    type: tx.type ?? 'legacy',
    chainId: tx.chainId ?? null,
    network:
      network?.slug ??
      (tx.chainId === undefined ? null : (chainNamed(String(tx.chainId))?.slug ?? null)),
    from,
    to,
    value: String(value),
    valueNative,
    nonce: tx.nonce ?? 0,
    gas: gasOf(tx),
    data: data === '0x' ? null : data,
    call: call && {
      signature: call.signature,
      args: call.args.map(({ name, type, value: told }) => ({ name, type, value: told })),
    },
    signed,
    txHash: signed ? keccak256(raw) : null,
    words: wordsOf({
      to,
      valueNative,
      value,
      symbol: network?.nativeSymbol ?? 'of the native coin',
      where: network?.slug ?? (tx.chainId === undefined ? 'any chain' : `chain ${tx.chainId}`),
      call,
      data,
    }),
    warnings: warningsOf({ tx, to, network, call, data, signed, from }),
  }
}

type Tx = ReturnType<Awaited<ReturnType<typeof codec>>['parseTransaction']>

/** What was signed is the same transaction without its signature. */
async function signerOf(tx: Tx): Promise<string | null> {
  const { keccak256, serializeTransaction } = await codec()
  const { r = '0x', s = '0x', v, yParity, ...rest } = tx
  const parity =
    yParity ?? (v === undefined || v < 35n ? Number(v ?? 27n) - 27 : Number((v - 35n) % 2n))
  const [first, second] = [r, s].map((part) => part.slice(2).padStart(64, '0'))
  const signature = `0x${first}${second}${(27 + parity).toString(16)}`
  try {
    return (await recoverSigner(keccak256(serializeTransaction(rest as never)), signature)).signer
  } catch {
    return null
  }
}

const said = (value: bigint | undefined): string | null =>
  value === undefined ? null : String(value)

function gasOf(tx: Tx): Record<string, string | null> {
  const price = tx.maxFeePerGas ?? tx.gasPrice
  return {
    gas: said(tx.gas),
    gasPrice: said(tx.gasPrice),
    maxFeePerGas: said(tx.maxFeePerGas),
    maxPriorityFeePerGas: said(tx.maxPriorityFeePerGas),
    feeMax: tx.gas === undefined || price === undefined ? null : String(tx.gas * price),
  }
}

interface Worded {
  readonly to: string | null
  readonly value: bigint
  readonly valueNative: string
  readonly symbol: string
  readonly where: string
  readonly call: DecodedCall | null
  readonly data: string
}

function wordsOf({ to, value, valueNative, symbol, where, call, data }: Worded): string {
  if (to === null) return `Creates a contract on ${where}.`
  const paid = value > 0n ? `Sends ${valueNative} ${symbol} to ${to} on ${where}` : null
  if (call?.name)
    return `${paid === null ? '' : `${paid}, and `}${paid === null ? 'Calls' : 'calls'} ${call.name} of ${to} on ${where}.`
  if (data !== '0x')
    return `${paid ?? `Calls ${to} on ${where}`}, with data whose function is not known.`
  return `${paid ?? `Sends nothing to ${to} on ${where}`}.`
}

interface Warned {
  readonly tx: Tx
  readonly to: string | null
  readonly network: ReturnType<typeof evmNetworkNamed>
  readonly call: DecodedCall | null
  readonly data: string
  readonly signed: boolean
  readonly from: string | null
}

const UNLIMITED = 2n ** 255n

function warningsOf({ tx, to, network, call, data, signed, from }: Warned): readonly string[] {
  const amount = call?.args.find(({ name }) => /amount|value|wad/i.test(name))?.value
  const isUnlimited =
    /^approve|^permit|increaseAllowance/.test(call?.name ?? '') &&
    typeof amount === 'string' &&
    /^\d+$/.test(amount) &&
    BigInt(amount) >= UNLIMITED
  const token = network && to ? knownTokenAt(network, to) : undefined
  return [
    ...(tx.chainId === undefined
      ? ['it names no chain, so that it can be sent on every one of them']
      : []),
    ...(tx.chainId !== undefined && !network ? ['its chain is not known here'] : []),
    ...(network?.testnet ? ['it is for a test network'] : []),
    ...(to !== null && /^0x0{40}$/.test(to)
      ? ['it goes to the zero address: what is sent is gone']
      : []),
    ...(isUnlimited ? ['it allows somebody to spend the token without a limit'] : []),
    ...(call?.name === 'setApprovalForAll' ? ['it concerns all pieces of a collection'] : []),
    ...(token && (tx.value ?? 0n) > 0n
      ? [`it sends the coin of the network to the contract of ${token.symbol}`]
      : []),
    ...(to !== null && data !== '0x' && !call?.name
      ? ['what it calls is not known here: do not sign what you cannot read']
      : []),
    ...('authorizationList' in tx && tx.authorizationList?.length
      ? ['it gives accounts the code of a contract (EIP-7702)']
      : []),
    ...(signed && from === null ? ['its signature is of no key'] : []),
  ]
}
