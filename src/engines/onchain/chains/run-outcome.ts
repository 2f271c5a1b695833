/** What a node answers in place of a result. */
export interface NodeRefusal {
  readonly code: number
  readonly message: string
  /** Revert data of a contract, as hex. */
  readonly data: string | null
}

/** Codes for a call that was run and stopped: Geth and its kin, and Nethermind. */
const STOPPED: ReadonlySet<number> = new Set([3, -32_015])

/** How clients name what stops a call, or why its sender cannot send it. */
const WORDS = [
  /\brevert(ed)?\b|out of gas|VM (execution )?error|EVM error|precompile/,
  /(invalid|bad|undefined|unknown) (opcode|instruction|jump|code)|opcode \S+ not defined/,
  /stack (under|over)flow|stack limit|call depth|write protection|static (call|state)/,
  /return data out of bounds|code size|code store|contract address collision/,
  /insufficient (funds|balance)|OutOfFunds|intrinsic gas|gas (required exceeds|too low|limit)/,
  /fee cap|max ?(priority ?)?fee per ?gas|nonce too/,
].map((words) => new RegExp(words, 'i'))

/**
 * Whether the chain has decided about a call. Anything else that a node says of it is about the
 * node, so another node may answer it.
 */
export const isRunOutcome = ({ code, message, data }: NodeRefusal): boolean =>
  STOPPED.has(code) ||
  (data !== null && data.length >= 10) ||
  WORDS.some((words) => words.test(message))
