import { addressWord, numberWord } from '../../../engines/onchain/abi-words.ts'
import { bytesOf, signedDigest, structHash, typeHash } from './typed-data.ts'

/** A Permit2 transfer whose witness names the receiver. Numbers are decimal text. */
export interface WitnessPermit {
  readonly spender: string
  readonly permitted: { readonly token: string; readonly amount: string }
  readonly nonce: string
  /** In seconds. */
  readonly deadline: string
  readonly witness: {
    readonly to: string
    /** Set in permits that may be settled for a smaller amount (`upto`). */
    readonly facilitator?: string | undefined
    readonly validAfter: string
  }
}

/** The contract has this address on every chain. */
const PERMIT2 = '0x000000000022D473030F116dDEE9F6B43aC78BA3'
const DOMAIN_TYPE = typeHash('EIP712Domain(string name,uint256 chainId,address verifyingContract)')
const DOMAIN_NAME = typeHash('Permit2')
const TOKEN_TYPE = 'TokenPermissions(address token,uint256 amount)'
const TOKEN = typeHash(TOKEN_TYPE)
const WITNESS_TYPE = 'Witness(address to,uint256 validAfter)'
const SHARED_WITNESS_TYPE = 'Witness(address to,address facilitator,uint256 validAfter)'

const permitType = (witness: string): Uint8Array =>
  typeHash(
    `PermitWitnessTransferFrom(TokenPermissions permitted,address spender,uint256 nonce,uint256 deadline,Witness witness)${TOKEN_TYPE}${witness}`,
  )
const EXACT = { permit: permitType(WITNESS_TYPE), witness: typeHash(WITNESS_TYPE) }
const UPTO = { permit: permitType(SHARED_WITNESS_TYPE), witness: typeHash(SHARED_WITNESS_TYPE) }

/** The EIP-712 digest that a payer signs. */
export function permitDigest(chainId: number, permit: WitnessPermit): Uint8Array {
  const { permitted, spender, nonce, deadline, witness } = permit
  const { to, facilitator, validAfter } = witness
  const type = facilitator === undefined ? EXACT : UPTO
  const named = facilitator === undefined ? '' : addressWord(facilitator)
  const struct = structHash(
    type.permit,
    structHash(TOKEN, bytesOf(addressWord(permitted.token) + numberWord(permitted.amount))),
    bytesOf(addressWord(spender) + numberWord(nonce) + numberWord(deadline)),
    structHash(type.witness, bytesOf(addressWord(to) + named + numberWord(validAfter))),
  )
  const separator = structHash(
    DOMAIN_TYPE,
    DOMAIN_NAME,
    bytesOf(numberWord(chainId) + addressWord(PERMIT2)),
  )
  return signedDigest(separator, struct)
}
