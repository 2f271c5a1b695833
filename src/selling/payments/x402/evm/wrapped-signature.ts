import { parseErc6492Signature, type Hex } from 'viem'

/**
 * False for a signature that ends as one of ERC-6492 does, and holds no wrapping. Libraries throw
 * at it as at a node that does not answer.
 */
export function canBeRead(signature: unknown): boolean {
  try {
    parseErc6492Signature(signature as Hex)
    return true
  } catch {
    return false
  }
}
