/** What the sanctions oracle and an issuer say yes to. */
export const FLAGGED = '0x098B716B8Aaf21512996dC57EB0615e2383E2f96'

/** Selectors as the verified contracts have them: isSanctioned, isBlacklisted. */
const PLANTED = [
  ['0x40C57923924B5c5c5455c48D93317139ADDaC8fb', 'df592f7d'],
  ['0x3A91A31cB3dC49b4db9Ce721F50a9D076c8D739B', 'df592f7d'],
  // EURC on Base.
  ['0x60a3E35Cc302bFA44Cb288Bc5a4F316Fdb1adb42', 'fe575a87'],
] as const

/** Contracts that answer one question: reverts unless asked it, true for one address only. */
export async function plantFlags(
  rpc: (method: string, params: readonly unknown[]) => Promise<unknown>,
): Promise<void> {
  for (const [address, selector] of PLANTED)
    await rpc('anvil_setCode', [address, codeOf(selector, FLAGGED.slice(2).toLowerCase())])
}

/**
 * PUSH1 0, CALLDATALOAD, PUSH1 e0, SHR, PUSH4 selector, EQ, PUSH1 13, JUMPI, PUSH1 0, DUP1, REVERT;
 * JUMPDEST, PUSH1 4, CALLDATALOAD, PUSH20 address, EQ, PUSH1 0, MSTORE, PUSH1 20, PUSH1 0, RETURN
 */
const codeOf = (selector: string, address: string): string =>
  `0x60003560e01c63${selector}14601357600080fd5b60043573${address}1460005260206000f3`
