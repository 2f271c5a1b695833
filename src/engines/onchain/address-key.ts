/**
 * The canonical form of an address for comparisons: text, never a number. Hex, bech32 and the
 * addresses of Bitcoin Cash mean the same in upper and lower case; base58 does not.
 */
export function addressKey(address: string): string {
  const text = address.trim()
  const bare = text.replace(/^bitcoincash:/i, '')
  return NO_CASE.some((pattern) => pattern.test(bare)) ? bare.toLowerCase() : text
}

/** Text in bech32, which is of one case. */
const BECH32 = /^(?:[a-z]{1,10}1[ac-hj-np-z02-9]{38,90}|[A-Z]{1,10}1[AC-HJ-NP-Z02-9]{38,90})$/

const NO_CASE: readonly RegExp[] = [
  /^0x[0-9a-f]+$/i,
  /^[0-9a-f]{40}$/i,
  /^[0-9a-f]{64}$/i,
  BECH32,
  /^(?:[qp][ac-hj-np-z02-9]{41}|[QP][AC-HJ-NP-Z02-9]{41})$/,
]
