import { readFile } from 'node:fs/promises'
import {
  PERMIT2_ADDRESS,
  x402ExactPermit2ProxyAddress,
  x402UptoPermit2ProxyAddress,
} from '@x402/evm'
import { encodeAbiParameters, keccak256, toFunctionSelector, type Hex } from 'viem'
import { assemble } from './assemble.ts'

type MethodOffer = (method: string, params: readonly unknown[]) => Promise<unknown>

const LITE = '0x000000000000000000000000000000000000c0de'
const ALLOWANCES_SLOT = 5n
const selector = (signature: string): string => toFunctionSelector(signature).slice(2)

const BITMAP = selector('nonceBitmap(address,uint256)')
const SPEND = selector(
  'permitWitnessTransferFrom(((address,uint256),uint256,uint256),(address,uint256),address,bytes32,string,bytes)',
)

/** Permit2 Lite has no bitmap: it is told from its map of nonces, and all else is left to it. */
const PERMIT2 = assemble(`
  PUSH0 CALLDATALOAD e0 SHR ${BITMAP} EQ @bitmap JUMPI
  CALLDATASIZE PUSH0 PUSH0 CALLDATACOPY
  PUSH0 PUSH0 CALLDATASIZE PUSH0 ${LITE.slice(2)} GAS DELEGATECALL
  RETURNDATASIZE PUSH0 PUSH0 RETURNDATACOPY
  ISZERO @failed JUMPI
  RETURNDATASIZE PUSH0 RETURN
  failed: RETURNDATASIZE PUSH0 REVERT
  bitmap:
  04 CALLDATALOAD PUSH0 MSTORE PUSH0 20 MSTORE
  40 PUSH0 KECCAK256 20 MSTORE                  // where the nonces of the owner begin
  24 CALLDATALOAD 08 SHL PUSH0 PUSH0            // first nonce, bits, at
  loop:
  DUP1 DUP4 ADD PUSH0 MSTORE
  40 PUSH0 KECCAK256 SLOAD
  DUP2 SHL DUP3 OR SWAP2 POP
  01 ADD DUP1 0100 GT @loop JUMPI
  POP PUSH0 MSTORE 20 PUSH0 RETURN`)

const WITNESS =
  'Witness witness)TokenPermissions(address token,uint256 amount)Witness(address to,uint256 validAfter)'
const WITNESS_TYPE = keccak256(new TextEncoder().encode('Witness(address to,uint256 validAfter)'))
const TEXT = Buffer.from(WITNESS)
const TEXT_WORDS = Math.ceil(TEXT.length / 32)
const byte = (value: number): string => value.toString(16).padStart(4, '0')
const SIGNATURE_AT = 10 * 32 + 32 + TEXT_WORDS * 32

/**
 * The proxy of the scheme `exact`: `settle(permit, owner, witness, signature)` spends what was
 * permitted, for whom the witness names. Its signature is 65 bytes, the last of the arguments.
 */
const EXACT_PROXY = assemble(
  `
  ${WITNESS_TYPE.slice(2)} PUSH0 MSTORE
  a4 CALLDATALOAD 20 MSTORE  c4 CALLDATALOAD 40 MSTORE
  ${SPEND} e0 SHL 0100 MSTORE
  80 04 0104 CALLDATACOPY                       // the permit
  a4 CALLDATALOAD 0184 MSTORE                   // to whom
  24 CALLDATALOAD 01a4 MSTORE                   // how much
  84 CALLDATALOAD 01c4 MSTORE                   // of whom
  60 PUSH0 KECCAK256 01e4 MSTORE                // what the witness says
  ${byte(10 * 32)} 0204 MSTORE  ${byte(SIGNATURE_AT)} 0224 MSTORE
  ${byte(TEXT.length)} 0244 MSTORE
  ${byte(TEXT_WORDS * 32)} @end 01 ADD 0264 CODECOPY
  ${byte(4 * 32)} 0104 ${byte(0x104 + SIGNATURE_AT)} CALLDATACOPY
  PUSH0 PUSH0 ${byte(4 + SIGNATURE_AT + 4 * 32)} 0100 PUSH0 ${PERMIT2_ADDRESS.slice(2)} GAS CALL
  RETURNDATASIZE PUSH0 PUSH0 RETURNDATACOPY
  ISZERO @failed JUMPI
  PUSH0 PUSH0 RETURN
  failed: RETURNDATASIZE PUSH0 REVERT
  end:`,
  TEXT.toString('hex').padEnd(TEXT_WORDS * 64, '0'),
)

/** Puts stand-ins of Permit2, and of what x402 lets spend through it, where everybody expects. */
export async function plantPermit2(ask: MethodOffer): Promise<void> {
  const file = new URL('./bytecode.json', import.meta.url)
  const code = JSON.parse(await readFile(file, 'utf8')) as Readonly<Record<string, string>>
  await ask('anvil_setCode', [LITE, code['Permit2Lite']])
  await ask('anvil_setCode', [PERMIT2_ADDRESS, PERMIT2])
  await ask('anvil_setCode', [x402ExactPermit2ProxyAddress, EXACT_PROXY])
  await ask('anvil_setCode', [x402UptoPermit2ProxyAddress, code['UptoProxyLite']])
}

/** Lets Permit2 spend what a holder has of a token. */
export async function letSpend(ask: MethodOffer, token: string, holder: string): Promise<void> {
  const ofHolder = slotOf(holder, word(ALLOWANCES_SLOT))
  await ask('anvil_setStorageAt', [token, slotOf(PERMIT2_ADDRESS, ofHolder), `0x${'f'.repeat(64)}`])
}

/** The payer takes a nonce back. */
export async function useNonce(ask: MethodOffer, holder: string, nonce: bigint): Promise<void> {
  const slot = keccak256(
    encodeAbiParameters(
      [{ type: 'uint256' }, { type: 'bytes32' }],
      [nonce, slotOf(holder, word(0n))],
    ),
  )
  await ask('anvil_setStorageAt', [PERMIT2_ADDRESS, slot, word(1n)])
}

const word = (value: bigint): Hex => `0x${value.toString(16).padStart(64, '0')}`

/** Where Solidity keeps what a map says of an address. */
const slotOf = (address: string, map: Hex): Hex =>
  keccak256(encodeAbiParameters([{ type: 'address' }, { type: 'bytes32' }], [address as Hex, map]))
