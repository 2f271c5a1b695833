import type { InnerTool } from './capability.ts'
import type { Tool } from './tool.ts'

/** No call mends it, not even one of its own. */
export const NOT_SET_UP = 'is not set up on this instance'

/** What a tool that runs other tools may know about one of them. */
export function innerTool(tool: Tool): InnerTool {
  const alone = aloneBecause(tool)
  return { price: tool.price, pure: tool.pure, ...(alone !== null && { alone }) }
}

function aloneBecause({ spec, unavailable }: Tool): string | null {
  if (unavailable !== undefined) return NOT_SET_UP
  if (spec.identity === 'wallet' || spec.payableBy === 'wallets')
    return 'is bound to the wallet that pays'
  if (spec.payTo !== undefined) return 'is paid to a wallet of its own'
  if (Object.values(spec.uses).some(({ runsTools }) => runsTools)) return 'runs other tools itself'
  if (spec.secret === true) return 'answers secrets, which are kept nowhere'
  if (typeof spec.price === 'object') return 'has no fixed price'
  return null
}
