import { sha256 } from '@noble/hashes/sha2.js'
import { hexOf } from '../../base/lib/bytes.ts'
import { bitcoinAddress } from './bitcoin-address.ts'

const HEADER = Buffer.from('\x18Bitcoin Signed Message:\n')
const LEGACY_BYTES = 65

/**
 * Recovers the signer of a Bitcoin message (BIP 137), whose first byte tells the form of the
 * address. Wallets also sign for segwit addresses with bytes of the old form, so a given address is
 * compared with all forms of the key. For a faulty input, returns a sentence that names the field.
 */
export async function recoverBitcoin(message: string, signature: string, address?: string) {
  if (!/^[A-Za-z0-9+/]+={0,2}$/.test(signature.trim()))
    return 'signature: must be base64 for bitcoin'
  const bytes = Buffer.from(signature.trim(), 'base64')
  if (bytes.length !== LEGACY_BYTES)
    return `signature: must be 65 bytes of base64 (BIP-137), but has ${bytes.length}; BIP-322 is not read here`
  const flag = (bytes[0] ?? 0) - 27
  if (flag < 0 || flag > 15) return 'signature: must begin with a byte of 27 to 42'
  const given = address === undefined ? null : bitcoinAddress(address)
  if (typeof given === 'string') return `address: ${given}`
  const digest = messageDigest(message)
  const publicKey = await keyOf(digest, bytes, flag % 4)
  const problems = publicKey ? [] : ['no key makes this signature']
  const told = { digest: `0x${hexOf(digest)}`, problems }
  if (!publicKey) return { ...told, signer: null, matches: address === undefined ? null : false }
  const forms = await formsOf(publicKey, given !== null && given.network !== 'mainnet')
  const [asTold] = [forms.legacy, forms.compressed, forms.nested, forms.segwit].slice(flag >> 2)
  const wanted = address?.toLowerCase().startsWith('bc1') ? address.toLowerCase() : address
  const matches = wanted === undefined ? null : Object.values(forms).includes(wanted)
  return { ...told, signer: matches ? (wanted ?? null) : (asTold ?? null), matches }
}

function messageDigest(message: string): Uint8Array {
  const bytes = Buffer.from(message)
  return sha256(sha256(Buffer.concat([HEADER, compactSize(bytes.length), bytes])))
}

function compactSize(size: number): Buffer {
  if (size < 0xfd) return Buffer.from([size])
  const long = size > 0xffff
  const bytes = Buffer.alloc(long ? 5 : 3)
  bytes[0] = long ? 0xfe : 0xfd
  if (long) bytes.writeUInt32LE(size, 1)
  else bytes.writeUInt16LE(size, 1)
  return bytes
}

async function keyOf(digest: Uint8Array, signature: Uint8Array, recovery: number) {
  const { secp256k1 } = await import('@noble/curves/secp256k1.js')
  try {
    return secp256k1.Signature.fromBytes(signature.subarray(1), 'compact')
      .addRecoveryBit(recovery)
      .recoverPublicKey(digest)
  } catch {
    return null
  }
}

interface Point {
  toBytes(compressed: boolean): Uint8Array
}

async function formsOf(key: Point, test: boolean) {
  const { NETWORK, p2pkh, p2sh, p2wpkh, TEST_NETWORK } = await import('@scure/btc-signer')
  const network = test ? TEST_NETWORK : NETWORK
  const [short, long] = [key.toBytes(true), key.toBytes(false)]
  return {
    legacy: p2pkh(long, network).address,
    compressed: p2pkh(short, network).address,
    nested: p2sh(p2wpkh(short, network), network).address,
    segwit: p2wpkh(short, network).address,
  }
}
