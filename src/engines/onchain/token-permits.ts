/** The EIP-712 types of messages that let others move a holder's tokens. */

const field = (name: string, type: string) => ({ name, type })

const DOMAIN = [
  field('name', 'string'),
  field('version', 'string'),
  field('chainId', 'uint256'),
  field('verifyingContract', 'address'),
]

/** EIP-3009. */
export const transferTypes = {
  primaryType: 'TransferWithAuthorization',
  types: {
    EIP712Domain: DOMAIN,
    TransferWithAuthorization: [
      field('from', 'address'),
      field('to', 'address'),
      field('value', 'uint256'),
      field('validAfter', 'uint256'),
      field('validBefore', 'uint256'),
      field('nonce', 'bytes32'),
    ],
  },
} as const

/** EIP-2612. */
export const permitTypes = {
  primaryType: 'Permit',
  types: {
    EIP712Domain: DOMAIN,
    Permit: [
      field('owner', 'address'),
      field('spender', 'address'),
      field('value', 'uint256'),
      field('nonce', 'uint256'),
      field('deadline', 'uint256'),
    ],
  },
} as const

/** The permit of Dai, older than EIP-2612: an unlimited allowance or none. */
export const daiPermitTypes = {
  primaryType: 'Permit',
  types: {
    EIP712Domain: DOMAIN,
    Permit: [
      field('holder', 'address'),
      field('spender', 'address'),
      field('nonce', 'uint256'),
      field('expiry', 'uint256'),
      field('allowed', 'bool'),
    ],
  },
} as const

/** The contract has this address on every chain. */
export const PERMIT2 = '0x000000000022D473030F116dDEE9F6B43aC78BA3'

/** An allowance in Permit2: `AllowanceTransfer.PermitSingle`. */
export const permit2Types = {
  primaryType: 'PermitSingle',
  types: {
    EIP712Domain: DOMAIN.filter(({ name }) => name !== 'version'),
    PermitSingle: [
      field('details', 'PermitDetails'),
      field('spender', 'address'),
      field('sigDeadline', 'uint256'),
    ],
    PermitDetails: [
      field('token', 'address'),
      field('amount', 'uint160'),
      field('expiration', 'uint48'),
      field('nonce', 'uint48'),
    ],
  },
} as const
